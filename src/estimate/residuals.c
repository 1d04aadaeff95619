#include "estimate/residuals.h"

#include "estimate/residual_checks.h"
#include "sample/reduce.h"
#include "stats/launches.h"

#include <math.h>
#include <stdlib.h>

static double time_of(const struct estimate_options *o, const struct sample *sample)
{
	const struct reduce_rule rule = {.statistic = o->probe.stopping.statistic, .confidence = 0.95};

	return sample_estimate(sample, &rule).value;
}

/* Adds the errors of the model at the checks of a launch to a sum of *n of them. */
static void add_errors(const struct estimate_options *o, const struct model *model, const struct campaign *launch,
		       struct residuals *residuals, double *sum, size_t *n)
{
	size_t most = checks_largest(o, launch);

	for (size_t i = 0; i < launch->n; i++) {
		const struct sample *sample = launch->samples[i];
		const struct experiment *trip = &sample->what;
		double error;

		if (sample->n == 0 || !checks_include(trip) || trip->bytes > most)
			continue;
		error = fabs(
			model_roundtrip(model, (struct link){trip->from, trip->to}, trip->bytes, trip->reply_bytes) /
				time_of(o, sample) -
			1);
		*sum += error;
		*n += 1;
		residuals->sizes += trip->reply_bytes == 1;
		if (!(residuals->worst >= error)) {
			residuals->worst = error;
			residuals->worst_bytes = trip->bytes;
		}
	}
}

/* Returns the standard deviation, over launches, of the logarithm of a round trip's time: of all that each launch has.
 */
static double spread_of(const struct estimate_options *o, const struct campaign *const *launches, size_t n,
			double *seconds)
{
	struct launch_spread all = {.deviation = NAN};

	for (size_t i = 0; i < launches[0]->n; i++) {
		size_t present = 0;

		for (size_t k = 0; k < n; k++) {
			const struct sample *sample = campaign_find(launches[k], &launches[0]->samples[i]->what);

			if (sample && sample->n > 0 && sample->what.kind == EXPERIMENT_ROUNDTRIP)
				seconds[present++] = time_of(o, sample);
		}
		if (present == n)
			all = launches_pool(all, launches_spread(seconds, n));
	}
	return all.deviation;
}

enum status residuals_find(const struct estimate_options *options, size_t processes,
			   const struct campaign *const *launches, size_t n, struct residuals *residuals,
			   struct error *err)
{
	const struct campaign **others = malloc((n + 1) * sizeof(*others));
	double *seconds = malloc((n + 1) * sizeof(*seconds)), sum = 0;
	struct estimate_options without = *options;
	enum status status = others && seconds ? OK : error_memory(err, "launches that are checked");
	size_t count = 0;

	*residuals = (struct residuals){.mean = NAN, .worst = NAN, .launches = n, .spread = NAN};
	without.draws = 0;
	for (size_t k = 0; status == OK && k < n; k++) {
		struct error why = {0};
		struct model *model;
		size_t kept = 0;

		for (size_t i = 0; i < n; i++)
			if (i != k || n == 1)
				others[kept++] = launches[i];
		model = estimate_fit(&without, processes, others, kept, &why);
		if (model)
			add_errors(options, model, launches[k], residuals, &sum, &count);
		else if (why.status == ERR_MEMORY)
			status = error_set(err, ERR_MEMORY, "%s", why.text);
		model_free(model);
	}
	if (count > 0)
		residuals->mean = sum / (double)count;
	if (status == OK && n > 1)
		residuals->spread = spread_of(options, launches, n, seconds);
	free(others);
	free(seconds);
	return status;
}

void residuals_add_launches(struct residuals *residuals)
{
	const double mean_deviation = 0.798; /* of a normal distribution, beside the standard deviation: sqrt(2/pi) */

	residuals->spread = launches_assumed;
	residuals->mean = hypot(residuals->mean, mean_deviation * launches_assumed);
}

enum status residuals_keep(const struct residuals *residuals, struct model *model, struct error *err)
{
	if (isfinite(residuals->mean)) {
		TRY(model_fact_number(model, MODEL_RESIDUAL, residuals->mean, err));
		TRY(model_fact_number(model, MODEL_RESIDUAL "_worst", residuals->worst, err));
		TRY(model_fact_number(model, MODEL_RESIDUAL "_bytes", (double)residuals->worst_bytes, err));
		TRY(model_fact_number(model, MODEL_RESIDUAL "_sizes", (double)residuals->sizes, err));
	}
	if (residuals->launches > 1)
		TRY(model_fact_number(model, MODEL_LAUNCHES, (double)residuals->launches, err));
	return isnan(residuals->spread) ? OK : model_fact_number(model, MODEL_SPREAD, residuals->spread, err);
}
