#ifndef SONDE_TUNE_TRACED_OPTIONS_H
#define SONDE_TUNE_TRACED_OPTIONS_H

#include "base/progress.h"
#include "base/units.h"
#include "replay/replay.h"
#include "simulate/costs.h"
#include "tune/library.h"

/* What a program's rules are sought for, and how. */
struct traced_options {
	const struct tune_library *library; /* whose rules are made; the program is simulated with it */
	bool operations[TUNED_OPERATIONS];  /* that are tuned */
	struct size_list segments;          /* bytes */
	bool all_segments;                  /* as of struct tune_options */
	struct trace *trace;
	struct replay_options replay; /* but for the rules */
	const struct costs *costs;    /* of the trace's processes */
	uint64_t effort; /* operations of whole programs: so many, about, one pass over all ranges simulates where that
			    is enough for the least number of candidates that are tried */
	double seconds;  /* that whole programs are tried for, on the clock of progress; 0, or without such a clock: as
			    long as it takes */
	const struct progress *progress; /* NULL: nobody is told */
};

#endif
