#ifndef SONDE_PROBE_TRIPLETS_H
#define SONDE_PROBE_TRIPLETS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Triplets of processes that are measured round after round: round r holds triplets[first[r]] to triplets[first[r + 1] - 1], all of different processes. */
struct triplet_rounds {
	int (*triplets)[3]; /* ascending within each */
	size_t *first;      /* n + 1 */
	size_t n;
};

/*
 * All triplets of so many processes (>= 3): one in a round, or parallel: each round takes of those that are left as many as go together, those first whose processes have the most left to do. The rounds are then at most a quarter
 * more than the least there could be. ERR_MEMORY. triplet_rounds_release frees them. Local, as are all of these.
 */
enum status triplet_rounds_all(struct triplet_rounds *rounds, size_t processes, bool parallel, struct error *err);
void triplet_rounds_release(struct triplet_rounds *rounds);

/* How many triplets there are among so many processes. */
size_t triplets_count(size_t processes);

#endif
