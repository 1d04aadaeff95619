#ifndef SONDE_SIMULATE_INTERVAL_H
#define SONDE_SIMULATE_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

/* What an interval of simulated time is. Those before INTERVAL_LATENCY keep a CPU busy. */
enum interval_kind {
	INTERVAL_COMPUTE,
	INTERVAL_COPY,
	INTERVAL_REDUCE,
	INTERVAL_KEPT,          /* a call that is not simulated takes what it took */
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
	uint32_t site;      /* of the operation, as program sources say it; 0: none */
	uint8_t kind;       /* enum interval_kind */
};

/*
 * A process waited for something though something else was there that it would have gone on with as well
 * (source_action.chosen).
 */
struct interval_choice {
	double from, to; /* seconds: from when on there was something else, and when it went on */
	int32_t process;
	uint32_t operation, site; /* of the wait */
};

/* Adds up the seconds of n intervals by enum interval_kind: how much of a critical path is of each kind. Local. */
void interval_kinds(const struct interval *intervals, size_t n, double seconds[INTERVAL_KINDS]);

#endif
