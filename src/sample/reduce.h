#ifndef SONDE_SAMPLE_REDUCE_H
#define SONDE_SAMPLE_REDUCE_H

#include <stdbool.h>

#include "sample/sample.h"
#include "stats/statistic.h"

/* All functions are Local. */

/*
 * How a sample becomes a number: the one way for estimators, tables, reports and the library. Left at zero, resolution
 * and the flags stand for an exact clock, for the timings after the warm-up, and for an interval that is widened where
 * timings are correlated.
 */
struct reduce_rule {
	enum statistic statistic;
	double confidence; /* of the interval, 0 < confidence < 1 */
	double resolution; /* s: the least difference that the clock shows; it is shared among the operations of a loop
			    */
	bool keep_warmup;  /* the timings of the warm-up (sample.warmup_timings) count too */
	bool independent;  /* timings are taken as independent: the interval is not widened */
};

/* A sample as numbers, in seconds. */
struct sample_summary {
	double value, low, high; /* the rule's statistic with its interval */
	double min, median, max; /* of the timings that count */
	size_t n;                /* timings that count */
};

/*
 * What stands for the sample's timings, in seconds.
 *
 * - value, low, high: statistic_estimate, or correlation_estimate unless the rule says independent. low is not below 0
 *   unless a timing is.
 * - No timings, or no sample (NULL): all NAN, n is 0.
 * - Without memory: all NAN, n is the number of timings.
 */
struct sample_summary sample_reduce(const struct sample *sample, const struct reduce_rule *how);

/* Its value with its interval alone. */
struct estimate sample_estimate(const struct sample *sample, const struct reduce_rule *how);

/* As sample_reduce, of the send calls alone (send_seconds), where they were timed: n is how many were. */
struct sample_summary sample_reduce_sends(const struct sample *sample, const struct reduce_rule *how);

/*
 * What stands for a point in n launches of one program: the least launch's numbers for the minimum, else the mean of
 * the launches' values with Student's interval over them.
 *
 * - launches: value, low and high of each; n >= 1. One launch stands for itself.
 * - Without memory: NAN.
 */
struct estimate launches_reduce(const struct estimate *launches, size_t n, const struct reduce_rule *how);

#endif
