#ifndef SONDE_ESTIMATE_PROGRESS_H
#define SONDE_ESTIMATE_PROGRESS_H

#include "estimate/method/options.h"

/*
 * Finds T_m and S_cp (model/handshakes.h), for a class with handshakes, else nothing: sets options->handshakes.
 *
 * - The switch of MPI_Send must be known (options->eager_known). That of MPI_Isend is confirmed, or searched.
 * - Sizes: just above the switch, a long one, and one between; where two that follow each other differ, ever closer
 *   ones between them.
 * - Each: without computation, with one at either side that is longer than the message, to a late receiver, and until
 *   the sender is free.
 * - All goes into the prober's campaign, so that a later fit decides the same.
 * - Messages of up to PROTOCOL_LARGEST bytes must have been prepared for.
 * - ERR_* of the platform or the sink; ERR_STOPPED at the deadline.
 * - Runs on the platform.
 */
enum status progress_find(struct estimate_options *options, struct prober *prober, struct error *err);

#endif
