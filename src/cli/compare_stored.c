#include "cli/compare_stored.h"

#include "base/memory.h"
#include "runs/fit_source.h"
#include "evaluate/operations.h"
#include "report/operations.h"

#include <stdlib.h>
#include <string.h>

bool compares_stored(const char *const *operands, size_t n)
{
	return n > 1 && collective_of_word(operands[n - 1]) >= 0;
}

/* What follows an option may be its argument. */
bool arguments_compare_stored(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i - 1][0] != '-' && collective_of_word(argv[i]) >= 0)
			return true;
	}
	return false;
}

/* Loads run into the list; it is left out again unless it has points of the operation by sonde's own algorithms. */
static enum status take_run(struct store *store, struct run *run, struct sources *sources, enum collective collective,
			    size_t *native, struct error *err)
{
	struct source *source = &sources->list[sources->n];
	enum status status;

	source->run = *run;
	*run = (struct run){.id = 0};
	status = source_load(store, source, err);
	*native += operations_count(&source->campaign, collective, false);
	if (status != OK || operations_count(&source->campaign, collective, true) == 0)
		source_release(source);
	else
		sources->n++;
	return status;
}

/* Why there is nothing to compare; where: "run 'a' of ", or empty for the whole store. */
static enum status tell_nothing(const struct stored_wish *wish, const char *where, enum collective collective,
				size_t native, struct error *err)
{
	if (native > 0)
		return error_set(err, ERR_INPUT,
				 "%s%s has only the MPI library's own %s, of which the algorithm is not known: measure "
				 "it with \"sonde measure collective --op %s --algorithm NAME\"",
				 where, wish->store_path, collective_words[collective], collective_words[collective]);
	return error_set(err, ERR_INPUT,
			 "%s%s has no timings of %s: \"sonde measure collective --op %s --algorithm NAME\" takes them, "
			 "\"sonde runs list\" lists what there is",
			 where, wish->store_path, collective_words[collective], collective_words[collective]);
}

/* Runs need not be of one platform: they are not pooled. */
static enum status named_runs(struct store *store, const struct stored_wish *wish, struct sources *sources,
			      enum collective collective, struct error *err)
{
	char *names = memory_text(wish->runs), *rest = names;
	enum status status = names ? OK : error_memory(err, "names of runs");

	for (char *name = names ? strtok_r(names, ",", &rest) : NULL; status == OK && name;
	     name = strtok_r(NULL, ",", &rest)) {
		struct run run = {.id = 0};
		size_t native = 0, before = sources->n;
		char where[200];

		status = store_find(store, name, &run, err);
		snprintf(where, sizeof(where), "run '%.100s' of ", name);
		if (status == OK)
			status = take_run(store, &run, sources, collective, &native, err);
		if (status == OK && sources->n == before)
			status = tell_nothing(wish, where, collective, native, err);
	}
	free(names);
	return status == OK && sources->n == 0
		       ? error_set(err, ERR_USAGE, "--runs: names or numbers of runs, separated by commas")
		       : status;
}

/* The newest that has what is wanted. */
static enum status newest_run(struct store *store, const struct stored_wish *wish, struct sources *sources,
			      enum collective collective, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, native = 0;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && sources->n == 0; i--)
		status = take_run(store, &runs[i - 1], sources, collective, &native, err);
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
	return status == OK && sources->n == 0 ? tell_nothing(wish, "", collective, native, err) : status;
}

static enum status load(const struct stored_wish *wish, struct sources *sources, enum collective collective,
			struct error *err)
{
	struct store *store = store_open(wish->store_path, 0, err);
	enum status status = store ? OK : err->status;

	sources->list = calloc((wish->runs ? strlen(wish->runs) : 0) + 2, sizeof(*sources->list));
	if (status == OK && !sources->list)
		status = error_memory(err, "a list of runs");
	if (status == OK)
		status = wish->runs ? named_runs(store, wish, sources, collective, err)
				    : newest_run(store, wish, sources, collective, err);
	store_close(store);
	return status;
}

static void tell_native(const struct context *context, const struct sources *sources, enum collective collective)
{
	size_t native = 0;

	for (size_t i = 0; i < sources->n; i++)
		native += operations_count(&sources->list[i].campaign, collective, false) -
			  operations_count(&sources->list[i].campaign, collective, true);
	if (native > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: of the MPI library's own %s (native) the algorithm is not known: it has no prediction "
			"and does not count in the errors\n",
			collective_words[collective]);
}

/* Runs in which the machine changed hold timings of several states. */
static void tell_changed(const struct context *context, const struct sources *sources)
{
	for (size_t i = 0; i < sources->n && !context->quiet; i++) {
		const struct source *source = &sources->list[i];

		if (source->run.machine == MACHINE_CHANGED)
			fprintf(context->chatter,
				"sonde: the machine changed while run '%s' was measured: \"sonde runs show %s\" tells "
				"how\n",
				source->run.name, source->run.name);
	}
}

static struct timed_run *timed_runs(const struct sources *sources)
{
	struct timed_run *runs = calloc(sources->n + 1, sizeof(*runs));

	for (size_t i = 0; runs && i < sources->n; i++) {
		const struct source *source = &sources->list[i];

		runs[i] = (struct timed_run){.name = source->run.name,
					     .campaign = &source->campaign,
					     .processes = source->run.circumstances.processes,
					     .how = run_rule(&source->run, run_statistic(&source->run), 0.95)};
	}
	return runs;
}

enum status compare_stored(struct context *context, const struct stored_wish *wish, const struct model_list *list,
			   const char *operation, struct error *err)
{
	enum collective collective = (enum collective)collective_of_word(operation);
	struct operations_comparison comparison = {.n = 0};
	struct sources sources = {.n = 0};
	struct predict_options models[MODELS_MOST];
	enum status status = load(wish, &sources, collective, err);
	struct timed_run *runs = timed_runs(&sources);

	if (status == OK && !runs)
		status = error_memory(err, "a list of runs");
	for (size_t k = 0; k < list->n; k++)
		models[k] = predict_options_of(&wish->ports, list->models[k]);
	if (status == OK)
		status = operations_compare(&comparison, collective, runs, sources.n, models, list->n, err);
	if (status == OK) {
		tell_native(context, &sources, collective);
		tell_changed(context, &sources);
		status = command_print(context, operations_comparison_table(&comparison, runs, list->names), err);
	}
	operations_comparison_release(&comparison);
	free(runs);
	sources_release(&sources);
	return status;
}
