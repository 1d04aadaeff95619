#ifndef SONDE_EVALUATE_SCORES_H
#define SONDE_EVALUATE_SCORES_H

#include "evaluate/evaluation.h"
#include "stats/statistic.h"

/* All functions are Local. */

/* Sizes between two borders, in bytes: first <= size < last. */
struct size_region {
	const char *name; /* "below M1", "M1 to M2", "from M2", "eager", "rendezvous", "all sizes" */
	double first, last;
};
enum { EVALUATION_REGIONS = 3 };

/* A point that was measured: what stands for its timings, in seconds, with its interval. */
struct evaluated_point {
	size_t operation, region;
	struct experiment what;
	struct estimate measured;
	double probability; /* of linear gathers from M1 to M2: that one escalates, by the first model that says so; NAN
			       elsewhere */
	size_t timings, escalated; /* where that is said: how many were timed, and how many took so much longer than
				      that model's linear part (thresholds_escalated) */
};

/* What the evaluation's models say of what was measured. Zero-initialise it; scores_release frees it. */
struct scores {
	const struct evaluation *evaluation; /* borrowed, with its models */
	struct size_region regions[EVALUATION_REGIONS];
	size_t n_regions;
	struct evaluated_point *points; /* by operation, then by size */
	size_t n;
	double *predicted; /* seconds: of point p by model i at p * evaluation->n + i; with escalations, as the
			      statistic has them */
	double limit;      /* from where on points are uncertain (uncertain_limit) */
};

/*
 * Scores the evaluation's models by what was measured.
 *
 * - Regions: by M1 and M2 if one of the models has them; else by the longest message that does not wait for its
 *   receiver, if one says so and there are sizes on both sides; else one.
 * - Predictions of operations: of their schedules, simulated as each model says (predict.h).
 * - A model that has escalations of linear gathers gets the statistic of its own times with them (escalation.h): the
 *   median or the mean, and without them for the minimum.
 * - measured: the campaign's statistic with its interval at the evaluation's confidence.
 * - resolution: the clock's, in seconds.
 * - Ownership: scores_release in any case.
 * - ERR_INPUT if a model cannot predict an operation, ERR_MEMORY.
 */
enum status scores_make(struct scores *scores, const struct evaluation *evaluation, const struct campaign *campaign,
			enum statistic statistic, double resolution, struct error *err);
void scores_release(struct scores *scores);

/*
 * Mean and largest absolute relative error of a model at the points of an operation in a region, and how many there
 * are; besides so many are uncertain (uncertain_limit), for all models, and do not count unless all of the operation's
 * are.
 *
 * - Operation n_operations: the mean of the operations' means, and the largest.
 * - NAN without points.
 */
struct scores_error_range {
	double mean, most;
	size_t n, uncertain;
};
struct scores_error_range scores_error(const struct scores *scores, size_t model, size_t operation, size_t region);

/*
 * By what part the measured values of a region are uncertain: the median of half their relative intervals, of one
 * operation or of all (n_operations).
 *
 * - At least a millionth; infinite without memory.
 * - Two models whose mean errors differ by no more cannot be told apart by these measurements.
 */
double scores_spread(const struct scores *scores, size_t operation, size_t region);

/*
 * The model with the least mean error, evaluation->n without points; and whether a model is as good, as far as the
 * spread tells.
 */
size_t scores_best(const struct scores *scores, size_t operation, size_t region);
bool scores_as_good(const struct scores *scores, size_t model, size_t operation, size_t region);

/*
 * Two algorithms of one operation.
 *
 * - differ: at how many sizes their measured times differ by more than a tenth.
 * - right: at how many of these a model has them in the measured order.
 */
struct algorithm_order {
	size_t differ, right;
};
struct algorithm_order scores_ranking(const struct scores *scores, size_t model, size_t one, size_t other);

/*
 * Finds the next pair of algorithms of one operation after *one and *other; false if there is none.
 *
 * - *one, *other: begin as 0 and 0.
 */
bool scores_next_pair(const struct scores *scores, size_t *one, size_t *other);

#endif
