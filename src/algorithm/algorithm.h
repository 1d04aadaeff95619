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

/*
 * What a call of a collective operation looks like; the same at every process. count has MPI's meaning: elements of the message for bcast, reduce, allreduce and scan, elements of each process's block for the others.
 */
struct call {
	enum collective collective;
	int processes;
	int root;               /* of rooted operations */
	uint64_t count;
	const uint64_t *counts; /* scatterv, gatherv: elements of each process's block, processes of them; else NULL */
	const uint64_t *displacements; /* scatterv, gatherv: where each block begins at the root, elements */
	bool in_place;          /* MPI_IN_PLACE where the standard has it: at the root of rooted operations, everywhere of the others */
	bool commutes;          /* the reduction may change the order of its operands */
	uint64_t segment;       /* elements of a segment, 0: the message in one piece */
	int fanout;             /* children of a node or number of chains, 0: the algorithm's default */
	const int *order;       /* the process at each place of the tree, processes of them, the root first; NULL: in order of rank from the root on */
	const int *group;       /* two-level and hierarchical algorithms: the group of each process, 0, 1, ...; NULL: groups of 2^k near the square root of processes */
};

/* What an algorithm makes of a call beyond its count. */
enum {
	TAKES_SEGMENT = 1,
	TAKES_FANOUT = 2,
	TAKES_ORDER = 4,
	TAKES_GROUP = 8,
	NEEDS_COMMUTES = 16 /* falls back to another algorithm if the reduction does not commute, as the library does */
};

/*
 * An algorithm: one builder of schedules. To add one: a function in the file of its operation, with the class at the foot, and a line in registry.c.
 */
struct algorithm_class {
	const char *name;     /* "binomial" */
	enum collective collective;
	unsigned takes;       /* TAKES_* */
	const char *about;    /* one line, with who sends what to whom */
	const char *libraries; /* which algorithm of Open MPI (its number) and MPICH (its name) this is, or NULL */
	/* Appends what process does of call to part. The call is valid (algorithm_check). Local. */
	void (*build)(const struct call *call, int process, struct part *part);
};

#endif
