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
	struct trace *trace;
	struct replay_options replay;    /* but for the rules */
	const struct costs *costs;       /* of the trace's processes */
	uint64_t effort;                 /* operations of whole programs that are simulated at most, about */
	const struct progress *progress; /* NULL: nobody is told */
};

#endif
