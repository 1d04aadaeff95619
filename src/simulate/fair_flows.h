#ifndef SONDE_SIMULATE_FAIR_FLOWS_H
#define SONDE_SIMULATE_FAIR_FLOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lookup.h"

/* The flows of a network of fair ports and links (fair_network.h): a heap by when they end, and those of each port. All
 * functions are Local. */

enum { SENDER, RECEIVER, LINK, ENDS };

/*
 * What a flow is: a message that flows through both ports; one that comes to the port out, in turn; and of its pieces
 * one that flows through the port out, one that follows for the latency, one whose front is to come to the port in, and
 * one that flows through that. Those that only pass time are at no port.
 */
enum fair_stage { STAGE_FLOWS, STAGE_COMES, STAGE_LEAVES, STAGE_FOLLOWS, STAGE_FRONT, STAGE_ENTERS };

/* A message under way. */
struct fair_flow {
	double left, rate, updated;          /* left: of its size, at that time */
	double since, end;                   /* when it began, and when it ends at this rate, nanoseconds */
	double need[ENDS];                   /* of the port out, of the port in, of the link, for a rate of 1 */
	uint64_t number;                     /* in the order in which they began */
	uint32_t port[ENDS];                 /* the link is 0 if the message has none */
	uint32_t next[ENDS], previous[ENDS]; /* at the same port */
	uint32_t item;
	uint32_t place; /* in the heap */
	uint8_t stage;  /* enum fair_stage */
	bool used;
	bool met, open; /* while rates are found: it is among those concerned; it has no rate yet */
	bool in_order;  /* it waits at its link for those before it */

	double latency;  /* of what goes in turn */
	uint32_t whole;  /* of a piece: the message, which has the place of a flow. Its left is of what has not left. */
	uint32_t parts;  /* of such a message: pieces, and their fronts, that are under way */
	uint32_t behind; /* whose turn is next at the port out, or the link; 0 */
	uint32_t enters; /* of such a message: its flow through the port in, 0 if there is none at this time */
	double piece;    /* of its size */
};

/* Port e of process p is at 2p + e; behind those are links. */
struct fair_port {
	double room, need, level;
	uint32_t flows, n; /* the first flow of this end; how many */
	uint32_t open;     /* those without a rate, opposite ones included */
	uint32_t last;     /* of the messages that wait for their turn or have it; 0 */
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
	size_t n_ports, port_capacity;               /* links included */
	uint32_t n_ends;                             /* ports of processes */
	struct lookup links;                         /* places of links among ports */
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
	double life;              /* how long the flow took that ended last, nanoseconds */
};

/* Whether memory sufficed. */
bool fair_list_add(struct fair_list *list, uint32_t value);

/* An unused flow, 0 without memory. */
uint32_t fair_take(struct fair_network *network);

/* Returns which end flows have at a port. */
static inline int fair_end_at(const struct fair_network *network, uint32_t port)
{
	return port < network->n_ends ? (int)(port & 1) : LINK;
}

/* Puts a flow whose end is another one where it belongs in the heap; sift_up: or above, sift_down: or below. */
void fair_sift(struct fair_network *network, uint32_t flow);
void fair_sift_up(struct fair_network *network, uint32_t flow);
void fair_sift_down(struct fair_network *network, uint32_t flow);
void fair_heap_remove(struct fair_network *network, uint32_t flow);

/* Whether it flows through a port, and does not only pass time. */
bool fair_is_at_ports(const struct fair_flow *flow);

/* Adds the flow to those of the port at this end of it, or takes it out. */
void fair_link_in(struct fair_network *network, uint32_t f, int end);
void fair_unlink_from(struct fair_network *network, const struct fair_flow *flow, int end);

/* The flows of the port are others than when rates were found: whether memory sufficed to note it. */
bool fair_note_change(struct fair_network *network, double now, uint32_t port);

#endif
