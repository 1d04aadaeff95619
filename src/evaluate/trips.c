#include "evaluate/trips.h"

#include <math.h>
#include <stdlib.h>

#include "sample/points.h"
#include "sample/reduce.h"

/* NULL if it was not measured. */
static const struct point *find_trip(const struct points *points, struct link link, size_t bytes, size_t reply_bytes)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					.from = link.from,
					.to = link.to,
					.bytes = bytes,
					.reply_bytes = reply_bytes,
					.count = 1};

	return points_find(points, &trip);
}

static void list_trips(struct trips_comparison *c, const struct points *points, struct link link,
		       const struct size_list *sizes)
{
	for (size_t i = 0; i < 2 * sizes->n; i++) {
		size_t bytes = sizes->bytes[i / 2];
		const struct point *trip =
			i % 2 && bytes == 0 ? NULL : find_trip(points, link, bytes, i % 2 ? 0 : bytes);

		if (trip)
			c->trips[c->n++] = (struct compared_trip){
				.bytes = bytes, .reply_bytes = trip->what.reply_bytes, .measured = trip->seconds};
	}
}

/* The intervals of what is listed. ERR_MEMORY. */
static enum status find_intervals(struct trips_comparison *c, const struct campaign *campaign, enum statistic statistic,
				  struct link link, struct error *err)
{
	const struct reduce_rule how = {.statistic = statistic, .confidence = 0.95};
	double *halves = malloc((c->n + 1) * sizeof(*halves));

	if (!halves)
		return error_memory(err, "the intervals of a comparison");
	for (size_t i = 0; i < c->n; i++) {
		struct compared_trip *trip = &c->trips[i];
		const struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP,
						.from = link.from,
						.to = link.to,
						.bytes = trip->bytes,
						.reply_bytes = trip->reply_bytes,
						.count = 1};
		const struct estimate time = sample_estimate(campaign_find(campaign, &what), &how);

		trip->low = time.low;
		trip->high = time.high;
		halves[i] = interval_half(&time);
	}
	c->limit = uncertain_limit(halves, c->n);
	free(halves);
	return OK;
}

static struct estimate estimate_of(const struct compared_trip *trip)
{
	return (struct estimate){.value = trip->measured, .low = trip->low, .high = trip->high};
}

static void predict(struct trips_comparison *c, struct link link, struct model *const *models)
{
	for (size_t k = 0; k < c->n_models; k++)
		for (size_t i = 0; i < c->n; i++)
			c->predicted[k * c->n + i] =
				model_roundtrip(models[k], link, c->trips[i].bytes, c->trips[i].reply_bytes);
}

enum status trips_compare(struct trips_comparison *comparison, const struct campaign *campaign,
			  enum statistic statistic, struct link link, const struct size_list *sizes,
			  struct model *const *models, size_t n_models, struct error *err)
{
	struct reduction *reduction = reduction_new(campaign, statistic, err);

	*comparison = (struct trips_comparison){.n_models = n_models};
	if (!reduction)
		return ERR_MEMORY;
	comparison->trips = calloc(2 * sizes->n + 1, sizeof(*comparison->trips));
	comparison->predicted = calloc(2 * sizes->n * n_models + 1, sizeof(*comparison->predicted));
	if (!comparison->trips || !comparison->predicted) {
		reduction_free(reduction);
		return error_memory(err, "a comparison");
	}
	list_trips(comparison, reduction_values(reduction), link, sizes);
	reduction_free(reduction);
	predict(comparison, link, models);
	return find_intervals(comparison, campaign, statistic, link, err);
}

void trips_comparison_release(struct trips_comparison *comparison)
{
	free(comparison->trips);
	free(comparison->predicted);
	*comparison = (struct trips_comparison){.n = 0};
}

double trips_predicted(const struct trips_comparison *comparison, size_t model, size_t trip)
{
	return comparison->predicted[model * comparison->n + trip];
}

double trips_error(const struct trips_comparison *comparison, size_t model, size_t trip)
{
	return prediction_error(trips_predicted(comparison, model, trip), comparison->trips[trip].measured);
}

bool trips_uncertain(const struct trips_comparison *comparison, size_t model, size_t trip)
{
	const struct estimate measured = estimate_of(&comparison->trips[trip]);

	return is_uncertain(&measured, comparison->limit, trips_predicted(comparison, model, trip));
}

bool trip_answers_alike(const struct compared_trip *trip)
{
	return trip->bytes == trip->reply_bytes;
}

static void add_error(struct prediction_errors *errors, const struct trips_comparison *comparison, size_t model,
		      size_t i)
{
	const struct estimate measured = estimate_of(&comparison->trips[i]);

	prediction_errors_add_measured(errors, trips_predicted(comparison, model, i), &measured, comparison->limit);
}

struct prediction_errors trips_errors_of(const struct trips_comparison *comparison, size_t model, bool alike)
{
	struct prediction_errors errors = {.n = 0};

	for (size_t i = 0; i < comparison->n; i++)
		if (trip_answers_alike(&comparison->trips[i]) == alike)
			add_error(&errors, comparison, model, i);
	return errors;
}

struct prediction_errors trips_errors(const struct trips_comparison *comparison, size_t model)
{
	struct prediction_errors errors = {.n = 0};

	for (size_t i = 0; i < comparison->n; i++)
		add_error(&errors, comparison, model, i);
	return errors;
}

size_t trips_best(const struct trips_comparison *comparison)
{
	size_t best = comparison->n_models;
	double least = INFINITY;

	for (size_t k = 0; k < comparison->n_models; k++) {
		const struct prediction_errors errors = trips_errors(comparison, k);
		double mean = prediction_errors_mean(&errors);

		if (mean < least) { /* false for NAN */
			least = mean;
			best = k;
		}
	}
	return best;
}
