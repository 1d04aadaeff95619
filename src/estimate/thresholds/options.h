#ifndef SONDE_ESTIMATE_THRESHOLDS_OPTIONS_H
#define SONDE_ESTIMATE_THRESHOLDS_OPTIONS_H

#include <stddef.h>

#include "sample/sample.h"

enum { ESCALATION_SIZES_MOST = 16 };

/* How thresholds are looked for. */
struct thresholds_options {
	size_t most, stride; /* bytes: sweeps go from stride to most by stride */
	size_t tries;        /* gathers of a size at most, until it is known whether such gathers escalate */
	size_t sizes; /* of the irregular region, whose escalations are counted before more are added where they change
		       */
	size_t repeats; /* measurements of each of them */
	double factor;  /* how many times as long as without it a gather takes that escalates */
	int root;
	enum collective_timing timing;
};

/* The defaults: up to 128 KiB by 2 KiB, 200 tries, 8 sizes 60 times, twofold, root 0, global timing.
 * Local. */
struct thresholds_options thresholds_options_default(void);

/* The experiment of a search: a linear "scatter" or "gather" of bytes. Local. */
struct experiment thresholds_experiment(const struct thresholds_options *options, const char *operation, size_t bytes);

/* The largest experiment of a search: a platform that is ready for it is ready for all. Local. */
struct experiment thresholds_largest(const struct thresholds_options *options);

#endif
