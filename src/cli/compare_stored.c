#include "cli/compare_stored.h"

#include "evaluate/operation_runs.h"
#include "evaluate/operations.h"
#include "report/operations.h"
#include "runs/run_reduction.h"

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

/* What there is in place of what is wanted, and how it is measured. */
static enum status check_runs(const struct compare_stored_options *options, const struct operation_runs *runs,
			      enum collective collective, struct error *err)
{
	const char *word = collective_words[collective];
	char where[120] = "";

	if (runs->name)
		snprintf(where, sizeof(where), "run '%.100s' of ", runs->name);
	switch (runs->lack) {
	case LACK_NONE:
		return OK;
	case LACK_NAMES:
		return error_set(err, ERR_USAGE, "--runs: names or numbers of runs, separated by commas");
	case LACK_OWN:
		return error_set(err, ERR_INPUT,
				 "%s%s has only the MPI library's own %s, of which the algorithm is not known: measure "
				 "it with \"sonde measure collective --op %s --algorithm NAME\"",
				 where, options->store_path, word, word);
	default:
		return error_set(err, ERR_INPUT,
				 "%s%s has no timings of %s: \"sonde measure collective --op %s --algorithm NAME\" "
				 "takes them, \"sonde runs list\" lists what there is",
				 where, options->store_path, word, word);
	}
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

enum status compare_stored(struct context *context, const struct compare_stored_options *options,
			   const struct model_list *list, const char *operation, struct error *err)
{
	enum collective collective = (enum collective)collective_of_word(operation);
	struct operations_comparison comparison = {.n = 0};
	struct operation_runs found = {.name = NULL};
	struct predict_options models[MODELS_MOST];
	struct timed_run *runs = NULL;
	enum status status = operation_runs_load(&found, options->store_path, options->runs, collective, err);

	if (status == OK)
		status = check_runs(options, &found, collective, err);
	if (status == OK)
		runs = timed_runs(&found.sources);
	if (status == OK && !runs)
		status = error_memory(err, "a list of runs");
	for (size_t k = 0; k < list->n; k++)
		models[k] = predict_options_of(&options->ports, list->models[k]);
	if (status == OK)
		status = operations_compare(&comparison, collective, runs, found.sources.n, models, list->n, err);
	if (status == OK) {
		tell_native(context, &found.sources, collective);
		tell_changed(context, &found.sources);
		status = command_print(context, operations_comparison_table(&comparison, runs, list->names), err);
	}
	operations_comparison_release(&comparison);
	free(runs);
	operation_runs_release(&found);
	return status;
}
