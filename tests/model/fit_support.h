#ifndef TESTS_MODEL_FIT_SUPPORT_H
#define TESTS_MODEL_FIT_SUPPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "model/classes.h"
#include "model/fit.h"
#include "../sample/timings.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Sums and quotients of a few terms in double precision. */
#define ROUNDING 1e-12

static const struct link any[] = {{LINK_ANY, LINK_ANY}}, both[] = {{0, 1}, {1, 0}};

static inline void assert_close(double value, double expected)
{
	if (!(fabs(value - expected) <= ROUNDING * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

static inline void assert_contains(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" does not say \"%s\"", text, part);
}

static inline struct model *made(const struct model_class *class, const struct link *links, size_t n_links)
{
	struct model *model = model_new(class, 2, links, n_links);

	assert_non_null(model);
	return model;
}

#endif
