#ifndef SONDE_ALGORITHM_DECISION_STEPS_H
#define SONDE_ALGORITHM_DECISION_STEPS_H

#include "algorithm/decision/case.h"

/* What the libraries' decisions are made of: openmpi.c, libnbc.c, mpich_nodes.c. All Local. */

/* What an algorithm of a library is in sonde's registry. */
struct decided {
	const char *name; /* the library's */
	enum collective collective;
	const char *algorithm; /* sonde's */
	int fanout;
	unsigned is; /* NEAREST, SWAPS */
};
enum {
	NEAREST = 1, /* it is not the same, only the nearest */
	SWAPS = 2    /* places of the tree go by rank, but the root and process 0 have each other's */
};

/* Appends the step for all processes of what; count, size and members are what's. NULL if the registry lacks it. */
struct decision_step *steps_add(struct decision *found, const struct decision_case *what, int process,
				const struct decided *decided);

/* The elements of all blocks, of an operation that has blocks, and whether blocks differ. */
uint64_t decision_total(const struct decision_case *what);
bool decision_is_uneven(const struct decision_case *what);

/* sizes.c: whether a step by an algorithm for this operation is built block by block, each with its own elements. */
bool decision_sizes_known(const struct decision_case *what, enum collective collective);

/* Gives the operations of such a step, which were built of blocks of one element, the elements of their blocks. */
void decision_size(const struct decision_case *what, const struct decision_step *step, struct rank_program *own);

/* The number of coll_tuned_<operation>_algorithm that Open MPI takes, 0 for operations that coll/tuned leaves alone. */
int openmpi_number(const struct decision_case *what);

/* Each appends what its library does among all processes of what, of which there are two or more, with data. */
void openmpi_decide(const struct decision_case *what, int process, struct decision *found);
void libnbc_decide(const struct decision_case *what, int process, struct decision *found);
enum status mpich_decide(const struct decision_case *what, int process, struct decision *found, struct error *err);

#endif
