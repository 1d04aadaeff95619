#ifndef SONDE_STATS_LAUNCHES_H
#define SONDE_STATS_LAUNCHES_H

#include <stddef.h>

#include "stats/estimate.h"

/* How many times as long the launches of one program take as those of another. All functions are Local. */

/* What launches of one program differ by, as the standard deviation of their logarithms. */
struct launch_spread {
	double deviation;
	double freedom; /* degrees of freedom that it is known with; INFINITY: as if exactly */
};

/* The deviation that is assumed where too few launches are known, as a part. */
extern const double launches_assumed;

/* NAN, 0 of fewer than two launches. seconds: n times above 0, one of each launch. */
struct launch_spread launches_spread(const double *seconds, size_t n);

/* What several spreads say together: their variances weighted by their degrees of freedom (Bartlett 1937). */
struct launch_spread launches_pool(struct launch_spread one, struct launch_spread other);

struct launch_ratio {
	struct estimate ratio; /* of the geometric means, b to a, with its interval */
	double p;              /* one-sided: that so large a ratio is seen where it is limit at most */
};

/*
 * The ratio of the launches b to the launches a, each of which is one unit: logarithms of their times, Student's t.
 *
 * - a, b: n_a and n_b times above 0, n >= 1.
 * - spread: of one launch, with freedom above 0.
 * - limit: above 0; 1.05 asks whether b is slower by more than 5 %.
 */
struct launch_ratio launches_ratio(const double *a, size_t n_a, const double *b, size_t n_b,
				   const struct launch_spread *spread, double limit, double confidence);

#endif
