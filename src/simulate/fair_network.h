#ifndef SONDE_SIMULATE_FAIR_NETWORK_H
#define SONDE_SIMULATE_FAIR_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Messages that flow through two ports at a time, the sender's out and the receiver's in, at max-min fair rates: those
 * of a port that is full get equally much of it, but for those that another port holds to less (Bertsekas and Gallager
 * 1992, Data Networks, 6.5.2).
 *
 * - Rates: of a flow's size per nanosecond. Sizes have one unit, whichever: in it flows are treated alike.
 * - Where duplex is not full, a flow takes a share of the opposite ports of both its processes, too.
 * - Zero-initialise it, then fair_network_init. All functions are Local.
 */

enum { SENDER, RECEIVER, ENDS };

/* A message under way. */
struct fair_flow {
	double left, rate, updated; /* left: of its size, at that time */
	double since, end;          /* when it began, and when it ends at this rate, nanoseconds */
	double need[ENDS];          /* of the port out, of the port in, for a rate of 1 */
	uint64_t number;            /* in the order in which they began */
	int process[ENDS];
	uint32_t next[ENDS], previous[ENDS]; /* of the same end at the same process */
	uint32_t item;
	uint32_t place; /* in the heap */
	bool used;
	bool met, open; /* while rates are found: it is among those concerned; it has no rate yet */
};

/* Port e of process p is at 2p + e. */
struct fair_port {
	double room, need, level;
	uint32_t flows, n; /* the first flow of this end; how many */
	uint32_t open;     /* those without a rate, opposite ones included */
	bool met, changed;
};

/* A growing array of numbers. */
struct fair_list {
	uint32_t *at;
	size_t n, capacity;
};

struct fair_network {
	struct fair_flow *flows; /* flow 0 is none */
	size_t n_flows, capacity;
	struct fair_port *port;
	struct fair_list free;                       /* unused ones among flows */
	struct fair_list heap;                       /* of flows: the first to end */
	struct fair_list changed;                    /* ports whose flows are others than when rates were found */
	struct fair_list begun;                      /* flows that have no rate yet */
	struct fair_list reached, concerned, levels; /* while rates are found: ports, flows, a heap of ports */
	bool all;                                    /* so many that the heap of flows is made anew */
	struct fair_list ended;                      /* items of the flows that fair_network_end has taken out */
	double both_ways;
	uint64_t number;
	size_t changes, patience; /* flows that have begun or ended since rates were found, and before they are due */
	double pending, due;      /* when the first of them did; when rates are found, infinite if nothing changed */
};

/*
 * Makes room for the ports of so many processes: whether memory sufficed.
 *
 * - both_ways: what a flow takes of the opposite port, 0 (full duplex) to 1 (half duplex).
 */
bool fair_network_init(struct fair_network *network, int processes, double both_ways);
void fair_network_release(struct fair_network *network);

/* What is to flow: from one process to another, with what it takes of either's port alone, in nanoseconds. */
struct fair_message {
	int from, to;
	double out, in, size;
	uint32_t item;
};

/* A message begins to flow, now: whether memory sufficed. It has no rate before fair_network_share. */
bool fair_network_begin(struct fair_network *network, double now, const struct fair_message *message);

/*
 * Takes out the flows that end by now: their items are in ended, in the order in which they began. Whether memory
 * sufficed.
 */
bool fair_network_end(struct fair_network *network, double now);

/*
 * Gives all flows their rates, now: whether memory sufficed.
 *
 * - Only the flows that are linked by ports to those that began or ended get new ones.
 * - Where these are more than 1024, that is done once for several changes, up to 1/64 of their number, and after 1/64
 *   of the time that a flow takes. Until then a new flow gets an equal share of what it needs, and what others leave
 *   remains unused.
 */
bool fair_network_share(struct fair_network *network, double now);

/* When the first flow ends or rates are due, in nanoseconds; infinite if there is no flow. After fair_network_share. */
double fair_network_next(const struct fair_network *network);

#endif
