#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "stats/region.h"

enum { SIZES = 64, SEEDS = 1000 };

/* Draws events: probability inside from begin to end, outside elsewhere. */
static void draw(struct random *random, size_t made, size_t begin, size_t end, double inside, double outside,
		 size_t *list, size_t *seen)
{
	for (size_t i = 0; i < SIZES; i++) {
		list[i] = made;
		seen[i] = 0;
		for (size_t k = 0; k < made; k++)
			seen[i] += random_uniform(random) < (i >= begin && i < end ? inside : outside);
	}
}

static void a_region_is_where_all_events_are(void **state)
{
	size_t made[SIZES], seen[SIZES];
	struct region region;

	(void)state;
	for (size_t i = 0; i < SIZES; i++) {
		made[i] = 10;
		seen[i] = i >= 5 && i < 32 ? 3 : 0;
	}
	region = region_find(made, seen, SIZES, 0, 0);
	assert_int_equal(region.begin, 5);
	assert_int_equal(region.end, 32);
	assert_true(fabs(region.gain - region_gain(made, seen, SIZES, 5, 32)) <
		    1e-9); /* rounding of sums over some hundred terms */
}

static void without_events_or_with_one_everywhere_there_is_no_region(void **state)
{
	size_t made[SIZES], seen[SIZES];

	(void)state;
	for (size_t some = 0; some < 2; some++) {
		for (size_t i = 0; i < SIZES; i++) {
			made[i] = 5;
			seen[i] = some;
		}
		assert_true(region_find(made, seen, SIZES, 0, 0).gain == 0);
		assert_true(region_gain(made, seen, SIZES, 10, 20) == 0);
	}
}

/* 1 of 100 at most; three standard deviations of 1000 drawings are 10. */
static void chance_hardly_ever_shows_a_region(void **state)
{
	struct random random;
	int found = 0;

	(void)state;
	random_init(&random, 1);
	for (int k = 0; k < SEEDS; k++) {
		size_t made[SIZES], seen[SIZES];

		draw(&random, 10, 0, 0, 0, 0.05, made, seen);
		found += region_find(made, seen, SIZES, 0, 0).gain > log(100.0 * SIZES * SIZES / 2);
	}
	assert_in_range(found, 0, 20);
}

static void rare_events_show_their_region_within_a_few_positions(void **state)
{
	struct random random;
	int found = 0;

	(void)state;
	random_init(&random, 2);
	for (int k = 0; k < SEEDS; k++) {
		size_t made[SIZES], seen[SIZES];
		struct region region;

		draw(&random, 10, 6, 32, 0.15, 0.005, made, seen);
		region = region_find(made, seen, SIZES, 0, 0);
		found += region.begin >= 3 && region.begin <= 9 && region.end >= 29 &&
			 region.end <= 35; /* three positions without any, 0.85^30, are less than 1 of 100 */
	}
	assert_in_range(found, 900, SEEDS);
}

/* Each answer is wrong in at most 1 of 100 tests (Wald 1945); three standard deviations of 1000 drawings are 10. */
static void a_sequential_test_is_wrong_in_1_of_100(void **state)
{
	static const double rare[] = {0.005, 0.02, 0.1}, common[] = {0.1, 0.15, 0.5};
	struct random random;

	(void)state;
	random_init(&random, 3);
	for (size_t i = 0; i < 3; i++)
		for (int truth = 0; truth < 2; truth++) {
			int wrong = 0;

			for (int k = 0; k < SEEDS; k++) {
				struct sequential test = sequential_begin(rare[i], common[i]);

				while (!sequential_knows(&test))
					sequential_add(&test, random_uniform(&random) < (truth ? common[i] : rare[i]));
				wrong += (test.evidence > 0) != truth;
			}
			assert_in_range(wrong, 0, 20);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_region_is_where_all_events_are),
		cmocka_unit_test(without_events_or_with_one_everywhere_there_is_no_region),
		cmocka_unit_test(chance_hardly_ever_shows_a_region),
		cmocka_unit_test(rare_events_show_their_region_within_a_few_positions),
		cmocka_unit_test(a_sequential_test_is_wrong_in_1_of_100),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
