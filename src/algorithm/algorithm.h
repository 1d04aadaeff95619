#ifndef SONDE_ALGORITHM_ALGORITHM_H
#define SONDE_ALGORITHM_ALGORITHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "schedule/schedule.h"

/* Collective operations that have schedules. */
enum collective {
	COLLECTIVE_BARRIER,
	COLLECTIVE_BCAST,
	COLLECTIVE_SCATTER,
	COLLECTIVE_SCATTERV,
	COLLECTIVE_GATHER,
	COLLECTIVE_GATHERV,
	COLLECTIVE_REDUCE,
	COLLECTIVE_ALLREDUCE,
	COLLECTIVE_ALLGATHER,
	COLLECTIVE_ALLTOALL,
	COLLECTIVE_REDUCE_SCATTER, /* with equal blocks */
	COLLECTIVE_SCAN
};

/* By enum collective: "barrier", "bcast", ...; ends with NULL. */
extern const char *const collective_words[];

/* The operation of this name, -1 if there is none. Local. */
int collective_of_word(const char *name);

/* Whether each process has a block of its own size: scatterv, gatherv. Local. */
bool collective_has_counts(enum collective collective);

/*
 * What a call of a collective operation looks like; the same at every process. count has MPI's meaning: elements of the
 * message for bcast, reduce, allreduce and scan, elements of each process's block for the others. What the buffers hold
 * (algorithm_extents says how much): bcast works in BUFFER_RECEIVE, at the root too. In place, there is no BUFFER_SEND
 * and the data are in BUFFER_RECEIVE: at the root of gather, gatherv and reduce, everywhere of the others; of scatter
 * and scatterv in place it is BUFFER_RECEIVE that the root does not have. reduce_scatter in place has all blocks in
 * BUFFER_RECEIVE, and after it the result in its first and the others as they were.
 */
struct call {
	enum collective collective;
	int processes;
	int root; /* of rooted operations, else 0 */
	uint64_t count;
	const uint64_t *counts; /* scatterv, gatherv: elements of each process's block, processes of them; else NULL */
	const uint64_t *displacements; /* scatterv, gatherv: where each block begins at the root, elements; NULL: one
					  after the other */
	bool in_place;                 /* MPI_IN_PLACE where the standard has it */
	bool commutes;                 /* the reduction may change the order of its operands */
	uint64_t segment;              /* elements of a segment, 0: the message in one piece */
	int fanout; /* children of a node, number of chains, or requests outstanding; 0: the algorithm's default */
	const int *order; /* the process at each place of the tree, processes of them, the root first; NULL: in order of
			     rank from the root on */
	const int *group; /* two-level and hierarchical algorithms: the group of each process, 0, 1, ...; NULL: groups
			     of 2^k near the square root of processes */
	bool falling;     /* false; builders set it: without an order, places go through the ranks from the last to the
			     first */
	int grouped; /* 0; builders set it: without an order, places go through groups of so many ranks, as grouping.h
			has it */
	bool bine;   /* false; builders set it: without an order, places are those of a Bine tree, as bine.h has it */
};

/* What an algorithm makes of a call beyond its count. */
enum {
	TAKES_SEGMENT = 1,
	TAKES_FANOUT = 2,
	TAKES_ORDER = 4,
	TAKES_GROUP = 8,
	NEEDS_COMMUTES =
		16,         /* falls back to another algorithm if the reduction does not commute, as the library does */
	ROOT_WITH_EACH = 32 /* all messages go between the root and another process, and are of that one's data */
};

/*
 * An algorithm: one builder of schedules. To add one: a function in the file of its operation and a row in the table at
 * the foot of that file; a new file's table goes into classes.h and registry.c.
 */
struct algorithm_class {
	const char *name; /* "binomial" */
	enum collective collective;
	unsigned takes; /* TAKES_* */
	int fanout;     /* the default, 0 if it takes none */
	int least_fanout;
	const char *about;     /* one line: who sends what to whom, and when it becomes another algorithm */
	const char *libraries; /* which algorithm of Open MPI (its number) and MPICH (its name) this is, or NULL */
	/*
	 * Appends what process does of call to program. The call is valid (algorithm_check), has a count above 0 if the
	 * operation moves data, and its fanout is not 0 if the algorithm takes one. Required. Local.
	 */
	void (*build)(const struct call *call, int process, struct rank_program *program);
};

/* The algorithms one after the other, by operation: the first after NULL, NULL after the last. */
const struct algorithm_class *algorithm_next(const struct algorithm_class *algorithm);

/* The algorithm of this name for the operation. NULL if there is none: an ERR_INPUT that names those there are. Local,
 * as are all of these. */
const struct algorithm_class *algorithm_find(enum collective collective, const char *name, struct error *err);

/*
 * ERR_INPUT if the call cannot be: of another operation, root or processes out of range, an order that is no
 * permutation beginning with the root, groups that are not counted from 0, blocks that overlap at the root of gatherv,
 * counts whose sum overflows, or a segment, fan-out, order or groups for an algorithm that takes none.
 */
enum status algorithm_check(const struct algorithm_class *algorithm, const struct call *call, struct error *err);

/* An algorithm with the call it is for; both must outlive the schedule. */
struct algorithm_use {
	const struct algorithm_class *algorithm;
	const struct call *call;
};

/* The schedule of a valid call. A call whose data are empty has no operations, as in MPI libraries, unless it is a
 * barrier. */
struct schedule algorithm_schedule(const struct algorithm_use *use);

/* How many elements the user's buffers must have at a process; 0 where MPI does not look at them. A call that has gaps
 * between its blocks counts them. */
struct extents {
	uint64_t send, receive;
};
struct extents algorithm_extents(const struct call *call, int process);

/* Whether the operation has a root, and whether it reduces. */
bool collective_has_root(enum collective collective);
bool collective_reduces(enum collective collective);

#endif
