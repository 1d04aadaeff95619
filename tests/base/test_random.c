#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/random.h"

/* Draws for the tests of distributions: a mean is then known to 1/sqrt(DRAWS) = 0.2 % of a standard deviation. The
 * seeds are fixed: nothing is left to luck. */
#define DRAWS 200000

/* Five standard deviations of a mean of DRAWS values. */
static double tolerance(double deviation)
{
	return 5 * deviation / sqrt(DRAWS);
}

/* The first outputs of xoshiro256** from the state 1, 2, 3, 4, as other implementations of it test themselves. */
static void the_bits_are_those_of_xoshiro256starstar(void **state)
{
	static const uint64_t expected[] = {
		11520,
		0,
		1509978240,
		UINT64_C(1215971899390074240),
		UINT64_C(1216172134540287360),
		UINT64_C(607988272756665600),
		UINT64_C(16172922978634559625),
		UINT64_C(8476171486693032832),
		UINT64_C(10595114339597558777),
		UINT64_C(2904607092377533576),
	};
	struct random random = {{1, 2, 3, 4}};

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_int_equal(random_bits(&random), expected[i]);
}

/* Known outputs of splitmix64 from the seed 1234567. */
static void the_seed_is_spread_by_splitmix64(void **state)
{
	static const uint64_t expected[] = {
		UINT64_C(6457827717110365317),
		UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423),
		UINT64_C(4593380528125082431),
	};
	struct random random;

	(void)state;
	random_init(&random, 1234567);
	assert_memory_equal(random.state, expected, sizeof expected);
}

static void the_same_seed_gives_the_same_numbers_and_another_seed_others(void **state)
{
	struct random a, b, c;
	size_t equal = 0;

	(void)state;
	random_init(&a, 0);
	random_init(&b, 0);
	random_init(&c, 1);
	for (size_t i = 0; i < 1000; i++) {
		uint64_t bits = random_bits(&a);

		assert_int_equal(bits, random_bits(&b));
		equal += bits == random_bits(&c);
	}
	assert_int_equal(equal, 0);
}

static void uniform_numbers_fill_the_unit_interval(void **state)
{
	double sum = 0, squares = 0;
	struct random random;

	(void)state;
	random_init(&random, 7);
	for (size_t i = 0; i < DRAWS; i++) {
		double x = random_uniform(&random);

		assert_true(x >= 0 && x < 1);
		sum += x;
		squares += x * x;
	}
	assert_true(fabs(sum / DRAWS - 0.5) < tolerance(sqrt(1.0 / 12)));
	assert_true(fabs(squares / DRAWS - 1.0 / 3) < tolerance(sqrt(1.0 / 5 - 1.0 / 9)));
}

static void whole_numbers_below_n_are_equally_frequent(void **state)
{
	size_t counts[7] = {0};
	struct random random;

	(void)state;
	random_init(&random, 8);
	for (size_t i = 0; i < DRAWS; i++) {
		size_t drawn = random_below(&random, 7);

		assert_true(drawn < 7);
		counts[drawn]++;
	}
	for (size_t i = 0; i < 7; i++)
		assert_true(fabs((double)counts[i] / DRAWS - 1.0 / 7) < tolerance(sqrt(1.0 / 7 * 6 / 7)));
	assert_int_equal(random_below(&random, 1), 0);
}

/* With n = 3 * 2^62, a plain remainder of 64 bits would fall into the first third half of the time. */
static void whole_numbers_are_without_bias_even_for_huge_n(void **state)
{
	size_t n = (size_t)3 << 62, first_third = 0;
	struct random random;

	(void)state;
	random_init(&random, 9);
	for (size_t i = 0; i < DRAWS; i++)
		first_third += random_below(&random, n) < n / 3;
	assert_true(fabs((double)first_third / DRAWS - 1.0 / 3) < tolerance(sqrt(2.0 / 9)));
}

static void exponential_numbers_have_mean_and_deviation_one(void **state)
{
	double sum = 0, squares = 0;
	struct random random;
	size_t above = 0;

	(void)state;
	random_init(&random, 10);
	for (size_t i = 0; i < DRAWS; i++) {
		double x = random_exponential(&random);

		assert_true(x >= 0 && isfinite(x));
		sum += x;
		squares += x * x;
		above += x > 2;
	}
	assert_true(fabs(sum / DRAWS - 1) < tolerance(1));
	/* E x^4 = 24, so x^2 has the variance 20. */
	assert_true(fabs(squares / DRAWS - 2) < tolerance(sqrt(20)));
	assert_true(fabs((double)above / DRAWS - exp(-2)) < tolerance(sqrt(exp(-2))));
}

static void normal_numbers_have_the_moments_of_a_normal_distribution(void **state)
{
	double sum = 0, squares = 0, cubes = 0, product = 0, last = 0;
	struct random random;
	size_t within = 0;

	(void)state;
	random_init(&random, 11);
	for (size_t i = 0; i < DRAWS; i++) {
		double x = random_normal(&random);

		sum += x;
		squares += x * x;
		cubes += x * x * x;
		product += x * last;
		within += fabs(x) < 1;
		last = x;
	}
	assert_true(fabs(sum / DRAWS) < tolerance(1));
	assert_true(fabs(squares / DRAWS - 1) < tolerance(sqrt(2)));
	assert_true(fabs(cubes / DRAWS) < tolerance(sqrt(15)));
	assert_true(fabs(product / DRAWS) < tolerance(1));
	assert_true(fabs((double)within / DRAWS - erf(sqrt(0.5))) < tolerance(0.5));
}

static void shuffling_keeps_all_and_gives_each_order_the_same_chance(void **state)
{
	size_t counts[27] = {0}, orders = 0;
	struct random random;

	(void)state;
	random_init(&random, 12);
	for (size_t i = 0; i < DRAWS; i++) {
		size_t order[3] = {0, 1, 2};

		random_shuffle(&random, order, 3);
		assert_true(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
		assert_true(order[0] < 3 && order[1] < 3 && order[2] < 3);
		counts[9 * order[0] + 3 * order[1] + order[2]]++;
	}
	for (size_t i = 0; i < 27; i++)
		if (counts[i]) {
			assert_true(fabs((double)counts[i] / DRAWS - 1.0 / 6) < tolerance(sqrt(5.0 / 36)));
			orders++;
		}
	assert_int_equal(orders, 6);
}

static void shuffling_nothing_or_one_changes_nothing(void **state)
{
	struct random random;
	size_t order[] = {5};

	(void)state;
	random_init(&random, 13);
	random_shuffle(&random, NULL, 0);
	random_shuffle(&random, order, 1);
	assert_int_equal(order[0], 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bits_are_those_of_xoshiro256starstar),
		cmocka_unit_test(the_seed_is_spread_by_splitmix64),
		cmocka_unit_test(the_same_seed_gives_the_same_numbers_and_another_seed_others),
		cmocka_unit_test(uniform_numbers_fill_the_unit_interval),
		cmocka_unit_test(whole_numbers_below_n_are_equally_frequent),
		cmocka_unit_test(whole_numbers_are_without_bias_even_for_huge_n),
		cmocka_unit_test(exponential_numbers_have_mean_and_deviation_one),
		cmocka_unit_test(normal_numbers_have_the_moments_of_a_normal_distribution),
		cmocka_unit_test(shuffling_keeps_all_and_gives_each_order_the_same_chance),
		cmocka_unit_test(shuffling_nothing_or_one_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
