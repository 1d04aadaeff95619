#include "evaluate/scores.h"

#include "algorithm/request.h"
#include "estimate/thresholds/thresholds.h"
#include "evaluate/prediction_errors.h"
#include "predict/escalation.h"
#include "predict/predict.h"
#include "sample/reduce.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_spread = 1e-6;

void scores_release(struct scores *scores)
{
	free(scores->points);
	free(scores->predicted);
	*scores = (struct scores){.n = 0};
}

/* A parameter of the platform, of the first model that has it; NAN if none has. */
static double threshold(const struct evaluation *evaluation, const char *name)
{
	for (size_t i = 0; i < evaluation->n; i++) {
		const struct model *model = evaluation->list[i].model;
		double value = model_param_index(model->class, name) < model->class->n_params
				       ? model_value(model, model_platform(model), name, 0)
				       : NAN;

		if (!isnan(value))
			return value;
	}
	return NAN;
}

static double eager_limit(const struct evaluation *evaluation)
{
	for (size_t i = 0; i < evaluation->n; i++) {
		uint64_t most = model_eager_default(evaluation->list[i].model);

		if (most < UINT64_MAX)
			return (double)most;
	}
	return NAN;
}

static void choose_regions(struct scores *j)
{
	const struct size_list *sizes = &j->evaluation->sizes;
	double M1 = threshold(j->evaluation, "M1"), M2 = threshold(j->evaluation, "M2"),
	       eager = eager_limit(j->evaluation);

	if (!isnan(M1)) {
		j->regions[j->n_regions++] = (struct size_region){"below M1", 0, M1};
		j->regions[j->n_regions++] = (struct size_region){"M1 to M2", M1, isnan(M2) ? INFINITY : M2};
		j->regions[j->n_regions++] = (struct size_region){"from M2", isnan(M2) ? INFINITY : M2, INFINITY};
	} else if (sizes->n && (double)sizes->bytes[0] <= eager && (double)sizes->bytes[sizes->n - 1] > eager) {
		j->regions[j->n_regions++] = (struct size_region){"eager", 0, eager + 1};
		j->regions[j->n_regions++] = (struct size_region){"rendezvous", eager + 1, INFINITY};
	} else {
		j->regions[j->n_regions++] = (struct size_region){"all sizes", 0, INFINITY};
	}
}

static size_t region_of(const struct scores *j, size_t bytes)
{
	size_t r = 0;

	while (r + 1 < j->n_regions && (double)bytes >= j->regions[r].last)
		r++;
	return r;
}

static bool is_held(const struct size_list *sizes, size_t bytes)
{
	for (size_t i = 0; i < sizes->n; i++)
		if (sizes->bytes[i] == bytes)
			return true;
	return false;
}

/* Whether the sample is one of the evaluation's points; *operation is which. */
static bool is_point(const struct evaluation *evaluation, const struct sample *sample, size_t *operation)
{
	const struct experiment *what = &sample->what;

	for (size_t k = 0; sample->n > 0 && is_held(&evaluation->sizes, what->bytes) && k < evaluation->n_operations;
	     k++) {
		const struct experiment wanted = evaluation_experiment(
			&evaluation->operations[k], (struct link){what->from, what->to}, what->bytes);

		*operation = k;
		if (experiment_same_point(what, &wanted))
			return true;
	}
	return false;
}

static int by_operation(const void *a, const void *b)
{
	const struct evaluated_point *x = a, *y = b;
	const double keys[][2] = {{(double)x->operation, (double)y->operation},
				  {(double)x->what.bytes, (double)y->what.bytes},
				  {x->what.from, y->what.from},
				  {x->what.to, y->what.to}};
	int order = 0;

	for (size_t i = 0; order == 0 && i < sizeof(keys) / sizeof(keys[0]); i++)
		order = (keys[i][0] > keys[i][1]) - (keys[i][0] < keys[i][1]);
	return order;
}

static double escalation_by(const struct model *model, const struct algorithm_use *use, enum statistic statistic)
{
	if (statistic == STATISTIC_MEAN)
		return escalation_expected(model, use->algorithm, use->call);
	return statistic == STATISTIC_MEDIAN ? escalation_quantile(model, use->algorithm, use->call, 0.5) : 0;
}

static void count_escalations(struct scores *j, struct evaluated_point *point, const struct sample *sample)
{
	const struct algorithm_class *algorithm = j->evaluation->operations[point->operation].algorithm;
	bool gather = algorithm->collective == COLLECTIVE_GATHER && strcmp(algorithm->name, "linear") == 0;

	point->probability = NAN;
	for (size_t i = 0; gather && isnan(point->probability) && i < j->evaluation->n; i++) {
		const struct model *model = j->evaluation->list[i].model;
		const struct thresholds rule = {
			.regular = {.intercept = j->predicted[(size_t)(point - j->points) * j->evaluation->n + i]},
			.factor = thresholds_options_default().factor,
			.noise = j->evaluation->noise};

		if (!escalation_region(model, point->what.bytes))
			continue;
		point->probability =
			model_value(model, model_platform(model), "escalation_probability", point->what.bytes);
		if (isnan(point->probability))
			continue;
		point->timings = sample->n;
		for (size_t k = 0; k < sample->n; k++)
			point->escalated +=
				thresholds_escalated(&rule, point->what.bytes, sample->observations[k].seconds);
	}
}

/* Predictions are at first those of calls that do not escalate, against which escalations are counted; then what stands
 * for a point's timings contains its escalations, so that what is held against it does too. */
static enum status predict_call(struct scores *j, struct evaluated_point *point, enum statistic statistic,
				const struct sample *sample, struct error *err)
{
	const struct evaluation *evaluation = j->evaluation;
	double *predicted = &j->predicted[(size_t)(point - j->points) * evaluation->n];
	struct collective_request request;
	struct algorithm_use use;
	enum status status = collective_request_of_experiment(&request, &point->what, evaluation->processes, err);

	if (status == OK)
		status = collective_request_use(&request, request.algorithm, point->what.bytes, &use, err);
	for (size_t i = 0; status == OK && i < evaluation->n; i++) {
		const struct predict_options how = predict_options_default(evaluation->list[i].model);

		status = predict_collective(&how, &use, &predicted[i], err);
	}
	if (status == OK)
		count_escalations(j, point, sample);
	for (size_t i = 0; status == OK && i < evaluation->n; i++)
		predicted[i] += escalation_by(evaluation->list[i].model, &use, statistic);
	collective_request_release(&request);
	return status;
}

static enum status predict_point(struct scores *j, struct evaluated_point *point, enum statistic statistic,
				 const struct sample *sample, struct error *err)
{
	const struct evaluation *evaluation = j->evaluation;
	const struct link link = {point->what.from, point->what.to};
	double *predicted = &j->predicted[(size_t)(point - j->points) * evaluation->n];

	if (evaluation->operations[point->operation].algorithm)
		return predict_call(j, point, statistic, sample, err);
	point->probability = NAN;
	for (size_t i = 0; i < evaluation->n; i++)
		predicted[i] =
			model_roundtrip(evaluation->list[i].model, link, point->what.bytes, point->what.reply_bytes);
	return OK;
}

static enum status find_limit(struct scores *j, struct error *err)
{
	double *halves = malloc((j->n + 1) * sizeof(*halves));

	if (!halves)
		return error_memory(err, "the intervals of a comparison");
	for (size_t p = 0; p < j->n; p++)
		halves[p] = interval_half(&j->points[p].measured);
	j->limit = uncertain_limit(halves, j->n);
	free(halves);
	return OK;
}

enum status scores_make(struct scores *j, const struct evaluation *evaluation, const struct campaign *campaign,
			enum statistic statistic, double resolution, struct error *err)
{
	const struct reduce_rule how = {
		.statistic = statistic, .confidence = evaluation->confidence, .resolution = resolution};
	enum status status = OK;

	*j = (struct scores){.evaluation = evaluation,
			     .points = calloc(campaign->n + 1, sizeof(*j->points)),
			     .predicted = calloc(campaign->n * evaluation->n + 1, sizeof(*j->predicted))};
	if (!j->points || !j->predicted)
		return error_memory(err, "the points of a comparison");
	choose_regions(j);
	for (size_t i = 0; status == OK && i < campaign->n; i++) {
		struct evaluated_point *point = &j->points[j->n];

		if (!is_point(evaluation, campaign->samples[i], &point->operation))
			continue;
		point->what = campaign->samples[i]->what;
		point->region = region_of(j, point->what.bytes);
		point->measured = sample_estimate(campaign->samples[i], &how);
		if (isnan(point->measured.value))
			status = error_memory(err, "the timings of a point");
		j->n++;
	}
	qsort(j->points, j->n, sizeof(*j->points), by_operation);
	if (status == OK)
		status = find_limit(j, err);
	for (size_t p = 0; status == OK && p < j->n; p++)
		status = predict_point(j, &j->points[p], statistic, campaign_find(campaign, &j->points[p].what), err);
	return status;
}

/* The errors at points that are uncertain, or at the others. */
static struct scores_error_range error_at(const struct scores *j, size_t model, size_t operation, size_t region,
					  bool uncertain)
{
	struct scores_error_range error = {.n = 0};

	for (size_t p = 0; p < j->n; p++) {
		const struct estimate *measured = &j->points[p].measured;
		double predicted = j->predicted[p * j->evaluation->n + model],
		       off = fabs(prediction_error(predicted, measured->value));

		if (j->points[p].operation != operation || (j->points[p].region != region && region < j->n_regions) ||
		    (interval_half(measured) > j->limit) != uncertain)
			continue;
		error.mean += off;
		error.most = fmax(error.most, off);
		error.n++;
	}
	error.mean = error.n ? error.mean / (double)error.n : NAN;
	error.most = error.n ? error.most : NAN;
	return error;
}

/* What is uncertain is so for all models, so that they are held against the same points; it counts where there is
 * nothing else. */
static struct scores_error_range error_of_operation(const struct scores *j, size_t model, size_t operation,
						    size_t region)
{
	struct scores_error_range error = error_at(j, model, operation, region, false),
				  uncertain = error_at(j, model, operation, region, true);

	if (error.n == 0)
		return uncertain;
	error.uncertain = uncertain.n;
	return error;
}

struct scores_error_range scores_error(const struct scores *j, size_t model, size_t operation, size_t region)
{
	struct scores_error_range all = {.n = 0};
	size_t n = 0;

	if (operation < j->evaluation->n_operations)
		return error_of_operation(j, model, operation, region);
	for (size_t k = 0; k < j->evaluation->n_operations; k++) {
		struct scores_error_range one = error_of_operation(j, model, k, region);

		all.uncertain += one.uncertain;
		if (one.n == 0)
			continue;
		n++;
		all.mean += one.mean;
		all.most = fmax(all.most, one.most);
		all.n += one.n;
	}
	all.mean = n ? all.mean / (double)n : NAN;
	all.most = n ? all.most : NAN;
	return all;
}

double scores_spread(const struct scores *j, size_t operation, size_t region)
{
	double *halves = malloc((j->n + 1) * sizeof(*halves)), spread;
	size_t n = 0;

	if (!halves)
		return INFINITY;
	for (size_t p = 0; p < j->n; p++) {
		const struct estimate *measured = &j->points[p].measured;

		if ((j->points[p].operation == operation || operation == j->evaluation->n_operations) &&
		    j->points[p].region == region)
			halves[n++] = (measured->high - measured->low) / 2 / measured->value;
	}
	spread = n ? quantile_median(halves, n) : 0;
	free(halves);
	return isnan(spread) ? INFINITY : fmax(least_spread, spread);
}

size_t scores_best(const struct scores *j, size_t operation, size_t region)
{
	size_t best = j->evaluation->n;
	double least = INFINITY;

	for (size_t i = 0; i < j->evaluation->n; i++) {
		double mean = scores_error(j, i, operation, region).mean;

		if (mean < least) { /* false for NAN */
			least = mean;
			best = i;
		}
	}
	return best;
}

bool scores_as_good(const struct scores *j, size_t model, size_t operation, size_t region)
{
	size_t best = scores_best(j, operation, region);

	return best < j->evaluation->n &&
	       scores_error(j, model, operation, region).mean - scores_error(j, best, operation, region).mean <=
		       scores_spread(j, operation, region);
}

/* The point of a collective operation; NULL if it was not measured. */
static const struct evaluated_point *find_point(const struct scores *j, size_t operation, size_t bytes)
{
	for (size_t p = 0; p < j->n; p++)
		if (j->points[p].operation == operation && j->points[p].what.bytes == bytes)
			return &j->points[p];
	return NULL;
}

static double predicted_of(const struct scores *j, const struct evaluated_point *point, size_t model)
{
	return j->predicted[(size_t)(point - j->points) * j->evaluation->n + model];
}

struct algorithm_order scores_ranking(const struct scores *j, size_t model, size_t one, size_t other)
{
	const double tenth = 1.1;
	struct algorithm_order ranking = {0, 0};

	for (size_t s = 0; s < j->evaluation->sizes.n; s++) {
		const struct evaluated_point *a = find_point(j, one, j->evaluation->sizes.bytes[s]),
					     *b = find_point(j, other, j->evaluation->sizes.bytes[s]);
		bool slower;

		if (!a || !b ||
		    fmax(a->measured.value, b->measured.value) <= tenth * fmin(a->measured.value, b->measured.value))
			continue;
		slower = a->measured.value > b->measured.value;
		ranking.differ++;
		ranking.right += slower == (predicted_of(j, a, model) > predicted_of(j, b, model));
	}
	return ranking;
}

bool scores_next_pair(const struct scores *j, size_t *one, size_t *other)
{
	const struct evaluation *evaluation = j->evaluation;

	for (; *one < evaluation->n_operations; (*one)++, *other = *one) {
		for ((*other)++; *other < evaluation->n_operations; (*other)++) {
			const struct algorithm_class *a = evaluation->operations[*one].algorithm,
						     *b = evaluation->operations[*other].algorithm;

			if (a && b && a->collective == b->collective)
				return true;
		}
	}
	return false;
}
