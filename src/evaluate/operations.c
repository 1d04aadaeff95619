#include "evaluate/operations.h"

#include "algorithm/request.h"
#include "base/memory.h"
#include "predict/closed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void operations_comparison_release(struct operations_comparison *comparison)
{
	free(comparison->calls);
	free(comparison->predicted);
	free(comparison->forms);
	*comparison = (struct operations_comparison){.n = 0};
}

bool operation_is_native(const struct experiment *what)
{
	return what->setup.algorithm[0] == '\0';
}

static bool is_of(const struct sample *sample, enum collective collective)
{
	return sample->n > 0 && sample->what.kind == EXPERIMENT_COLLECTIVE &&
	       strcmp(sample->what.setup.collective, collective_words[collective]) == 0;
}

size_t operations_count(const struct campaign *campaign, enum collective collective, bool own)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++)
		n += is_of(campaign->samples[i], collective) &&
		     !(own && operation_is_native(&campaign->samples[i]->what));
	return n;
}

static int by_algorithm(const void *a, const void *b)
{
	const struct experiment *x = ((const struct compared_call *)a)->what,
				*y = ((const struct compared_call *)b)->what;
	int order = operation_is_native(x) - operation_is_native(y);
	const size_t keys[][2] = {{x->setup.segment, y->setup.segment},
				  {x->setup.fanout, y->setup.fanout},
				  {(size_t)x->from, (size_t)y->from},
				  {x->setup.timing, y->setup.timing},
				  {x->count, y->count},
				  {x->bytes, y->bytes}};

	if (order == 0)
		order = strcmp(x->setup.algorithm, y->setup.algorithm);
	if (order == 0)
		order = strcmp(x->setup.forced, y->setup.forced);
	if (order == 0)
		order = strcmp(x->setup.order, y->setup.order);
	if (order == 0)
		order = strcmp(x->setup.groups, y->setup.groups);
	if (order == 0)
		order = strcmp(x->setup.arrival, y->setup.arrival);
	for (size_t i = 0; order == 0 && i < sizeof(keys) / sizeof(keys[0]); i++)
		order = (keys[i][0] > keys[i][1]) - (keys[i][0] < keys[i][1]);
	return order;
}

static enum status add_call(struct operations_comparison *comparison, const struct timed_run *run, size_t index,
			    const struct sample *sample, struct error *err)
{
	struct compared_call *grown =
		memory_grow(comparison->calls, &comparison->capacity, comparison->n + 1, sizeof(*grown));
	const struct estimate none = {.value = NAN}, time = grown ? sample_estimate(sample, &run->how) : none;

	if (grown)
		comparison->calls = grown;
	if (isnan(time.value))
		return error_memory(err, "the timings of a point");
	comparison->calls[comparison->n++] = (struct compared_call){index, &sample->what, time.value, time};
	return OK;
}

static enum status add_run(struct operations_comparison *comparison, enum collective collective,
			   const struct timed_run *run, size_t index, struct error *err)
{
	size_t begin = comparison->n;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < run->campaign->n; i++)
		if (is_of(run->campaign->samples[i], collective))
			status = add_call(comparison, run, index, run->campaign->samples[i], err);
	if (comparison->n > begin)
		qsort(&comparison->calls[begin], comparison->n - begin, sizeof(*comparison->calls), by_algorithm);
	return status;
}

static struct closed_form *forms_of(const struct operations_comparison *comparison, size_t model, size_t call)
{
	return comparison->forms ? &comparison->forms[(model * comparison->n + call) * (CLOSED_FORMS_MOST + 1)] : NULL;
}

/* By all models: the request is read and checked once. */
static enum status predict_call(struct operations_comparison *comparison, size_t i, const struct timed_run *run,
				struct error *err)
{
	const struct experiment *what = comparison->calls[i].what;
	struct collective_request request;
	struct algorithm_use use;
	enum status status = collective_request_of_experiment(&request, what, run->processes, err);

	if (status == OK)
		status = collective_request_use(&request, request.algorithm, what->bytes, &use, err);
	for (size_t k = 0; status == OK && k < comparison->n_models; k++) {
		status = predict_measured(&run->models[k], &use, what, &comparison->predicted[k * comparison->n + i],
					  err);
		/* Formulas are of one operation, to which all processes come at once. */
		if (status == OK && comparison->forms && what->count <= 1 && !what->setup.arrival[0])
			closed_forms(&run->models[k].use, use.algorithm, use.call, forms_of(comparison, k, i));
	}
	collective_request_release(&request);
	return status;
}

static enum status find_limit(struct operations_comparison *comparison, struct error *err)
{
	double *halves = malloc((comparison->n + 1) * sizeof(*halves));

	if (!halves)
		return error_memory(err, "the intervals of a comparison");
	for (size_t i = 0; i < comparison->n; i++)
		halves[i] = interval_half(&comparison->calls[i].time);
	comparison->limit = uncertain_limit(halves, comparison->n);
	free(halves);
	return OK;
}

enum status operations_compare(struct operations_comparison *comparison, enum collective collective,
			       const struct timed_run *runs, size_t n_runs, size_t n_models, struct error *err)
{
	enum status status = OK;

	*comparison = (struct operations_comparison){.n_runs = n_runs, .n_models = n_models};
	for (size_t k = 0; status == OK && k < n_runs * n_models; k++)
		status = model_check(runs[k / n_models].models[k % n_models].use.model, err);
	for (size_t r = 0; status == OK && r < n_runs; r++)
		status = add_run(comparison, collective, &runs[r], r, err);
	if (status == OK)
		comparison->predicted = malloc((comparison->n * n_models + 1) * sizeof(*comparison->predicted));
	if (status == OK && n_runs > 0 && runs->models->closed)
		comparison->forms =
			calloc(comparison->n * n_models * (CLOSED_FORMS_MOST + 1) + 1, sizeof(*comparison->forms));
	if (status == OK && (!comparison->predicted || (n_runs > 0 && runs->models->closed && !comparison->forms)))
		return error_memory(err, "predictions of operations");
	if (status == OK)
		status = find_limit(comparison, err);
	for (size_t i = 0; status == OK && i < comparison->n * n_models; i++)
		comparison->predicted[i] = NAN;
	for (size_t i = 0; status == OK && i < comparison->n; i++)
		if (!operation_is_native(comparison->calls[i].what))
			status = predict_call(comparison, i, &runs[comparison->calls[i].run], err);
	return status;
}

double operations_predicted(const struct operations_comparison *comparison, size_t model, size_t call)
{
	return comparison->predicted[model * comparison->n + call];
}

const struct closed_form *operations_forms(const struct operations_comparison *comparison, size_t model, size_t call)
{
	return forms_of(comparison, model, call);
}

/* Returns what the model's form of this name predicts of the call, NAN if none does. */
static double form_predicted(const struct operations_comparison *comparison, size_t model, size_t call,
			     const char *name)
{
	for (const struct closed_form *form = forms_of(comparison, model, call); form->name; form++)
		if (strcmp(form->name, name) == 0)
			return form->seconds;
	return NAN;
}

struct prediction_errors operations_errors(const struct operations_comparison *comparison, size_t model,
					   const char *form)
{
	struct prediction_errors errors = {.n = 0};

	for (size_t i = 0; i < comparison->n; i++) {
		double predicted =
			form ? form_predicted(comparison, model, i, form) : operations_predicted(comparison, model, i);

		if (!isnan(predicted) && predicted != 0)
			prediction_errors_add_measured(&errors, predicted, &comparison->calls[i].time,
						       comparison->limit);
	}
	return errors;
}
