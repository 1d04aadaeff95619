#include "api/estimate.h"

#include "api/digest.h"
#include "api/model.h"
#include "api/options.h"
#include "estimate/estimate.h"
#include "model/average.h"
#include "model/file/file.h"
#include "mpi/live/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_LEAST = 16, LARGEST = 65536, LARGEST_TRIPLETS = 16384, STEP = 16, LIST_MOST = 20, DRAWS = 50 };

/* Of the budget: the rest is for the fit and its intervals. */
static const double measuring_share = 0.9;

static const struct method *method_of(const struct sonde_estimation *what, struct error *err)
{
	const struct model_class *class = model_class_find(what->model, err);

	return class ? model_method_find(class, what->method, err) : NULL;
}

static size_t largest_of(const struct sonde_estimation *what, const struct method *method)
{
	size_t largest = method->plan == PLAN_TRIPLETS ? LARGEST_TRIPLETS : LARGEST;

	return what->largest > 0 ? what->largest : largest;
}

/* The sizes of a quick estimation: 0, 1 and then every 16 times larger one, and largest; for a line 0, a quarter, a
 * half and largest. */
static size_t quick_sizes(const struct method *method, size_t largest, size_t sizes[LIST_MOST])
{
	size_t n = 0;

	sizes[n++] = 0;
	if (method->plan == PLAN_REGRESSION) {
		sizes[n++] = largest / 4;
		sizes[n++] = largest / 2;
	} else {
		for (size_t bytes = 1;
		     bytes < largest && n<LIST_MOST - 1; bytes = bytes> largest / STEP ? largest : STEP * bytes)
			sizes[n++] = bytes;
	}
	sizes[n++] = largest;
	return n;
}

enum status estimate_check_sizes(const struct method *method, const size_t *bytes, size_t n, struct error *err)
{
	if (!bytes)
		return OK;
	if (method->plan == PLAN_FIXED || method->plan == PLAN_TRIPLETS)
		return error_set(err, ERR_INPUT, "the method \"%s\" measures fixed sizes only: bytes must be NULL",
				 method->name);
	if (context_check_sizes(bytes, n, err) != OK)
		return ERR_INPUT;
	for (size_t i = 1; i < n; i++)
		if (bytes[i] <= bytes[i - 1])
			return error_set(err, ERR_INPUT, "the sizes must ascend: %zu bytes follow %zu", bytes[i],
					 bytes[i - 1]);
	if (method->plan == PLAN_REGRESSION && n < 2)
		return error_set(err, ERR_INPUT, "a line needs 2 sizes at least");
	if (method->plan == PLAN_REFINE && bytes[0] != 0)
		return error_set(err, ERR_INPUT, "the first size must be 0: latency follows from the empty message");
	return OK;
}

static enum status check_long(const struct sonde_estimation *what, const struct method *method, struct error *err)
{
	size_t largest = largest_of(what, method);

	if (largest < LARGEST_LEAST)
		return error_set(err, ERR_INPUT, "messages of up to %zu bytes show no model: at least %d", largest,
				 LARGEST_LEAST);
	if (what->switch_bytes > 0 && method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_INPUT, "%s has no switch to rendezvous: switch_bytes goes with lmo",
				 what->model);
	if (what->switch_bytes > 0 && (what->switch_bytes <= largest || what->switch_bytes > SIZE_MAX / 8))
		return error_set(err, ERR_INPUT,
				 "the largest message, %zu bytes, must be below the switch to rendezvous, %zu bytes",
				 largest, what->switch_bytes);
	return OK;
}

static enum status check_strides(const struct sonde_estimation *what, struct error *err)
{
	size_t n = what->strides ? what->n_strides : 0;

	if (n > PATHS_STRIDES_MOST || (what->strides && n == 0))
		return error_set(err, ERR_INPUT, "%zu strides: at least 1 and at most %d", n, PATHS_STRIDES_MOST);
	for (size_t i = 0; i < n; i++)
		if (what->strides[i] < 1 || what->strides[i] > PATHS_STRIDE_MOST)
			return error_set(err, ERR_INPUT, "a stride of %zu blocks: 1 to %d", what->strides[i],
					 PATHS_STRIDE_MOST);
	return OK;
}

static enum status check_pairs(const struct sonde *context, const struct sonde_estimation *what,
			       const struct method *method, struct error *err)
{
	int processes = context_processes(context);

	if (what->pairs != SONDE_ONE_PAIR && what->pairs != SONDE_EACH_PAIR && what->pairs != SONDE_MEAN_OF_PAIRS)
		return error_set(err, ERR_INPUT,
				 "there are no pairs %d: SONDE_ONE_PAIR, SONDE_EACH_PAIR or SONDE_MEAN_OF_PAIRS",
				 (int)what->pairs);
	if (method->plan == PLAN_TRIPLETS && processes < 3)
		return error_set(err, ERR_INPUT,
				 "%s needs at least 3 processes, and there are %d: what belongs to a process and what "
				 "to a link is told apart by triplets",
				 what->model, processes);
	if (method->plan == PLAN_TRIPLETS && what->pairs == SONDE_MEAN_OF_PAIRS)
		return error_set(err, ERR_INPUT, "%s keeps processes apart: a mean of pairs would not be one",
				 what->model);
	return what->pairs == SONDE_ONE_PAIR && method->plan != PLAN_TRIPLETS
		       ? context_check_pair(context, what->from, what->to, err)
		       : OK;
}

static enum status check(const struct sonde *context, const struct sonde_estimation *what, struct sonde_model **model,
			 struct error *err)
{
	const struct method *method;

	if (!model)
		return error_set(err, ERR_INPUT, "there is no place for the model: model is NULL");
	if (!what->model)
		return error_set(err, ERR_INPUT, "there is no name of a model: model is NULL");
	method = method_of(what, err);
	if (!method || check_pairs(context, what, method, err) != OK || check_long(what, method, err) != OK ||
	    estimate_check_sizes(method, what->bytes, what->n, err) != OK || check_strides(what, err) != OK)
		return ERR_INPUT;
	return context_check_budget(&what->budget, err);
}

static unsigned long long digest_of(const struct sonde_estimation *what)
{
	unsigned long long digest = digest_text(digest_text(DIGEST, what->model), what->method);
	const long long numbers[] = {what->pairs,
				     what->pairs == SONDE_ONE_PAIR ? what->from : 0,
				     what->pairs == SONDE_ONE_PAIR ? what->to : 0,
				     what->parallel != 0,
				     what->both_directions != 0,
				     (long long)what->largest,
				     (long long)what->switch_bytes,
				     (long long)what->seed};

	digest = digest_bytes(digest, numbers, sizeof(numbers));
	digest = digest_sizes(digest, what->n <= CONTEXT_SIZES_MOST ? what->bytes : NULL, what->n);
	digest = digest_sizes(digest, what->n_strides <= PATHS_STRIDES_MOST ? what->strides : NULL, what->n_strides);
	return context_digest_budget(digest, &what->budget);
}

/* What another reader of the model file needs to know. */
static enum status note_origin(struct model *model, const struct estimate_options *o, const struct sonde_budget *budget,
			       double seconds, struct error *err)
{
	enum status status = model_fact_text(model, "method", o->method->name, err);

	if (status == OK)
		status = model_fact_text(model, "platform", "mpi, inside an application", err);
	if (status == OK)
		status = model_fact_text(model, "statistic", statistic_name(o->probe.stopping.statistic), err);
	if (status == OK && o->rounds)
		status = model_fact_number(model, "pairs", (double)pair_rounds_count(o->rounds), err);
	else if (status == OK && o->method->plan != PLAN_TRIPLETS) {
		status = model_fact_number(model, "from", o->pair.from, err);
		if (status == OK)
			status = model_fact_number(model, "to", o->pair.to, err);
	}
	if (status == OK)
		status = model_fact_number(model, "budget_seconds", budget->seconds, err);
	return status == OK ? model_fact_number(model, "measuring_seconds", seconds, err) : status;
}

struct estimate_options estimate_options_of(const struct sonde *context, const struct method *method,
					    const struct model_class *class, const struct sonde_budget *budget)
{
	struct estimate_options o = estimate_options_default(class, method);

	o.probe = context_probe(context, budget, measuring_share);
	/* Trains need not be saturated to more than the precision that is wanted. */
	if (budget->error > o.probe.epsilon)
		o.probe.epsilon = budget->error;
	o.confidence = o.probe.stopping.confidence;
	o.draws = DRAWS;
	return o;
}

struct model *estimate_within(const struct sonde *context, const struct estimate_options *o,
			      const struct sonde_budget *budget, struct campaign *campaign, struct sonde_error *outcome)
{
	struct platform *platform = context->embedded.platform;
	struct prober prober = {0};
	struct error err = {0};
	double begin = platform_now(platform);
	struct model *model = estimate_run(o, platform, campaign, NULL, NULL, &prober, &err);

	if (model && note_origin(model, o, budget, platform_now(platform) - begin, &err) != OK) {
		model_free(model);
		model = NULL;
	}
	context_give(&err, outcome);
	if (!model && err.status == ERR_INPUT && prober.deadline.refused > 0) {
		outcome->status = SONDE_ERROR_BUDGET;
		snprintf(outcome->text, sizeof(outcome->text),
			 "%g s did not suffice for a %s model: allow more time, smaller messages or fewer "
			 "processes",
			 budget->seconds, o->class->name);
	}
	prober_release(&prober);
	return model;
}

static struct model *mean_of(struct model *model, struct error *err)
{
	struct model *mean = model_average(model, err);

	model_free(model);
	return mean;
}

/* Process 0: measures and fits; the model as text, which the caller frees, or NULL and the outcome says why. */
static char *drive(const struct sonde *context, const struct sonde_estimation *what, struct sonde_error *outcome)
{
	const struct method *method = method_of(what, NULL);
	struct estimate_options o =
		estimate_options_of(context, method, model_class_find(what->model, NULL), &what->budget);
	size_t sizes[LIST_MOST], largest = largest_of(what, method);
	struct size_list list = {.bytes = sizes, .n = quick_sizes(method, largest, sizes)};
	struct pair_rounds rounds = {.n = 0};
	struct campaign campaign = {0};
	struct model *model = NULL;
	struct error err = {0};
	char *text;
	bool all = what->pairs != SONDE_ONE_PAIR && method->plan != PLAN_TRIPLETS;

	if (what->bytes)
		list = (struct size_list){.bytes = (size_t *)what->bytes, .n = what->n};
	if (what->pairs == SONDE_ONE_PAIR && method->plan != PLAN_TRIPLETS)
		o.pair = (struct link){what->from, what->to};
	o.both_directions = what->both_directions || (all && !estimate_is_symmetric(method));
	o.parallel = what->parallel != 0;
	o.probe.seed = what->seed > 0 ? what->seed : o.probe.seed;
	o.list = method->plan == PLAN_FIXED || method->plan == PLAN_TRIPLETS ? NULL : &list;
	o.size_most = o.long_size = largest;
	o.switch_size = what->switch_bytes;
	for (size_t i = 0; what->strides && i < what->n_strides; i++)
		o.strides[i] = what->strides[i];
	o.n_strides = what->strides ? what->n_strides : o.n_strides;
	if (all && pair_rounds_all(&rounds, (size_t)context_processes(context), o.parallel, &err) == OK)
		o.rounds = &rounds;
	if (err.status == OK)
		model = estimate_within(context, &o, &what->budget, &campaign, outcome);
	if (model && what->pairs == SONDE_MEAN_OF_PAIRS)
		model = mean_of(model, &err);
	text = model ? model_text(model, &err) : NULL;
	if (err.status != OK)
		context_give(&err, outcome);
	model_free(model);
	campaign_release(&campaign);
	pair_rounds_release(&rounds);
	return text;
}

enum sonde_status sonde_estimate(struct sonde *context, const struct sonde_estimation *given,
				 struct sonde_model **model, struct sonde_error *error)
{
	struct error err = {0}, mine = {0};
	struct sonde_error outcome = {0};
	struct sonde_estimation what;
	unsigned long long digest;
	char *text = NULL;
	enum sonde_status status;

	if (model)
		*model = NULL;
	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_estimation", &mine) == OK)
		check(context, &what, model, &mine);
	digest = digest_of(&what);
	if (embed_agree(&context->embedded, &digest, sizeof(digest), &mine, &err) != OK)
		return context_give(&err, error);
	if (context_drives(context)) {
		text = drive(context, &what, &outcome);
		live_dismiss(context->embedded.platform);
	} else {
		embed_serve(&context->embedded);
	}
	status = context_share(context, &outcome, error);
	if (status != SONDE_OK)
		return status;
	model_spread(context, 0, text, &mine, model, &err);
	return context_give(&err, error);
}
