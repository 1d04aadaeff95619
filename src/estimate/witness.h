#ifndef SONDE_ESTIMATE_WITNESS_H
#define SONDE_ESTIMATE_WITNESS_H

#include "estimate/method/options.h"

/* Timings that tell how the platform treats messages, and are no points of a model. */

/* A message of bytes by such calls, answered by reply_bytes. Local. */
struct experiment witness_message(enum experiment_kind kind, enum mpi_operation operation, struct link link,
				  size_t bytes, size_t reply_bytes);

/*
 * The least seconds and the least send_seconds of ten repetitions, of three if these are the same (sameness.h),
 * since what disturbs one makes it longer; or of those that the campaign holds already.
 *
 * - NAN: none, as there was no time for it before the deadline.
 * - The repetitions go into the prober's campaign.
 * - ERR_* of the platform or the sink.
 * - Runs on the platform.
 */
enum status witness_see(struct prober *prober, struct experiment what, struct observation *found, struct error *err);

enum { WITNESS_REPETITIONS = 10 };

/*
 * Measures an experiment until the campaign holds `repetitions` timings of it, or the deadline has come.
 *
 * - Otherwise as witness_see.
 */
enum status witness_repeat(struct prober *prober, struct experiment what, size_t repetitions, struct error *err);

/*
 * The send_seconds of ten repetitions, each timed by itself, or of those that the campaign holds already.
 *
 * - first: room for WITNESS_REPETITIONS; *n are filled in, fewer or none where the deadline leaves no time, or what is
 *   held was timed in loops.
 * - Otherwise as witness_see.
 */
enum status witness_singly(struct prober *prober, struct experiment what, double *first, size_t *n, struct error *err);

#endif
