#ifndef SONDE_ESTIMATE_THRESHOLDS_EDGES_H
#define SONDE_ESTIMATE_THRESHOLDS_EDGES_H

#include "estimate/thresholds/sweep.h"
#include "stats/region.h"

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

/* M_1 and M_2 of a region: M_1 stays NAN if no size of it escalates again, and M_2 with it. Errors as sweep_measure;
 * ERR_MEMORY. */
enum status edges_find(struct threshold_search *s, const struct gathers *gathers, struct error *err);

#endif
