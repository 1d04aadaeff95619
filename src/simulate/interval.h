#ifndef SONDE_SIMULATE_INTERVAL_H
#define SONDE_SIMULATE_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

struct simulation;

/* What an interval of simulated time is. Those before INTERVAL_LATENCY keep a CPU busy. */
enum interval_kind {
	INTERVAL_COMPUTE,
	INTERVAL_COPY,
	INTERVAL_REDUCE,
	INTERVAL_SEND,          /* the sender's overhead */
	INTERVAL_RECEIVE,       /* the receiver's */
	INTERVAL_STREAM,        /* the receiver's CPU is kept busy by data that come in (LogGOPS) */
	INTERVAL_LATENCY,       /* process is the sender, as it is of the next two */
	INTERVAL_OUT_BANDWIDTH, /* the data leave through the port out */
	INTERVAL_OUT_GAP,       /* the port out is not free yet for the next message */
	INTERVAL_IN_BANDWIDTH,  /* process is the receiver: the data come in */
	INTERVAL_IN_GAP,
	INTERVAL_KINDS
};

/* By enum interval_kind: "compute", "send", "out gap", ... */
extern const char *const interval_words[];

#define NO_STEP UINT32_MAX

/*
 * A part of a simulation. It begins at start because cause had got that far: intervals overlap where what follows needs
 * not all of the one before it, as the next message needs not the end of the data.
 */
struct interval {
	double start, end; /* seconds */
	uint64_t bytes;    /* of the message; 0 of others */
	int32_t process;
	int32_t peer;       /* of a message, else -1 */
	uint32_t operation; /* of process; NO_STEP: a message came in that no receive was posted for, and none was until
			       the end */
	uint32_t cause;     /* index of the interval; 0: it begins with the simulation. Interval 0 is none */
	uint8_t kind;       /* enum interval_kind */
};

/*
 * Where the time of a process went until it finished, in seconds: its CPU was busy (several count as one), or it
 * waited: for the network, in the last part of a wait (latency, a port that is kept by a gap or by data), or before
 * that for others to get that far. Their sum is its finish.
 */
struct spent {
	double compute, overhead, latency, gap, bandwidth, waiting;
};

/*
 * Where the time of each process of a recorded simulation went.
 *
 * - spent: has room for all processes.
 * - ERR_MEMORY.
 */
enum status simulation_spent(const struct simulation *simulation, struct spent *spent, struct error *err);

/*
 * The critical path: what the last finish waited for, from time 0 on.
 *
 * - Each part begins where the one before it ends, so that they add up to the whole. Parts are cut where the next one
 *   begins, parts of no length left in.
 * - *path: *n intervals; free() releases it.
 * - ERR_MEMORY.
 */
enum status simulation_path(const struct simulation *simulation, struct interval **path, size_t *n, struct error *err);

/* Adds up the seconds of n intervals by enum interval_kind: how much of a critical path is of each kind. */
void interval_kinds(const struct interval *intervals, size_t n, double seconds[INTERVAL_KINDS]);

/*
 * All intervals of a recorded simulation by their beginning, those that begin together as they were recorded.
 *
 * - The list: *n of them; free() releases it.
 * - NULL without memory.
 */
const struct interval **simulation_sorted(const struct simulation *simulation, size_t *n);

#endif
