#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "probe/probe.h"
#include "scripted.h"

#define US 1e-6
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* RTT_n = 100 + n us: the gap is settled from the first doubling on, but RTT_1 = 101 us < 1 % of RTT_n takes more than
 * 10000 messages. */
static double latency_bound(const struct experiment *what, double now)
{
	(void)now;
	return (100 + (double)what->count) * US;
}

/* RTT_n = 2 + 3 (n - 1)(1 + 2/n) us: RTT_1 = 2 us is 1 % of RTT_n from 80 messages on, but only from 160 to 320 does
 * the gap change by less than 1 %. */
static double gap_bound(const struct experiment *what, double now)
{
	double n = (double)what->count;
	(void)now;
	return (2 + 3 * (n - 1) * (1 + 2 / n)) * US;
}

/* RTT_n = 2 + 3 (n - 1) us: both from 80 on. */
static double at_once(const struct experiment *what, double now)
{
	(void)now;
	return (2 + 3 * ((double)what->count - 1)) * US;
}

/* Messages pile up: RTT_n = 2 + (n - 1)(1 + n/100) us never has a gap. RTT_1 is 1 % of RTT_n from 160 on, 1/8 of that
 * of RTT_640. */
static double piling_up(const struct experiment *what, double now)
{
	double n = (double)what->count;
	(void)now;
	return (2 + (n - 1) * (1 + n / 100)) * US;
}

/* The same, but every second train takes 2 % longer, and times vary by 5 % to either side. */
static double varying(const struct experiment *what, double now)
{
	static unsigned calls;
	bool longer = (unsigned)log2((double)what->count / 10 + 1) % 2;

	(void)now;
	return at_once(what, 0) * (longer ? 1.02 : 1) * (0.95 + 0.1 * (double)(calls++ % 8) / 7);
}

static void a_gap_that_changes_by_no_more_than_its_noise_is_no_warning(void **state)
{
	struct scripted s = scripted_platform(varying);
	struct probe_options options = probe_options_default();
	struct notes notes = {0};
	const struct progress progress = {.note = notes_take, .context = &notes};
	struct campaign campaign = {0};
	struct prober prober;

	(void)state;
	options.stopping.statistic = STATISTIC_MEDIAN;
	options.stopping.least = options.stopping.most = 8;
	prober_init(&prober, &s.platform, &campaign, &options, NULL, &progress);
	assert_int_equal(probe_saturate(&prober, 0, 1, 3, NULL), OK);
	assert_int_equal(prober.unsaturated, 0);
	assert_int_equal(notes.n, 0);
	prober_release(&prober);
	campaign_release(&campaign);
}

static void trains_are_doubled_until_the_gap_has_settled_and_a_round_trip_no_longer_counts(void **state)
{
	static const struct {
		double (*seconds)(const struct experiment *what, double now);
		size_t most, longest;
		const char *note; /* of a train that did not saturate the link */
	} cases[] = {
		{latency_bound, 163840, 10240, NULL},
		{gap_bound, 163840, 320, NULL},
		{at_once, 163840, 80, NULL},
		{latency_bound, 10240, 10240, NULL},
		{latency_bound, 10239, 5120,
		 "5120 messages of 3 bytes in a row from 0 to 1 did not saturate the link: the gap changed by 0.0 % "
		 "with the last doubling, and one round trip is 1.9 % of"},
		{latency_bound, 100, 80, "80 messages of 3 bytes"},
		{gap_bound, 200, 160, "the gap changed by 1.2 %"},
		{at_once, 40, 40, "40 messages of 3 bytes"},
		{piling_up, 163840, 640, "640 messages of 3 bytes"},
	};
	(void)state;
	for (size_t c = 0; c < COUNT(cases); c++) {
		struct scripted s = scripted_platform(cases[c].seconds);
		struct probe_options options = probe_options_default();
		struct notes notes = {0};
		const struct progress progress = {.note = notes_take, .context = &notes};
		struct campaign campaign = {0};
		struct prober prober;
		size_t trains = 0;

		options.train_most = cases[c].most;
		prober_init(&prober, &s.platform, &campaign, &options, NULL, &progress);
		assert_int_equal(probe_saturate(&prober, 0, 1, 3, NULL), OK);
		for (size_t n = 1; n <= cases[c].longest; n = n == 1 ? 10 : 2 * n, trains++) {
			const struct experiment train = {
				.kind = EXPERIMENT_TRAIN, .from = 0, .to = 1, .bytes = 3, .count = n};

			assert_non_null(campaign_find(&campaign, &train));
		}
		if (campaign.n != trains)
			fail_msg("case %zu: %zu trains where %zu suffice", c, campaign.n, trains);
		assert_int_equal(prober.unsaturated, cases[c].note ? 1 : 0);
		assert_int_equal(notes.n, cases[c].note ? 1 : 0);
		assert_int_equal(notes.warnings, notes.n);
		if (cases[c].note && !strstr(notes.last, cases[c].note))
			fail_msg("\"%s\" does not say \"%s\"", notes.last, cases[c].note);
		prober_release(&prober);
		campaign_release(&campaign);
	}
}

static void a_failure_in_a_train_is_the_saturations(void **state)
{
	struct scripted s = scripted_platform(at_once);
	const struct probe_options options = probe_options_default();
	struct campaign campaign = {0};
	struct prober prober;
	struct error err = {0};
	(void)state;
	s.fails_at = 12;
	prober_init(&prober, &s.platform, &campaign, &options, NULL, NULL);
	assert_int_equal(probe_saturate(&prober, 0, 1, 0, &err), ERR_PLATFORM);
	assert_string_equal(err.text, "a cable was pulled");
	assert_int_equal(prober.unsaturated, 0);
	prober_release(&prober);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gap_that_changes_by_no_more_than_its_noise_is_no_warning),
		cmocka_unit_test(trains_are_doubled_until_the_gap_has_settled_and_a_round_trip_no_longer_counts),
		cmocka_unit_test(a_failure_in_a_train_is_the_saturations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
