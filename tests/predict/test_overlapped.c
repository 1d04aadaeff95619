#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "model/classes.h"
#include "predict/overlapped.h"

/* s: differences of sums of the same times. */
#define EXACT 1e-14

enum { MODELS = 300, EAGER_MOST = 5000, SEED = 20261125 };

static double draw(struct random *random, uint64_t nanoseconds)
{
	return 1e-9 * (double)random_below(random, nanoseconds);
}

static struct model *draw_model(struct random *random)
{
	static const char *const names[] = {"L", "O_control", "O_i", "O_c", "G"};
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_loggpo, 2, &any, 1);

	assert_non_null(model);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(model_set(model, 0, names[i], draw(random, 4000), NULL), OK);
	assert_int_equal(model_set(model, 0, "S", EAGER_MOST, NULL), OK);
	assert_int_equal(model_set(model, 0, "T_m", (double)(1 + random_below(random, 3)), NULL), OK);
	assert_int_equal(model_set(model, 0, "S_cp", (double)random_below(random, 3), NULL), OK);
	return model;
}

static void check_case(const struct model *model, size_t bytes, enum overlapped_case receiver, double compute)
{
	struct overlapped found;
	struct error err = {0};

	if (predict_overlapped(model, (struct link){0, 1}, bytes, receiver, compute, &found, &err) != OK)
		fail_msg("%s", err.text);
	assert_true(fabs(found.formula.sender - found.simulated.sender) <= EXACT);
	assert_true(fabs(found.formula.receiver - found.simulated.receiver) <= EXACT);
	assert_true(fabs(found.formula.whole - found.simulated.whole) <= EXACT);
	assert_true(found.compute >= compute);
}

static void closed_forms_and_simulation_are_the_same(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED);
	for (int m = 0; m < MODELS; m++) {
		struct model *model = draw_model(&random);

		for (int c = 0; c < OVERLAPPED_CASES; c++) {
			check_case(model, EAGER_MOST, (enum overlapped_case)c, draw(&random, 30000));
			check_case(model, EAGER_MOST + 1, (enum overlapped_case)c, draw(&random, 30000));
			check_case(model, EAGER_MOST + 1, (enum overlapped_case)c, -1);
		}
		model_free(model);
	}
}

/* Over TCP computation hides nothing of what a long message's data take; where the platform moves it on, everything. */
static void what_computation_hides_is_the_platforms(void **state)
{
	const struct link any = {LINK_ANY, LINK_ANY}, link = {0, 1};
	struct model *model = model_new(&model_loggpo, 2, &any, 1);
	struct overlapped found;
	static const struct {
		const char *name;
		double value;
	} values[] = {{"L", 20e-6},   {"O_control", 1e-6}, {"O_i", 2e-6}, {"O_c", 3e-6},
		      {"G", 1000e-6}, {"S", 100},          {"T_m", 2}};

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		assert_int_equal(model_set(model, 0, values[i].name, values[i].value, NULL), OK);
	for (int dependent = 0; dependent < 3; dependent++) {
		double sender = dependent ? 1e-6 + 1002e-6 : 1e-6;

		assert_int_equal(model_set(model, 0, "S_cp", dependent, NULL), OK);
		assert_int_equal(predict_overlapped(model, link, 5000, RECEIVER_EARLY, 2000e-6, &found, NULL), OK);
		if (dependent) /* the request is answered when the receiver waits */
			sender += 2e-6 + 20e-6 - 1e-6;
		assert_true(fabs(found.formula.sender - sender) <= EXACT);
		assert_true(fabs(found.hidden_sender - 2000e-6 / (2000e-6 + sender)) <= 1e-9);
	}
	model_free(model);
}

/* Fig. 3a of the paper: a receiver that computes long enough behind MPI_Irecv takes in the request and answers. */
static void a_late_receiver_of_the_paper_takes_two_control_overheads(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED + 1);
	for (int m = 0; m < MODELS; m++) {
		struct model *model = draw_model(&random);
		double control = model_value(model, 0, "O_control", 0), latency = model_value(model, 0, "L", 0);
		struct overlapped found;

		assert_int_equal(model_set(model, 0, "T_m", 2, NULL), OK);
		assert_int_equal(model_set(model, 0, "S_cp", 1, NULL), OK);
		assert_int_equal(predict_overlapped(model, (struct link){0, 1}, EAGER_MOST + 1, RECEIVER_LATE,
						    draw(&random, 30000) + 1e-9, &found, NULL),
				 OK);
		assert_true(found.receive > control + latency && found.receive <= control + latency + 2e-9);
		assert_true(fabs(found.simulated.receiver - 2 * control) <= EXACT);
		assert_true(fabs(found.cost - (3 * control + 3 * latency + model_value(model, 0, "O_i", 0) +
					       model_value(model, 0, "G", 0))) <= EXACT);
		model_free(model);
	}
}

/* Other models know nothing of who is inside the library when. */
static void other_models_have_no_such_forms(void **state)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_hockney, 2, &any, 1);
	struct overlapped found;

	(void)state;
	assert_int_equal(model_set(model, 0, "alpha", 1e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	assert_int_equal(predict_overlapped(model, (struct link){0, 1}, 100, RECEIVER_EARLY, 0, &found, NULL),
			 ERR_INPUT);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_forms_and_simulation_are_the_same),
		cmocka_unit_test(what_computation_hides_is_the_platforms),
		cmocka_unit_test(a_late_receiver_of_the_paper_takes_two_control_overheads),
		cmocka_unit_test(other_models_have_no_such_forms),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
