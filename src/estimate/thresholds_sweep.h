#ifndef SONDE_ESTIMATE_THRESHOLDS_SWEEP_H
#define SONDE_ESTIMATE_THRESHOLDS_SWEEP_H

#include "estimate/thresholds.h"
#include "stats/segments.h"

/* The search for thresholds: single measurements of one operation, sweeps, and their segments. */

enum { SWEEP_LEAST = 5 /* points of a segment */ };

struct sweep {
	double *x, *y; /* n sizes and the times of one operation at each */
	size_t n;
	struct segment segments[SEGMENTS_MOST];
	size_t n_segments;
};

struct search {
	struct prober *prober;
	const struct thresholds_options *options;
	struct thresholds *found;
};

/* The time of one operation ("scatter", "gather") of bytes, which is kept in the campaign. Errors of the platform or the sink. Runs on the platform. */
enum status sweep_measure(struct search *s, const char *operation, size_t bytes, double *seconds, struct error *err);

/* Measures every size once, ascending, and finds the segments. sweep_release in any case. Errors as sweep_measure; ERR_MEMORY. */
enum status sweep_run(struct search *s, const char *operation, enum segments_spread spread, size_t segments_most, struct sweep *sweep, struct error *err);
void sweep_release(struct sweep *sweep);

/*
 * *noise: three times the ninth decile of how far the points from this position on lie above their segments' lines, in seconds: a single point may be disturbed for long. 0 if they are fewer than
 * SWEEP_LEAST. ERR_MEMORY. Local.
 */
enum status sweep_noise(const struct sweep *sweep, size_t from, double *noise, struct error *err);

/* Finds S, and the noise. Errors as sweep_measure. */
enum status scatter_find(struct search *s, struct error *err);

/* Finds M_1, M_2, the regular line and the escalations. Errors as sweep_measure. */
enum status gather_find(struct search *s, struct error *err);

#endif
