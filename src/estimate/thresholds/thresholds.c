#include "estimate/thresholds/thresholds.h"

#include "estimate/thresholds/gather.h"
#include "estimate/thresholds/scatter.h"
#include "estimate/thresholds/sweep.h"

#include <math.h>

/* The first operations open connections, and are not counted. */
static enum status warm(struct threshold_search *s, struct error *err)
{
	static const char *const operations[] = {"scatter", "gather", "scatter", "gather"};
	struct experiment what;
	struct observation observation;

	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		TRY(sweep_run_some(s, operations[i], s->options->stride, 1, &what, &observation, err));
	return OK;
}

enum status thresholds_find(struct prober *prober, const struct thresholds_options *options,
			    struct thresholds *thresholds, struct error *err)
{
	struct threshold_search s = {.prober = prober, .options = options, .found = thresholds};

	*thresholds = (struct thresholds){.S = NAN, .M1 = NAN, .M2 = NAN, .factor = options->factor};
	if (options->stride == 0 || options->most / options->stride < (size_t)2 * SWEEP_LEAST)
		return error_set(err, ERR_INPUT,
				 "a sweep up to %zu B by %zu B has fewer than %d sizes: too few for breaks to be found",
				 options->most, options->stride, 2 * SWEEP_LEAST);
	TRY(warm(&s, err));
	TRY(scatter_find(&s, err));
	return gather_find(&s, err);
}
