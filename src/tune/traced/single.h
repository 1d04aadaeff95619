#ifndef SONDE_TUNE_TRACED_SINGLE_H
#define SONDE_TUNE_TRACED_SINGLE_H

#include "simulate/costs.h"
#include "tune/traced/calls.h"

/* What one collective operation takes by a candidate, its processes coming as they did in the program. */
struct traced_times {
	double last; /* s: from the last arrival to the last end */
	double mean; /* s: of each process from its own arrival to its own end, the mean */
};

/*
 * Simulates an operation of a row.
 *
 * - processes: of the whole program, for whose processes the costs are.
 * - arrivals: s, by rank; NULL: all come at once.
 * - ERR_* of simulate; ERR_MEMORY. Local.
 */
enum status traced_single(const struct traced_calls *calls, const struct traced_row *row, int root,
			  const double *arrivals, const struct tune_candidate *candidate, const struct costs *costs,
			  int processes, struct traced_times *times, struct error *err);

/* Whether the candidate's messages are simulated as the library sends them, at least as many bytes as a segment has.
 * ERR_* of decision_find. Local. */
enum status traced_is_exact(const struct traced_calls *calls, const struct traced_row *row,
			    const struct tune_candidate *candidate, bool *exact, struct error *err);

#endif
