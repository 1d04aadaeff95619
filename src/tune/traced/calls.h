#ifndef SONDE_TUNE_TRACED_CALLS_H
#define SONDE_TUNE_TRACED_CALLS_H

#include "base/lookup.h"
#include "replay/replay.h"
#include "tune/candidates.h"

/* The collective operations of a traced program that rules can choose the algorithms of. All functions are Local. */

/* Operations that a rule cannot tell apart: of one kind, among as many processes, with as many bytes. */
struct traced_group {
	int id; /* of the library's rules */
	enum decision_operation operation;
	int processes;
	uint64_t bytes; /* of the message, or of a process's block */
	uint64_t calls; /* operations, each of all its processes */
	size_t range;   /* which of the ranges of sizes that rules are for (search.h) it belongs to */
};

/* An operation that was carried out, as it was kept. */
struct traced_instance {
	uint64_t number;  /* among those of its row, from 0 */
	double *arrivals; /* s, by rank: when each process came to it; owned */
	int arrived;      /* processes that did */
	int root;
	double *mean; /* s, of each candidate: from the arrival of a process to its end, the mean over processes;
			 NULL: not simulated; owned */
};

/* The operations of a group on one communicator that a library cannot tell apart either: their elements are as long,
 * and their reductions commute, are MPI's own, and are in place, or not. */
struct traced_row {
	size_t group;
	uint64_t comm;             /* a number for its communicator */
	size_t next;               /* row of the same group and communicator, SIZE_MAX: none */
	struct decision_case what; /* a call, by the library's own decision; node is owned */
	int *members;              /* by rank: the process; owned */
	uint64_t *seen;            /* by rank: how many it has come to; owned */
	uint64_t stride;           /* every so many-th is kept */
	struct traced_instance *list;
	size_t n, capacity;
};

/* What a thread is about to begin: unless row is SIZE_MAX. */
struct traced_pending {
	size_t row;
	uint64_t number;
	int rank;
};

/*
 * All of them, filled while the trace is simulated.
 *
 * - Of each group on each communicator at most 32 operations are kept, spread over the run.
 */
struct traced_calls {
	const struct tune_library *library;
	int ids[DECISION_EXSCAN + 1]; /* of the library's rules for an operation that is tuned; -1: it is not */
	struct traced_group *groups;
	size_t n_groups, group_capacity;
	struct traced_row *rows;
	size_t n_rows, row_capacity;
	struct lookup group_of, comm_of, row_of; /* row_of: the first row of a group and a communicator */
	struct traced_pending *pending;          /* of thread t of process p: [first_thread[p] + t] */
	size_t *first_thread;
	bool unasked[DECISION_EXSCAN + 1]; /* the library has rules for it, and it is not tuned */
	uint64_t others;                   /* calls at a process of collective operations that no rule is made for */
	uint64_t by_nodes;                 /* the same of those that the library looks up by nodes, not among others */
	uint64_t not_asked;                /* the same of operations that are not tuned, not among others */
	bool collecting;                   /* arrivals are wanted */
	bool failed;                       /* for want of memory */
	const struct tune_candidate **choice; /* of each range, as rules have it; NULL: the library's own decision for
						 all */
};

/*
 * Begins, for the processes of a trace.
 *
 * - operations: by id of the library's rules, which are tuned. v-variants never are.
 * - traced_calls_release frees it, also after a failure. ERR_MEMORY.
 */
enum status traced_calls_open(struct traced_calls *calls, const struct tune_library *library, const bool *operations,
			      struct trace *trace, struct error *err);
void traced_calls_release(struct traced_calls *calls);

/* Lets a replay of the trace decide by the choices, and gathers its operations while calls->collecting. calls must
 * outlive what they fill in. */
void traced_calls_decide(struct traced_calls *calls, struct replay_rules *rules);
void traced_calls_watch(struct traced_calls *calls, struct replay_watch *watch);

/* Sorts groups by id, processes and bytes, and counts their operations. ERR_MEMORY. */
enum status traced_calls_sort(struct traced_calls *calls, struct error *err);

#endif
