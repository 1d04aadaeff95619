#ifndef SONDE_MEASURING_PAIRS_H
#define SONDE_MEASURING_PAIRS_H

#include "base/progress.h"
#include "estimate/estimate.h"

/* All functions are Local. */

/* How all pairs are estimated. */
struct pairs_request {
	bool heterogeneous; /* the model keeps the parameters of each pair apart */
	bool homogeneous;   /* it has the average over all pairs: the default */
	bool serial;        /* one pair after the other: the default */
	bool parallel;      /* in rounds of pairs that do not overlap */
};

/* True if all pairs are asked for: as PAIR_ALL, or by a request that goes with it and no pair. */
bool pairs_all(const struct pairs_request *request, const int pair[2]);

/*
 * Makes the options measure all pairs of so many processes, in both directions where the method tells them apart.
 *
 * - rounds: of pairs; the caller releases them.
 * - ERR_MEMORY.
 */
enum status pairs_choose(const struct pairs_request *request, size_t processes, struct estimate_options *options,
			 struct pair_rounds *rounds, struct error *err);

/*
 * Replaces a model of all pairs by their average, unless a heterogeneous one is asked for.
 *
 * - Notes if pairs differ by more than their intervals.
 * - ERR_MEMORY leaves the model as it was.
 */
enum status pairs_average(const struct pairs_request *request, struct model **model, const struct progress *progress,
			  struct error *err);

#endif
