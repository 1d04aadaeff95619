#ifndef SONDE_ESTIMATE_METHOD_CALLS_H
#define SONDE_ESTIMATE_METHOD_CALLS_H

#include "estimate/method/options.h"

/*
 * Measures what the calls of each process take: messages begun by MPI_Isend to a neighbour, and receives of expected
 * messages from it (EXPERIMENT_OVERLAP without computation, EXPERIMENT_RECEIVE_EXPECTED).
 *
 * - sizes: n of them, in bytes. Round trips of these sizes tell what a message by MPI_Send takes.
 * - The neighbour of process i is i + 1 or, of odd ones, i - 1; the last of an odd number has the first.
 * - One after the other, or, if options->parallel, those of different processes at the same time.
 * - ERR_* of the platform or the sink; ERR_MEMORY.
 * - Runs on the platform, which has at least 3 processes.
 */
enum status calls_measure(const struct estimate_options *options, struct prober *prober, const size_t *sizes, size_t n,
			  struct error *err);

#endif
