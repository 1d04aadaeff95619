#ifndef SONDE_MODEL_DERIVE_H
#define SONDE_MODEL_DERIVE_H

#include "model/model.h"

/*
 * What estimators derive from single points.
 *
 * - *seconds: in seconds.
 * - ERR_INPUT, naming the experiment that is missing, if the points were not measured; *seconds is then untouched.
 * - All functions are Local.
 */

/* The round trip RTT: bytes out, reply_bytes back. */
enum status derive_roundtrip(const struct points *points, struct link link, size_t bytes, size_t reply_bytes,
			     double *seconds, struct error *err);

/*
 * o_s(m): the send call of the round trip with an empty reply, of the same message that its gap follows from.
 *
 * - Where round trips are too short to time it in them: EXPERIMENT_SEND_ALONE; in runs of earlier versions bursts of
 *   sends, which a receiver may hold back.
 */
enum status derive_send(const struct points *points, struct link link, size_t bytes, double *seconds,
			struct error *err);

/*
 * What a message begun by MPI_Isend takes whose receive is posted (EXPERIMENT_OVERLAP without computation).
 *
 * - *call: seconds of the MPI_Isend call.
 * - *trip: seconds until an empty answer is there.
 * - derive_has_begin: whether the empty message was measured so.
 */
enum status derive_begin(const struct points *points, struct link link, size_t bytes, double *call, double *trip,
			 struct error *err);
bool derive_has_begin(const struct points *points, struct link link);

/* o_r(m) of an unexpected (EXPERIMENT_RECEIVE) or an expected message (EXPERIMENT_RECEIVE_EXPECTED). */
enum status derive_receive(const struct points *points, enum experiment_kind kind, struct link link, size_t bytes,
			   double *seconds, struct error *err);

/*
 * g(m) by saturation: (RTT_n - RTT_1) / (n - 1), n the longest train.
 *
 * - Kielmann et al. 2000 divide the time of the n sends by n. That leaves out what is still buffered when the last
 *   send returns (a sender that never blocks shows o_s, not g), and keeps a constant part of 1/n.
 * - The difference of two trains is free of both and has the same limit.
 */
enum status derive_gap(const struct points *points, struct link link, size_t bytes, double *seconds, struct error *err);

/*
 * The other direction's link if the points hold its quantity, else the link itself.
 *
 * - A link that was measured one way is taken as symmetric.
 */
struct link derive_back(const struct points *points, enum experiment_kind kind, struct link link, size_t bytes);

#endif
