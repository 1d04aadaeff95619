#include "api/estimate.h"

#include "api/digest.h"
#include "api/model.h"
#include "api/options.h"
#include "estimate/classes/class_file.h"
#include "estimate/classes/classes.h"
#include "estimate/protocol.h"
#include "measuring/thresholds.h"
#include "model/file/file.h"
#include "base/locale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_LEAST = 16, LARGEST = 65536, LARGEST_TRIPLETS = 16384, STEP = 16, LIST_MOST = 20, DRAWS = 50 };

/* Of the budget: the rest is for the fit and its intervals. */
static const double measuring_share = 0.9;

/* Of the time for measuring, where it is also found out how the platform treats messages. */
static const double estimating_share = 0.5;

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
	if (what->adaptive > 0 && (method->plan != PLAN_REGRESSION || !what->bytes || what->n != 2))
		return error_set(err, ERR_INPUT, "adaptive: it goes with two sizes of hockney by \"regression\"");
	if (what->switch_bytes > 0 && method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_INPUT, "%s has no switch to rendezvous: switch_bytes goes with lmo",
				 what->model);
	if (what->switch_bytes > 0 && (what->switch_bytes < what->largest || what->switch_bytes > SIZE_MAX / 8))
		return error_set(err, ERR_INPUT,
				 "the largest message, %zu bytes, must not be above the switch to rendezvous, %zu "
				 "bytes",
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

	if (what->pairs != SONDE_ONE_PAIR && what->pairs != SONDE_EACH_PAIR && what->pairs != SONDE_MEAN_OF_PAIRS &&
	    what->pairs != SONDE_PAIRS_OF_CLASSES)
		return error_set(err, ERR_INPUT,
				 "there are no pairs %d: SONDE_ONE_PAIR, SONDE_EACH_PAIR, SONDE_MEAN_OF_PAIRS or "
				 "SONDE_PAIRS_OF_CLASSES",
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

/* Classes are numbers from 0 of which none is left out. */
static enum status check_numbers(const int *classes, int processes, struct error *err)
{
	int most = -1;

	for (int i = 0; i < processes; i++) {
		if (classes[i] < 0 || classes[i] >= processes)
			return error_set(err, ERR_INPUT, "process %d of class %d: classes are numbers from 0 to %d", i,
					 classes[i], processes - 1);
		most = classes[i] > most ? classes[i] : most;
	}
	for (int class = 0; class < most; class ++) {
		int i = 0;

		while (i < processes && classes[i] != class)
			i++;
		if (i == processes)
			return error_set(err, ERR_INPUT,
					 "no process is of class %d, and one is of %d: no number is left out", class,
					 most);
	}
	return OK;
}

static enum status check_classes(const struct sonde *context, const struct sonde_estimation *what, struct error *err)
{
	if (what->pairs != SONDE_PAIRS_OF_CLASSES)
		return what->classes.given || what->classes.places || what->classes.tolerance != 0
			       ? error_set(err, ERR_INPUT, "classes go with SONDE_PAIRS_OF_CLASSES")
			       : OK;
	if (what->classes.given && what->classes.places)
		return error_set(err, ERR_INPUT, "classes are either given or those of places");
	if (!(what->classes.tolerance >= 0 && what->classes.tolerance <= 1))
		return error_set(err, ERR_INPUT,
				 "a tolerance of %g between processes of a class: it lies between 0 and 1",
				 what->classes.tolerance);
	return what->classes.given ? check_numbers(what->classes.given, context_processes(context), err) : OK;
}

static enum status check_thresholds(const struct sonde *context, const struct sonde_estimation *what,
				    const struct method *method, struct error *err)
{
	if (what->thresholds && method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_INPUT, "%s has no thresholds: they go with lmo", what->model);
	if (what->thresholds && context_processes(context) < 3)
		return error_set(err, ERR_INPUT,
				 "gathers of %d processes do not escalate: thresholds need 3 processes at least",
				 context_processes(context));
	return OK;
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
	    estimate_check_sizes(method, what->bytes, what->n, err) != OK || check_strides(what, err) != OK ||
	    check_classes(context, what, err) != OK || check_thresholds(context, what, method, err) != OK)
		return ERR_INPUT;
	return context_check_budget(&what->budget, err);
}

static unsigned long long digest_of(const struct sonde_estimation *what, int processes)
{
	unsigned long long digest = digest_text(digest_text(DIGEST, what->model), what->method);
	const long long numbers[] = {what->pairs,
				     what->pairs == SONDE_ONE_PAIR ? what->from : 0,
				     what->pairs == SONDE_ONE_PAIR ? what->to : 0,
				     what->parallel != 0,
				     what->both_directions != 0,
				     (long long)what->largest,
				     (long long)what->switch_bytes,
				     (long long)what->seed,
				     what->classes.places != 0,
				     what->thresholds != 0,
				     (long long)what->adaptive,
				     (what->protocol > 0) - (what->protocol < 0)};
	bool given = what->pairs == SONDE_PAIRS_OF_CLASSES && what->classes.given;

	digest = digest_bytes(digest, numbers, sizeof(numbers));
	digest = digest_sizes(digest, what->n <= CONTEXT_SIZES_MOST ? what->bytes : NULL, what->n);
	digest = digest_sizes(digest, what->n_strides <= PATHS_STRIDES_MOST ? what->strides : NULL, what->n_strides);
	digest = digest_real(digest, what->classes.tolerance);
	if (given)
		digest = digest_bytes(digest, what->classes.given, (size_t)processes * sizeof(*what->classes.given));
	return context_digest_budget(digest, &what->budget);
}

/* What another reader of the model file needs to know beyond how it was estimated. */
static enum status note_origin(struct model *model, const struct estimate_options *o, const struct sonde_budget *budget,
			       struct error *err)
{
	enum status status = OK;

	if (o->rounds && !o->classes)
		status = model_fact_number(model, "pairs", (double)pair_rounds_count(o->rounds), err);
	return status == OK ? model_fact_number(model, "budget_seconds", budget->seconds, err) : status;
}

struct estimate_options estimate_options_of(const struct budgeted *b, const struct model_class *class,
					    const struct method *method, const struct sonde_budget *budget)
{
	struct estimate_options o = estimate_options_default(class, method);

	estimation_take_options(&o, &b->measuring.options);
	/* Trains need not be saturated to more than the precision that is wanted. */
	if (budget->error > o.probe.epsilon)
		o.probe.epsilon = budget->error;
	o.draws = DRAWS;
	return o;
}

enum status estimate_begin(struct budgeted *b, const struct sonde *context, const struct sonde_budget *budget,
			   const int pair[2], struct error *err)
{
	return budgeted_begin(b, context, PURPOSE_ESTIMATE, budget, measuring_share, pair, err);
}

bool estimate_within(struct budgeted *b, struct estimate_options *o, const struct estimation_request *request,
		     const struct sonde_budget *budget, struct estimation *found, struct sonde_error *outcome)
{
	struct error err = {0};
	enum status status = estimation_run(&b->measurement, o, request, found, &err);

	if (status == OK)
		note_origin(found->model, o, budget, &err);
	budgeted_give(&err, outcome);
	if (!found->model && err.status == ERR_INPUT && found->prober.deadline.refused > 0) {
		outcome->status = SONDE_ERROR_BUDGET;
		snprintf(outcome->text, sizeof(outcome->text),
			 "%g s did not suffice for the model %s: allow more time, smaller messages or fewer "
			 "processes",
			 budget->seconds, o->class->name);
	}
	return outcome->status == SONDE_OK;
}

static bool measures_all(const struct sonde_estimation *what, const struct method *method)
{
	return what->pairs != SONDE_ONE_PAIR && method->plan != PLAN_TRIPLETS;
}

/* The options, but for pairs and classes. */
static void set_options(const struct sonde_estimation *what, const struct size_list *list, struct estimate_options *o)
{
	size_t largest = largest_of(what, o->method);

	if (what->pairs == SONDE_ONE_PAIR && o->method->plan != PLAN_TRIPLETS)
		o->pair = (struct link){what->from, what->to};
	o->both_directions = what->both_directions != 0;
	o->parallel = what->parallel != 0;
	o->probe.seed = what->seed > 0 ? what->seed : o->probe.seed;
	o->list = o->method->plan == PLAN_FIXED || o->method->plan == PLAN_TRIPLETS ? NULL : list;
	o->count_most = what->adaptive > 0 ? what->adaptive : o->count_most;
	o->size_most = o->long_size = largest;
	if (what->largest == 0)
		protocol_take_switch(o, (double)what->switch_bytes);
	o->switch_size = what->switch_bytes;
	for (size_t i = 0; what->strides && i < what->n_strides; i++)
		o->strides[i] = what->strides[i];
	o->n_strides = what->strides ? what->n_strides : o->n_strides;
}

/* What an estimation over a communicator needs at process 0. */
struct estimate_work {
	const struct sonde_estimation *what;
	struct size_list list;
	size_t sizes[LIST_MOST];
	struct pair_rounds rounds;
	struct class_plan classes;
	size_t *given; /* the classes of the processes, if they are known before */
	char *text;    /* of the model's file */
};

/* Classes that are known before: the application's, or by host, package and NUMA node. */
static enum status given_classes(struct estimate_work *w, struct platform *platform, struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status = OK;

	if (w->what->classes.places) {
		status = platform_describe(platform, &here, err);
		if (status == OK)
			status = classes_of_places(&here, &w->given, err);
		circumstances_release(&here);
	} else if (w->what->classes.given) {
		w->given = calloc(platform->processes, sizeof(*w->given));
		if (!w->given)
			return error_memory(err, "the classes of processes");
		for (size_t i = 0; i < platform->processes; i++)
			w->given[i] = (size_t)w->what->classes.given[i];
	}
	return status;
}

/* Which pairs are measured, and of which classes. */
static enum status choose_pairs(struct estimate_work *w, const struct pairs_request *pairs, struct platform *platform,
				struct estimate_options *o, struct error *err)
{
	const struct sonde_estimation *what = w->what;
	enum status status = OK;

	if (measures_all(what, o->method))
		status = pairs_choose(pairs, platform->processes, o, &w->rounds, err);
	if (status != OK || what->pairs != SONDE_PAIRS_OF_CLASSES)
		return status;
	status = given_classes(w, platform, err);
	w->classes = (struct class_plan){.given = w->given,
					 .seed = o->probe.seed,
					 .tolerance = what->classes.tolerance > 0 ? what->classes.tolerance
										  : CLASS_TOLERANCE};
	o->classes = &w->classes;
	return status;
}

static struct estimation_request request_of(const struct sonde_estimation *what, const struct method *method)
{
	return (struct estimation_request){.pairs = {.heterogeneous = what->pairs != SONDE_MEAN_OF_PAIRS,
						     .homogeneous = what->pairs == SONDE_MEAN_OF_PAIRS,
						     .parallel = what->parallel != 0},
					   .thresholds = what->thresholds != 0,
					   .long_given = what->largest > 0,
					   .behaviour =
						   what->protocol > 0 || (what->protocol == 0 && method->behaviour),
					   .find_switch = what->protocol >= 0};
}

/* Measures and fits; the model as text. */
static void run(struct budgeted *b, struct estimate_work *w, struct estimate_options *o, struct sonde_error *outcome)
{
	const struct estimation_request request = request_of(w->what, o->method);
	struct platform *platform = b->measurement.platform;
	struct estimation found = {.model = NULL};
	struct error err = {0};
	enum status status = choose_pairs(w, &request.pairs, platform, o, &err);

	/* How the platform treats messages is found out after the fit, in the time that is left. */
	if (request.behaviour) {
		double now = platform_now(platform);

		o->probe.deadline = now + estimating_share * (o->probe.deadline - now);
	}
	if (status == OK)
		status = estimate_prepare(o, platform, &err);
	if (status == OK && request.thresholds)
		status = measuring_thresholds_prepare(platform, &err);
	if (status != OK)
		budgeted_give(&err, outcome);
	else if (estimate_within(b, o, &request, &w->what->budget, &found, outcome)) {
		w->text = model_text(found.model, &err);
		budgeted_give(&err, outcome);
	}
	estimation_release(&found);
}

/* Process 0: the model as text, or the outcome says why there is none. */
static void drive(const struct sonde *context, void *work, struct sonde_error *outcome)
{
	struct estimate_work *w = work;
	const struct sonde_estimation *what = w->what;
	const struct method *method = method_of(what, NULL);
	const int pair[] = {what->from, what->to};
	bool of_pair = what->pairs == SONDE_ONE_PAIR && method->plan != PLAN_TRIPLETS;
	struct estimate_options o;
	struct error err = {0};
	struct budgeted b;

	w->list = (struct size_list){.bytes = w->sizes, .n = quick_sizes(method, largest_of(what, method), w->sizes)};
	if (what->bytes)
		w->list = (struct size_list){
			.bytes = (size_t *)what->bytes, .n = what->n, .adaptive = what->adaptive > 0};
	if (estimate_begin(&b, context, &what->budget, of_pair ? pair : NULL, &err) == OK) {
		o = estimate_options_of(&b, model_class_find(what->model, NULL), method, &what->budget);
		set_options(what, &w->list, &o);
		run(&b, w, &o, outcome);
	} else {
		budgeted_give(&err, outcome);
	}
	budgeted_release(&b);
	pair_rounds_release(&w->rounds);
	free(w->given);
}

enum sonde_status sonde_estimate(struct sonde *context, const struct sonde_estimation *given,
				 struct sonde_model **model, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0}, mine = {0};
	struct sonde_estimation what;
	struct estimate_work work = {.what = &what};
	unsigned long long digest;
	enum sonde_status status;

	if (model)
		*model = NULL;
	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_estimation", &mine) == OK)
		check(context, &what, model, &mine);
	digest = digest_of(&what, context_processes(context));
	if (embed_agree(&context->embedded, &digest, sizeof(digest), &mine, &err) != OK)
		return context_give(&err, error);
	status = context_run(context, drive, &work, error);
	if (status != SONDE_OK)
		return status;
	model_spread(context, 0, work.text, &mine, model, &err);
	return context_give(&err, error);
}
