#ifndef SONDE_REPLAY_SIMULATED_H
#define SONDE_REPLAY_SIMULATED_H

#include "replay/replay.h"

struct costs;
struct simulation;

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

/*
 * Simulates a trace from its beginning.
 *
 * - calls: notes when each call takes place, for simulated_trace; NULL: nobody asks.
 * - *replay: what was read of the trace, which goes on where it is damaged (replay_found.damage); replay_free frees it
 *   in any case.
 * - ERR_*: as simulate_source and replay_open. Where a damaged trace cannot be simulated *err says that, too.
 */
enum status replay_simulate(struct trace *trace, const struct replay_options *options, const struct costs *costs,
			    struct simulated *calls, struct simulation *found, struct replay **replay,
			    struct error *err);

#endif
