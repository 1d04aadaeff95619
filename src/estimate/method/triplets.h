#ifndef SONDE_ESTIMATE_METHOD_TRIPLETS_H
#define SONDE_ESTIMATE_METHOD_TRIPLETS_H

#include "estimate/method/options.h"

/*
 * Measures round trips of 0 and of options->long_size bytes, and of two sizes beyond options->switch_size if that is
 * known, between all pairs of processes, then one-to-two experiments of 0 and of options->long_size bytes at each
 * process with those partners that the method takes (partners.h), trains of LMO_TRAIN long messages between all pairs,
 * and, beyond the switch, of the smaller size at the process that tells best whether messages keep their sender until
 * they are delivered: one after the other, or, if options->parallel, those of different processes at the same time
 * (probe/pairs.h, probe/triplets.h). The machine is watched by options->pair. Runs on the platform, which has at least
 * 3 processes. ERR_* of the platform or the sink.
 */
enum status triplets_measure(const struct estimate_options *options, struct prober *prober, struct error *err);

/* The largest message of it, in bytes. Local. */
size_t triplets_largest(const struct estimate_options *options);

/* Whether round trips of so many bytes are among it. Local. */
bool triplets_measures(const struct estimate_options *options, size_t bytes);

#endif
