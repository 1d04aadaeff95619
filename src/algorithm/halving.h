#ifndef SONDE_ALGORITHM_HALVING_H
#define SONDE_ALGORITHM_HALVING_H

#include "algorithm/build.h"

/*
 * Rabenseifner's algorithm (Thakur, Rabenseifner, Gropp 2005): vectors are halved between pairs at distance 1, 2, 4,
 * ... until each of a power of two of processes has one share reduced; then the shares are collected. Processes beyond
 * that power give their data to a neighbour first, in one of these ways.
 */
enum halving_fold {
	FOLD_HALVES, /* Open MPI: neighbours exchange halves and reduce one each, then the odd one's goes over; vectors
			are halved as they are */
	FOLD_ODD,    /* MPICH's reduce: the odd one sends all; shares, as equal as can be, are laid out first and halves
			are so many of them */
	FOLD_EVEN    /* MPICH's allreduce: the even one sends all */
};

struct halving_window {
	uint64_t kept, kept_count, sent, sent_count; /* the half that is kept and the half that is sent, elements */
};

#define HALVING_STEPS 31

struct halving {
	enum halving_fold fold;
	int power, extra; /* the power of two, and how many processes there are beyond it: so many of those below 2 *
			     extra stand back */
	int number;       /* of this process among those that take part, -1 if it stands back */
	int steps;
	struct halving_window windows[HALVING_STEPS];
	struct place data; /* contribution and result */
};

/* The process of a number. Local, as are all of these. */
int halving_process(const struct halving *halving, int number);

/* Appends the first part, with halving->fold set: data holds the process's contribution, and then its share of the
 * result. count is at least the power of two. */
void halving_reduce(struct step_builder *builder, struct halving *halving, struct place data, uint64_t count);

/* Appends the second part for all: pairs at falling distances exchange their shares, and those that stood back get the
 * whole. */
void halving_allgather(struct step_builder *builder, const struct halving *halving, uint64_t count);

/*
 * Appends the second part for a root alone, after FOLD_HALVES or FOLD_ODD: shares go up a binomial tree. If the root
 * stood back it takes the place of process 0. At other processes data are work space.
 */
void halving_gather(struct step_builder *builder, const struct halving *halving, int root, uint64_t count);

#endif
