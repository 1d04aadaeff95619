#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "sample/states.h"

#define NONE STATE_NONE

static struct experiment train(size_t count)
{
	return (struct experiment){
		.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 64, .count = count, .loop = 1};
}

static void add(struct campaign *campaign, struct experiment what, double seconds, int before, int after, double level)
{
	const struct observation o = {.seconds = seconds,
				      .send_seconds = seconds / 2,
				      .state_before = before,
				      .state_after = after,
				      .level = level};
	struct sample *sample = campaign_point(campaign, &what, NULL);

	assert_non_null(sample);
	assert_int_equal(sample_add(sample, &o, 1, NULL), OK);
}

static size_t count_in(const struct campaign *all, int state, struct experiment what, double *first)
{
	struct campaign to = {.n = 0};
	const struct sample *sample;
	size_t n;

	assert_int_equal(campaign_add_state(&to, all, state, NULL), OK);
	sample = campaign_find(&to, &what);
	assert_non_null(sample);
	n = sample->n;
	*first = n > 0 ? sample->observations[0].seconds : NAN;
	campaign_release(&to);
	return n;
}

static void what_lies_between_is_left_out_and_what_was_not_tracked_counts(void **state)
{
	struct campaign all = {.n = 0};
	double first;

	(void)state;
	add(&all, train(2), 1, 0, 0, 10);
	add(&all, train(2), 2, 1, 1, 20);
	add(&all, train(2), 3, 0, 1, 15);
	add(&all, train(2), 4, NONE, 0, 10);
	assert_int_equal(count_in(&all, 0, train(2), &first), 1);
	assert_true(first == 1);
	assert_int_equal(count_in(&all, 1, train(2), &first), 1);
	assert_true(first == 2);
	add(&all, train(2), 1, 0, 0, 0);
	assert_int_equal(count_in(&all, 0, train(2), &first), 2);
	assert_int_equal(count_in(&all, 2, train(2), &first), 1);
	campaign_release(&all);
}

/* Nine of ten looks say 30, one says 10: a quicker state that is too rare to be told apart. Looks of 27 are noise. */
static void what_a_look_saw_of_a_quicker_state_is_left_out(void **state)
{
	struct campaign all = {.n = 0};
	double first;

	(void)state;
	add(&all, train(2), 1, 0, 0, 10);
	for (int i = 0; i < 20; i++)
		add(&all, train(2), 3, 0, 0, i % 4 ? 30 : 27);
	add(&all, train(2), 3, 0, 0, 3000);
	assert_int_equal(count_in(&all, 0, train(2), &first), 21);
	assert_true(first == 3);
	campaign_release(&all);
}

/* The same, of a point that was timed in that state alone. */
static void a_point_that_has_nothing_else_keeps_what_a_look_saw_of_a_quicker_state(void **state)
{
	struct campaign all = {.n = 0};
	double first;

	(void)state;
	for (int i = 0; i < 20; i++)
		add(&all, train(2), 3, 0, 0, 30);
	add(&all, train(4), 1, 0, 0, 10);
	add(&all, train(4), 2, 0, 0, 10);
	assert_int_equal(count_in(&all, 0, train(2), &first), 20);
	assert_int_equal(count_in(&all, 0, train(4), &first), 2);
	assert_true(first == 1);
	campaign_release(&all);
}

/* Levels of 10 and 20 for half of the time each: over all 1 / (0.5 / 10 + 0.5 / 20) = 13.3. */
static void what_is_too_long_is_in_each_state_by_its_share(void **state)
{
	struct campaign all = {.n = 0};
	double first;

	(void)state;
	add(&all, train(2), 1, 0, 0, 10);
	add(&all, train(2), 1, 1, 1, 20);
	for (int i = 0; i < 4; i++)
		add(&all, train(16), 40, NONE, NONE, 40.0 / 3);
	assert_int_equal(count_in(&all, 0, train(16), &first), 4);
	assert_true(fabs(first - 30) < 1e-12);
	assert_int_equal(count_in(&all, 1, train(16), &first), 4);
	assert_true(fabs(first - 60) < 1e-12);
	campaign_release(&all);
}

static void a_train_that_is_too_long_gives_way_to_one_of_half_the_messages(void **state)
{
	struct campaign all = {.n = 0};
	double first;

	(void)state;
	add(&all, train(8), 1, 0, 0, 10);
	add(&all, train(16), 2, 0, 0, 10);
	add(&all, train(16), 2, NONE, NONE, 12);
	assert_int_equal(count_in(&all, 0, train(16), &first), 2);
	add(&all, train(16), 2, NONE, NONE, 12);
	assert_int_equal(count_in(&all, 0, train(16), &first), 0);
	add(&all, train(64), 2, NONE, NONE, 12); /* there is none of 32 */
	assert_int_equal(count_in(&all, 0, train(64), &first), 1);
	campaign_release(&all);
}

static void a_train_of_two_messages_has_nothing_to_give_way_to(void **state)
{
	struct campaign all = {.n = 0};
	double first;

	(void)state;
	add(&all, train(1), 1, 0, 0, 10);
	for (size_t count = 2; count <= 3; count++) {
		add(&all, train(count), 2, NONE, NONE, 12);
		assert_int_equal(count_in(&all, 0, train(count), &first), 1);
	}
	campaign_release(&all);
}

/* Levels of 10 and 20, which no observation has. */
static void where_nothing_is_of_one_state_the_campaign_tells_the_levels(void **state)
{
	struct campaign all = {.levels = {20, 10}};
	double first;

	(void)state;
	for (int i = 0; i < 4; i++)
		add(&all, train(2), 40, NONE, NONE, 40.0 / 3);
	assert_int_equal(count_in(&all, 0, train(2), &first), 4);
	assert_true(fabs(first - 60) < 1e-12);
	assert_int_equal(count_in(&all, 1, train(2), &first), 4);
	assert_true(fabs(first - 30) < 1e-12);
	campaign_release(&all);
}

/* Of the slower state, whatever its number. */
static void moments_of_a_quicker_state_are_left_out_of_a_slower_one(void **state)
{
	(void)state;
	for (int slow = 0; slow < 2; slow++) {
		struct campaign all = {.n = 0};
		double first;

		add(&all, train(2), 1, 1 - slow, 1 - slow, 10);
		add(&all, train(2), 1, slow, slow, 20);
		for (int i = 0; i < 30; i++)
			add(&all, train(2), 2 + 1e-3 * i, slow, slow, 20);
		assert_int_equal(count_in(&all, slow, train(2), &first), 30);
		assert_true(first == 2);
		assert_int_equal(count_in(&all, 1 - slow, train(2), &first), 1);
		campaign_release(&all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_lies_between_is_left_out_and_what_was_not_tracked_counts),
		cmocka_unit_test(what_a_look_saw_of_a_quicker_state_is_left_out),
		cmocka_unit_test(a_point_that_has_nothing_else_keeps_what_a_look_saw_of_a_quicker_state),
		cmocka_unit_test(what_is_too_long_is_in_each_state_by_its_share),
		cmocka_unit_test(a_train_that_is_too_long_gives_way_to_one_of_half_the_messages),
		cmocka_unit_test(a_train_of_two_messages_has_nothing_to_give_way_to),
		cmocka_unit_test(where_nothing_is_of_one_state_the_campaign_tells_the_levels),
		cmocka_unit_test(moments_of_a_quicker_state_are_left_out_of_a_slower_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
