/* Relative error = (high - low) / (2 |value|) for mean and median, (high - low) / |value| for the minimum. */
#include "stats/stopping.h"

#include "stats/correlation.h"

#include <math.h>

/*
 * Who stops as soon as the interval is narrow stops more often where it is so by chance, and covers less than promised:
 * 93 % where 95 % were meant. So the rule must have held without the last fifth of the timings already: they confirm
 * it.
 */
enum { CONFIRMED_BY = 5 };

double stopping_error(const struct stopping *rule, const double *x, size_t n)
{
	if (n < 2)
		return INFINITY;
	struct estimate estimate = correlation_estimate(rule->statistic, x, n, rule->confidence, 0);
	double width = estimate.high - estimate.low;
	if (width <= 0)
		return 0;
	if (isnan(estimate.value))
		return NAN;
	if (!(fabs(estimate.value) > 0))
		return INFINITY;
	return (rule->statistic == STATISTIC_MIN ? width : width / 2) / fabs(estimate.value);
}

bool stopping_done(const struct stopping *rule, const double *x, size_t n)
{
	if (n >= rule->most)
		return true;
	return n >= rule->least && stopping_error(rule, x, n) <= rule->error &&
	       stopping_error(rule, x, n - n / CONFIRMED_BY) <= rule->error;
}
