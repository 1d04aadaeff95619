#include "api/results.h"

#include "api/budgeted.h"
#include "measuring/sizes.h"
#include "probe/unfinished.h"
#include "sample/reduce.h"
#include "sample/warmup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void found_release(struct found *found)
{
	free(found->results);
	free(found->breaks);
	*found = (struct found){.n = 0};
}

/* Why it ended there. What came out the same every time needs less than the least number of timings. */
static enum sonde_ending ending_of(const struct sonde_result *result, size_t made, const struct probe_options *probe)
{
	bool same = probe->steady > 0 && result->n >= probe->steady &&
		    result->maximum - result->minimum <= 1e-6 * result->minimum;

	if (same || (result->n >= probe->stopping.least && result->error <= probe->stopping.error))
		return SONDE_PRECISE;
	return made >= probe->stopping.most ? SONDE_REPETITIONS : SONDE_TIME_OVER;
}

enum status results_summarise(const struct sample *sample, const struct probe_options *probe, double resolution,
			      double scale, struct sonde_result *result, struct error *err)
{
	const struct reduce_rule how = {
		.statistic = STATISTIC_MEDIAN, .confidence = probe->stopping.confidence, .resolution = resolution};
	const struct sample_summary all = sample_reduce(sample, &how);
	double *seconds = malloc((sample ? sample->n + 1 : 1) * sizeof(*seconds));

	if (!seconds || (all.n > 0 && isnan(all.value))) {
		free(seconds);
		return error_memory(err, "a result");
	}
	*result = (struct sonde_result){.bytes = result->bytes,
					.median = scale * all.value,
					.low = scale * all.low,
					.high = scale * all.high,
					.minimum = scale * all.min,
					.maximum = scale * all.max,
					.error = INFINITY,
					.n = all.n,
					.resolution = resolution};
	if (all.n > 0)
		result->error = stopping_error(&probe->stopping, seconds, sample_seconds(sample, seconds));
	result->ending = ending_of(result, sample ? sample->n : 0, probe);
	free(seconds);
	return isnan(result->error) ? error_memory(err, "the error of a result") : OK;
}

static struct sonde_break break_of(const struct breakpoint *b, double scale)
{
	return (struct sonde_break){.kind = b->kind == BREAK_JUMP ? SONDE_JUMP : SONDE_SLOPE,
				    .before = (size_t)b->before,
				    .after = (size_t)b->after,
				    .place = b->place,
				    .from = scale * b->from,
				    .to = scale * b->to,
				    .slope_before = scale * b->slope[0],
				    .slope_after = scale * b->slope[1]};
}

static enum status take_breaks(const struct wanted *wanted, const struct sizes_request *sizes,
			       const struct prober *prober, struct found *found, struct error *err)
{
	struct breakpoint *list = NULL;
	size_t n = 0;
	enum status status = sizes_breaks(sizes, &wanted->family, prober, 0, &list, &n, err);

	if (status == OK && !(found->breaks = calloc(n + 1, sizeof(*found->breaks))))
		status = error_memory(err, "the breaks of a curve");
	for (size_t i = 0; status == OK && i < n; i++)
		found->breaks[found->n_breaks++] = break_of(&list[i], wanted->scale);
	free(list);
	return status;
}

static size_t curves_of(const struct wanted *wanted)
{
	return wanted->family.curves + wanted->rest.curves;
}

/* The results of all sizes and curves. */
static enum status take_results(const struct wanted *wanted, const struct sizes_request *sizes,
				const struct prober *prober, struct found *found, struct error *err)
{
	size_t n = sizes->sizes.n, first = wanted->family.curves;
	enum status status = OK;

	found->n = n;
	found->results = calloc(n * curves_of(wanted) + 1, sizeof(*found->results));
	if (!found->results)
		return error_memory(err, "results");
	for (size_t i = 0; status == OK && i < n * curves_of(wanted); i++) {
		size_t curve = i / n, bytes = sizes->sizes.bytes[i % n];
		const struct explore_family *family = curve < first ? &wanted->family : &wanted->rest;
		const struct experiment what =
			family->at(family->context, bytes, curve < first ? curve : curve - first);
		struct sonde_result *result =
			&found->results[(wanted->places ? wanted->places[curve] : curve) * n + i % n];

		result->bytes = bytes;
		status = results_summarise(campaign_find(prober->campaign, &what), prober->options,
					   prober->platform->clock.resolution, wanted->scale, result, err);
	}
	return status;
}

/* The sizes of a call; sizes_release frees them. */
static enum status sizes_of(const struct wanted *wanted, struct sizes_request *sizes, struct error *err)
{
	*sizes = (struct sizes_request)SIZES_REQUEST;
	sizes->sizes.bytes = malloc(wanted->n * sizeof(*wanted->bytes));
	if (!sizes->sizes.bytes)
		return error_memory(err, "the sizes to measure");
	memcpy(sizes->sizes.bytes, wanted->bytes, wanted->n * sizeof(*wanted->bytes));
	sizes->sizes.n = wanted->n;
	sizes->sizes.adaptive = sizes->adaptive = wanted->explore != NULL;
	if (wanted->explore)
		sizes->options = *wanted->explore;
	return OK;
}

static struct experiment largest_of(const struct wanted *wanted)
{
	size_t largest = 0;

	for (size_t i = 0; i < wanted->n; i++)
		largest = wanted->bytes[i] > largest ? wanted->bytes[i] : largest;
	return wanted->family.at(wanted->family.context, largest, 0);
}

/* Measures for a run that has begun, and ends it. */
static enum status measure(struct measurement *m, const struct wanted *wanted, struct sizes_request *sizes,
			   struct found *found, struct error *err)
{
	const struct explore_family families[] = {wanted->family, wanted->rest};
	struct probing p;
	enum status status = sizes_families(sizes, m, &p, families, wanted->rest.curves > 0 ? 2 : 1, err);

	found->complete = unfinished_count(&p.prober) == 0;
	if (status == OK)
		status = take_results(wanted, sizes, &p.prober, found, err);
	if (status == OK && wanted->explore)
		status = take_breaks(wanted, sizes, &p.prober, found, err);
	return probing_end(&p, status, err);
}

enum status results_drive(const struct sonde *context, const struct wanted *wanted, struct found *found,
			  struct error *err)
{
	const struct experiment largest = largest_of(wanted);
	const int pair[] = {largest.from, largest.to};
	struct sizes_request sizes = SIZES_REQUEST;
	struct budgeted b;
	enum status status = budgeted_begin(
		&b, context, largest.kind == EXPERIMENT_COLLECTIVE ? PURPOSE_MEASURE_COLLECTIVE : PURPOSE_MEASURE_P2P,
		&wanted->budget, 1, pair, err);

	if (status == OK)
		status = probing_prepare(b.measurement.platform, &largest, err);
	if (status == OK)
		status = sizes_of(wanted, &sizes, err);
	if (status == OK)
		status = measure(&b.measurement, wanted, &sizes, found, err);
	sizes_release(&sizes);
	budgeted_release(&b);
	return status;
}

/* What process 0 works on for a call. */
struct results_work {
	const struct wanted *wanted;
	struct found found;
};

static void drive(const struct sonde *context, void *work, struct sonde_error *outcome)
{
	struct results_work *w = work;
	struct error err = {0};

	results_drive(context, w->wanted, &w->found, &err);
	budgeted_give(&err, outcome);
}

/* Process 0's results at all processes, which have room for them. Collective. */
static void spread(const struct sonde *context, const struct found *found, size_t n, struct sonde_result *results)
{
	if (found->results)
		memcpy(results, found->results, n * sizeof(*results));
	embed_share(&context->embedded, results, n * sizeof(*results));
}

enum sonde_status results_measure(struct sonde *context, const struct wanted *wanted, const struct error *mine,
				  struct sonde_result *results, struct sonde_error *error)
{
	struct results_work work = {.wanted = wanted};
	struct error err = {0};
	enum sonde_status status;

	if (embed_agree(&context->embedded, &wanted->digest, sizeof(wanted->digest), mine, &err) != OK)
		return context_give(&err, error);
	status = context_run(context, drive, &work, error);
	if (status == SONDE_OK)
		spread(context, &work.found, wanted->n * curves_of(wanted), results);
	found_release(&work.found);
	return status;
}
