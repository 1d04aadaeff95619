#ifndef SONDE_ESTIMATE_PORTS_H
#define SONDE_ESTIMATE_PORTS_H

#include "estimate/method/options.h"

/*
 * How many bytes a message must have whose growth from half of it tells how ports work: both sizes lie on one side of
 * the eager limit (NAN: there is none), beyond it if largest allows that. Local.
 */
size_t ports_bytes(double eager, size_t largest);

/*
 * Finds whether a process receives while it sends, and adds MODEL_DUPLEX to the model: how many times as long a
 * transfer takes beside one the other way.
 *
 * - 1 + (dE - dT) / (dT - do_i - do_r): growths from half of bytes to bytes, of an exchange begun by MPI_Isend both
 *   ways (E), of a message with an empty answer (T), and of the calls that begin and take it (o_i, o_r). 1 where that
 *   is within noise, and 2 at most.
 * - MODEL_DUPLEX MODEL_SEEN: the seconds that it follows from, or why nothing follows.
 * - The experiments go into the prober's campaign, as far as it does not hold them.
 * - bytes: has been prepared for.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status ports_find_duplex(struct prober *prober, struct link link, size_t bytes, struct model *model,
			      struct error *err);

#endif
