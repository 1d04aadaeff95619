#ifndef SONDE_PROBE_PAIRS_H
#define SONDE_PROBE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * All pairs of processes in rounds, in each of which every process is in at most one pair: a 1-factorisation of the
 * complete graph by the circle method (an odd number leaves one process out of each round). Local, as are all of these.
 */

/* How many rounds there are for so many processes: one less than the next even number; 0 for fewer than 2. */
size_t pairs_rounds(size_t processes);

/* The pairs of a round (from 0), the lower number first, into pairs, which has room for processes / 2; returns how
 * many. */
size_t pairs_of_round(size_t processes, size_t round, int (*pairs)[2]);

/* The pairs of a bisection into pairs, which has room for processes / 2: i and i + 1 (i even), or i and i + processes
 * / 2. Returns how many; an odd process is left out. */
size_t pairs_of_neighbours(size_t processes, int (*pairs)[2]);
size_t pairs_far(size_t processes, int (*pairs)[2]);

/* Reads "0:3,1:2" into pairs, which has room for processes / 2; *n is how many. ERR_INPUT for anything else, numbers
 * that are no processes, or a process in two pairs. */
enum status pairs_parse(const char *text, size_t processes, int (*pairs)[2], size_t *n, struct error *err);

/* Pairs that are measured round after round: round r holds pairs[first[r]] to pairs[first[r + 1] - 1], all of different
 * processes. */
struct pair_rounds {
	int (*pairs)[2];
	size_t *first; /* n + 1 */
	size_t n;
};

/*
 * All pairs of so many processes (>= 2): parallel, in the rounds above; else a round for each, 0:1, 0:2, ... Or those
 * of a list of n pairs of different processes, each round taking as many of those that are left as it can. ERR_MEMORY.
 * pair_rounds_release frees them.
 */
enum status pair_rounds_all(struct pair_rounds *rounds, size_t processes, bool parallel, struct error *err);
enum status pair_rounds_of(struct pair_rounds *rounds, int (*pairs)[2], size_t n, size_t processes, bool parallel,
			   struct error *err);
void pair_rounds_release(struct pair_rounds *rounds);

/* How many pairs there are in all rounds. */
size_t pair_rounds_count(const struct pair_rounds *rounds);

#endif
