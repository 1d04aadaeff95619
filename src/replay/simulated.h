#ifndef SONDE_REPLAY_SIMULATED_H
#define SONDE_REPLAY_SIMULATED_H

#include "replay/replay.h"

/*
 * A trace at the times of its simulation: the same calls, which begin and end when they do there. Whatever shows or
 * writes a trace does so with this one.
 *
 * - MPI_Init takes the time that it took; the simulation begins where the first process left it.
 * - Polling that found nothing takes no time.
 * - Times wait in a temporary file, 16 bytes for each call; memory goes by threads, and 8 bytes for each 256 calls.
 * - All functions are Local.
 */
struct simulated;

/* trace: must outlive it. ERR_IO if there is no temporary file; ERR_MEMORY. simulated_free frees *made. */
enum status simulated_new(struct simulated **made, struct trace *trace, struct error *err);
void simulated_free(struct simulated *simulated);

/* Watches a replay of the trace, which is to be simulated then. */
void simulated_watch(struct simulated *simulated, struct replay *replay);

/*
 * The trace, when the replay has been simulated; it belongs to *simulated, and is not to be freed.
 *
 * - begin: replay_begin of the replay.
 * - ERR_IO, ERR_MEMORY: a time could not be kept.
 */
enum status simulated_trace(struct simulated *simulated, double begin, struct trace **trace, struct error *err);

#endif
