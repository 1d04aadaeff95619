#include "cli/compare/stored.h"

#include "cli/machine_state.h"
#include "report/state_tables.h"
#include "evaluate/model_state.h"
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
	case LACK_STATE:
		return error_set(err, ERR_INPUT,
				 "%s%s has no timings of %s in the state \"%.40s\" of the machine: \"sonde runs show\" "
				 "tells in which it was",
				 where, options->store_path, word, options->machine_state);
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

/* The models in the state of the machine of a run, read anew for each run. */
struct run_models {
	struct model_list list;
	struct predict_options how[MODELS_MOST];
};

/* Zero-initialised. */
static enum status take_models(struct run_models *models, const struct compare_stored_options *options,
			       const struct model_list *list, const struct operation_runs *found,
			       const struct source *source, struct error *err)
{
	const struct run_level *level = operation_run_level(found, source);
	enum status status = model_list_read(&models->list, options->paths, list->n, err);

	for (size_t k = 0; status == OK && k < list->n; k++) {
		struct model **model = &models->list.models[k];

		if (level)
			status = model_take_level(model, list->names[k], level->seconds, source->n_levels > 1,
						  source->run.name, options->notes, err);
		else if ((*model)->n_states > 1)
			progress_warn(
				options->notes,
				"in which state of the machine run '%s' was measured is not known: %s is taken in its "
				"main state",
				source->run.name, list->names[k]);
		models->how[k] = predict_options_of(&options->ports, *model);
		models->how[k].closed = options->closed;
	}
	return status;
}

static void describe_run(struct timed_run *run, const struct operation_runs *found, const struct source *source,
			 const struct run_models *models)
{
	const struct run_level *level = operation_run_level(found, source);

	*run = (struct timed_run){.name = source->run.name,
				  .campaign = &source->campaign,
				  .processes = source->run.circumstances.processes,
				  .how = run_rule(&source->run, run_statistic(&source->run), 0.95),
				  .models = models->how,
				  .state = level && *level->name ? level->name : NULL,
				  .circumstances = &source->run.circumstances};
}

/* ERR_INPUT if closed forms are wanted, and no model has one for any of the calls. */
static enum status check_forms(const struct operations_comparison *comparison, enum collective collective,
			       struct error *err)
{
	for (size_t i = 0; i < comparison->n; i++)
		for (size_t k = 0; k < comparison->n_models; k++) {
			const struct closed_form *forms = operations_forms(comparison, k, i);

			if (!forms || forms->name)
				return OK;
		}
	return error_set(err, ERR_INPUT,
			 "--closed-form: no model has one for %s by the algorithms that were measured: without it "
			 "schedules are simulated",
			 collective_words[collective]);
}

static enum status compare_runs(struct context *context, const struct compare_stored_options *options,
				const struct model_list *list, enum collective collective,
				const struct operation_runs *found, struct error *err)
{
	size_t n = found->sources.n;
	struct run_models *models = calloc(n + 1, sizeof(*models));
	struct timed_run *runs = calloc(n + 1, sizeof(*runs));
	struct operations_comparison comparison = {.n = 0};
	enum status status = models && runs ? OK : error_memory(err, "a list of runs");

	for (size_t i = 0; status == OK && i < n; i++) {
		status = take_models(&models[i], options, list, found, &found->sources.list[i], err);
		describe_run(&runs[i], found, &found->sources.list[i], &models[i]);
	}
	if (status == OK)
		status = operations_compare(&comparison, collective, runs, n, list->n, err);
	if (status == OK)
		status = check_forms(&comparison, collective, err);
	if (status == OK) {
		tell_native(context, &found->sources, collective);
		tell_changed(context, &found->sources);
		status = command_print(context, operations_comparison_table(&comparison, runs, list->names), err);
	}
	operations_comparison_release(&comparison);
	for (size_t i = 0; models && i < n; i++)
		model_list_release(&models[i].list);
	free(models);
	free(runs);
	return status;
}

/* In one state of the machine, by what the sentinel takes in it; 0: each run's main one. */
static enum status compare_in(struct context *context, const struct compare_stored_options *options,
			      const struct model_list *list, enum collective collective, double level,
			      enum operation_lack *lack, struct error *err)
{
	struct operation_runs found = {.name = NULL};
	enum status status = operation_runs_load(&found, options->store_path, options->runs, collective, level, err);

	*lack = found.lack;
	if (status == OK)
		status = check_runs(options, &found, collective, err);
	if (status == OK)
		status = compare_runs(context, options, list, collective, &found, err);
	operation_runs_release(&found);
	return status;
}

/* In each state of the first model that runs have timings of. */
static enum status compare_in_each(struct context *context, const struct compare_stored_options *options,
				   const struct model_list *list, enum collective collective, struct error *err)
{
	const struct model *first = list->models[0];
	size_t n = machine_states(first), compared = 0;
	struct state_tables tables = {.several = n > 1};
	struct compare_stored_options of_state = *options;
	struct error last = {.status = OK};
	enum status status = OK;

	context->states = &tables;
	for (size_t i = 0; status == OK && i < n; i++) {
		struct run_level level = machine_state_level(first, i);
		struct error why = {.status = OK};
		enum operation_lack lack;

		of_state.machine_state = level.name;
		state_tables_begin(&tables, NULL, &level);
		status = compare_in(context, &of_state, list, collective, level.seconds, &lack, &why);
		compared += status == OK;
		if (status == OK)
			continue;
		last = why;
		if (lack != LACK_STATE)
			break;
		status = OK;
		progress_note(options->notes, "%s", why.text);
	}
	if (status == OK && compared == 0)
		status = last.status;
	if (status != OK)
		error_set(err, status, "%s", last.text);
	return command_print_states(context, status, err);
}

enum status compare_stored(struct context *context, const struct compare_stored_options *options,
			   const struct model_list *list, const char *operation, struct error *err)
{
	enum collective collective = (enum collective)collective_of_word(operation);
	enum operation_lack lack;
	double level;

	if (machine_state_is_each(options->machine_state))
		return compare_in_each(context, options, list, collective, err);
	TRY(usage_of_option("--machine-state", model_list_find_state(list, options->machine_state, &level, err), err));
	return compare_in(context, options, list, collective, level, &lack, err);
}
