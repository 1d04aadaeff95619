#ifndef SONDE_ESTIMATE_METHOD_FIT_STATE_H
#define SONDE_ESTIMATE_METHOD_FIT_STATE_H

#include "estimate/method/options.h"

/*
 * Fits the model to what the prober has measured in the machine's main state.
 *
 * - Where an experiment that it needs has no timing in that, the state with the largest share of the time that has them
 *   all becomes the main one for good; if none has, all states become one. A warning says so.
 * - NULL with ERR_INPUT if an experiment was not made at all, or a resumed run has timings of a main state that it
 *   cannot change any more; ERR_MEMORY.
 * - The caller frees the model.
 * - Local.
 */
struct model *method_fit_state(const struct estimate_options *options, struct prober *prober, struct error *err);

/* Makes all states one, if there are several, and warns of it: why is what was missing. Local. ERR_MEMORY. */
enum status fit_state_merge(struct prober *prober, const char *why, struct error *err);

#endif
