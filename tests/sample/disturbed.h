#ifndef SONDE_TESTS_SAMPLE_DISTURBED_H
#define SONDE_TESTS_SAMPLE_DISTURBED_H

#include <math.h>

#include "base/random.h"
#include "sample/sample.h"
#include "sample/warmup.h"

/* A campaign like one of a disturbed machine: noise, a warm-up of which all points tell, and states that last for
 * DISTURBED_STATE timings. */
enum { DISTURBED_POINTS = 6, DISTURBED_TIMINGS = 120, DISTURBED_WARMUP = 4, DISTURBED_STATE = 20 };

static const double disturbed_resolution = 1e-7; /* s */

static inline struct experiment disturbed_trip(size_t i)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
				   .from = 0,
				   .to = 1,
				   .bytes = (size_t)1024 << i,
				   .reply_bytes = (size_t)1024 << i,
				   .count = 1,
				   .loop = i + 1};
}

/* Round trips of DISTURBED_POINTS sizes; the warm-up is found. */
static inline void disturbed_campaign(struct campaign *campaign)
{
	struct random random;
	size_t first = 0;

	random_init(&random, 7);
	for (size_t i = 0; i < DISTURBED_POINTS; i++) {
		const struct experiment trip = disturbed_trip(i);
		struct observation observations[DISTURBED_TIMINGS];

		for (size_t k = 0; k < DISTURBED_TIMINGS; k++)
			observations[k] = (struct observation){
				.at = (double)k,
				.seconds = (double)(i + 1) * 20e-6 * (1 + 0.05 * random_exponential(&random)) *
					   (k < DISTURBED_WARMUP ? 1.5 : 1) * (k / DISTURBED_STATE % 2 ? 1.1 : 1),
				.send_seconds = k % 3 ? 1e-6 + 1e-9 * (double)k : NAN};
		assert_int_equal(
			sample_add(campaign_point(campaign, &trip, NULL), observations, DISTURBED_TIMINGS, NULL), OK);
	}
	assert_int_equal(campaign_find_warmup(campaign, &first, NULL, NULL), OK);
	assert_true(first > 0);
}

#endif
