#ifndef SONDE_ESTIMATE_SENDS_H
#define SONDE_ESTIMATE_SENDS_H

#include "estimate/method/options.h"

/*
 * Finds what nonblocking sends cost whose receiver waits, of an empty message and one of bytes, and adds it to the
 * model, in seconds.
 *
 * - MODEL_ISEND_SHORT, MODEL_ISEND_LONG: the MPI_Isend call. MODEL_WAIT_SHORT, MODEL_WAIT_LONG: the MPI_Wait that
 *   follows at once.
 * - MODEL_RENDEZVOUS_HELD: both of the long one, if it is above the eager limit (NAN: there is none).
 * - MODEL_ISEND_LONG MODEL_SEEN: the seconds, with those until the message is delivered.
 * - The experiments go into the prober's campaign, as far as it does not hold them.
 * - bytes: has been prepared for.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status sends_find(struct prober *prober, struct link link, double eager, size_t bytes, struct model *model,
		       struct error *err);

#endif
