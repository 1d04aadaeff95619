#ifndef TESTS_SIMULATE_MATCH_SUPPORT_H
#define TESTS_SIMULATE_MATCH_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/random.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"

/* How messages travel. */
enum manner { IN_TURN, FAIR, PARALLEL, LOGGOPS };

static const char *const manners[] = {"one after the other", "fair", "parallel", "LogGOPS"};

static inline enum status run(const struct schedule *schedule, const struct model *model, enum manner manner,
			      uint64_t eager, struct simulation *found, struct error *err)
{
	struct model_use use = {.model = model, .fair = manner == FAIR, .parallel = manner == PARALLEL};
	struct loggops loggops = {.L = 10000, .o = 1000, .g = 3000, .G = 1, .O = 0, .S = eager};
	struct costs costs = manner == LOGGOPS ? loggops_costs(&loggops) : model_costs(&use, eager);

	return simulate(schedule, &costs, found, err);
}

static inline struct model *new_model(const char *class, const char *const *names, const double *values)
{
	struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find(class, NULL), 4, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (; *names; names++, values++)
		assert_int_equal(model_set(model, 0, *names, *values, &err), OK);
	if (model_check(model, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

static inline struct model *new_loggp(void)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 1e-6, 2e-6, 3e-6, 1e-9};

	return new_model("loggp", names, values);
}

/* Nonblocking sends whose overhead comes before the message; that of a long one is done when the message is there. */
static inline struct model *new_plogp(void)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "o_i", "o_r_expected", "T", "T_i", NULL};
	static const double values[] = {10e-6, 1e-6, 1.2e-6, 3e-6, 0.7e-6, 0.6e-6, 2e-6, 20e-6};

	return new_model("plogp", names, values);
}

#endif
