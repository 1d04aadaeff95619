#include "report/input.h"

#include "evaluate/evaluation_store.h"
#include "runs/run_reduction.h"
#include "report/trips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The round trips of so many runs are drawn if there is nothing else to draw: a plot holds no more curves that one can
 * tell apart. */
enum { RUNS_DRAWN = 8 };

static bool compares(const struct report_run *run)
{
	return run->run.purpose.kind == PURPOSE_COMPARE;
}

static bool compares_paths(const struct report_run *run)
{
	return run->run.purpose.kind == PURPOSE_COMPARE_PATHS;
}

static bool evaluates(const struct report_run *run)
{
	return run->run.purpose.kind == PURPOSE_COMPARE_MODELS && run->run.ended;
}

static enum status read_runs(struct report_input *input, struct store *store, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);

	if (status == OK && !(input->runs = calloc(n + 1, sizeof(*input->runs))))
		status = error_memory(err, "the runs of a store");
	for (size_t i = 0; i < n; i++) {
		if (status != OK) {
			run_release(&runs[i]);
			continue;
		}
		input->runs[i].run = runs[i];
		input->n_runs = i + 1;
		input->runs[i].statistic = run_statistic(&runs[i]);
		status = store_parts(store, runs[i].id, &input->runs[i].parts, &input->runs[i].n_parts, err);
		if (status == OK)
			status = store_levels(store, runs[i].id, input->runs[i].levels, &input->runs[i].n_levels, err);
		if (status == OK)
			status = store_notes(store, runs[i].id, &input->runs[i].notes, &input->runs[i].n_notes, err);
	}
	free(runs);
	return status;
}

static enum status choose_runs(struct report_input *input, struct store *store, const char *name, struct error *err)
{
	struct run wanted = {0};
	enum status status = store_find(store, name, &wanted, err);

	for (size_t i = 0; status == OK && i < input->n_runs; i++) {
		if (input->runs[i].run.id == wanted.id)
			input->head = &input->runs[i];
		if (compares(&input->runs[i]))
			input->compared = &input->runs[i];
		if (compares_paths(&input->runs[i]))
			input->pathed = &input->runs[i];
		if (evaluates(&input->runs[i]))
			input->evaluated = &input->runs[i];
	}
	for (size_t i = 0; input->head && i < input->n_runs; i++)
		if (input->runs[i].n_levels > 1 &&
		    circumstances_same_platform(&input->runs[i].run.circumstances, &input->head->run.circumstances))
			input->changing = &input->runs[i];
	if (input->head && input->head->n_levels > 1)
		input->changing = input->head;
	if (input->head && compares_paths(input->head))
		input->pathed = input->head;
	if (input->head && evaluates(input->head))
		input->evaluated = input->head;
	if (input->head && compares(input->head))
		input->compared = input->head;
	run_release(&wanted);
	return status;
}

/* The sizes of the compared run: those of round trips with an answer of the same size. The sentinels' round trips of 0
 * bytes are in every campaign and look the same: they count if they were asked for. */
static enum status find_sizes(struct report_input *input, struct store *store, struct error *err)
{
	struct size_list *sizes = &input->sizes;
	struct asked asked = {.n = 0};
	enum status status = report_trip_sizes(input->compared, true, &input->link, sizes, err);

	if (status == OK)
		status = store_asked(store, input->compared->run.id, &asked, err);
	if (status == OK && sizes->n && sizes->bytes[0] == 0 && !(asked.sizes.n > 0 && asked.sizes.bytes[0] == 0))
		memmove(sizes->bytes, sizes->bytes + 1, --sizes->n * sizeof(*sizes->bytes));
	asked_release(&asked);
	return status;
}

static enum status compare(struct report_input *input, struct store *store, struct error *err)
{
	const struct model_list *models = &input->models;
	enum status status = find_sizes(input, store, err);

	if (status != OK || input->sizes.n == 0)
		return status;
	return trips_compare(&input->comparison, &input->compared->campaign, input->compared->statistic, input->link,
			     &input->sizes, models->models, models->n, err);
}

/* What the sentinel took in the model's main state; 0: not known. */
static double level_of(const struct model *model)
{
	const struct fact *fact = model_fact(model, "sentinel_seconds");

	if (model->n_states > 0)
		return model->states[model->main_state].level;
	return fact && !fact->text ? fact->number : 0;
}

/* The state of the run that is the main one of the first model that says what that is. */
static int state_of_models(const struct report_input *input, const struct report_run *run)
{
	double level = 0;

	for (size_t i = 0; i < input->models.n && !(level > 0); i++)
		level = level_of(input->models.models[i]);
	for (size_t k = 0; level > 0 && k < run->n_levels; k++)
		if (run_levels_alike(level, run->levels[k].seconds))
			return (int)k;
	return level > 0 && run->n_levels > 0 ? STATE_NONE : 0;
}

static enum status load_run(const struct report_input *input, struct report_run *run, struct store *store,
			    struct error *err)
{
	int state = run == input->compared || run == input->pathed ? state_of_models(input, run) : 0;

	return store_load_state(store, run->run.id, state == STATE_NONE ? 0 : state, &run->campaign, err);
}

static enum status load_campaigns(struct report_input *input, struct store *store, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < input->n_runs; i++) {
		if (i + RUNS_DRAWN >= input->n_runs || &input->runs[i] == input->head ||
		    &input->runs[i] == input->compared || &input->runs[i] == input->pathed ||
		    &input->runs[i] == input->evaluated)
			status = load_run(input, &input->runs[i], store, err);
		if (status == OK)
			status = run_drop_warmup(&input->runs[i].run, &input->runs[i].campaign, err);
	}
	return status;
}

/* Its timings are loaded already. */
static enum status judge(struct report_input *input, struct store *store, struct error *err)
{
	const struct report_run *evaluated = input->evaluated;

	TRY(evaluation_load(store, evaluated->run.id, evaluated->run.circumstances.processes, &input->evaluation, err));
	return scores_make(&input->scores, &input->evaluation, &evaluated->campaign, evaluated->statistic,
			   evaluated->run.circumstances.clock_resolution, err);
}

enum status report_input_read(struct report_input *input, const char *const *paths, size_t n_paths,
			      const char *store_path, const char *run_name, struct error *err)
{
	struct store *store = NULL;
	enum status status;

	*input = (struct report_input){.n_runs = 0};
	status = model_list_read(&input->models, paths, n_paths, err);
	if (status != OK || !store_path)
		return status;
	store = store_open(store_path, 0, err);
	status = store ? read_runs(input, store, err) : err->status;
	if (status == OK)
		status = choose_runs(input, store, run_name, err);
	if (status == OK)
		status = load_campaigns(input, store, err);
	if (input->compared)
		input->state = state_of_models(input, input->compared);
	if (status == OK && input->models.n && input->compared)
		status = compare(input, store, err);
	if (status == OK && input->changing)
		status = course_load(&input->course, store, input->changing->run.id, err);
	if (status == OK && input->evaluated)
		status = judge(input, store, err);
	store_close(store);
	return status;
}

void report_input_release(struct report_input *input)
{
	for (size_t i = 0; i < input->n_runs; i++) {
		run_release(&input->runs[i].run);
		parts_free(input->runs[i].parts, input->runs[i].n_parts);
		notes_free(input->runs[i].notes, input->runs[i].n_notes);
		campaign_release(&input->runs[i].campaign);
	}
	free(input->runs);
	model_list_release(&input->models);
	size_list_release(&input->sizes);
	trips_comparison_release(&input->comparison);
	scores_release(&input->scores);
	evaluation_release(&input->evaluation);
	course_release(&input->course);
	*input = (struct report_input){.n_runs = 0};
}

double report_run_seconds(const struct report_run *run, bool watching)
{
	double seconds = 0;

	for (size_t i = 0; i < run->n_parts; i++)
		if (watching || strcmp(run->parts[i].name, "watching") != 0)
			seconds += run->parts[i].seconds;
	return seconds;
}

double report_run_messages(const struct report_run *run)
{
	double messages = 0;

	for (size_t i = 0; i < run->n_parts; i++)
		messages += (double)run->parts[i].messages;
	return messages;
}

/* Whether the model names this run; of one that names none, whether an estimation of it began then, there and by this
 * seed. */
static bool is_run_of(const struct run *run, const struct model *model)
{
	const struct fact *seed = model_fact(model, "seed"), *number = model_fact(model, MODEL_RUN);
	bool same = model_says(model, "started", run->circumstances.started) &&
		    model_says(model, "library", run->circumstances.library);

	if (number && !number->text)
		return same && number->number == (double)run->id;
	if (model_fact(model, "run"))
		return same && model_says(model, "run", run->name);
	return same && run->purpose.kind == PURPOSE_ESTIMATE && strcmp(run->purpose.model, model->class->name) == 0 &&
	       model_says(model, "method", run->purpose.method) && seed && !seed->text &&
	       seed->number == (double)run->circumstances.seed;
}

const struct report_run *report_run_of(const struct report_input *input, const struct model *model)
{
	for (size_t i = 0; i < input->n_runs; i++)
		if (is_run_of(&input->runs[i].run, model))
			return &input->runs[i];
	return NULL;
}

struct link report_first_link(const struct model *model)
{
	for (size_t l = 0; l < model->n_links; l++)
		if (model->links[l].from != model->links[l].to)
			return model->links[l];
	return model->links[0];
}

bool report_short_only(const struct model *model)
{
	struct link link = report_first_link(model);

	return model_p2p(model, link, 0) == model_p2p(model, link, (size_t)1 << 20);
}

static bool has_per_size(const struct model *model)
{
	size_t n = model->class->n_params;

	for (size_t k = 0; k < model->n_links * n; k++)
		if (model->class->params[k % n].shape == PARAM_PER_SIZE && model->parameters[k].curve.n > 0)
			return true;
	return false;
}

size_t report_per_size(const struct report_input *input)
{
	size_t i = 0;

	while (i < input->models.n && !has_per_size(input->models.models[i]))
		i++;
	return i;
}

size_t report_by_method(const struct report_input *input, const char *class, const char *method)
{
	size_t i = 0;

	while (i < input->models.n && !(strcmp(input->models.models[i]->class->name, class) == 0 &&
					model_says(input->models.models[i], "method", method)))
		i++;
	return i;
}
