#ifndef SONDE_TUNE_CANDIDATES_H
#define SONDE_TUNE_CANDIDATES_H

#include "algorithm/decision/decision.h"
#include "base/units.h"
#include "tune/library.h"

/* What a rule can choose for an operation. All functions are Local. */

struct tune_candidate {
	int algorithm; /* its number; 0: the library's own decision */
	int fanout;
	uint64_t segment; /* bytes; 0: messages in one piece */
};

struct tune_candidates {
	struct tune_candidate *list; /* the first is the library's own decision */
	size_t n, capacity;
};

/* The operation that rules of an id are of, for the tables of algorithm/decision; false if they have none. */
bool tune_operation(const struct tune_library *library, int id, enum decision_operation *operation);

/*
 * All that a rule can choose among so many processes.
 *
 * - segments: those that are tried besides none, where an algorithm takes segments; fan-outs of 2 and 4 where it takes
 *   them.
 * - An algorithm whose place another one would take among so many processes is left out, and one that would abort.
 * - tune_candidates_release frees it, also after a failure. ERR_MEMORY.
 */
enum status tune_candidates_find(const struct tune_library *library, int id, int processes,
				 const struct size_list *segments, struct tune_candidates *candidates,
				 struct error *err);
/* Makes a call one that a rule for the candidate carries out; the library's own decision leaves it as it is. */
void tune_candidate_take(const struct tune_library *library, int id, const struct tune_candidate *candidate,
			 struct decision_case *what);
void tune_candidates_release(struct tune_candidates *candidates);

#endif
