#include "runs/fit_sources.h"

#include "estimate/classes/class_file.h"
#include "estimate/thresholds/thresholds.h"
#include "runs/run_reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum statistic fit_statistic(const struct fit_request *request, const struct sources *sources)
{
	return request->statistic == FIT_AS_MEASURED ? run_statistic(&sources->list[0].run)
						     : (enum statistic)request->statistic;
}

/* Fits all pairs of so many processes, and averages over them unless they are to be kept apart. */
static struct model *fit_pairs(const struct fit_request *request, struct estimate_options *o, size_t processes,
			       const struct campaign *const *launches, size_t n, struct error *err)
{
	struct pair_rounds rounds = {.n = 0};
	enum status status = pairs_choose(&request->pairs, processes, o, &rounds, err);
	struct model *model = status == OK ? estimate_fit(o, processes, launches, n, err) : NULL;

	pair_rounds_release(&rounds);
	if (!model || o->classes || o->class->links || pairs_average(&request->pairs, &model, NULL, err) == OK)
		return model;
	model_free(model);
	return NULL;
}

/* Classes of processes, if they are asked for; those of a file are allocated. */
static enum status choose_classes(const struct fit_request *request, const struct circumstances *c,
				  struct estimate_options *o, struct class_plan *plan, size_t **given,
				  struct error *err)
{
	if (!request->classes)
		return OK;
	*plan = (struct class_plan){.seed = c->seed, .tolerance = request->class_tolerance};
	if (strcmp(request->classes, "auto") != 0 &&
	    classes_read(request->classes, c->hosts, c->processes, given, err) != OK)
		return err->status;
	plan->given = *given;
	o->classes = plan;
	return OK;
}

struct model *fit_of_sources(const struct fit_request *request, const struct model_class *class,
			     const struct method *method, const struct sources *sources, size_t draws,
			     struct error *err)
{
	const struct campaign **launches = malloc(sources->n * sizeof(*launches));
	struct estimate_options o = estimate_options_default(class, method);
	const struct circumstances *c = &sources->list[0].run.circumstances;
	size_t processes = c->processes ? c->processes : 2, *given = NULL;
	struct class_plan plan;
	struct model *model = NULL;

	if (!launches) {
		error_memory(err, "a model");
		return NULL;
	}
	for (size_t i = 0; i < sources->n; i++)
		launches[i] = &sources->list[i].campaign;
	o.pair = (struct link){request->pair[0], request->pair[1]};
	o.probe.stopping.statistic = fit_statistic(request, sources);
	o.probe.seed = request->seed;
	o.switch_size = method->plan == PLAN_TRIPLETS ? sources->list[0].run.switch_size : 0;
	o.confidence = request->confidence;
	o.draws = draws;
	if (choose_classes(request, c, &o, &plan, &given, err) == OK)
		model = request->classes || pairs_all(&request->pairs, request->pair)
				? fit_pairs(request, &o, processes, launches, sources->n, err)
				: estimate_fit(&o, processes, launches, sources->n, err);
	if (model && method->plan == PLAN_TRIPLETS && sources->list[0].has_thresholds &&
	    thresholds_set(&sources->list[0].thresholds, model, err) != OK) {
		model_free(model);
		model = NULL;
	}
	free(launches);
	free(given);
	return model;
}

/* "run-1" or "run-1,run-4,run-5", cut if there are very many. */
static void name_runs(const struct sources *sources, char *text, size_t room)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sources->n && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s", i ? "," : "", sources->list[i].run.name);
}

enum status fit_check_each(const struct fit_request *request, const struct model_class *class,
			   const struct method *method, const struct sources *sources, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && sources->n > 1 && i < sources->n; i++) {
		const struct sources one = {&sources->list[i], 1};
		struct error why = {.status = OK};
		struct model *model = fit_of_sources(request, class, method, &one, 0, &why);

		if (!model)
			status = error_set(err, why.status, "run '%s' cannot be pooled: %s", sources->list[i].run.name,
					   why.text);
		model_free(model);
	}
	return status;
}

enum status fit_add_provenance(struct model *model, const struct method *method, const struct fit_request *request,
			       const struct sources *sources, struct error *err)
{
	const struct source *source = &sources->list[0];
	char runs[1000];
	const struct {
		const char *name, *text;
	} texts[] = {
		{"method", method->name},
		{"statistic", statistic_name(fit_statistic(request, sources))},
		{sources->n > 1 ? "pooled_runs" : "run", runs},
		{"library", source->run.circumstances.library},
		{"started", source->run.circumstances.started},
		{"machine", machine_verdict_text(source->run.machine, source->n_levels)},
	};
	enum status status = OK;

	name_runs(sources, runs, sizeof(runs));
	for (size_t i = 0; status == OK && i < sizeof(texts) / sizeof(texts[0]); i++)
		status = texts[i].text ? model_fact_text(model, texts[i].name, texts[i].text, err) : OK;
	return status == OK ? model_fact_number(model, "confidence", request->confidence, err) : status;
}

enum status fit_choose_source(const struct fit_request *request, const struct model_class *class,
			      const struct method *method, struct store *store, struct sources *sources,
			      struct error *err)
{
	struct source *source = sources->list = calloc(1, sizeof(*source));
	struct run *runs = NULL;
	size_t n = 0;
	struct error first = {.status = OK};
	struct model *model = NULL;
	enum status status = source ? store_runs(store, &runs, &n, err) : error_memory(err, "a list of runs");

	sources->n = source != NULL;
	for (size_t i = n; status == OK && i > 0 && !model && first.status != ERR_MEMORY; i--) {
		if (runs[i - 1].purpose.kind == PURPOSE_COMPARE_MODELS)
			continue;
		source->run = runs[i - 1];
		runs[i - 1] = (struct run){.id = 0};
		if (source_load(store, source, &first) == OK)
			model = fit_of_sources(request, class, method, sources, 0, &first);
		if (!model)
			source_release(source);
	}
	if (status == OK && n == 0)
		status = store_find(store, NULL, &source->run, err); /* it says that there is none */
	else if (status == OK && !model && first.status == OK)
		status = error_set(err, ERR_INPUT,
				   "the store '%s' has only runs that models were compared by; name one to fit "
				   "all the same",
				   request->store_path);
	else if (status == OK && !model)
		status = error_set(
			err, first.status, "%s%s", first.text,
			n > 1 ? " (this is of the newest run; no other in the store has all that is needed either)"
			      : "");
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
	model_free(model);
	return status;
}
