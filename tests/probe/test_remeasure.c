#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "probe/remeasure.h"
#include "scripted.h"
#include "stepped.h"

#define US 1e-6
#define SIZES 9

static const struct stepped_curve straight = {.latency = 10 * US, .slope = 1e-9};

/* 8 KiB takes a third longer than its neighbours, always. */
static const struct stepped_curve bump = {
	.latency = 10 * US, .slope = 1e-10, .steps = {{8192, 4 * US, 0}, {8193, -4 * US, 0}}, .n_steps = 2};

struct later {
	struct stepped s;
	struct campaign campaign;
	struct probe_options options;
	struct notes notes;
	struct progress progress;
	struct prober prober;
	struct experiment points[SIZES];
};

/* Measures sizes from 128 B to 32 KiB; the first timings of one may be spoiled. */
static void measure(struct later *l, const struct stepped_curve *curve, size_t spoiled, size_t spoiled_n)
{
	*l = (struct later){.s = stepped_platform(curve, 0.01, 1), .options = probe_options_default()};
	l->s.spoiled = spoiled;
	l->s.spoiled_n = spoiled_n;
	l->options.stopping.statistic = STATISTIC_MEDIAN;
	l->progress = (struct progress){.note = notes_take, .context = &l->notes};
	prober_init(&l->prober, &l->s.platform, &l->campaign, &l->options, NULL, &l->progress);
	for (size_t i = 0; i < SIZES; i++)
		l->points[i] = (struct experiment){
			.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = (size_t)128 << i, .count = 1};
	assert_int_equal(probe_points(&l->prober, l->points, SIZES, NULL), OK);
}

static void release(struct later *l)
{
	prober_release(&l->prober);
	campaign_release(&l->campaign);
}

static size_t timings(const struct later *l, size_t i)
{
	return campaign_find(&l->campaign, &l->points[i])->n;
}

static void a_point_that_a_disturbance_made_stand_out_is_measured_again_and_falls_in(void **state)
{
	struct later l;
	size_t before[SIZES];
	(void)state;
	measure(&l, &straight, 2048, 18);
	for (size_t i = 0; i < SIZES; i++)
		before[i] = timings(&l, i);
	assert_int_equal(remeasure_outliers(&l.prober, l.points, 1, 1, SIZES, NULL), OK);
	for (size_t i = 0; i < SIZES; i++) {
		if (l.points[i].bytes == 2048)
			assert_true(timings(&l, i) > before[i]);
		else
			assert_int_equal(timings(&l, i), before[i]);
	}
	assert_int_equal(l.notes.n, 0);
	release(&l);
}

static void a_point_that_is_like_that_is_measured_again_and_named(void **state)
{
	struct later l;
	(void)state;
	measure(&l, &bump, 0, 0);
	assert_int_equal(remeasure_outliers(&l.prober, l.points, 1, 1, SIZES, NULL), OK);
	assert_int_equal(l.notes.n, 1);
	assert_int_equal(l.notes.warnings, 1);
	if (!strstr(l.notes.last, "1 size stands out against both neighbours, also when measured again: 8K B (+"))
		fail_msg("\"%s\"", l.notes.last);
	release(&l);
}

static void timings_are_spread_over_as_long_as_was_asked(void **state)
{
	struct later l;
	double begun;
	(void)state;
	measure(&l, &straight, 0, 0);
	begun = l.prober.began;
	assert_int_equal(remeasure_spread(&l.prober, l.points, 1, SIZES, 0.001, NULL),
			 OK); /* that long it took already */
	assert_int_equal(timings(&l, 0) < 100, 1);
	assert_int_equal(remeasure_spread(&l.prober, l.points, 1, SIZES, 0.5, NULL), OK);
	assert_true(l.s.time - begun >= 0.5 && l.s.time - begun < 0.51);
	assert_true(timings(&l, 0) > 500);
	assert_in_range(timings(&l, 0), timings(&l, SIZES - 1) - 40,
			timings(&l, SIZES - 1) + 40); /* in rounds: all get as many */
	release(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_point_that_a_disturbance_made_stand_out_is_measured_again_and_falls_in),
		cmocka_unit_test(a_point_that_is_like_that_is_measured_again_and_named),
		cmocka_unit_test(timings_are_spread_over_as_long_as_was_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
