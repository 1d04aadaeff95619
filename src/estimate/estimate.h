#ifndef SONDE_ESTIMATE_ESTIMATE_H
#define SONDE_ESTIMATE_ESTIMATE_H

#include "base/progress.h"
#include "estimate/method/options.h"

/*
 * Sees that the platform has the pair's processes and can hold the largest message that the estimation may send;
 * nothing is measured. ERR_INPUT, or ERR_* of the platform. Runs on the platform.
 */
enum status estimate_prepare(const struct estimate_options *options, struct platform *platform, struct error *err);

/*
 * Runs the experiments that the method needs on the platform, in the campaign (where everything measured stays, also
 * after a failure), until sizes and precision suffice, and fits the model. sink and progress may be NULL. NULL on
 * failure: as estimate_prepare, before anything is measured; else what the platform or the sink said. prober receives
 * what was spent; the caller releases it. The caller frees the model. Runs on the platform.
 */
struct model *estimate_run(const struct estimate_options *options, struct platform *platform, struct campaign *campaign,
			   const struct probe_sink *sink, const struct progress *progress, struct prober *prober,
			   struct error *err);

/*
 * Runs the experiments of n estimations in the prober's campaign: what they begin with is interleaved, and what several
 * of them need is measured once. A deadline's time is shared out among them.
 *
 * - The estimations: of one pair or the same rounds of pairs, or a single one by triplets; without classes.
 * - Call estimate_prepare for each before.
 * - prober: initialised with the options of the first.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status estimate_measure(const struct estimate_options *list, size_t n, struct prober *prober, struct error *err);

/* Whether the method makes such an experiment: one of its rows does, at a size that the row may take. Not of methods by
 * triplets. Local. */
bool estimate_needs(const struct estimate_options *options, const struct experiment *what);

/*
 * Fits the model that the options ask for to what n campaigns, pooled launches (sample/points.h), hold of their pairs.
 * NULL with ERR_INPUT naming the experiment that is missing. The caller frees the model. Local.
 */
struct model *estimate_fit(const struct estimate_options *options, size_t processes,
			   const struct campaign *const *launches, size_t n, struct error *err);

#endif
