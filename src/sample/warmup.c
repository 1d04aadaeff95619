#include "sample/warmup.h"

#include "stats/warmup.h"

#include <math.h>
#include <stdlib.h>

size_t sample_first(const struct sample *sample)
{
	return sample->warmup_timings < sample->n ? sample->warmup_timings : 0;
}

size_t sample_seconds(const struct sample *sample, double *seconds)
{
	size_t first = sample_first(sample);

	for (size_t i = first; i < sample->n; i++)
		seconds[i - first] = sample->observations[i].seconds;
	return sample->n - first;
}

/* The samples' timings, one after the other in times, as series; those of collective operations and of single calls
 * too. */
static void list_series(const struct campaign *campaign, double *times, struct timing_series *series)
{
	for (size_t s = 0; s < campaign->n; s++) {
		const struct sample *sample = campaign->samples[s];

		series[s] = (struct timing_series){times, sample->n};
		for (size_t i = 0; i < sample->n; i++)
			times[i] = sample->observations[i].seconds;
		times += sample->n;
	}
}

enum status campaign_find_warmup(struct campaign *campaign, size_t *found, double *excess, struct error *err)
{
	size_t n = 0, first = 0;
	double by = 0;
	struct timing_series *series = malloc((campaign->n + 1) * sizeof(*series));
	double *times;

	for (size_t s = 0; s < campaign->n; s++)
		n += campaign->samples[s]->n;
	times = malloc((n + 1) * sizeof(*times));
	if (series && times) {
		list_series(campaign, times, series);
		first = warmup_find(series, campaign->n, &by);
	} else {
		by = NAN;
	}
	for (size_t s = 0; s < campaign->n; s++)
		campaign->samples[s]->warmup_timings = first;
	free(series);
	free(times);
	if (found)
		*found = first;
	if (excess)
		*excess = by;
	return isnan(by) ? error_memory(err, "the timings that may not be warm") : OK;
}
