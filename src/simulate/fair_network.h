#ifndef SONDE_SIMULATE_FAIR_NETWORK_H
#define SONDE_SIMULATE_FAIR_NETWORK_H

#include "simulate/fair_flows.h"

/*
 * Messages that flow through the sender's port out, the link and the receiver's port in at a time, at max-min fair
 * rates: those of a port or link that is full get equally much of it, but for those that another one holds to less
 * (Bertsekas and Gallager 1992, Data Networks, 6.5.2).
 *
 * - Rates: of a flow's size per nanosecond. Sizes have one unit, whichever: in it flows are treated alike.
 * - Messages that pass their link in turn begin to flow when the one before them has ended.
 * - Where duplex is not full, a flow takes a share of the opposite ports of both its processes, too.
 * - A message that goes in turn waits at the port out for those before it, and then flows through it, a piece at a
 *   time; its next piece waits behind those that came meanwhile. From when the piece began to leave, and the latency
 *   after, it flows through the port in, apart from that: the network's buffers take it, as they do what TCP sends
 *   before it waits for an answer. Its pieces come in one behind the other. Either flow has its share beside all
 * others. The message ends when all pieces are through the port in, and the latency after the last has left.
 * - Zero-initialise it, then fair_network_init. All functions are Local.
 */

/*
 * Makes room for the ports of so many processes: whether memory sufficed.
 *
 * - both_ways: what a flow takes of the opposite port, 0 (full duplex) to 1 (half duplex).
 */
bool fair_network_init(struct fair_network *network, int processes, double both_ways);
void fair_network_release(struct fair_network *network);

/*
 * What is to flow: from one port to another, with what it takes of either, and of the link, alone, in nanoseconds.
 *
 * - stream: a number above 0 that messages of one link share; 0 without a link.
 * - in_order: it passes the link when those before it have.
 * - piece: how much of it goes in turn at a time, 1 for all of it; 0 for none: it shares the ports.
 * - before, latency: of what goes in turn, until it comes to the port out, and from there to the port in. Both are over
 *   for what shares.
 */
struct fair_message {
	int from, to;
	double out, in, link, size;
	uint64_t stream;
	bool in_order;
	uint32_t item;
	double piece, before, latency;
};

/* A message begins to flow, now: whether memory sufficed. It has no rate before fair_rates_find. */
bool fair_network_begin(struct fair_network *network, double now, const struct fair_message *message);

/*
 * Takes out the flows that end by now: their items are in ended, in the order in which they began. Whether memory
 * sufficed.
 */
bool fair_network_end(struct fair_network *network, double now);

/* When the first flow ends or rates are due, in nanoseconds; infinite if there is no flow. After fair_rates_find. */
double fair_network_next(const struct fair_network *network);

#endif
