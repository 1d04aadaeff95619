#ifndef SONDE_ESTIMATE_THRESHOLDS_SWEEP_H
#define SONDE_ESTIMATE_THRESHOLDS_SWEEP_H

#include "estimate/thresholds.h"
#include "stats/region.h"

#include <stdbool.h>

/* The search for thresholds: single measurements of one operation, and sweeps over sizes. */

enum {
	SWEEP_LEAST = 5, /* points of a line */
	GATHER_BATCH = 5 /* gathers of a size in a row */
};

/* How far times that are on a line, or lines that do not leap, are apart at most, relative. */
#define SWEEP_LEAP 0.05

/* Gathers of n sizes, batches of each. */
struct gathers {
	double *x;        /* bytes, ascending */
	double *times;    /* of size i: made[i] from times[i * most] on */
	double *quickest; /* the least time of this size and all larger ones: no gather takes longer than one of more
			     bytes that did not escalate */
	size_t *made, *escalated;
	size_t n, most;
	struct region region; /* where they escalate; begin == end: nowhere */
};

struct search {
	struct prober *prober;
	const struct thresholds_options *options;
	struct thresholds *found;
	size_t scatters, disturbed; /* how many of the sweep's scatters took as long as an escalation would, without a
				       reason to */
};

/* The times of n <= GATHER_BATCH operations ("scatter", "gather") of bytes in a row, each of which is kept in the
 * campaign. Errors of the platform or the sink. Runs on the platform. */
enum status sweep_measure(struct search *s, const char *operation, size_t bytes, size_t n, double *seconds,
			  struct error *err);

/* True if a gather escalated: factor times what it takes without that, and longer by more than noise (in seconds).
 * Local. */
bool is_escalation(const struct thresholds *found, double noise, double regular, double seconds);

/* Three times the ninth decile of by how many seconds n times are above what they should be, which it sorts; 0 of fewer
 * than SWEEP_LEAST. Local. */
double noise_of(double *above, size_t n);

/* Finds S, the noise, and how many are disturbed. Errors as sweep_measure. */
enum status scatter_find(struct search *s, struct error *err);

/* Finds M_1, M_2, the regular line and the escalations. Errors as sweep_measure. */
enum status gather_find(struct search *s, struct error *err);

/* M_1 and M_2 of a region: M_1 stays NAN if no size of it escalates again, and M_2 with it. Errors as sweep_measure;
 * ERR_MEMORY. */
enum status edges_find(struct search *s, const struct gathers *gathers, struct error *err);

#endif
