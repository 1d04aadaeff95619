/*
 * A round trip of m bytes with an empty answer takes T(m) + T(0), one with an answer of m bytes 2 T(m), as all models
 * here have it: by the empty round trip 2 T(0) either follows from the other. Where both were measured, what the fit
 * does not use tells what this misses.
 */
#include "estimate/residual_trips.h"

#include "estimate/witness.h"
#include "sample/reduce.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static bool is_plain_trip(const struct experiment *what)
{
	static const struct setup plain = {.operation = OPERATION_SEND};

	return what->kind == EXPERIMENT_ROUNDTRIP && what->count == 1 && what->bytes > 0 &&
	       (what->reply_bytes == 0 || what->reply_bytes == what->bytes) && setup_same(&what->setup, &plain);
}

static int by_size(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

struct residual_trip residual_trip_of(const struct estimate_options *o, const struct sample *sample)
{
	const struct reduce_rule how = {.statistic = o->probe.stopping.statistic, .confidence = 0.95};
	const struct experiment *what = &sample->what;
	struct estimate time = sample_estimate(sample, &how);

	return (struct residual_trip){.link = {what->from, what->to},
				      .bytes = what->bytes,
				      .reply_bytes = what->reply_bytes,
				      .seconds = time.value,
				      .noise = (time.high - time.low) / (4 * time.value)};
}

/* The sample of a round trip over the link; NULL if it was not measured. */
static const struct sample *sample_of(const struct campaign *campaign, struct link link, size_t bytes,
				      size_t reply_bytes)
{
	const struct experiment what = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, bytes, reply_bytes);
	const struct sample *sample = campaign_find(campaign, &what);

	return sample && sample->n > 0 ? sample : NULL;
}

/* The trip with the other answer, an empty one or one of the same size, if that was not measured; seconds is 0 if it
 * was, or if nothing follows. */
static struct residual_trip other_trip(const struct estimate_options *o, const struct campaign *campaign,
				       const struct residual_trip *trip)
{
	struct residual_trip other = *trip, empty;
	const struct sample *sample = sample_of(campaign, trip->link, 0, 0);
	double deviation;

	other.reply_bytes = trip->reply_bytes > 0 ? 0 : trip->bytes;
	other.seconds = 0;
	if (!sample || sample_of(campaign, trip->link, other.bytes, other.reply_bytes))
		return other;
	empty = residual_trip_of(o, sample);
	deviation = hypot(2 * trip->seconds * trip->noise, empty.seconds * empty.noise);
	if (trip->reply_bytes > 0) {
		other.seconds = (trip->seconds + empty.seconds) / 2;
		deviation = hypot(trip->seconds * trip->noise, empty.seconds * empty.noise) / 2;
	} else {
		other.seconds = 2 * trip->seconds - empty.seconds;
	}
	other.noise = deviation / other.seconds;
	return other;
}

bool residuals_have_lines(const struct model_class *class)
{
	for (size_t p = 0; p < class->n_params; p++)
		if (class->params[p].shape == PARAM_PER_SIZE)
			return true;
	return false;
}

bool residuals_have_both(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (campaign->samples[i]->n > 0 && is_plain_trip(what) && what->reply_bytes > 0 &&
		    sample_of(campaign, (struct link){what->from, what->to}, what->bytes, 0))
			return true;
	}
	return false;
}

static void add_trip(struct residual_trips *trips, const struct residual_trip *trip)
{
	if (!(trip->seconds > 0))
		return;
	trips->sizes[trips->n] = trip->bytes;
	trips->list[trips->n++] = *trip;
}

bool residuals_have_check(const struct residual_checks *checks, size_t bytes)
{
	for (size_t i = 0; checks && i < checks->n; i++)
		if (checks->sizes[i] == bytes)
			return true;
	return false;
}

bool residuals_answer_same(const struct method *method)
{
	for (size_t i = 0; i < method->n_rows; i++)
		if (method->rows[i].kind == EXPERIMENT_ROUNDTRIP && method->rows[i].reply_same)
			return true;
	return false;
}

struct experiment residual_check_trip(const struct estimate_options *o, const struct residual_checks *checks, size_t k)
{
	return witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, o->pair, checks->sizes[k], checks->sizes[k] - 1);
}

/* Whether the sample is one of the checks beside all fits. */
static bool is_beside(const struct experiment *what, const struct residual_checks *checks)
{
	static const struct setup plain = {.operation = OPERATION_SEND};

	return checks && checks->beside && what->kind == EXPERIMENT_ROUNDTRIP && what->count == 1 &&
	       what->reply_bytes + 1 == what->bytes && what->reply_bytes > 0 && setup_same(&what->setup, &plain) &&
	       residuals_have_check(checks, what->bytes);
}

/* What models by triplets measure is measured between all processes, and the rest of their campaign between one pair.
 */
static bool is_of_triplets(const struct estimate_options *o, const struct experiment *what)
{
	return (what->from != o->pair.from || what->to != o->pair.to) && is_plain_trip(what);
}

/* The largest message of the model's own experiments. */
static size_t largest_of(const struct estimate_options *o, const struct campaign *campaign)
{
	size_t largest = 0;

	if (o->method->plan != PLAN_TRIPLETS)
		return SIZE_MAX;
	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (is_of_triplets(o, what) && what->bytes > largest)
			largest = what->bytes;
	}
	return largest;
}

/* Whether a size is one of the few that models by triplets follow from. */
static bool is_own_of_triplets(const struct estimate_options *o, const struct campaign *campaign, size_t bytes)
{
	for (size_t i = 0; o->method->plan == PLAN_TRIPLETS && i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->bytes == bytes && is_of_triplets(o, what))
			return true;
	}
	return false;
}

/* Whether the sample is one that the model is held against. */
static bool is_listed(const struct estimate_options *o, const struct sample *sample,
		      const struct residual_checks *checks)
{
	bool lines = residuals_have_lines(o->class), beside = checks && checks->beside && checks->n > 0,
	     own = (sample->what.reply_bytes > 0) == residuals_answer_same(o->method);

	if (sample->n == 0)
		return false;
	return is_plain_trip(&sample->what) ? !lines || !beside || own : !lines && is_beside(&sample->what, checks);
}

enum status residual_trips_list(const struct estimate_options *o, const struct campaign *campaign,
				const struct residual_checks *checks, struct residual_trips *trips, struct error *err)
{
	size_t kept = 0, largest = largest_of(o, campaign);
	bool lines = residuals_have_lines(o->class), beside = checks && checks->beside && checks->n > 0,
	     single = lines && (beside || residuals_have_both(campaign));

	trips->list = calloc(2 * campaign->n + 1, sizeof(*trips->list));
	trips->sizes = calloc(2 * campaign->n + 1, sizeof(*trips->sizes));
	if (!trips->list || !trips->sizes)
		return error_memory(err, "the round trips of a campaign");
	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		struct residual_trip trip, other;

		if (!is_listed(o, sample, checks) || sample->what.bytes > largest ||
		    (beside && is_own_of_triplets(o, campaign, sample->what.bytes)))
			continue;
		trip = residual_trip_of(o, sample);
		add_trip(trips, &trip);
		if (single)
			continue;
		other = other_trip(o, campaign, &trip);
		add_trip(trips, &other);
	}
	qsort(trips->sizes, trips->n, sizeof(*trips->sizes), by_size);
	for (size_t i = 0; i < trips->n; i++)
		if (kept == 0 || trips->sizes[i] != trips->sizes[kept - 1])
			trips->sizes[kept++] = trips->sizes[i];
	trips->n_sizes = kept;
	return OK;
}
