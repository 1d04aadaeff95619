#include "api/results.h"
#include "stats/correlation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, 64 bits. */
unsigned long long results_digest(const size_t *bytes, size_t n)
{
	unsigned long long hash = 14695981039346656037ULL;

	for (size_t i = 0; i < n; i++)
		for (unsigned long long value = bytes[i], k = 0; k < 8; k++, value >>= 8)
			hash = (hash ^ (value & 0xff)) * 1099511628211ULL;
	return hash;
}

/* The numbers of a sample (NULL: none was made), each time multiplied by scale. */
static enum status summarise(const struct sample *sample, const struct stopping *rule, double scale,
			     struct sonde_result *result, struct error *err)
{
	double *seconds = malloc((sample ? sample->n + 1 : 1) * sizeof(*seconds));
	struct estimate median;

	if (!seconds)
		return error_memory(err, "a result");
	*result = (struct sonde_result){.bytes = result->bytes,
					.median = NAN,
					.low = NAN,
					.high = NAN,
					.minimum = NAN,
					.maximum = NAN,
					.error = INFINITY,
					.ending = SONDE_TIME_OVER};
	for (size_t i = 0; sample && i < sample->n; i++) {
		seconds[i] = scale * sample->observations[i].seconds;
		result->minimum = fmin(result->minimum, seconds[i]);
		result->maximum = fmax(result->maximum, seconds[i]);
	}
	if (sample && sample->n > 0) {
		median = correlation_estimate(STATISTIC_MEDIAN, seconds, sample->n, rule->confidence, 0);
		result->median = median.value;
		result->low = median.low;
		result->high = median.high;
		result->n = sample->n;
		result->error = stopping_error(rule, seconds, sample->n);
	}
	free(seconds);
	return OK;
}

/* Why it ended there. What came out the same every time needs less than the least number of timings. */
static enum sonde_ending ending_of(const struct sonde_result *result, const struct probe_options *probe)
{
	bool same = probe->steady > 0 && result->n >= probe->steady &&
		    result->maximum - result->minimum <= 1e-6 * result->minimum;

	if (same || (result->n >= probe->stopping.least && result->error <= probe->stopping.error))
		return SONDE_PRECISE;
	return result->n >= probe->stopping.most ? SONDE_REPETITIONS : SONDE_TIME_OVER;
}

/* Process 0: measures all points within the budget and fills in the results. */
static enum status drive(const struct sonde *context, const struct wanted *wanted, struct sonde_result *results,
			 struct error *err)
{
	struct platform *platform = context->embedded.platform;
	struct probe_options probe = context_probe(context, &wanted->request->budget, 1);
	size_t n = wanted->request->n, room = wanted->room;
	struct campaign campaign = {0};
	struct prober prober;
	enum status status;

	for (size_t i = 0; wanted->room == 0 && i < n; i++)
		room = wanted->points[i].bytes > room ? wanted->points[i].bytes : room;
	prober_init(&prober, platform, &campaign, &probe, NULL, NULL);
	status = platform->class->prepare(platform, room, err);
	if (status == OK)
		status = probe_points(&prober, wanted->points, n, err);
	for (size_t i = 0; status == OK && i < n; i++) {
		results[i].bytes = wanted->points[i].bytes;
		status = summarise(campaign_find(&campaign, &wanted->points[i]), &probe.stopping, wanted->scale,
				   &results[i], err);
		results[i].ending = ending_of(&results[i], &probe);
	}
	prober_release(&prober);
	campaign_release(&campaign);
	return status;
}

enum sonde_status results_measure(struct sonde *context, const struct wanted *wanted, const struct error *mine,
				  struct sonde_result *results, struct sonde_error *error)
{
	size_t n = wanted->request->n;
	struct error err = {0}, objection = *mine;
	struct sonde_error outcome = {0};
	struct sonde_result *made = objection.status == OK ? calloc(n, sizeof(*made)) : NULL;
	enum sonde_status status;

	if (objection.status == OK && !made)
		error_memory(&objection, "results");
	if (embed_agree(&context->embedded, wanted->request, sizeof(*wanted->request), &objection, &err) != OK) {
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
