#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "stats/end_point.h"
#include "stats/quantile.h"

enum { POINTS = 40, TIMINGS = 5, DRAWS = 200, SETS = 1000 };

/* End points of as many truths as there are points, each with its noise, a part of it. */
static void timings_of(const double *truth, const double *noise, struct random *random, struct end_point *points)
{
	for (size_t i = 0; i < POINTS; i++) {
		double x[TIMINGS];

		for (size_t k = 0; k < TIMINGS; k++)
			x[k] = truth[i] * (1 + noise[i] * random_exponential(random));
		quantile_sort(x, TIMINGS);
		points[i] = end_point_of(x, TIMINGS);
	}
}

static void moderate(struct end_point *points, size_t n)
{
	struct end_point *list[POINTS];
	struct noise_prior prior;

	for (size_t i = 0; i < n; i++)
		list[i] = &points[i];
	prior = noise_prior_of(list, n);
	for (size_t i = 0; i < n; i++)
		end_point_moderate(&points[i], &prior);
}

/* Whether the interval of 95 % of a difference of sums of four end points holds the truth. */
static bool holds(const struct end_point *points, const double *truth, struct random *random)
{
	double drawn[DRAWS], difference = truth[0] + truth[1] - truth[2] - truth[3];

	for (size_t d = 0; d < DRAWS; d++)
		drawn[d] = end_point_draw(&points[0], random) + end_point_draw(&points[1], random) -
			   end_point_draw(&points[2], random) - end_point_draw(&points[3], random);
	quantile_sort(drawn, DRAWS);
	return quantile_sorted(drawn, DRAWS, 0.025) <= difference && difference <= quantile_sorted(drawn, DRAWS, 0.975);
}

static void differences_of_end_points_whose_noises_are_alike_are_held_as_often_as_is_said(void **state)
{
	double truth[POINTS], noise[POINTS];
	size_t held[2] = {0, 0};
	struct random random;

	(void)state;
	random_init(&random, 1);
	for (size_t set = 0; set < SETS; set++) {
		struct end_point points[POINTS];

		for (size_t i = 0; i < POINTS; i++) {
			truth[i] = i < 4 ? 1e-5 : 1e-5 + 1e-3 * random_uniform(&random); /* no size matters */
			noise[i] = 0.02;
		}
		timings_of(truth, noise, &random, points);
		held[0] += holds(points, truth, &random);
		moderate(points, POINTS);
		held[1] += holds(points, truth, &random);
	}
	print_message("held %zu of %d each by itself, %zu together\n", held[0], SETS, held[1]);
	assert_true(held[0] > 0.97 * SETS);
	assert_in_range(held[1], (size_t)(0.93 * SETS), (size_t)(0.97 * SETS));
}

/* From a thousandth to a tenth: what is common to them must not hide how noisy one is. */
static void end_points_whose_noises_are_unlike_are_held_as_often_as_is_said(void **state)
{
	double truth[POINTS], noise[POINTS];
	size_t held[POINTS] = {0}, all = 0;
	struct random random;

	(void)state;
	random_init(&random, 2);
	for (size_t i = 0; i < POINTS; i++) {
		truth[i] = 1e-5;
		noise[i] = 1e-3 * pow(100, (double)i / (POINTS - 1));
	}
	for (size_t set = 0; set < SETS; set++) {
		struct end_point points[POINTS];

		timings_of(truth, noise, &random, points);
		moderate(points, POINTS);
		for (size_t i = 0; i < POINTS; i++)
			held[i] += end_point_bound(&points[i], 0.95) <= truth[i];
	}
	for (size_t i = 0; i < POINTS; i++)
		all += held[i];
	print_message("held %.1f %%, of the most noisy %.1f, of the least %.1f\n", 100.0 * (double)all / POINTS / SETS,
		      100.0 * (double)held[POINTS - 1] / SETS, 100.0 * (double)held[0] / SETS);
	assert_in_range(all, (size_t)(0.94 * SETS * POINTS), (size_t)(0.96 * SETS * POINTS));
	assert_true(held[POINTS - 1] >= 0.9 * SETS);
}

static void what_has_no_noise_or_is_alone_stays_as_it_is(void **state)
{
	static const double exact[] = {2, 2, 2}, once[] = {3}, noisy[] = {1, 1.5, 1.75, 2, 4, 7};
	struct end_point points[] = {end_point_of(exact, 3), end_point_of(once, 1), end_point_of(noisy, 6)};
	double above = points[2].above;

	(void)state;
	moderate(points, 3);
	assert_true(end_point_bound(&points[0], 0.95) == 2 && end_point_bound(&points[1], 0.95) == 3);
	assert_true(points[2].above == above && points[2].freedom == 4);
	/* (5 0.5 + 4 0.25 + 3 0.25 + 2 2) / 4 / 6 */
	assert_true(fabs(above - 8.25 / 24) < 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences_of_end_points_whose_noises_are_alike_are_held_as_often_as_is_said),
		cmocka_unit_test(end_points_whose_noises_are_unlike_are_held_as_often_as_is_said),
		cmocka_unit_test(what_has_no_noise_or_is_alone_stays_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
