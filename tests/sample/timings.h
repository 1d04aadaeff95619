#ifndef SONDE_TESTS_SAMPLE_TIMINGS_H
#define SONDE_TESTS_SAMPLE_TIMINGS_H

#include "sample/sample.h"

#define US 1e-6

/* One timing of a point, in microseconds; send: NAN where the send call was not timed. */
struct timing {
	enum experiment_kind kind;
	int from, to;
	size_t bytes, reply_bytes, count;
	double us, send;
};

static inline void timing_add(struct campaign *campaign, const struct timing *t)
{
	const struct experiment what = {.kind = t->kind,
					.from = t->from,
					.to = t->to,
					.bytes = t->bytes,
					.reply_bytes = t->reply_bytes,
					.count = t->count,
					.loop = 1,
					.setup.operation =
						t->kind == EXPERIMENT_OVERLAP ? OPERATION_ISEND : OPERATION_SEND};
	const struct observation observation = {.seconds = t->us * US, .send_seconds = t->send * US};
	struct sample *sample = campaign_point(campaign, &what, NULL);

	assert_non_null(sample);
	assert_int_equal(sample_add(sample, &observation, 1, NULL), OK);
}

static inline void timings_add(struct campaign *campaign, const struct timing *timings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		timing_add(campaign, &timings[i]);
}

#endif
