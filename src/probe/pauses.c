#include "probe/pauses.h"

#include <math.h>

enum { TIMES_USUAL = 2 };

static double timed(const struct experiment *what, const struct observation *o)
{
	return fabs(o->seconds) * experiment_timed_times(what);
}

/* s: of points that are measured at the same time the longest counts. */
static double timed_in_all(const struct experiment *set, size_t together, size_t n,
			   const struct observation *observations)
{
	double all = 0;

	for (size_t k = 0; k < n; k++) {
		double longest = 0;

		for (size_t i = 0; i < together; i++)
			longest = fmax(longest, timed(&set[i], &observations[i * n + k]));
		all += longest;
	}
	return all;
}

static void note(struct prober *prober, const struct experiment *what, double seconds)
{
	struct pauses *pauses = &prober->pauses;

	pauses->n++;
	if (seconds <= pauses->longest)
		return;
	pauses->longest = seconds;
	pauses->what = *what;
	pauses->at = platform_now(prober->platform);
}

void pauses_look(struct prober *prober, const struct experiment *set, size_t together, size_t n,
		 const struct observation *observations, double passed)
{
	struct sample *first = campaign_find(prober->campaign, set);
	double beside = fmax(passed - timed_in_all(set, together, n, observations), 0),
	       usual = first->beside * (double)n;

	if (passed < 0)
		return;
	if (first->visited && beside - usual >= fmax(PAUSE_LEAST, TIMES_USUAL * usual))
		note(prober, set, beside - usual);
	first->beside = first->visited ? fmin(first->beside, beside / (double)n) : beside / (double)n;
	first->visited = true;
}
