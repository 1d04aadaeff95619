#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "estimate/verdict.h"
#include "probe/probe.h"
#include "probe/watch.h"

/* Whole runs on machines that change while they are measured: the verdict must name it, and say nothing of machines
 * that do not. */

enum { SEEDS = 100, POINTS = 200, ENOUGH = 95 };

#define US 1e-6
#define LENGTH 0.16 /* s: about what a run takes */
#define PERIOD 40e-3

/* A machine that takes 10 us and 1 ns/B for a round trip, times a factor that changes, times 1 + 5 % e (e exponential),
 * five times as long in 2 % of cases. */
struct machine {
	struct platform platform;
	double now;
	struct random random;
	double (*factor)(struct machine *machine);
	double slow, phase;
};

static double steady(struct machine *m)
{
	(void)m;
	return 1;
}

/* Another state for 12 ms of every 40 ms, from some moment on. */
static double switching(struct machine *m)
{
	return fmod(m->now + m->phase, PERIOD) < 0.3 * PERIOD ? m->slow : 1;
}

/* Up by m->slow over the run. */
static double drifting(struct machine *m)
{
	return 1 + (m->slow - 1) * m->now / LENGTH;
}

/* Half-way somebody else begins to compute. */
static double busy_from_half_way(struct machine *m)
{
	return m->now >= LENGTH / 2 ? m->slow : 1;
}

static enum status machine_run(struct platform *platform, const struct experiment *what, size_t n,
			       struct observation *observations, struct error *err)
{
	struct machine *m = (struct machine *)platform;
	(void)err;

	for (size_t i = 0; i < n; i++) {
		double seconds = (10 * US + 1e-9 * (double)what->bytes) * m->factor(m) *
				 (1 + 0.05 * random_exponential(&m->random));

		if (random_uniform(&m->random) < 0.02)
			seconds *= 5;
		observations[i] = (struct observation){.at = m->now, .seconds = seconds, .send_seconds = NAN};
		m->now += seconds * (double)what->loop;
	}
	return OK;
}

static double machine_now(struct platform *platform)
{
	return ((struct machine *)platform)->now;
}

static const struct platform_class machine_class = {.name = "machine", .run = machine_run, .now = machine_now};

/* Whether the verdict on a run says that the machine changed. */
static bool is_named(double (*factor)(struct machine *machine), double slow, uint64_t seed)
{
	struct machine machine = {
		.platform = {.class = &machine_class, .processes = 2}, .factor = factor, .slow = slow};
	struct probe_options options = probe_options_default();
	struct experiment points[POINTS];
	struct campaign campaign = {0};
	struct prober prober;
	bool changed;

	options.stopping = (struct stopping){
		.least = 60, .most = 60, .error = 0, .confidence = 0.95, .statistic = STATISTIC_MEDIAN};
	options.steady = 0;
	options.patience = 0;
	options.seed = seed;
	random_init(&machine.random, seed);
	machine.phase = PERIOD * random_uniform(&machine.random);
	prober_init(&prober, &machine.platform, &campaign, &options, NULL, NULL);
	for (size_t i = 0; i < POINTS; i++)
		points[i] = (struct experiment){
			.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 1000 + i, .count = 1};
	assert_int_equal(watch_begin(&prober, 0, 1, WATCH_LARGE, NULL, NULL), OK);
	assert_int_equal(probe_points(&prober, points, POINTS, NULL), OK);
	prober.watch.gives_up = false; /* patience 0 gives up at once; what is asked here is what the sentinels show */
	changed = verdict_find(&prober.watch, NULL, NULL).changed;
	prober_release(&prober);
	campaign_release(&campaign);
	return changed;
}

static void a_machine_that_changes_is_named_and_a_steady_one_is_not(void **state)
{
	static const struct {
		const char *name;
		double (*factor)(struct machine *machine);
		double slow;
		bool changes;
	} cases[] = {
		{"steady", steady, 1, false},
		{"two regimes, 2.7 times", switching, 2.7, true},
		{"two regimes, 1.25 times", switching, 1.25, true},
		{"drift by 50 %", drifting, 1.5, true},
		{"busy from half-way on, 1.5 times", busy_from_half_way, 1.5, true},
		{"busy from half-way on, 1.2 times", busy_from_half_way, 1.2, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int named = 0;

		for (uint64_t seed = 1; seed <= SEEDS; seed++)
			named += is_named(cases[i].factor, cases[i].slow, seed);
		printf("%-34s named in %d of %d seeds\n", cases[i].name, named, SEEDS);
		assert_in_range(cases[i].changes ? named : SEEDS - named, ENOUGH, SEEDS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_machine_that_changes_is_named_and_a_steady_one_is_not)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
