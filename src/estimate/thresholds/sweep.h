#ifndef SONDE_ESTIMATE_THRESHOLDS_SWEEP_H
#define SONDE_ESTIMATE_THRESHOLDS_SWEEP_H

#include "estimate/thresholds/options.h"
#include "estimate/thresholds/result.h"
#include "probe/probe.h"

/* The search for thresholds: single measurements of one operation, and sweeps over sizes. */

enum {
	SWEEP_LEAST = 5, /* points of a line */
	GATHER_BATCH = 5 /* gathers of a size in a row */
};

/* How far times that are on a line, or lines that do not leap, are apart at most, relative. */
#define SWEEP_LEAP 0.05

struct threshold_search {
	struct prober *prober;
	const struct thresholds_options *options;
	struct thresholds *found;
	size_t scatters, disturbed; /* how many of the sweep's scatters took as long as an escalation would, without a
				       reason to */
};

/* Carries out n of them in a row, which are not kept; *what is the experiment. Errors of the platform. Runs on the
 * platform. */
enum status sweep_run_some(struct threshold_search *s, const char *operation, size_t bytes, size_t n,
			   struct experiment *what, struct observation *observations, struct error *err);

/* The times of n <= GATHER_BATCH operations ("scatter", "gather") of bytes in a row, each of which is kept in the
 * campaign. Errors of the platform or the sink. Runs on the platform. */
enum status sweep_measure(struct threshold_search *s, const char *operation, size_t bytes, size_t n, double *seconds,
			  struct error *err);

/* Three times the ninth decile of by how many seconds n times are above what they should be, which it sorts; 0 of fewer
 * than SWEEP_LEAST. Local. */
double sweep_noise_of(double *above, size_t n);

#endif
