#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "probe/probe.h"
#include "probe/stretches.h"
#include "scripted.h"

#define US 1e-6
#define MS 1e-3

static const double spread = 0.8; /* s: stretches of 100 ms */

/* A platform with up to 1 % of noise, on which everything takes three times as long for a while. */
struct disturbed {
	struct scripted s;
	struct platform_class class;
	struct campaign campaign;
	struct probe_options options;
	struct prober prober;
};

static double disturbed_from, disturbed_until; /* s */

static double seconds_of(const struct experiment *experiment, double now)
{
	double noise = 1 + 0.01 * fmod(now * 1e7, 1), factor = now >= disturbed_from && now < disturbed_until ? 3 : 1;

	return (10 * US + 2 * US * (double)(experiment->count - 1)) * noise * factor;
}

static void pass(struct platform *platform, double seconds)
{
	((struct scripted *)platform)->time += seconds;
}

static void begin(struct disturbed *d, double spread_over, double from, double until)
{
	*d = (struct disturbed){
		.s = scripted_platform(seconds_of), .class = scripted_class, .options = probe_options_default()};
	d->class.pass = pass;
	d->s.platform.class = &d->class;
	d->options.stopping.statistic = STATISTIC_MEDIAN;
	d->options.spread = spread_over;
	disturbed_from = from;
	disturbed_until = until;
	prober_init(&d->prober, &d->s.platform, &d->campaign, &d->options, NULL, NULL);
}

static void end(struct disturbed *d)
{
	prober_release(&d->prober);
	campaign_release(&d->campaign);
}

static struct experiment point(enum experiment_kind kind, size_t count)
{
	return (struct experiment){.kind = kind, .from = 0, .to = 1, .count = count};
}

static double value_of(const struct disturbed *d, const struct experiment *experiment)
{
	return probe_estimate(&d->prober, campaign_find(&d->campaign, experiment)).value;
}

static double span_of(const struct disturbed *d, const struct experiment *experiment)
{
	const struct sample *sample = campaign_find(&d->campaign, experiment);

	return sample->observations[sample->n - 1].at - sample->observations[0].at;
}

static void one_point_alone_is_not_moved_by_a_disturbance(void **state)
{
	static const struct {
		enum experiment_kind kind;
		size_t count, most;
	} cases[] = {{EXPERIMENT_ROUNDTRIP, 1, 62}, {EXPERIMENT_RECEIVE, 1, 62}, {EXPERIMENT_TRAIN, 40, 20}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		/* Whenever it comes, it lasts as long as a stretch. */
		for (double from = 0; from < spread; from += 70 * MS) {
			const struct experiment p = point(cases[i].kind, cases[i].count);
			struct disturbed d;
			const struct experiment *first;

			begin(&d, spread, from, from + 90 * MS);
			assert_int_equal(probe_points(&d.prober, &p, 1, NULL), OK);
			assert_true(value_of(&d, &p) < 1.02 * (10 + 2 * (double)(cases[i].count - 1)) * US);
			assert_true(span_of(&d, &p) > 0.86 * spread);
			assert_in_range(campaign_find(&d.campaign, &p)->n, 10, cases[i].most);
			assert_int_equal(stretches_single(&d.campaign, spread, 0, &first), 0);
			end(&d);
		}
	}
}

static void what_is_not_spread_is_as_long_as_the_disturbance_and_is_named(void **state)
{
	const struct experiment p = point(EXPERIMENT_ROUNDTRIP, 1);
	const struct experiment *first = NULL;
	struct disturbed d;

	(void)state;
	begin(&d, 0, 0, 1);
	assert_int_equal(probe_points(&d.prober, &p, 1, NULL), OK);
	assert_true(value_of(&d, &p) > 29 * US && span_of(&d, &p) < 100 * MS);
	assert_int_equal(stretches_single(&d.campaign, spread, 0, &first), 1);
	assert_true(experiment_same_point(first, &p));
	assert_int_equal(stretches_single(&d.campaign, spread, 1, &first), 0); /* timed before */
	end(&d);
}

/* Trains of 10 and 20 are those by which the one of 40 was found: nothing follows from them. */
static void what_was_put_off_is_taken_up_but_trains_that_a_longer_one_replaces(void **state)
{
	static const size_t counts[] = {1, 10, 20, 40};
	const struct experiment trip = point(EXPERIMENT_ROUNDTRIP, 1);
	struct disturbed d;
	bool any;

	(void)state;
	begin(&d, spread, 0, 90 * MS);
	d.options.brief = true;
	for (size_t i = 0; i < 4; i++) {
		const struct experiment train = point(EXPERIMENT_TRAIN, counts[i]);

		assert_int_equal(probe_points(&d.prober, &train, 1, NULL), OK);
	}
	assert_int_equal(probe_points(&d.prober, &trip, 1, NULL), OK);
	assert_true(d.s.time < 90 * MS);
	d.options.brief = false;
	assert_int_equal(probe_put_off(&d.prober, &any, NULL), OK);
	assert_true(any && value_of(&d, &trip) < 10.2 * US);
	for (size_t i = 0; i < 4; i++) {
		const struct experiment train = point(EXPERIMENT_TRAIN, counts[i]);

		assert_true((span_of(&d, &train) > spread / 2) == (counts[i] == 1 || counts[i] == 40));
	}
	assert_int_equal(probe_put_off(&d.prober, &any, NULL), OK);
	assert_false(any);
	end(&d);
}

static void a_deadline_is_not_waited_beyond(void **state)
{
	const struct experiment p = point(EXPERIMENT_ROUNDTRIP, 1);
	struct disturbed d;

	(void)state;
	begin(&d, spread, 1, 1);
	d.options.deadline = 250 * MS;
	d.options.lenient = true;
	assert_int_equal(probe_points(&d.prober, &p, 1, NULL), OK);
	assert_true(d.s.time <= 251 * MS);
	end(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_point_alone_is_not_moved_by_a_disturbance),
		cmocka_unit_test(what_is_not_spread_is_as_long_as_the_disturbance_and_is_named),
		cmocka_unit_test(what_was_put_off_is_taken_up_but_trains_that_a_longer_one_replaces),
		cmocka_unit_test(a_deadline_is_not_waited_beyond),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
