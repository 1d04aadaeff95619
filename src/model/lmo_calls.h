#ifndef SONDE_MODEL_LMO_CALLS_H
#define SONDE_MODEL_LMO_CALLS_H

#include "model/model.h"

/* What the calls of LMO's processes take, beside C and t, which are means of sending and receiving. All functions are
 * Local. */

/* What a message takes of the processor of its sender, by MPI_Send and by MPI_Isend, and of its receiver's, in seconds.
 */
struct lmo_calls {
	double send, begin, receive;
};

/*
 * Sets o_s, o_i and o_r of every process of an lmo model at the sizes at which its calls were timed.
 *
 * - o_i: MPI_Isend. o_r: a receive of a message that is expected.
 * - o_s: o_i, less what a message by MPI_Isend takes longer than one by MPI_Send until it is delivered.
 * - points: overlaps without computation from each process to any other one, expected receives at it, and the round
 *   trips of the same pair, all at the same sizes, 0 among them.
 * - A process of which these were not measured has none.
 * - ERR_MEMORY.
 */
enum status lmo_fit_calls(struct model *model, const struct points *points, struct error *err);

/*
 * The calls of a message of bytes from -> to; send is NAN if the model does not know those of both.
 *
 * - Up to S they lie on the lines through the sizes up to S, beyond on those through the others.
 */
struct lmo_calls lmo_calls_of(const struct model *model, struct link link, size_t bytes);

#endif
