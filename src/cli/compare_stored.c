#include "cli/compare_stored.h"

#include "base/memory.h"
#include "cli/fit_source.h"
#include "predict/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct column columns[] = {
	{"model", "", CELL_TEXT},        {"operation", "", CELL_TEXT},     {"algorithm", "", CELL_TEXT},
	{"processes", "", CELL_COUNT},   {"bytes", "B", CELL_BYTES},       {"segment", "B", CELL_BYTES},
	{"fanout", "", CELL_COUNT},      {"order", "", CELL_TEXT},         {"groups", "", CELL_TEXT},
	{"root", "", CELL_COUNT},        {"timing", "", CELL_TEXT},        {"run", "", CELL_TEXT},
	{"measured", "s", CELL_SECONDS}, {"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
};

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

static bool is_of(const struct experiment *what, int collective)
{
	return what->kind == EXPERIMENT_COLLECTIVE && strcmp(what->setup.collective, collective_words[collective]) == 0;
}

static bool is_native(const struct experiment *what)
{
	return what->setup.algorithm[0] == '\0';
}

/* How many points of the operation a campaign has, by sonde's own algorithms or by any. */
static size_t count_points(const struct campaign *campaign, int collective, bool own)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];

		n += sample->n > 0 && is_of(&sample->what, collective) && !(own && is_native(&sample->what));
	}
	return n;
}

static enum status measured_seconds(const struct source *source, const struct sample *sample, double *seconds,
				    struct error *err)
{
	const struct reduce_rule how = run_rule(&source->run, source_statistic(source), 0.95);

	*seconds = sample_reduce(sample, &how).value;
	return isnan(*seconds) ? error_memory(err, "the timings of a point") : OK;
}

static enum status predicted_seconds(const struct stored_wish *wish, const struct model *model,
				     const struct experiment *what, size_t processes, double *seconds,
				     struct error *err)
{
	const struct predict_options how = predict_options_of(&wish->ports, model);
	struct collective_request request;
	struct algorithm_use use;
	enum status status = collective_request_of_experiment(&request, what, processes, err);

	if (status == OK)
		status = collective_request_use(&request, request.algorithm, what->bytes, &use, err);
	if (status == OK)
		status = predict_collective(&how, &use, seconds, err);
	collective_request_release(&request);
	return status;
}

static void add_row(struct table *table, const char *name, const struct source *source, const struct experiment *what,
		    double measured, double predicted)
{
	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", what->setup.collective);
	table_set_text(table, "algorithm", is_native(what) ? "native" : what->setup.algorithm);
	table_set_number(table, "processes", (double)source->run.circumstances.processes);
	table_set_number(table, "bytes", (double)what->bytes);
	if (what->setup.segment)
		table_set_number(table, "segment", (double)what->setup.segment);
	if (what->setup.fanout)
		table_set_number(table, "fanout", (double)what->setup.fanout);
	if (what->setup.order[0])
		table_set_text(table, "order", what->setup.order);
	if (what->setup.groups[0])
		table_set_text(table, "groups", what->setup.groups);
	table_set_number(table, "root", what->from);
	table_set_text(table, "timing", timing_names[what->setup.timing]);
	table_set_text(table, "run", source->run.name);
	table_set_number(table, "measured", measured);
	if (is_native(what))
		return;
	table_set_number(table, "predicted", predicted);
	if (predicted > 0)
		table_set_number(table, "relative_error", predicted / measured - 1);
}

/* By algorithm, the library's own last, then by what it is given, then by size. */
static int by_algorithm(const void *a, const void *b)
{
	const struct experiment *x = &(*(const struct sample *const *)a)->what,
				*y = &(*(const struct sample *const *)b)->what;
	int order = is_native(x) - is_native(y);
	const size_t keys[][2] = {{x->setup.segment, y->setup.segment},
				  {x->setup.fanout, y->setup.fanout},
				  {(size_t)x->from, (size_t)y->from},
				  {x->setup.timing, y->setup.timing},
				  {x->bytes, y->bytes}};

	if (order == 0)
		order = strcmp(x->setup.algorithm, y->setup.algorithm);
	if (order == 0)
		order = strcmp(x->setup.order, y->setup.order);
	if (order == 0)
		order = strcmp(x->setup.groups, y->setup.groups);
	for (size_t i = 0; order == 0 && i < sizeof(keys) / sizeof(keys[0]); i++)
		order = (keys[i][0] > keys[i][1]) - (keys[i][0] < keys[i][1]);
	return order;
}

/* The points of the operation, in order; n of them. NULL if memory does not suffice. */
static const struct sample **sorted_points(const struct campaign *campaign, int collective, size_t *n)
{
	const struct sample **sorted = malloc((campaign->n + 1) * sizeof(*sorted));

	*n = 0;
	for (size_t i = 0; sorted && i < campaign->n; i++) {
		if (campaign->samples[i]->n > 0 && is_of(&campaign->samples[i]->what, collective))
			sorted[(*n)++] = campaign->samples[i];
	}
	if (sorted)
		qsort(sorted, *n, sizeof(*sorted), by_algorithm);
	return sorted;
}

/* Sum and largest of absolute relative errors, of n points. */
struct errors {
	double sum, most;
	size_t n;
};

static enum status compare_point(struct table *table, const struct stored_wish *wish, const struct model *model,
				 const char *name, const struct source *source, const struct sample *sample,
				 struct errors *errors, struct error *err)
{
	double measured = NAN, predicted = NAN;
	enum status status = measured_seconds(source, sample, &measured, err);

	if (status == OK && !is_native(&sample->what))
		status = predicted_seconds(wish, model, &sample->what, source->run.circumstances.processes, &predicted,
					   err);
	if (status != OK)
		return status;
	add_row(table, name, source, &sample->what, measured, predicted);
	if (is_native(&sample->what) || predicted == 0) /* no message is sent: what is measured is the call */
		return OK;
	errors->sum += fabs(predicted / measured - 1);
	errors->most = fmax(errors->most, fabs(predicted / measured - 1));
	errors->n++;
	return OK;
}

static enum status compare_run(struct table *table, const struct stored_wish *wish, const struct model *model,
			       const char *name, const struct source *source, int collective, struct errors *errors,
			       struct error *err)
{
	size_t n = 0;
	const struct sample **sorted = sorted_points(&source->campaign, collective, &n);
	enum status status = sorted ? OK : error_memory(err, "the points of a run");

	for (size_t i = 0; status == OK && i < n; i++)
		status = compare_point(table, wish, model, name, source, sorted[i], errors, err);
	free(sorted);
	return status;
}

static enum status compare_model(struct table *table, const struct stored_wish *wish, const struct model *model,
				 const char *name, const struct sources *sources, int collective, struct error *err)
{
	struct errors errors = {.n = 0};
	enum status status = model_check(model, err);

	for (size_t i = 0; status == OK && i < sources->n; i++)
		status = compare_run(table, wish, model, name, &sources->list[i], collective, &errors, err);
	table_summary_number(table, name, "mean_relative_error", CELL_RATIO,
			     errors.n ? errors.sum / (double)errors.n : NAN);
	table_summary_number(table, name, "maximum_relative_error", CELL_RATIO, errors.n ? errors.most : NAN);
	return status;
}

/* Loads run into the list; it is left out again unless it has points of the operation by sonde's own algorithms. */
static enum status take_run(struct store *store, struct run *run, struct sources *sources, int collective,
			    size_t *native, struct error *err)
{
	struct source *source = &sources->list[sources->n];
	enum status status;

	source->run = *run;
	*run = (struct run){.id = 0};
	status = source_load(store, source, err);
	*native += count_points(&source->campaign, collective, false);
	if (status != OK || count_points(&source->campaign, collective, true) == 0)
		source_release(source);
	else
		sources->n++;
	return status;
}

/* Why there is nothing to compare; where: "run 'a' of ", or empty for the whole store. */
static enum status tell_nothing(const struct stored_wish *wish, const char *where, int collective, size_t native,
				struct error *err)
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
			      int collective, struct error *err)
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
			      int collective, struct error *err)
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

static enum status load(const struct stored_wish *wish, struct sources *sources, int collective, struct error *err)
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

static void tell_native(const struct context *context, const struct sources *sources, int collective)
{
	size_t native = 0;

	for (size_t i = 0; i < sources->n; i++)
		native += count_points(&sources->list[i].campaign, collective, false) -
			  count_points(&sources->list[i].campaign, collective, true);
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

		if (source->machine && strcmp(source->machine, VERDICT_CHANGED) == 0)
			fprintf(context->chatter,
				"sonde: the machine changed while run '%s' was measured: \"sonde runs show %s\" tells "
				"how\n",
				source->run.name, source->run.name);
	}
}

enum status compare_stored(struct context *context, const struct stored_wish *wish, const struct model_list *list,
			   const char *operation, struct error *err)
{
	int collective = collective_of_word(operation);
	struct sources sources = {.n = 0};
	struct table *table = table_new("collective operations: measured against predicted", columns,
					sizeof(columns) / sizeof(columns[0]));
	enum status status = table ? load(wish, &sources, collective, err) : error_memory(err, "a table");

	for (size_t i = 0; status == OK && i < list->n; i++)
		status = compare_model(table, wish, list->models[i], list->names[i], &sources, collective, err);
	if (status == OK) {
		tell_native(context, &sources, collective);
		tell_changed(context, &sources);
		status = command_print(context, table, err);
	} else {
		table_free(table);
	}
	sources_release(&sources);
	return status;
}
