#ifndef SONDE_SIMULATE_COSTS_H
#define SONDE_SIMULATE_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/cost.h"

/* What has been taken out of a cost: nothing; the overhead, and what the flight has of it, all but the latency; the
 * overhead, but not from the flight; from both. */
enum cost_taken { COST_WHOLE, COST_BARE, COST_SILENT, COST_PAID };

/* How the messages of one process to another pass the link between the two. */
enum link_order {
	LINK_OF_CLASS, /* in turn where the model's class knows links, else in parallel */
	LINK_IN_TURN,  /* one after the other, as in one stream of TCP */
	LINK_FAIR,     /* at the same time, with equal shares; in turn where ports serve in turn */
	LINK_PORTS,    /* in turn; ports that serve in turn are busy until the message is all there */
	LINK_PARALLEL  /* each as if it were alone */
};

/* What one message costs, in nanoseconds. */
struct message_cost {
	double send;             /* the sender's CPU, from the start of the send on */
	double out;              /* the sender's port out, from the start of the send on */
	double flight;           /* from the start of the send until the message reaches the receiver's port */
	double in;               /* the receiver's port in, from when the message is taken in */
	double link;             /* the link, at most until the message is all there */
	double transfer;         /* from when it is taken in until it is all there, no CPU needed */
	double receive;          /* the receiver's CPU, the message unexpected */
	double receive_expected; /* the same when the receive was posted before */
	double latency;          /* the last part of the flight, for which nothing but the network is needed */
	union {
		double stream;  /* the first part of receive, in which the CPU is kept busy by data that come in */
		double request; /* of a rendezvous with a protocol of its own: what the send takes of its CPU to ask */
	};
	double size;    /* by fair ports: of what messages under way get equally much */
	double in_turn; /* by fair ports: how much of it goes in turn at a time, 1 for all of it; 0 for none */
	double control; /* what a CPU takes to answer, or to take in a message without data, of a rendezvous with a
			   protocol of its own; send is then what pushing or pulling the data takes of a CPU */
	union {
		double inside; /* how much of the transfer the receiver's CPU takes part in: it is taken in by the CPU
				  so long before it is all there; message_inside */
		double control_latency; /* of messages without data, with a protocol of its own */
	};
	bool apart; /* the sender's overhead comes before the message, which needs no port meanwhile and no CPU after; a
		       rendezvous pays it when it is sent, not when it is matched */
	bool waits; /* a rendezvous send is done when the message is all there, not when it has left */
	bool independent, in_waits; /* struct handshake; independent of a rendezvous alone */
	bool buffered;              /* of a rendezvous: struct handshake; send is what the push takes */
	uint8_t protocol;           /* enum protocol, of a rendezvous */
	uint8_t taken;              /* enum cost_taken */
	uint8_t link_order;         /* enum link_order; LINK_OF_CLASS is as LINK_PARALLEL */
};

/* Returns how long a message flows through fair ports and its link if it is alone, nanoseconds. A link in turn without
 * ports that are known is passed in the flight. */
static inline double message_flows(const struct message_cost *cost)
{
	double port = cost->out > cost->in ? cost->out : cost->in;

	return cost->link > port && (port > 0 || cost->link_order != LINK_IN_TURN) ? cost->link : port;
}

/* How much of a message's transfer the receiver's CPU takes part in. */
static inline double message_inside(const struct message_cost *cost)
{
	return cost->protocol == PROTOCOL_MEASURED ? cost->inside : 0;
}

/* What things cost, and by which rules. */
struct costs {
	void (*message)(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost);
	void (*blocking)(const void *self, int from, int to, uint64_t bytes,
			 struct message_cost *cost); /* of one that MPI_Send sends; NULL: as message */
	const void *self;
	bool any_pair; /* they are the same for all pairs of processes */
	/*
	 * true: a message is taken in only when the receiver's CPU is free too, and its overhead is paid there and then
	 * (LogGOPSim), by CPU 0: no receive need be known yet. false: it is taken in by the port alone; the CPU that
	 * its receive names pays when it is all there and that is posted.
	 */
	bool cpu_takes_in;
	/*
	 * true: messages share ports at max-min fair rates, as under TCP, instead of being served one after the other.
	 * From when its front is there on, a message flows through the port out and the port in at a time; their work
	 * for it is out and in, and overheads that lie inside it (inside) take no CPU of the receiver. Short ones, and
	 * pieces of longer ones, leave one after the other (in_turn), as what TCP sends before it waits for an answer.
	 * Not with cpu_takes_in.
	 */
	bool fair;
	double both_ways; /* what a message takes of the opposite port of each of its processes, too: 0, full duplex, to
			     1, half duplex */
	/*
	 * By how much the data of a rendezvous with a protocol of its own begin to travel later, on average, while data
	 * travel the other way between the same two processes: as a part of out. Drawn of each message, exponentially,
	 * by seed. Only with in_stream.
	 */
	double variation, variation_within; /* of processes on one node, by node */
	uint64_t seed;
	/*
	 * true: a send needs its CPU for its overhead alone, as MPI_Isend does; the message then waits for the port out
	 * by itself. false: the send waits for both. Not with cpu_takes_in.
	 */
	bool queued;
	/*
	 * true: a rendezvous' messages without data go behind the data of their direction between the same two
	 * processes, as in one stream of TCP. in_stream_within: of processes on one node, by node. Not with fair; only
	 * where costs tell of handshakes.
	 */
	bool in_stream, in_stream_within;
	bool any_size; /* a message may be longer than the receive that it is matched with, which MPI has as an error */
	uint64_t eager_most;          /* bytes: a longer send is done only when it has been matched */
	uint64_t eager_most_blocking; /* the same of MPI_Send */
	uint64_t eager_within;        /* the same of processes on one node, by node */
	const int *node;     /* of each process the first one on its node, whose processes share a port out and one
				in for messages between nodes; NULL: each process has its own, and eager_most holds
				for all */
	double copy, reduce; /* nanoseconds per element of a copy or reduce operation */
};

/* Whether the sender of a message of so many bytes waits for its receiver; blocking: in MPI_Send. */
static inline bool costs_wait(const struct costs *costs, int from, int to, uint64_t bytes, bool blocking)
{
	bool within = costs->node && costs->node[from] == costs->node[to];
	uint64_t most = blocking ? costs->eager_most_blocking : costs->eager_most;

	return bytes > (within ? costs->eager_within : most);
}

#endif
