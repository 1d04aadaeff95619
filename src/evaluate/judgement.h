#ifndef SONDE_EVALUATE_JUDGEMENT_H
#define SONDE_EVALUATE_JUDGEMENT_H

#include "evaluate/contest.h"
#include "stats/statistic.h"

/* Sizes between two borders, in bytes: first <= size < last. */
struct contest_region {
	const char *name; /* "below M1", "M1 to M2", "from M2", "eager", "rendezvous", "all sizes" */
	double first, last;
};
enum { CONTEST_REGIONS = 3 };

/* A point that was measured: what stands for its timings, in seconds, with its interval. */
struct contest_point {
	size_t operation, region;
	struct experiment what;
	struct estimate measured;
	double probability; /* of linear gathers from M1 to M2: that one escalates, by the first model that says so; NAN
			       elsewhere */
	size_t timings, escalated; /* where that is said: how many were timed, and how many took so much longer than
				      that model's linear part (thresholds_escalated) */
};

/* What the contest's models say of what was measured. Zero-initialise it; judgement_release frees it. */
struct judgement {
	const struct contest *contest; /* borrowed, with its models */
	struct contest_region regions[CONTEST_REGIONS];
	size_t n_regions;
	struct contest_point *points; /* by operation, then by size */
	size_t n;
	double *predicted; /* seconds: of point p by model i at p * contest->n + i; with escalations, as the statistic
			      has them */
};

/*
 * Regions by M1 and M2 if one of the models has them, else by the longest message that does not wait for its receiver
 * if one says so and there are sizes on both sides, else one. Predictions of operations are those of their schedules,
 * simulated as each model says (predict.h); a model that has escalations of linear gathers gets the statistic of its
 * own times with them (escalation.h): the median or the mean, and without them for the minimum. measured is the
 * campaign's statistic with its interval at the contest's confidence; resolution is the clock's, in seconds. ERR_INPUT
 * if a model cannot predict an operation, ERR_MEMORY. Local, as are all of these.
 */
enum status judgement_make(struct judgement *judgement, const struct contest *contest, const struct campaign *campaign,
			   enum statistic statistic, double resolution, struct error *err);
void judgement_release(struct judgement *judgement);

/* Mean and largest absolute relative error of a model at the points of an operation in a region, and how many there
 * are; operation n_operations: the mean of the operations' means, and the largest. NAN without points. */
struct contest_error {
	double mean, most;
	size_t n;
};
struct contest_error judgement_error(const struct judgement *judgement, size_t model, size_t operation, size_t region);

/*
 * By what part the measured values of a region are uncertain: the median of half their relative intervals, of one
 * operation or of all (n_operations); at least a millionth, infinite if memory does not suffice. Two models whose mean
 * errors differ by no more cannot be told apart by these measurements.
 */
double judgement_spread(const struct judgement *judgement, size_t operation, size_t region);

/* The model with the least mean error; contest->n without points. as_good: whether a model is as good, as far as the
 * spread tells. */
size_t judgement_best(const struct judgement *judgement, size_t operation, size_t region);
bool judgement_as_good(const struct judgement *judgement, size_t model, size_t operation, size_t region);

/*
 * Two algorithms of one operation: at how many sizes their measured times differ by more than a tenth, and at how many
 * of these a model has them in the measured order.
 */
struct contest_ranking {
	size_t differ, right;
};
struct contest_ranking judgement_ranking(const struct judgement *judgement, size_t model, size_t one, size_t other);

/* The next pair of algorithms of one operation after *one and *other, which begin as 0 and 0; false if there is none.
 */
bool judgement_next_pair(const struct judgement *judgement, size_t *one, size_t *other);

#endif
