#ifndef SONDE_PLATFORM_LONG_RUNS_H
#define SONDE_PLATFORM_LONG_RUNS_H

#include "sample/sample.h"

/* All functions are Local. */

enum { LONG_RUNS_MOST = 48, LONG_RUNS_SIZES = 32 };

/* Experiments that a platform carried out at one order: n repetitions, of one or of several side by side. */
struct long_run {
	struct experiment what; /* of several the first */
	size_t n, together;     /* together: how many side by side */
	double passed;          /* s: from the order until all observations were there */
	double timed;           /* s of that: what the observations say; of several the longest each time */
	double longest;         /* s: the longest observation of what, as it was observed */
	double least;  /* s: what an operation takes by the quickest repetition; of several side by side the longest of
			  these, by the loop of the first. Of a single repetition of one NAN: it says nothing of itself
			*/
	double beyond; /* s: by which it took longer than that explains */
	double ended;  /* s on the platform's clock */
	size_t sizes;  /* its group by bytes: below 2^2, 2^4, ... */
};

/*
 * What took longest: what befell a platform is found among it in the end, when it is known how long such experiments
 * usually take there.
 *
 * - It starts zero-initialised, and holds no memory.
 * - Where the list is full, a run takes the place of one of about as many bytes as most of the others have.
 */
struct long_runs {
	size_t runs;
	size_t lengthy[LONG_RUNS_SIZES]; /* those of each group of sizes that could have been in the list */
	size_t n;
	struct long_run list[LONG_RUNS_MOST]; /* in no order */
};

/*
 * Another run, which goes into the list if it took 0.15 s longer than its own timings explain.
 *
 * - list: k experiments, side by side; observations[i * n + r] is the r-th of experiment i.
 * - begin, ended: s on the platform's clock, which may have gone back.
 */
void long_runs_add(struct long_runs *runs, const struct experiment *list, size_t k, size_t n,
		   const struct observation *observations, double begin, double ended);

/* s: what n repetitions of an experiment take with what they wait for, if each operation that is timed takes so long,
 * and each of those that warm up and answer so long. */
double long_run_usual(const struct experiment *what, size_t n, double timed, double beside);

#endif
