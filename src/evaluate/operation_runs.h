#ifndef SONDE_EVALUATE_OPERATION_RUNS_H
#define SONDE_EVALUATE_OPERATION_RUNS_H

#include "algorithm/algorithm.h"
#include "runs/fit_source.h"

/* Why there is nothing to compare. */
enum operation_lack {
	LACK_NONE,
	LACK_OWN,     /* there are timings by the MPI library's own algorithm only */
	LACK_TIMINGS, /* there are no timings of the operation */
	LACK_NAMES,   /* no run was named */
	LACK_STATE    /* the machine was not in the state that is wanted, or that is not known */
};

/* Runs of a store with timings of an operation by sonde's own algorithms. Starts zero-initialised. */
struct operation_runs {
	struct sources sources;
	enum operation_lack lack;
	char *name;   /* of the run that lacks them; NULL: no run of the store has them */
	double level; /* s: what the sentinel takes in the state of the machine that is wanted; 0: the main one */
};

/*
 * Loads the runs of these names or numbers, separated by commas, or with NULL the newest run that has such timings.
 *
 * - The runs need not be of one platform.
 * - level: of the state of the machine whose timings are wanted, by what the sentinel takes, in s; 0: each run's main
 *   one.
 * - What is not there is a lack and no error.
 * - Ownership: operation_runs_release in any case.
 * - ERR_INPUT if there is no run of a name, ERR_IO, ERR_MEMORY.
 * - Local.
 */
enum status operation_runs_load(struct operation_runs *runs, const char *store_path, const char *names,
				enum collective collective, double level, struct error *err);
void operation_runs_release(struct operation_runs *runs);

/* The state of the machine that a run's timings are of; NULL if it is not known. Local. */
const struct run_level *operation_run_level(const struct operation_runs *runs, const struct source *source);

#endif
