#include "probe/stretches.h"

#include <math.h>
#include <stdint.h>

enum {
	STRETCHES = 8,
	FEWER = 4,        /* of points with few timings, which are many */
	FIRST_MOST = 6,   /* timings in the first one, by which sizes are chosen */
	FIRST_TRAINS = 4, /* and how long trains are */
	SEVERAL = 4
};

struct stretches stretches_find(const struct prober *prober, const struct sample *sample, const struct stopping *rule,
				bool precise)
{
	double length = prober->options->spread / STRETCHES, begin = -INFINITY, now = platform_now(prober->platform);
	bool train = sample->what.kind == EXPERIMENT_TRAIN, few = !train && rule->least < FIRST_MOST;
	size_t first = train ? FIRST_TRAINS : few ? PROBE_VISIT : FIRST_MOST; /* of few, six could be half of all */
	size_t n = 0, here = 0, each = train ? 1 : PROBE_VISIT, most;
	struct stretches s = {.room = SIZE_MAX, .enough = true};

	if (!(length > 0))
		return s;
	for (size_t i = 0; i < sample->n; i++, here++) {
		double at = sample->observations[i].at;

		if (at < begin + length && at >= begin) /* a clock may go back */
			continue;
		begin = at;
		here = 0;
		n++;
	}
	s.left = fmin(length, fmax(0, begin + length - now));
	s.enough = n >= (few ? FEWER : STRETCHES);
	most = n <= 1 ? first : precise ? each : (rule->most + STRETCHES - 1) / STRETCHES;
	s.room = !(s.left > 0) ? most : here < most ? most - here : 0;
	return s;
}

/* Returns whether a longer train took the place of this one: nothing follows from it. */
static bool is_replaced(const struct campaign *campaign, const struct experiment *experiment)
{
	struct experiment longer = *experiment;

	longer.count *= 2;
	return experiment->kind == EXPERIMENT_TRAIN && experiment->count > 1 && campaign_find(campaign, &longer);
}

bool stretches_are_due(const struct prober *prober, const struct experiment *experiment)
{
	return campaign_find(&prober->groups.put_off, experiment) && !is_replaced(prober->campaign, experiment);
}

static bool is_of_one(const struct sample *sample, double length)
{
	const struct observation *list = sample->observations;
	double least = INFINITY, longest = 0;

	for (size_t i = 0; i < sample->n; i++) {
		least = fmin(least, list[i].seconds);
		longest = fmax(longest, list[i].seconds);
	}
	return sample->n >= SEVERAL && longest > least && fabs(list[sample->n - 1].at - list[0].at) < length;
}

size_t stretches_single(const struct campaign *campaign, double spread, double since, const struct experiment **first)
{
	size_t n = 0;

	for (size_t i = campaign->n; i-- > 0;) {
		const struct sample *sample = campaign->samples[i];

		if (!is_of_one(sample, spread / STRETCHES) || sample->observations[0].at < since ||
		    is_replaced(campaign, &sample->what))
			continue;
		*first = &sample->what;
		n++;
	}
	return n;
}
