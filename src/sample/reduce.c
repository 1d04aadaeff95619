#include "sample/reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sample/states.h"
#include "sample/warmup.h"
#include "stats/correlation.h"
#include "stats/quantile.h"

static struct sample_summary nothing(size_t n)
{
	return (struct sample_summary){NAN, NAN, NAN, NAN, NAN, NAN, n};
}

static double not_below_zero(double low, double least)
{
	return least < 0 ? low : fmax(0, low);
}

/* Of times in the order in which they were taken; sorted has room for them. n >= 1. */
static struct sample_summary summarise(const double *times, double *sorted, size_t n, const struct reduce_rule *how,
				       double resolution)
{
	struct estimate estimate =
		how->independent ? statistic_estimate(how->statistic, times, n, how->confidence, resolution)
				 : correlation_estimate(how->statistic, times, n, how->confidence, resolution);

	memcpy(sorted, times, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	return (struct sample_summary){.value = estimate.value,
				       .low = not_below_zero(estimate.low, sorted[0]),
				       .high = estimate.high,
				       .min = sorted[0],
				       .median = quantile_sorted(sorted, n, 0.5),
				       .max = sorted[n - 1],
				       .n = n};
}

static size_t list_seconds(const struct sample *sample, bool keep_warmup, double *times)
{
	if (!keep_warmup)
		return sample_seconds(sample, times);
	for (size_t i = 0; i < sample->n; i++)
		times[i] = sample->observations[i].seconds;
	return sample->n;
}

static size_t list_sends(const struct sample *sample, bool keep_warmup, double *times)
{
	size_t n = 0;

	for (size_t i = keep_warmup ? 0 : sample_first(sample); i < sample->n; i++)
		if (isfinite(sample->observations[i].send_seconds))
			times[n++] = sample->observations[i].send_seconds;
	return n;
}

static struct reduce_rule rule_of_mean(const struct reduce_rule *how)
{
	struct reduce_rule mean = *how;

	mean.statistic = STATISTIC_MEAN;
	return mean;
}

static struct sample_summary reduce(const struct sample *sample, const struct reduce_rule *how,
				    size_t (*list)(const struct sample *sample, bool keep_warmup, double *times))
{
	const struct reduce_rule mean = rule_of_mean(how);
	double *times = sample && sample->n ? malloc(2 * sample->n * sizeof(*times)) : NULL;
	double loop = (double)(sample && sample->what.loop ? sample->what.loop : 1);
	struct sample_summary summary = nothing(sample ? sample->n : 0);
	size_t n = times ? list(sample, how->keep_warmup, times) : 0;

	if (n > 0)
		summary = summarise(times, times + sample->n, n, sample_is_of_several(sample) ? &mean : how,
				    how->resolution / loop);
	else if (times)
		summary.n = 0;
	free(times);
	return isnan(summary.value) ? nothing(summary.n) : summary;
}

struct sample_summary sample_reduce(const struct sample *sample, const struct reduce_rule *how)
{
	return reduce(sample, how, list_seconds);
}

struct estimate sample_estimate(const struct sample *sample, const struct reduce_rule *how)
{
	struct sample_summary summary = sample_reduce(sample, how);

	return (struct estimate){summary.value, summary.low, summary.high};
}

struct sample_summary sample_reduce_sends(const struct sample *sample, const struct reduce_rule *how)
{
	return reduce(sample, how, list_sends);
}

/* The mean of the values, in ascending order, so that it does not depend on the order of the launches. */
static struct estimate mean_launch(const struct estimate *launches, size_t n, double confidence)
{
	struct estimate mean = {NAN, NAN, NAN};
	double *values = malloc(n * sizeof(*values));

	if (!values)
		return mean;
	for (size_t i = 0; i < n; i++)
		values[i] = launches[i].value;
	quantile_sort(values, n);
	mean = statistic_estimate(STATISTIC_MEAN, values, n, confidence, 0);
	mean.low = not_below_zero(mean.low, values[0]);
	free(values);
	return mean;
}

struct estimate launches_reduce(const struct estimate *launches, size_t n, const struct reduce_rule *how)
{
	struct estimate least = launches[0];

	if (n > 1 && how->statistic != STATISTIC_MIN)
		return mean_launch(launches, n, how->confidence);
	for (size_t i = 1; i < n; i++)
		least = launches[i].value < least.value ? launches[i] : least;
	return least;
}
