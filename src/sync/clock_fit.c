#include "sync/clock_fit.h"

#include "stats/regression.h"

#include <math.h>
#include <string.h>

static const double jump_least = 0.01, drift_most = 1e-3; /* s; relative */
static const double least_span = 0.01, oldest = 30, least_error = 1e-9;

struct clock_reading clock_read(const struct clock_exchange *exchanges, size_t n)
{
	double low = -INFINITY, high = INFINITY;

	for (size_t i = 0; i < n; i++) {
		low = fmax(low, exchanges[i].there - exchanges[i].received);
		high = fmin(high, exchanges[i].there - exchanges[i].sent);
	}
	return (struct clock_reading){.at = (exchanges[0].sent + exchanges[n - 1].received) / 2,
				      .offset = (low + high) / 2,
				      .error = (high - low) / 2};
}

static double span_of(const struct clock_fit *fit)
{
	return fit->n ? fit->readings[fit->n - 1].at - fit->readings[0].at : 0;
}

/* The line through the readings, in times since the newest: seconds since some epoch would cost digits. */
static struct line line_of(const struct clock_fit *fit, double at)
{
	double x[CLOCK_READINGS], y[CLOCK_READINGS], weights[CLOCK_READINGS];
	const struct clock_reading *last = &fit->readings[fit->n - 1];
	struct line line = {.intercept = 0, .slope = 0};

	for (size_t i = 0; i < fit->n; i++) {
		double error = fmax(fit->readings[i].error, least_error);

		x[i] = fit->readings[i].at - at;
		y[i] = fit->readings[i].offset - last->offset;
		weights[i] = 1 / (error * error);
	}
	if (fit->n >= 2 && span_of(fit) >= least_span)
		regression_line(x, y, weights, fit->n, &line, NULL);
	return line;
}

/* Whether one of the clocks has jumped since the newest reading. */
static bool has_jumped(const struct clock_fit *fit, const struct clock_reading *reading)
{
	const struct clock_reading *last = fit->n ? &fit->readings[fit->n - 1] : NULL;
	double passed = last ? reading->at - last->at : 0;

	return last && (passed < 0 || fabs(reading->offset - last->offset) >
					      jump_least + drift_most * passed + reading->error + last->error);
}

void clock_fit_add(struct clock_fit *fit, const struct clock_reading *reading)
{
	struct line line;

	if (has_jumped(fit, reading))
		fit->n = 0;
	if (fit->n == CLOCK_READINGS) {
		memmove(fit->readings, fit->readings + 1, (CLOCK_READINGS - 1) * sizeof(*fit->readings));
		fit->n--;
	}
	fit->readings[fit->n++] = *reading;
	line = line_of(fit, reading->at);
	fit->at = reading->at;
	fit->offset = reading->offset + line.intercept;
	fit->rate = line.slope;
	fit->residual = 0;
	for (size_t i = 0; i < fit->n; i++)
		fit->residual = fmax(fit->residual, fabs(fit->readings[i].offset - fit->offset -
							 fit->rate * (fit->readings[i].at - fit->at)));
}

double clock_fit_other(const struct clock_fit *fit, double t)
{
	return t + fit->offset + fit->rate * (t - fit->at);
}

double clock_fit_here(const struct clock_fit *fit, double other)
{
	return fit->at + (other - fit->at - fit->offset) / (1 + fit->rate);
}

bool clock_fit_is_stale(const struct clock_fit *fit, double t, double tolerance)
{
	const struct clock_reading *last = fit->n ? &fit->readings[fit->n - 1] : NULL;
	double age;

	if (!last)
		return true;
	age = fmin(fmax(span_of(fit) / 2, least_span), oldest);
	return t - last->at > age || fabs(last->offset - fit->offset) > tolerance + last->error;
}
