/* Time that passes between timings. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "probe/probe.h"
#include "stepped.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What keeps timings takes some time, and far longer once. */
struct slow_disk {
	struct stepped platform;
	size_t taken, pauses_at;
	double pause; /* s */
};

static enum status take_slowly(void *context, const struct experiment *what, const struct observation *observations,
			       size_t n, struct error *err)
{
	struct slow_disk *disk = context;

	(void)what, (void)observations, (void)n, (void)err;
	disk->platform.time += disk->taken++ == disk->pauses_at ? disk->pause : 1e-3;
	return OK;
}

static void time_that_passes_beside_timings_is_told_if_it_is_far_longer_than_usual(void **state)
{
	static const struct stepped_curve curve = {.latency = 1e-3, .slope = 1e-9};
	static const struct {
		double pause;
		size_t at, pauses;
	} cases[] = {{0.5, 7, 1},
		     {0.1, 7, 0},
		     {0.5, 0, 0} /* of a first visit nobody knows what is usual */,
		     {0.5, 1000, 0}};
	struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = 5000, .count = 1};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct slow_disk disk = {.platform = stepped_platform(&curve, 0.02, 5),
					 .pauses_at = cases[i].at,
					 .pause = cases[i].pause};
		const struct probe_sink sink = {.take = take_slowly, .context = &disk};
		struct probe_options options = probe_options_default();
		struct campaign campaign = {0};
		struct prober prober;

		prober_init(&prober, &disk.platform.platform, &campaign, &options, &sink, NULL);
		assert_int_equal(probe_points(&prober, &what, 1, NULL), OK);
		assert_true(disk.taken > 8 && disk.taken < 1000);
		assert_int_equal(prober.pauses.n, cases[i].pauses);
		if (cases[i].pauses) {
			assert_true(prober.pauses.longest > 0.49 && prober.pauses.longest < 0.51);
			assert_int_equal(prober.pauses.what.bytes, 5000);
		}
		prober_release(&prober);
		campaign_release(&campaign);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_that_passes_beside_timings_is_told_if_it_is_far_longer_than_usual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
