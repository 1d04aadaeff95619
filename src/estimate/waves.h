#ifndef SONDE_ESTIMATE_WAVES_H
#define SONDE_ESTIMATE_WAVES_H

#include "estimate/estimate.h"

/* An estimation under way: sizes are measured in waves, and what a wave shows decides on the next. */
struct waves {
	const struct estimate_options *options;
	struct prober *prober;
	struct link links[2]; /* the directions that are measured */
	size_t n_links;
	size_t *sizes; /* measured so far, ascending; owned */
	size_t n_sizes, capacity;
};

/* Measures until the method's plan is fulfilled; model is a scratch for what the plan has to look at. Runs on the platform. */
enum status waves_run(struct waves *waves, struct model *model, struct error *err);

/* Fits the model to what was measured so far, with intervals from this many draws (0: none). Local. */
enum status waves_fit(const struct waves *waves, struct model *model, size_t draws, struct error *err);

void waves_release(struct waves *waves);

#endif
