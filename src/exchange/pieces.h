#ifndef SONDE_EXCHANGE_PIECES_H
#define SONDE_EXCHANGE_PIECES_H

#include "model/model.h"

/* A time by size as pieces of lines, which is how other simulators take it. */
struct time_piece {
	size_t from;            /* bytes; up to the next piece's, or without end */
	double constant, slope; /* s, s/B: constant + slope bytes */
};

struct pieces {
	struct time_piece *list; /* owned, ascending; the first is from 0 */
	size_t n;
	double off_most; /* how far a piece is off, as a part of the time, where its constant would be below 0 */
};

/* The parts of a message's time. */
enum message_part {
	PART_SEND,    /* what MPI_Send takes of the sender */
	PART_ISEND,   /* the same of MPI_Isend */
	PART_RECEIVE, /* what a receive that was posted before takes */
	PART_WIRE     /* what is left of the time until the receiver has it */
};

/*
 * A part of the time of messages between any two processes.
 *
 * - model: complete, with parameters for every pair.
 * - Knots are those of the model's curves and the longest eager message; between them models are lines.
 * - A constant below 0 becomes 0 with a line from there that meets the end of the piece; off_most says how far the
 *   begin is off then.
 * - ERR_MEMORY. Local.
 */
enum status pieces_init(struct pieces *pieces, const struct model *model, uint64_t eager, enum message_part part,
			struct error *err);

void pieces_release(struct pieces *pieces);

#endif
