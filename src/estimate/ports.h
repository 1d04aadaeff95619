#ifndef SONDE_ESTIMATE_PORTS_H
#define SONDE_ESTIMATE_PORTS_H

#include "estimate/method/options.h"

/*
 * How many bytes a message must have whose growth from half of it tells how ports work: four times the eager limit
 * (NAN: there is none), at least 256 KiB, as far as largest allows; both sizes lie on one side of the limit. Local.
 */
size_t ports_bytes(double eager, size_t largest);

/*
 * Finds how ports serve messages, from what two sizes take, half of bytes and bytes: latencies and what calls cost in
 * any case cancel out in the growth (d) from one to the other. Each fact has a text beside it with the seconds that it
 * follows from, or why nothing follows, of the same name with MODEL_SEEN.
 *
 * - T: a message begun by MPI_Isend with an empty answer; o_i and o_r: the calls that begin and take it.
 * - MODEL_DUPLEX: 1 + (dE - dT) / (dT - do_i - do_r), E an exchange by MPI_Isend both ways. 1 where that is within
 *   noise, and 2 at most. Not said where hardly anything of a message's time is its transfer.
 * - MODEL_PORTS, of three processes or more: S1 and S2 are the times until the first and the second of two receivers
 *   have answered, to which messages were sent at once (EXPERIMENT_ONE_TO_TWO by MPI_Isend). Messages are held up by
 *   each other if (dS2 - dT) / (dT - do_i) is above a quarter and above what the second call itself takes, or if S2 is
 *   longer than T by more than a quarter; else they are "parallel". Of those that are, S1 - T above half of S2 - T
 *   shows "fair" ports, as under TCP, else they are served "in turn".
 * - MODEL_IN_TURN, where ports are fair, by the model's class or as was seen: in_turn.h.
 * - MODEL_PORTS_IN, the same of the receiver's port: the two messages are empty, the answers have the bytes, and o_r
 *   takes the place of o_i.
 * - MODEL_LINK, as MODEL_PORTS, of two messages to one receiver, which are answered as each is there. MODEL_LINK_PORTS
 *   of an lmo model where, of two messages to two receivers, the second comes when that over a slow link is there and
 *   its own time has passed, and where trains take as long for each message as one alone.
 * - MODEL_PORT_SECONDS, where a receiver's port is not parallel: from a linear gather of 1 B. Not said where calls
 *   hide it.
 * - Models whose ports are fair of themselves keep these: another kind stands in the text alone.
 * - Of two processes the texts say what is assumed, and how much that matters.
 * - The other receiver is the lowest process beside the pair.
 * - The experiments go into the prober's campaign, as far as it does not hold them.
 * - bytes: has been prepared for.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status ports_find(struct prober *prober, struct link link, size_t bytes, struct model *model, struct error *err);

#endif
