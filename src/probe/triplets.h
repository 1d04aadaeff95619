#ifndef SONDE_PROBE_TRIPLETS_H
#define SONDE_PROBE_TRIPLETS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* A one-to-two experiment: who sends, to which two others, ascending, and about how long it takes, in seconds. */
struct triplet {
	int from, to[2];
	double seconds;
};

/* One-to-two experiments that are carried out round after round: round r holds triplets[first[r]] to triplets[first[r +
 * 1] - 1], all of different processes. */
struct triplet_rounds {
	struct triplet *triplets;
	size_t *first; /* n + 1 */
	size_t n;
};

/*
 * A list of n of them, among so many processes: one in a round, or parallel: each round takes of those that are left as
 * many as go together, those first whose processes have the most left to do, and beside the first none that takes
 * longer by more than a tenth, since a round takes as long as its slowest. Of all triplets, alike in time, the rounds
 * are at most a quarter more than the least there could be. ERR_MEMORY. triplet_rounds_release frees them. Local, as
 * are all of these.
 */
enum status triplet_rounds_of(struct triplet_rounds *rounds, const struct triplet *list, size_t n, size_t processes,
			      bool parallel, struct error *err);
void triplet_rounds_release(struct triplet_rounds *rounds);

#endif
