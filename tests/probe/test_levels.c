#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "measuring/state_names.h"
#include "probe/levels.h"
#include "probe/tracking.h"
#include "tracked.h"

/* Bytes take as long in each state, but for a noise of 4 %; the rest is slow as the machine is. */
static double slow_network(const struct experiment *what, double now)
{
	static struct random random;
	bool slow = fmod(now, 2 * stay) >= stay;

	if (now == 0)
		random_init(&random, 5);
	return 10 * US * (slow ? factor : 1) + 50e-9 * (double)what->bytes * (1 + 0.04 * random_uniform(&random));
}

/* A link that lets empty messages pass at once after a receive, which comes after a pause. */
static double after_pauses(const struct experiment *what, double now)
{
	static bool pause;
	bool passes = pause;

	(void)now;
	pause = what->kind == EXPERIMENT_RECEIVE;
	return what->bytes > 0 ? 50e-9 * (double)what->bytes : passes ? 10 * US : factor * 10 * US;
}

/* The same of a machine that is slow for stays, where what is short passes in two thirds of the time. */
static double in_states_after_pauses(const struct experiment *what, double now)
{
	static bool pause;
	bool passes = pause, slow = fmod(now, 2 * stay) >= stay;

	pause = what->kind == EXPERIMENT_RECEIVE;
	return (10 * US + 1e-9 * (double)what->bytes) * (slow ? factor : 1) * (what->bytes == 0 && passes ? 1 : 1.5);
}

/* Short messages have a state, and so has one that takes 1.15 times as long in the slow one; long ones, of single
 * states or of several, are all there, as they were timed. */
static void what_takes_as_long_in_each_state_is_of_none(void **state)
{
	static const size_t sizes[] = {10, 20, 40, 2000, 20000, 30000, 40000, 60000, 400000};
	enum { N = sizeof(sizes) / sizeof(sizes[0]) };
	struct experiment points[N];
	struct bench b;

	(void)state;
	factor = 2.7;
	stay = 20 * MS;
	begin(&b, slow_network);
	for (int i = 0; i < N; i++)
		points[i] = trip(sizes[i]);
	assert_int_equal(probe_points(&b.prober, points, N, NULL), OK);
	for (int visit = 0; visit < 100; visit++)
		assert_int_equal(probe_more(&b.prober, points, 1, N, PROBE_VISIT, NULL), OK);
	assert_int_equal(tracking_close(&b.prober, NULL), OK);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	assert_true(b.prober.tracking.looks.inelastic[0] > 50 * US);
	assert_true(b.prober.tracking.looks.inelastic[0] < 1100 * US);
	assert_true(isinf(b.prober.tracking.looks.inelastic[1]));
	for (int i = 0; i < N; i++) {
		const struct sample *all = campaign_find(&b.prober.tracking.all, &points[i]),
				    *mine = campaign_find(&b.campaign, &points[i]);
		bool long_one = sizes[i] > 2000;

		assert_true(long_one ? mine->n == all->n : mine->n < 0.8 * (double)all->n);
		for (size_t k = 0; long_one && k < all->n; k++)
			assert_true(mine->observations[k].seconds == all->observations[k].seconds);
	}
	end(&b);
}

static void levels_that_measuring_makes_are_no_states(void **state)
{
	const struct experiment points[] = {{.kind = EXPERIMENT_RECEIVE, .from = 0, .to = 1, .bytes = 4000, .count = 1},
					    trip(5000)};
	const struct history history = {.known = {{.name = "quick", .from = 0, .to = 1, .seconds = 10 * US},
						  {.name = "slow", .from = 0, .to = 1, .seconds = 40 * US}},
					.n_known = 2};
	struct run_level levels[RUN_LEVELS_MOST];
	struct bench b;

	(void)state;
	factor = 4;
	begin(&b, after_pauses);
	assert_int_equal(probe_points(&b.prober, points, 2, NULL), OK);
	for (int visit = 0; visit < 1000; visit++)
		assert_int_equal(probe_more(&b.prober, &points[visit / 2 % 22 > 0], 1, 1, PROBE_VISIT, NULL), OK);
	assert_int_equal(tracking_close(&b.prober, NULL), OK);
	assert_int_equal(b.prober.tracking.levels.n, 1);
	assert_int_equal(b.prober.tracking.looks.made.n, 2);
	assert_true(fabs(b.prober.tracking.looks.made.of[0].value - 10 * US) < 1e-9);
	assert_true(fabs(b.prober.tracking.looks.made.of[1].value - 40 * US) < 1e-9);
	assert_int_equal(tracking_settle(&b.prober, NULL), OK);
	for (size_t s = 0; s < b.campaign.n; s++)
		assert_int_equal(b.campaign.samples[s]->n, b.prober.tracking.all.samples[s]->n);
	assert_int_equal(state_names_find(&b.prober.tracking, &history, levels), 0);
	end(&b);
}

/* Two levels in each of two states: the states are kept, and what measuring makes of them is not. */
static void levels_that_measuring_makes_do_not_hide_states(void **state)
{
	const struct experiment points[] = {{.kind = EXPERIMENT_RECEIVE, .from = 0, .to = 1, .bytes = 1000, .count = 1},
					    trip(1000)};
	const struct sample *trips;
	struct bench b;

	(void)state;
	factor = 4;
	stay = 20 * MS;
	begin(&b, in_states_after_pauses);
	assert_int_equal(probe_points(&b.prober, points, 2, NULL), OK);
	for (int visit = 0; visit < 3000; visit++)
		assert_int_equal(probe_more(&b.prober, &points[visit / 5 % 2], 1, 1, PROBE_VISIT, NULL), OK);
	assert_int_equal(tracking_settle(&b.prober, NULL), OK);
	assert_int_equal(b.prober.tracking.looks.made.n, 4);
	assert_int_equal(b.prober.tracking.levels.n, 2);
	assert_true(levels_are_states(&b.prober.tracking));
	trips = campaign_find(&b.campaign, &points[1]);
	assert_true(trips->n > 20);
	for (size_t i = 1; i < trips->n; i++)
		assert_true(fabs(trips->observations[i].seconds - trips->observations[0].seconds) < 1e-9);
	end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_takes_as_long_in_each_state_is_of_none),
		cmocka_unit_test(levels_that_measuring_makes_are_no_states),
		cmocka_unit_test(levels_that_measuring_makes_do_not_hide_states),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
