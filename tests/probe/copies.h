#ifndef SONDE_TESTS_PROBE_COPIES_H
#define SONDE_TESTS_PROBE_COPIES_H

#include "probe/probe.h"

/* A sink that keeps a copy of all it is given, and refuses at one of its calls, counted from 1; 0: never. */
struct copies {
	struct campaign campaign;
	size_t calls, refuses_at;
};

static inline enum status copies_take(void *context, const struct experiment *what,
				      const struct observation *observations, size_t n, struct error *err)
{
	struct copies *copies = context;

	if (++copies->calls == copies->refuses_at)
		return error_set(err, ERR_IO, "the disk is full");
	return sample_add(campaign_point(&copies->campaign, what, err), observations, n, err);
}

/* How many observations a campaign holds. */
static inline size_t observations_in(const struct campaign *campaign)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++)
		n += campaign->samples[i]->n;
	return n;
}

static inline void assert_same_campaign(const struct campaign *a, const struct campaign *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_int_equal(a->samples[i]->n, b->samples[i]->n);
		assert_true(experiment_same_point(&a->samples[i]->what, &b->samples[i]->what));
		assert_true(a->samples[i]->what.loop == b->samples[i]->what.loop &&
			    a->samples[i]->what.warmup == b->samples[i]->what.warmup);
		assert_true(a->samples[i]->what.delay == b->samples[i]->what.delay);
		assert_memory_equal(a->samples[i]->observations, b->samples[i]->observations,
				    a->samples[i]->n * sizeof(struct observation));
	}
}

#endif
