#ifndef SONDE_ESTIMATE_RESIDUAL_TRIPS_H
#define SONDE_ESTIMATE_RESIDUAL_TRIPS_H

#include "estimate/estimate.h"
#include "estimate/residual_sizes.h"

/* The round trips that residuals are made of. All functions are Local. */

/* A round trip that was measured, or follows from one that was. */
struct residual_trip {
	struct link link;
	size_t bytes, reply_bytes;
	double seconds, noise; /* noise: standard deviation of seconds, as a part */
};

struct residual_trips {
	struct residual_trip *list;
	size_t n;
	size_t *sizes; /* ascending, none twice, above 0 */
	size_t n_sizes;
};

/*
 * Lists the round trips of a campaign that say how far a model is off; for the caller to free list and sizes.
 *
 * - checks: sizes beside those of all fits, or NULL. Of lines between sizes they are left out, and so are answers that
 *   the fit does not use where checks have these. Models by triplets have no trips longer than their own and, where
 * there are such checks, none of their own sizes, of which they need each.
 * - ERR_MEMORY.
 */
enum status residual_trips_list(const struct estimate_options *options, const struct campaign *campaign,
				const struct residual_checks *checks, struct residual_trips *trips, struct error *err);

/* What a sample of a round trip says. */
struct residual_trip residual_trip_of(const struct estimate_options *options, const struct sample *sample);

/* The round trip of the k-th check between the pair: no fit takes it, since its answer is a byte shorter. */
struct experiment residual_check_trip(const struct estimate_options *options, const struct residual_checks *checks,
				      size_t k);

bool residuals_have_check(const struct residual_checks *checks, size_t bytes);

/* Whether parameters are lines between sizes. */
bool residuals_have_lines(const struct model_class *class);

/* Whether round trips of some size were measured with either answer. */
bool residuals_have_both(const struct campaign *campaign);

/* Whether the fit is made of round trips with answers of the same size: checks have the other kind, so that no later
 * fit of the run takes them for its own. */
bool residuals_answer_same(const struct method *method);

#endif
