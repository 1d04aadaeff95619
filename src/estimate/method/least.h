#ifndef SONDE_ESTIMATE_METHOD_LEAST_H
#define SONDE_ESTIMATE_METHOD_LEAST_H

#include "estimate/method/waves.h"

/* Bytes of the long message at most. */
enum { LEAST_LONG = 4096 };

/* Returns the options for the least: a few repetitions, the shortest trains, no deadline. Local. */
struct probe_options least_options(const struct probe_options *whole);

/*
 * Measures the least that the model can be fitted to, if what there is does not suffice: a few short sizes, a long
 * message that is not very long, a few repetitions, the shortest trains. However soon the deadline is, or was: so a
 * budget that is too short for a machine still gives a model.
 *
 * - Sizes that the user listed stay the user's: the first of them.
 * - A model that cannot be fitted to that either is not an error here.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status least_measure(struct waves *waves, struct error *err);

#endif
