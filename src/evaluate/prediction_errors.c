#include "evaluate/prediction_errors.h"

#include "stats/quantile.h"

#include <math.h>

double prediction_error(double predicted, double measured)
{
	return predicted / measured - 1;
}

void prediction_errors_add(struct prediction_errors *errors, double predicted, double measured)
{
	double error = fabs(prediction_error(predicted, measured));

	errors->sum += error;
	errors->most = fmax(errors->most, error);
	errors->n++;
}

double interval_half(const struct estimate *measured)
{
	return (measured->high - measured->low) / 2 / measured->value;
}

double uncertain_limit(const double *halves, size_t n)
{
	const double least = 0.1, many = 3;
	double median = quantile_median(halves, n);

	return isnan(median) ? INFINITY : fmax(least, many * median);
}

bool is_uncertain(const struct estimate *measured, double limit, double predicted)
{
	double half = interval_half(measured);

	return half > limit && fabs(prediction_error(predicted, measured->value)) <= half;
}

void prediction_errors_add_measured(struct prediction_errors *errors, double predicted, const struct estimate *measured,
				    double limit)
{
	if (is_uncertain(measured, limit, predicted))
		errors->uncertain++;
	else
		prediction_errors_add(errors, predicted, measured->value);
}

double prediction_errors_mean(const struct prediction_errors *errors)
{
	return errors->n ? errors->sum / (double)errors->n : NAN;
}

double prediction_errors_most(const struct prediction_errors *errors)
{
	return errors->n ? errors->most : NAN;
}
