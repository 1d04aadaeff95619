#include "api/results.h"

#include "mpi/live/platform.h"
#include "sample/reduce.h"
#include "sample/warmup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
					.n = all.n};
	if (all.n > 0)
		result->error = stopping_error(&probe->stopping, seconds, sample_seconds(sample, seconds));
	result->ending = ending_of(result, sample ? sample->n : 0, probe);
	free(seconds);
	return OK;
}

/* Measures until the timings that are left without the warm-up are precise too. */
static enum status measure_settled(struct prober *prober, const struct wanted *wanted, struct error *err)
{
	size_t together = wanted->together, groups = wanted->n / together;
	enum status status = probe_groups(prober, wanted->points, together, groups, err);

	if (status == OK && campaign_find_warmup(prober->campaign, NULL) > 0)
		status = probe_groups(prober, wanted->points, together, groups, err);
	return status;
}

/* Process 0: measures all points within the budget and fills in the results. */
static enum status drive(const struct sonde *context, const struct wanted *wanted, struct sonde_result *results,
			 struct error *err)
{
	struct platform *platform = context->embedded.platform;
	struct probe_options probe = context_probe(context, &wanted->budget, 1);
	size_t n = wanted->n, room = wanted->room;
	struct campaign campaign = {0};
	struct prober prober;
	enum status status;

	for (size_t i = 0; wanted->room == 0 && i < n; i++)
		room = wanted->points[i].bytes > room ? wanted->points[i].bytes : room;
	prober_init(&prober, platform, &campaign, &probe, NULL, NULL);
	status = platform_prepare(platform, room, err);
	if (status == OK)
		status = measure_settled(&prober, wanted, err);
	for (size_t i = 0; status == OK && i < n; i++) {
		struct sonde_result *result = &results[wanted->places ? wanted->places[i] : i];

		result->bytes = wanted->points[i].bytes;
		status = results_summarise(campaign_find(&campaign, &wanted->points[i]), &probe,
					   platform->clock.resolution, wanted->scale, result, err);
	}
	prober_release(&prober);
	campaign_release(&campaign);
	return status;
}

enum sonde_status results_measure(struct sonde *context, const struct wanted *wanted, const struct error *mine,
				  struct sonde_result *results, struct sonde_error *error)
{
	size_t n = wanted->n;
	struct error err = {0}, objection = *mine;
	struct sonde_error outcome = {0};
	struct sonde_result *made = objection.status == OK ? calloc(n, sizeof(*made)) : NULL;
	enum sonde_status status;

	if (objection.status == OK && !made)
		error_memory(&objection, "results");
	if (embed_agree(&context->embedded, &wanted->digest, sizeof(wanted->digest), &objection, &err) != OK) {
		free(made);
		return context_give(&err, error);
	}
	if (context_drives(context)) {
		drive(context, wanted, made, &err);
		live_dismiss(context->embedded.platform);
		context_give(&err, &outcome);
	} else {
		embed_serve(&context->embedded);
	}
	status = context_share(context, &outcome, error);
	if (status == SONDE_OK) {
		embed_share(&context->embedded, made, n * sizeof(*made));
		memcpy(results, made, n * sizeof(*made));
	}
	free(made);
	return status;
}
