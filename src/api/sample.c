#include "api/context.h"

#include "stats/statistic.h"

#include <math.h>

enum sonde_status sonde_interval(const double *sample, size_t n, enum sonde_statistic statistic, double confidence,
				 struct sonde_interval *interval, struct sonde_error *error)
{
	static const enum statistic statistics[] = {
		[SONDE_MEDIAN] = STATISTIC_MEDIAN, [SONDE_MEAN] = STATISTIC_MEAN, [SONDE_MINIMUM] = STATISTIC_MIN};
	struct error err = {0};
	struct estimate found;

	if (!sample || n == 0 || !interval)
		error_set(&err, ERR_INPUT, "a sample of at least one number, and a place for its interval, are needed");
	else if ((unsigned)statistic >= sizeof(statistics) / sizeof(statistics[0]))
		error_set(&err, ERR_INPUT, "there is no statistic %d: SONDE_MEDIAN, SONDE_MEAN or SONDE_MINIMUM",
			  (int)statistic);
	else if (!(confidence > 0 && confidence < 1))
		error_set(&err, ERR_INPUT, "a confidence of %g: it lies between 0 and 1, 0.95 for 95 %%", confidence);
	for (size_t i = 0; err.status == OK && i < n; i++)
		if (!isfinite(sample[i]))
			error_set(&err, ERR_INPUT, "number %zu of the sample is %g: all must be finite", i, sample[i]);
	if (err.status != OK)
		return context_give(&err, error);
	found = statistic_estimate(statistics[statistic], sample, n, confidence, 0);
	if (isnan(found.value))
		error_memory(&err, "an interval");
	else
		*interval = (struct sonde_interval){found.value, found.low, found.high};
	return context_give(&err, error);
}
