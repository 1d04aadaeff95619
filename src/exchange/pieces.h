#ifndef SONDE_EXCHANGE_PIECES_H
#define SONDE_EXCHANGE_PIECES_H

#include "model/model.h"

/* The parts of a message's time. */
enum message_part {
	PART_SEND,    /* what MPI_Send takes of the sender */
	PART_ISEND,   /* the same of MPI_Isend */
	PART_RECEIVE, /* what a receive that was posted before takes */
	PART_WIRE,    /* what is left of the time until the receiver has it */
	MESSAGE_PARTS
};

/* constant + slope x, in s; x: bytes of the message, on the wire those of the header too. */
struct time_line {
	double constant, slope;
};

/* Messages of some sizes. */
struct message_piece {
	size_t from; /* bytes; up to the next piece's, or without end */
	struct time_line of[MESSAGE_PARTS];
};

/* A message's time by size as pieces of lines, which is how other simulators take it. */
struct pieces {
	struct message_piece *list; /* owned, ascending; the first is from 0 */
	size_t n, room;
	double bandwidth; /* B/s: no slope on the wire is less than 1 / bandwidth; ten times the model's, so
			     that headers weigh little, and much more where ports are parallel */
	double off_most;  /* how far a message's time is off at most, as a part of it */
};

/*
 * The parts of the time of messages between any two processes, as they are simulated where a message has a header, and
 * the wire a latency of 0 or more and a bandwidth.
 *
 * - model: complete, with parameters for every pair.
 * - eager: longer messages are on the wire for their whole time, since the simulator (SMPI) charges overheads of the
 *   others alone.
 * - header: bytes that the wire has beside those of the message.
 * - The parts add up to what the model says until the receiver has the message. Where overheads lie inside the
 *   transfer, the receiver's part is shortened, then the sender's.
 * - slope x of the wire is how long a message keeps ports from others: what its bytes take where ports share, its gap
 *   where they serve in turn. A receive inside the transfer takes no time of its own where ports wait.
 * - Pieces end at the knots of the model's curves and at the longest eager message; between them models are lines. A
 *   piece whose line the wire cannot have, or that would keep ports for another time, is cut, until none is off by more
 *   than 0.5 % of a message's time and 1 % of how long it keeps ports, or cutting does not help.
 * - off_most: as checked at the ends of pieces and between; the last one's end is four times its begin and 16 MiB.
 * - ERR_MEMORY; pieces_release in any case. Local.
 */
enum status pieces_init(struct pieces *pieces, const struct model *model, uint64_t eager, size_t header,
			struct error *err);

/* How the ports of the hosts serve several messages. */
enum ports_kind { PORTS_IN_TURN, PORTS_SHARED, PORTS_PARALLEL };

/* By the fact "ports", without it by the model's class. Where senders' ports do not wait for each other, that of
 * receivers' counts ("ports_in"): there is one kind for both. Local. */
enum ports_kind pieces_ports(const struct model *model);

void pieces_release(struct pieces *pieces);

#endif
