#ifndef SONDE_ALGORITHM_HALVING_H
#define SONDE_ALGORITHM_HALVING_H

#include "algorithm/build.h"

/*
 * Rabenseifner's algorithm: vectors are halved between pairs at distance 1, 2, 4, ... until each of a power of two of processes has one share reduced; then the
 * shares are collected. Processes beyond that power give their data to a neighbour first.
 */
struct window {
	uint64_t kept, kept_count, sent, sent_count; /* the half that is kept and the half that is sent, elements */
};

#define HALVING_STEPS 31

struct halving {
	int power, extra;  /* the power of two, and how many processes there are beyond it: the odd ones below 2 * extra stand back */
	int number;        /* of this process among those that take part, -1 if it stands back */
	int steps;
	struct window windows[HALVING_STEPS];
	struct place data; /* contribution and result */
};

/* The process of a number. Local, as are all of these. */
int halving_process(const struct halving *halving, int number);

/* Appends the first part: data holds the process's contribution, and then its share of the result. count is at least the power of two. */
void halving_reduce(struct walk *walk, struct halving *halving, struct place data, uint64_t count);

/* The windows that process number has in halving_reduce of count elements. */
void halving_windows(struct halving *halving, int number, uint64_t count);

/* Appends the second part for all: pairs at falling distances exchange their shares, and those that stood back get the whole. */
void halving_allgather(struct walk *walk, const struct halving *halving, uint64_t count);

/*
 * Appends the second part for a root alone: shares go up a binomial tree. If the root stood back it takes the place of process 0. At other processes data are
 * work space.
 */
void halving_gather(struct walk *walk, const struct halving *halving, int root, uint64_t count);

#endif
