#include "runs/fit_source.h"

#include "base/memory.h"
#include "sample/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_release(struct source *source)
{
	run_release(&source->run);
	campaign_release(&source->campaign);
	free(source->machine);
	free(source->statistic);
	free(source->thresholds);
	*source = (struct source){.machine = NULL};
}

void sources_release(struct sources *sources)
{
	for (size_t i = 0; i < sources->n; i++)
		source_release(&sources->list[i]);
	free(sources->list);
	*sources = (struct sources){.n = 0};
}

static enum status load_switch(struct store *store, struct source *source, struct error *err)
{
	char *text = NULL;
	enum status status = store_fact(store, source->run.id, FACT_SWITCH, &text, err);

	if (status == OK && text && (sscanf(text, "%zu", &source->switch_size) != 1 || text[0] == '-'))
		status = error_set(err, ERR_INPUT, "run '%s': its switch to rendezvous, \"%s\", is no number of bytes",
				   source->run.name, text);
	free(text);
	return status;
}

enum status source_load(struct store *store, struct source *source, struct error *err)
{
	enum status status = store_load(store, source->run.id, &source->campaign, err);

	run_settle(&source->run, &source->campaign);
	if (status == OK)
		status = store_fact(store, source->run.id, FACT_MACHINE, &source->machine, err);
	if (status == OK)
		status = store_fact(store, source->run.id, FACT_STATISTIC, &source->statistic, err);
	if (status == OK)
		status = store_fact(store, source->run.id, FACT_THRESHOLDS, &source->thresholds, err);
	return status == OK ? load_switch(store, source, err) : status;
}

void run_settle(const struct run *run, struct campaign *campaign)
{
	static const char estimate[] = "estimate ";

	if (!run->purpose || strncmp(run->purpose, estimate, strlen(estimate)) != 0)
		campaign_settle(campaign, NULL);
}

enum statistic run_statistic(const struct run *run, const char *fact)
{
	bool synthetic = run->circumstances.platform && strcmp(run->circumstances.platform, "synthetic") == 0;

	for (int i = 0; fact && statistic_names[i]; i++)
		if (strcmp(fact, statistic_names[i]) == 0)
			return (enum statistic)i;
	return synthetic ? STATISTIC_MIN : STATISTIC_MEDIAN;
}

enum statistic source_statistic(const struct source *source)
{
	return run_statistic(&source->run, source->statistic);
}

struct reduce_rule run_rule(const struct run *run, enum statistic statistic, double confidence)
{
	return (struct reduce_rule){
		.statistic = statistic, .confidence = confidence, .resolution = run->circumstances.clock_resolution};
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
	if (status == OK && source->switch_size != sources->list[0].switch_size)
		return error_set(err, ERR_INPUT,
				 "run '%s' was measured with a switch to rendezvous of %zu bytes and run '%s' with %zu "
				 "(0: none known): they cannot be pooled",
				 sources->list[0].run.name, sources->list[0].switch_size, source->run.name,
				 source->switch_size);
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
