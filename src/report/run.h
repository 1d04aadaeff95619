#ifndef SONDE_REPORT_RUN_H
#define SONDE_REPORT_RUN_H

#include "store/store.h"

/* A run of the store, with what was spent on its parts and what was noted in it. */
struct report_run {
	struct run run;
	enum statistic statistic; /* that it was measured with */
	struct run_part *parts;
	size_t n_parts;
	struct run_note *notes;
	size_t n_notes;
	struct run_level levels[RUN_LEVELS_MOST]; /* states of the machine, the main one first */
	size_t n_levels;
	struct campaign campaign; /* of the newest few runs and of those below; else empty */
};

#endif
