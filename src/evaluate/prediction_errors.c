#include "evaluate/prediction_errors.h"

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

double prediction_errors_mean(const struct prediction_errors *errors)
{
	return errors->n ? errors->sum / (double)errors->n : NAN;
}

double prediction_errors_most(const struct prediction_errors *errors)
{
	return errors->n ? errors->most : NAN;
}
