/*
 * d = mean(ln b) - mean(ln a), its variance s^2 (1/n_a + 1/n_b), s^2 that of a launch; Student's t with the degrees of
 * freedom of s.
 */
#include "stats/launches.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

const double launches_assumed = 0.03;

/* A difference that rounding makes of equal times. */
static const double rounding = 1e-12;

static double mean_log(const double *seconds, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += log(seconds[i]);
	return sum / (double)n;
}

struct launch_spread launches_spread(const double *seconds, size_t n)
{
	double mean, squares = 0;

	if (n < 2)
		return (struct launch_spread){NAN, 0};
	mean = mean_log(seconds, n);
	for (size_t i = 0; i < n; i++)
		squares += pow(log(seconds[i]) - mean, 2);
	return (struct launch_spread){sqrt(squares / (double)(n - 1)), (double)(n - 1)};
}

struct launch_spread launches_pool(struct launch_spread one, struct launch_spread other)
{
	double freedom = one.freedom + other.freedom;

	if (one.freedom == 0 || other.freedom == 0)
		return one.freedom == 0 ? other : one;
	return (struct launch_spread){
		sqrt((one.freedom * one.deviation * one.deviation + other.freedom * other.deviation * other.deviation) /
		     freedom),
		freedom};
}

/* The upper quantile of Student's t; of the normal distribution where the freedom is infinite. */
static double quantile(double q, double freedom)
{
	return isinf(freedom) ? gsl_cdf_ugaussian_Qinv(q) : gsl_cdf_tdist_Qinv(q, freedom);
}

static double above(double t, double freedom)
{
	return isinf(freedom) ? gsl_cdf_ugaussian_Q(t) : gsl_cdf_tdist_Q(t, freedom);
}

struct launch_ratio launches_ratio(const double *a, size_t n_a, const double *b, size_t n_b,
				   const struct launch_spread *spread, double limit, double confidence)
{
	double d = mean_log(b, n_b) - mean_log(a, n_a), over = d - log(limit),
	       error = fmax(rounding, spread->deviation * sqrt(1 / (double)n_a + 1 / (double)n_b)),
	       reach = error * quantile((1 - confidence) / 2, spread->freedom);

	return (struct launch_ratio){{exp(d), exp(d - reach), exp(d + reach)}, above(over / error, spread->freedom)};
}
