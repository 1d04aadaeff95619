#ifndef SONDE_TUNE_PLACES_H
#define SONDE_TUNE_PLACES_H

#include "tune/task.h"

/* Which communicators rules are for. All functions are Local. */

struct tune_places {
	struct tune_place *list; /* owned */
	size_t n, capacity;
};

/*
 * Adds what rules of an operation are for among the numbers of processes that the options name: whole communicators;
 * where the library goes by nodes also the processes of a node and the first ones of nodes, as far as a call looks them
 * up at one of the sizes.
 *
 * - By levels, and of each by processes. ERR_MEMORY, ERR_* of decision_find.
 */
enum status tune_places_find(const struct tune_options *options, int id, struct tune_places *places, struct error *err);
void tune_places_release(struct tune_places *places);

#endif
