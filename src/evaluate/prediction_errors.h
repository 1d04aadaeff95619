#ifndef SONDE_EVALUATE_PREDICTION_ERRORS_H
#define SONDE_EVALUATE_PREDICTION_ERRORS_H

#include "stats/statistic.h"

#include <stdbool.h>
#include <stddef.h>

/* All functions are Local. */

/* The absolute values of relative errors, predicted / measured - 1, of n predictions. Starts zero-initialised. */
struct prediction_errors {
	double sum, most;
	size_t n;
	size_t uncertain; /* that were left out, since what was measured is uncertain */
};

/* The relative error, predicted / measured - 1. */
double prediction_error(double predicted, double measured);

/* Adds the absolute value of the error of a prediction. */
void prediction_errors_add(struct prediction_errors *errors, double predicted, double measured);

/* How far an interval reaches to either side, as a part of its value. */
double interval_half(const struct estimate *measured);

/*
 * From where on measured values of a comparison are uncertain, by how far their intervals reach to either side as a
 * part of their values: three times as far as in the median, and at least a tenth.
 *
 * - halves: n of interval_half.
 * - Infinite without memory or values.
 */
double uncertain_limit(const double *halves, size_t n);

/* Whether a value is uncertain, by this limit, and so much that it does not show the prediction to be wrong: the
 * interval reaches as far as the prediction is off. */
bool is_uncertain(const struct estimate *measured, double limit, double predicted);

/* prediction_errors_add, unless the value is uncertain, which is counted. */
void prediction_errors_add_measured(struct prediction_errors *errors, double predicted, const struct estimate *measured,
				    double limit);

/* The mean and the largest of them; NAN if there are none. */
double prediction_errors_mean(const struct prediction_errors *errors);
double prediction_errors_most(const struct prediction_errors *errors);

#endif
