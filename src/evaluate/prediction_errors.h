#ifndef SONDE_EVALUATE_PREDICTION_ERRORS_H
#define SONDE_EVALUATE_PREDICTION_ERRORS_H

#include <stddef.h>

/* All functions are Local. */

/* The absolute values of relative errors, predicted / measured - 1, of n predictions. Starts zero-initialised. */
struct prediction_errors {
	double sum, most;
	size_t n;
};

/* The relative error, predicted / measured - 1. */
double prediction_error(double predicted, double measured);

/* Adds the absolute value of the error of a prediction. */
void prediction_errors_add(struct prediction_errors *errors, double predicted, double measured);

/* The mean and the largest of them; NAN if there are none. */
double prediction_errors_mean(const struct prediction_errors *errors);
double prediction_errors_most(const struct prediction_errors *errors);

#endif
