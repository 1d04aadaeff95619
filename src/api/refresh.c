#include "api/refresh.h"

#include "api/estimate.h"
#include "measuring/p2p.h"
#include "measuring/sizes.h"
#include "model/file/file.h"
#include "sample/reduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A round trip that was measured, with what the model before said of it. */
struct trip {
	double bytes, predicted;
	struct sample_summary found;
};

static const struct method *method_of(const struct model *model)
{
	const struct fact *fact = model_fact(model, "method");
	const struct method *method = fact && fact->text ? model_method_find(model->class, fact->text, NULL) : NULL;

	return method ? method : &model->class->methods[0];
}

/* The strides at which the pair's noncontiguous data were measured, if the model knows any. */
static void take_strides(const struct model *model, struct estimate_options *o)
{
	size_t l = model_link(model, o->pair), n = 0;

	for (size_t p = 0; p < model->class->n_params && n < PATHS_STRIDES_MOST; p++) {
		double stride = strncmp(model->class->params[p].name, "stride", strlen("stride")) == 0
					? model_at(model, l, p, 0)
					: NAN;

		if (stride >= 1)
			o->strides[n++] = (size_t)stride;
	}
	o->n_strides = n > 0 ? n : o->n_strides;
}

static int by_bytes(const void *a, const void *b)
{
	const struct trip *x = a, *y = b;

	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static bool is_plain_trip(const struct experiment *what, struct link pair)
{
	const struct setup plain = {.third = 0};

	return what->kind == EXPERIMENT_ROUNDTRIP && what->from == pair.from && what->to == pair.to &&
	       setup_same(&what->setup, &plain);
}

/* The plain round trips of the campaign between the pair, one of each size, ascending; allocated. */
static enum status list_trips(const struct model *model, struct link pair, const struct campaign *campaign,
			      const struct reduce_rule *how, struct trip **trips, size_t *n, struct error *err)
{
	size_t kept = 0;

	*n = 0;
	*trips = malloc((campaign->n + 1) * sizeof(**trips));
	if (!*trips)
		return error_memory(err, "round trips");
	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		const struct experiment *what = &sample->what;
		struct trip trip = {.bytes = (double)what->bytes};

		if (!is_plain_trip(what, pair) || sample->n == 0)
			continue;
		trip.predicted = model_roundtrip(model, pair, what->bytes, what->reply_bytes);
		trip.found = sample_reduce(sample, how);
		if (trip.predicted > 0 && trip.found.value > 0)
			(*trips)[(*n)++] = trip;
	}
	qsort(*trips, *n, sizeof(**trips), by_bytes);
	for (size_t i = 0; i < *n; i++)
		if (kept == 0 || (*trips)[kept - 1].bytes < (*trips)[i].bytes)
			(*trips)[kept++] = (*trips)[i];
	*n = kept;
	return OK;
}

static double bound(double value, double otherwise)
{
	return isfinite(value) ? value : otherwise;
}

static struct factor factor_of(const struct trip *trip)
{
	const struct sample_summary *found = &trip->found;

	return (struct factor){.bytes = trip->bytes,
			       .value = found->value / trip->predicted,
			       .low = bound(found->low, found->min) / trip->predicted,
			       .high = bound(found->high, found->max) / trip->predicted};
}

/* That of what grows from the shortest to the longest; of the longest where that did not grow. */
static struct factor growth(const struct trip *trips, size_t n)
{
	const struct trip *first = &trips[0], *last = &trips[n - 1];
	double predicted = last->predicted - first->predicted, found = last->found.value - first->found.value;
	struct factor whole = factor_of(last);

	if (!(predicted > 0) || !(found > 0))
		return whole;
	return (struct factor){
		.bytes = last->bytes,
		.value = found / predicted,
		.low = fmax(bound(last->found.low, last->found.min) - bound(first->found.high, first->found.max), 0) /
		       predicted,
		.high = (bound(last->found.high, last->found.max) - bound(first->found.low, first->found.min)) /
			predicted};
}

/* The model with what was measured, which is in the campaign. */
static struct model *refreshed(const struct model *model, const struct estimate_options *o, const struct model *fresh,
			       const struct campaign *campaign, struct drifts *drifts, struct error *err)
{
	const struct reduce_rule how = {.statistic = o->probe.stopping.statistic, .confidence = o->confidence};
	struct refresh_input input = {.fresh = fresh, .pair = o->pair};
	struct factor *factors = NULL;
	struct trip *trips = NULL;
	struct model *made = NULL;
	enum status status = list_trips(model, o->pair, campaign, &how, &trips, &input.n, err);

	if (status == OK && input.n == 0)
		status = error_set(err, ERR_INPUT, "no round trip was measured that the model says something of");
	if (status == OK && !(factors = malloc(input.n * sizeof(*factors))))
		status = error_memory(err, "the factors of round trips");
	for (size_t i = 0; status == OK && i < input.n; i++)
		factors[i] = factor_of(&trips[i]);
	if (status == OK) {
		input.factors = factors;
		input.per_byte = growth(trips, input.n);
		made = model_refresh(model, &input, drifts, err);
	}
	free(factors);
	free(trips);
	return made;
}

/* Round trips alone, for a model that no pair suffices for. */
static enum status measure_trips(struct budgeted *b, const struct sonde_sharing *how, struct error *err)
{
	const struct p2p_request request = {.count = 1, .pair = {how->from, how->to}};
	struct sizes_request sizes = SIZES_REQUEST;
	struct measurement *m = &b->measurement;
	struct p2p_points points = {.n = 0};
	struct experiment largest;
	struct probing p;
	enum status status = p2p_points_make(&request, 1, m->platform->processes, &points, err);

	sizes.sizes.bytes = malloc(how->n * sizeof(*how->bytes));
	if (status == OK && !sizes.sizes.bytes)
		status = error_memory(err, "the sizes to measure");
	if (status == OK) {
		memcpy(sizes.sizes.bytes, how->bytes, how->n * sizeof(*how->bytes));
		sizes.sizes.n = how->n;
		largest = pair_point(&points.points[0], how->bytes[how->n - 1], 0);
		status = probing_prepare(m->platform, &largest, err);
		if (status == OK)
			status = probing_end(&p, sizes_families(&sizes, m, &p, points.families, 1, err), err);
	}
	sizes_release(&sizes);
	p2p_points_release(&points);
	return status;
}

static bool all_measured(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->n; i++)
		if (campaign->samples[i]->n == 0)
			return false;
	return campaign->n > 0;
}

/* What the options want, measured; *fresh has the model of it, none where round trips alone were measured. Returns
 * whether all of it was. */
static bool measure(struct budgeted *b, struct estimate_options *o, const struct sonde_sharing *how,
		    struct estimation *fresh, struct sonde_error *outcome)
{
	const struct estimation_request request = {.long_given = true};
	const struct campaign *campaign = &b->measurement.campaign;
	struct error err = {0};

	if (o->method->plan != PLAN_TRIPLETS)
		return estimate_within(b, o, &request, &how->budget, fresh, outcome);
	measure_trips(b, how, &err);
	budgeted_give(&err, outcome);
	if (err.status == OK && (!all_measured(campaign) || campaign->n < how->n)) {
		outcome->status = SONDE_ERROR_BUDGET;
		snprintf(outcome->text, sizeof(outcome->text), "%g s did not suffice for %zu sizes: allow more time",
			 how->budget.seconds, how->n);
	}
	return outcome->status == SONDE_OK;
}

/* What another reader of the model file needs to know. */
static enum status note_refresh(struct model *model, const struct sonde_sharing *how, struct error *err)
{
	TRY(model_fact_number(model, "refreshed_sizes", (double)how->n, err));
	TRY(model_fact_number(model, "refreshed_from", how->from, err));
	return model_fact_number(model, "refreshed_to", how->to, err);
}

/* The refreshed model's text, for a measurement that has begun. */
static char *run(struct budgeted *b, const struct model *model, const struct sonde_sharing *how, struct drifts *drifts,
		 struct sonde_error *outcome)
{
	const struct method *method = method_of(model);
	struct estimate_options o = estimate_options_of(b, model->class, method, &how->budget);
	struct size_list list = {.bytes = (size_t *)how->bytes, .n = how->n};
	struct estimation fresh = {.model = NULL};
	struct model *made = NULL;
	struct error err = {0};
	char *text = NULL;

	o.pair = (struct link){how->from, how->to};
	o.list = method->plan == PLAN_FIXED || method->plan == PLAN_TRIPLETS ? NULL : &list;
	o.size_most = o.long_size = how->bytes[how->n - 1];
	o.probe.seed = how->seed > 0 ? how->seed : o.probe.seed;
	take_strides(model, &o);
	if (measure(b, &o, how, &fresh, outcome)) {
		made = refreshed(model, &o, fresh.model, &b->measurement.campaign, drifts, &err);
		if (made && note_refresh(made, how, &err) == OK)
			text = model_text(made, &err);
		context_give(&err, outcome);
	}
	model_free(made);
	estimation_release(&fresh);
	return text;
}

char *refresh_drive(const struct sonde *context, const struct model *model, const struct sonde_sharing *how,
		    struct drifts *drifts, struct sonde_error *outcome)
{
	const int pair[] = {how->from, how->to};
	struct error err = {0};
	struct budgeted b;
	char *text = NULL;

	if (estimate_begin(&b, context, &how->budget, pair, &err) == OK)
		text = run(&b, model, how, drifts, outcome);
	else
		budgeted_give(&err, outcome);
	budgeted_release(&b);
	return text;
}
