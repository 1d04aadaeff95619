#include "runs/fit_source.h"

#include "base/memory.h"
#include "measuring/thresholds.h"
#include "runs/run_reduction.h"
#include "store/found.h"

#include <stdlib.h>
#include <string.h>

void source_release(struct source *source)
{
	run_release(&source->run);
	campaign_release(&source->campaign);
	*source = (struct source){.has_thresholds = false};
}

void sources_release(struct sources *sources)
{
	for (size_t i = 0; i < sources->n; i++)
		source_release(&sources->list[i]);
	free(sources->list);
	*sources = (struct sources){.n = 0};
}

static enum status load_thresholds(struct store *store, struct source *source, struct error *err)
{
	struct run_thresholds kept;
	struct error why = {.status = OK};
	enum status status = store_thresholds(store, source->run.id, &kept, &source->has_thresholds, err);

	if (status != OK)
		return status;
	if (thresholds_from_run(&kept, &source->thresholds, &why) != OK)
		status = error_set(err, why.status, "run '%s': %s", source->run.name, why.text);
	run_thresholds_release(&kept);
	return status;
}

enum status source_load(struct store *store, struct source *source, struct error *err)
{
	TRY(store_load(store, source->run.id, &source->campaign, err));
	TRY(run_drop_warmup(&source->run, &source->campaign, err));
	TRY(store_levels(store, source->run.id, source->levels, &source->n_levels, err));
	return load_thresholds(store, source, err);
}

/* Adds the run of this name, which must fit to those that are there. */
static enum status add(struct store *store, const char *name, struct sources *sources, struct error *err)
{
	struct source *source = &sources->list[sources->n];
	enum status status = store_find(store, name, &source->run, err);

	if (status != OK)
		return status;
	sources->n++;
	for (size_t i = 0; i + 1 < sources->n; i++)
		if (sources->list[i].run.id == source->run.id)
			return error_set(err, ERR_INPUT,
					 "run '%s' is named twice: launches that are pooled must be different ones",
					 source->run.name);
	if (sources->n > 1 &&
	    !circumstances_same_platform(&sources->list[0].run.circumstances, &source->run.circumstances))
		return error_set(err, ERR_INPUT,
				 "run '%s' was measured on another platform (hosts, MPI library or processes) than run "
				 "'%s': they cannot be pooled",
				 source->run.name, sources->list[0].run.name);
	status = source_load(store, source, err);
	if (status == OK && source->run.switch_size != sources->list[0].run.switch_size)
		return error_set(err, ERR_INPUT,
				 "run '%s' was measured with a switch to rendezvous of %zu bytes and run '%s' with %zu "
				 "(0: none known): they cannot be pooled",
				 sources->list[0].run.name, sources->list[0].run.switch_size, source->run.name,
				 source->run.switch_size);
	return status;
}

enum status sources_load(struct store *store, const char *names, struct sources *sources, struct error *err)
{
	char *copy = memory_text(names), *rest = copy;
	enum status status = copy ? OK : error_memory(err, "names of runs");

	sources->list = calloc(strlen(names) + 1, sizeof(*sources->list));
	if (status == OK && !sources->list)
		status = error_memory(err, "a list of runs");
	for (char *name = strtok_r(copy, ",", &rest); status == OK && name; name = strtok_r(NULL, ",", &rest))
		status = add(store, name, sources, err);
	free(copy);
	if (status == OK && sources->n == 0)
		status = error_set(
			err, ERR_INPUT,
			"names or numbers of runs, separated by commas, are needed, for example run-1,run-2,run-3");
	return status;
}
