#ifndef SONDE_MEASURING_SIZES_H
#define SONDE_MEASURING_SIZES_H

#include "base/units.h"
#include "measuring/probing.h"
#include "probe/explore.h"

/* The sizes at which families of points are measured, and what came of it. Starts as SIZES_REQUEST. */
struct sizes_request {
	struct size_list sizes; /* as asked for; after sizes_measure those that were measured */
	int rule;               /* of adaptive sizes: enum size_rule, -1 if not said; likewise, 0 if not said: */
	double epsilon;
	size_t count_most;
	double spread; /* s that the timings are spread over at least; below 0: as the platform needs it */
	bool adaptive; /* sizes are chosen within the list, by the options */
	bool settles;  /* nobody chose a statistic: see sizes_families */
	struct explore_options options;
};

#define SIZES_REQUEST                    \
	{                                \
		.rule = -1, .spread = -1 \
	}

void sizes_release(struct sizes_request *request);

/*
 * Measures the family at these sizes, or explores it within them.
 *
 * - request->sizes: afterwards those that were measured.
 * - What stands out is then measured once more, unless there is a deadline, and all of it in further rounds until the
 *   timings are spread over long enough (probe/remeasure.h).
 * - Errors: as explore_run.
 * - Runs on the platform.
 */
enum status sizes_measure(struct sizes_request *request, const struct explore_family *family, struct prober *prober,
			  struct error *err);

/*
 * Measures the families, one after the other, for the run; all again, as a run of its own, if the machine went into a
 * quicker state meanwhile.
 *
 * - p: then the prober of the last attempt; call probing_end in any case.
 * - settles: between hosts the median takes the place of the minimum if at any point they differ by more than a
 * quarter. What lies below the median by so much is no least time of the network, but one that few messages have: under
 * TCP 1 KiB may seem quicker than no byte.
 * - What was not yet warm is left out, and what is then less precise than was asked for is measured further.
 * - ERR_* of the platform and the archive.
 * - Runs on the platform.
 */
enum status sizes_families(struct sizes_request *request, struct measurement *m, struct probing *p,
			   const struct explore_family *families, size_t n, struct error *err);

/*
 * The breaks of a curve of the family, measured at adaptive sizes.
 *
 * - Ownership and errors: as explore_breaks.
 * - Local.
 */
enum status sizes_breaks(const struct sizes_request *request, const struct explore_family *family,
			 const struct prober *prober, size_t curve, struct breakpoint **list, size_t *n,
			 struct error *err);

#endif
