#ifndef SONDE_REPLAY_WALK_H
#define SONDE_REPLAY_WALK_H

#include "trace/reader.h"

/*
 * The calls of a trace with the messages that they send and receive: both ends of a message have the same number.
 *
 * - Messages are those of sends and receives, not of collective operations.
 * - Any number of processes may be walked through at a time, each once and from its beginning.
 * - Memory: for each pair of processes and tag, and for requests under way.
 * - All functions are Local.
 */
struct walk;

struct walked_message {
	uint64_t id;    /* not 0 */
	int peer;       /* rank of the world */
	uint64_t bytes; /* of a send */
};

/* What it points at stays until the next call of the process. */
struct walked_call {
	const struct trace_call *call;
	const struct walked_message *sent; /* begun by the call */
	size_t n_sent;
	const struct walked_message *received; /* complete when it ends */
	size_t n_received;
};

/* trace: must outlive it. ERR_INPUT, ERR_MEMORY. */
enum status walk_open(struct walk **walk, struct trace *trace, struct error *err);
void walk_free(struct walk *walk);

/* Sets *call to the next call of the process in the order of their begins; *there: false at the end, or where the trace
 * is damaged, as *damage then says. ERR_MEMORY. */
enum status walk_next(struct walk *walk, int process, struct walked_call *call, bool *there, struct error *damage,
		      struct error *err);

#endif
