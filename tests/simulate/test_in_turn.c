#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"
#include "simulate/simulate.h"

/* PLogP: an empty message keeps its port too. */
static struct model *model_of_fair_ports(double in_turn)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "r"};
	const struct model_class *class = model_class_find("plogp", NULL);
	struct model *model = model_new(class, 3, &(struct link){LINK_ANY, LINK_ANY}, 1);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (model_param_index(class, names[i]) < class->n_params)
			assert_int_equal(model_set(model, 0, names[i], 1e-6 * (double)(4 + i), NULL), OK);
	assert_int_equal(model_fact_text(model, MODEL_PORTS, MODEL_PORTS_FAIR, NULL), OK);
	assert_int_equal(model_fact_number(model, MODEL_IN_TURN, in_turn, NULL), OK);
	return model;
}

/* Up to the limit all of a message goes in turn, then pieces of that size, and of more than eight pieces nothing. */
static void how_much_goes_in_turn_follows_from_the_model(void **state)
{
	static const struct {
		double limit;
		uint64_t bytes;
		double piece;
	} cases[] = {
		{1000, 0, 1},
		{1000, 1, 1},
		{1000, 1000, 1},
		{1000, 1001, 1000. / 1001},
		{1000, 8000, 0.125},
		{1000, 8001, 0},
		{0, 0, 0},
		{0, 1, 0},
		{NAN, 0, 0},
		{NAN, 1, 0},
		{1000, UINT64_MAX, 0},
		{1e300, 1000, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct model *model = model_of_fair_ports(cases[i].limit);
		struct model_use use = model_use_default(model);
		struct costs costs = model_costs(&use, UINT64_MAX);
		struct message_cost cost;

		costs.message(costs.self, 0, 1, cases[i].bytes, &cost);
		if (fabs(cost.in_turn - cases[i].piece) > 1e-15)
			fail_msg("%llu bytes, of %g in turn: %g", (unsigned long long)cases[i].bytes, cases[i].limit,
				 cost.in_turn);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_much_goes_in_turn_follows_from_the_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
