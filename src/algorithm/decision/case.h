#ifndef SONDE_ALGORITHM_DECISION_CASE_H
#define SONDE_ALGORITHM_DECISION_CASE_H

#include "algorithm/algorithm.h"

/*
 * What an MPI library sends when a program calls a collective operation: the algorithm that the library takes by
 * itself, where nobody tuned it. Open MPI takes coll/tuned's fixed decision, coll/basic and coll/libnbc; MPICH its
 * selection trees over the device ch4:ucx without shared memory of its own, as Debian builds it. Communicators within
 * one group of processes only.
 */
enum decision_library { LIBRARY_OPENMPI_4_1, LIBRARY_MPICH_4_0 };
extern const char *const decision_library_words[]; /* "Open MPI 4.1", "MPICH 4.0", NULL */

/* MPI's operations; each has a nonblocking form. */
enum decision_operation {
	DECISION_BARRIER,
	DECISION_BCAST,
	DECISION_SCATTER,
	DECISION_SCATTERV,
	DECISION_GATHER,
	DECISION_GATHERV,
	DECISION_REDUCE,
	DECISION_ALLREDUCE,
	DECISION_ALLGATHER,
	DECISION_ALLGATHERV,
	DECISION_ALLTOALL,
	DECISION_ALLTOALLV,
	DECISION_ALLTOALLW,
	DECISION_REDUCE_SCATTER,
	DECISION_REDUCE_SCATTER_BLOCK,
	DECISION_SCAN,
	DECISION_EXSCAN
};
extern const char *const decision_operation_words[]; /* "barrier", "bcast", ..., NULL */

/* Which communicator a step of MPICH's works on: the caller's, one of the processes of a node, or one of their leaders.
 */
enum decision_level { LEVEL_WHOLE, LEVEL_NODE, LEVEL_LEADERS };

struct decision_case;
extern const char decision_selects_own[]; /* "own" */

/* A selection that takes the place of MPICH's own. */
struct decision_selection {
	/* The name of the algorithm for a call on a communicator of the level, "binomial"; decision_selects_own: what
	 * MPICH takes by itself; NULL: none that is known. */
	const char *(*choose)(const void *self, const struct decision_case *what);
	const void *self;
};

/* A call, with what libraries look at. */
struct decision_case {
	enum decision_library library;
	enum decision_operation operation;
	bool nonblocking;
	int processes;
	int root;
	uint64_t count; /* elements: of the message for bcast, reduce, allreduce, scan and exscan; of each process's
			   block for others, their mean where blocks differ */
	uint64_t size;  /* bytes of an element */
	const uint64_t *counts; /* scatterv, gatherv, allgatherv, reduce_scatter: elements of each process's block; NULL
				   where all have count */
	const uint64_t *to, *from; /* alltoallv, alltoallw: elements for and from each process; NULL where all have
				      count */
	bool commutes;             /* the reduction may change the order of its operands */
	bool predefined;           /* the reduction is MPI's own, such as MPI_SUM */
	bool in_place;
	int algorithm;     /* Open MPI: the number of coll_tuned_<operation>_algorithm that a rule chooses; 0: its own
			      decision, and the two below are not looked at */
	int fanout;        /* of that; 0: the algorithm's own */
	uint64_t segment;  /* of that, bytes; 0: messages in one piece */
	const char *named; /* MPICH: the algorithm that a selection chooses for communicators of so many processes, by
			      its name; NULL, or one that the call has not what it needs for: its own decision */
	const struct decision_selection *selection; /* MPICH: what is asked for each communicator in place of named and
						       of its own decision; NULL: none */
	enum decision_level level;                  /* for selection->choose; whoever asks for a decision leaves it 0 */
	const int *node; /* the node of each process, numbers from 0 to processes - 1; NULL: all are on one */
};

/* A step: an algorithm among some of the processes. */
struct decision_step {
	const struct algorithm_class *algorithm;
	const char *name;  /* what the library calls it */
	bool exact;        /* each process sends the library's messages: the bytes, to whom, in which order. If not,
			      algorithm is the nearest that there is. */
	uint64_t segment;  /* bytes, 0: messages in one piece */
	int fanout;        /* 0: the algorithm takes none */
	uint64_t count;    /* elements, as struct call's */
	uint64_t size;     /* bytes of an element */
	int processes;     /* how many take part */
	int root, process; /* the root and the process that was asked for, among those that take part */
	bool swaps;        /* places of the tree go by rank, but the root and process 0 have each other's */
	int *members;      /* who takes part, processes of them in order of rank; NULL: all */
	enum decision_level level; /* MPICH: of the communicator that it works on */
};

/* The steps that a process goes through one after the other: one for most calls, none where nothing is sent. */
enum { DECISION_STEPS = 8 };
struct decision {
	struct decision_step step[DECISION_STEPS];
	int n;
	bool exact; /* all steps are; where nothing is moved, the library sends no message either */
};

#endif
