#ifndef TESTS_DECOMPOSE_TABLE_1_H
#define TESTS_DECOMPOSE_TABLE_1_H

/* The platform of Seinstra, Koelma 2002, Table 1, what messages take on it, and the image of 512 x 512. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "model/file/file.h"
#include "model/paths.h"
#include "decompose/domain.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define US 1e-6

/* Sums of a few terms in double precision. */
#define ROUNDING 1e-12

static inline void assert_close(double value, double expected)
{
	if (!(fabs(value - expected) <= ROUNDING * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

/* The platform of the paper's Table 1. */
static inline struct model *das(void)
{
	const char *source = getenv("SONDE_SOURCE");
	char path[1000];
	struct error err = {0};
	struct model *model;

	assert_non_null(source);
	snprintf(path, sizeof(path), "%s/examples/das-p3pc.json", source);
	model = model_read(path, &err);
	if (!model)
		fail_msg("%s", err.text);
	return model;
}

static inline double path(const struct model *model, unsigned ends, size_t bytes, char which)
{
	struct paths paths;

	assert_int_equal(
		model_paths(model, (struct link){0, 1}, bytes, &(struct message_layout){.ends = ends}, &paths, NULL),
		OK);
	return which == 's' ? paths.send : which == 'r' ? paths.receive : paths.full;
}

enum { CC, CN, NC, NN };

static const struct domain image = {.ndims = 2, .extent = {512, 512, 1}, .element = 4};

static inline struct grid grid_of(size_t x, size_t y)
{
	return (struct grid){{x, y, 1}};
}

#endif
