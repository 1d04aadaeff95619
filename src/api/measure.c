#include "api/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MOST = 10000 };

/* FNV-1a, 64 bits. */
static unsigned long long digest(const size_t *bytes, size_t n)
{
	unsigned long long hash = 14695981039346656037ULL;

	for (size_t i = 0; i < n; i++)
		for (unsigned long long value = bytes[i], k = 0; k < 8; k++, value >>= 8)
			hash = (hash ^ (value & 0xff)) * 1099511628211ULL;
	return hash;
}

static enum status check_wishes(const struct sonde *context, enum sonde_operation operation, int from, int to, const size_t *bytes, size_t n, const struct sonde_budget *budget,
	const struct sonde_result *results, struct error *err)
{
	if (operation != SONDE_ROUNDTRIP && operation != SONDE_ONEWAY && operation != SONDE_ACKNOWLEDGED)
		return error_set(err, ERR_INPUT, "there is no operation %d: SONDE_ROUNDTRIP, SONDE_ONEWAY or SONDE_ACKNOWLEDGED", (int)operation);
	if (!bytes || n < 1 || n > SIZES_MOST)
		return error_set(err, ERR_INPUT, "%zu sizes cannot be measured: at least 1 and at most %d", bytes ? n : 0, SIZES_MOST);
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	return context_check(context, from, to, budget, err);
}

static struct request request_of(enum sonde_operation operation, int from, int to, const size_t *bytes, size_t n, const struct sonde_budget *budget)
{
	struct request request;

	memset(&request, 0, sizeof(request));
	request.operation = (int)operation;
	request.from = from;
	request.to = to;
	request.n = n;
	request.sizes = bytes && n <= SIZES_MOST ? digest(bytes, n) : 0;
	if (budget)
		request.budget = *budget;
	return request;
}

/* The numbers of a sample (NULL: none was made), each time multiplied by scale. */
static enum status summarise(const struct sample *sample, const struct stopping *rule, double scale, struct sonde_result *result, struct error *err)
{
	double *seconds = malloc((sample ? sample->n + 1 : 1) * sizeof(*seconds));
	struct estimate median;

	if (!seconds)
		return error_memory(err, "a result");
	*result = (struct sonde_result){.bytes = result->bytes, .median = NAN, .low = NAN, .high = NAN, .minimum = NAN, .maximum = NAN, .error = INFINITY, .ending = SONDE_TIME_OVER};
	for (size_t i = 0; sample && i < sample->n; i++) {
		seconds[i] = scale * sample->observations[i].seconds;
		result->minimum = fmin(result->minimum, seconds[i]);
		result->maximum = fmax(result->maximum, seconds[i]);
	}
	if (sample && sample->n > 0) {
		median = statistic_estimate(STATISTIC_MEDIAN, seconds, sample->n, rule->confidence, 0);
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
	bool same = probe->steady > 0 && result->n >= probe->steady && result->maximum - result->minimum <= 1e-6 * result->minimum;

	if (same || (result->n >= probe->stopping.least && result->error <= probe->stopping.error))
		return SONDE_PRECISE;
	return result->n >= probe->stopping.most ? SONDE_REPETITIONS : SONDE_TIME_OVER;
}

static struct experiment experiment_of(enum sonde_operation operation, int from, int to, size_t bytes)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP, .from = from, .to = to, .bytes = bytes, .reply_bytes = operation == SONDE_ACKNOWLEDGED ? 0 : bytes, .count = 1};
}

/* Process 0: measures all points within the budget and fills in the results. */
static enum status drive(const struct sonde *context, const struct request *request, const size_t *bytes, struct sonde_result *results, struct error *err)
{
	struct platform *platform = context->embedded.platform;
	struct probe_options probe = context_probe(context, &request->budget, 1);
	struct experiment *points = calloc(request->n, sizeof(*points));
	struct campaign campaign = {0};
	struct prober prober;
	size_t largest = 0;
	enum status status = points ? OK : error_memory(err, "the points to measure");

	for (size_t i = 0; status == OK && i < request->n; i++) {
		points[i] = experiment_of((enum sonde_operation)request->operation, request->from, request->to, bytes[i]);
		largest = bytes[i] > largest ? bytes[i] : largest;
	}
	prober_init(&prober, platform, &campaign, &probe, NULL, NULL);
	if (status == OK)
		status = platform->class->prepare(platform, largest, err);
	if (status == OK)
		status = probe_points(&prober, points, request->n, err);
	for (size_t i = 0; status == OK && i < request->n; i++) {
		results[i].bytes = bytes[i];
		status = summarise(campaign_find(&campaign, &points[i]), &probe.stopping, request->operation == SONDE_ONEWAY ? 0.5 : 1, &results[i], err);
		results[i].ending = ending_of(&results[i], &probe);
	}
	prober_release(&prober);
	campaign_release(&campaign);
	free(points);
	return status;
}

enum sonde_status sonde_measure(struct sonde *context, enum sonde_operation operation, int from, int to, const size_t *bytes, size_t n, const struct sonde_budget *budget,
	struct sonde_result *results, struct sonde_error *error)
{
	struct error err = {0}, mine = {0};
	struct sonde_error outcome = {0};
	struct sonde_result *made = NULL;
	struct request request = request_of(operation, from, to, bytes, n, budget);
	enum sonde_status status;

	if (!context) {
		error_set(&err, ERR_INPUT, "there is no context: context is NULL");
		return context_give(&err, error);
	}
	if (check_wishes(context, operation, from, to, bytes, n, budget, results, &mine) == OK && !(made = calloc(n, sizeof(*made))))
		error_memory(&mine, "results");
	if (embed_agree(&context->embedded, &request, sizeof(request), &mine, &err) != OK) {
		free(made);
		return context_give(&err, error);
	}
	if (context_drives(context)) {
		drive(context, &request, bytes, made, &err);
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
