#include "tune/live/tuning.h"

#include "probe/watch.h"
#include "sample/collective.h"
#include "tune/choose.h"
#include "tune/correct.h"

#include <math.h>
#include <stdlib.h>

/* Repetitions of a point, unless the user chose: of all roughly, then of what may be chosen; of what takes long fewer.
 */
enum { ROUNDS = 8, ROUGH = 5, ROUGH_LONG = 2, LEAST = 8, LEAST_LONG = 4, MOST = 24 };

/* Relative error that suffices to choose by, unless the user asked for less; the part of the time until a deadline that
 * exploring may take, and of what is left of that each round. */
static const double error_allowed = 0.02, exploring = 0.5, each_round = 0.6;

/* All that is measured takes so many times the first rough measurements. */
static const double all_rounds = 4;

size_t tuning_room(const struct tune_tasks *tasks)
{
	size_t most = WATCH_LARGE;

	for (size_t i = 0; i < tasks->n; i++) {
		const struct tune_task *task = &tasks->list[i];
		const struct collective_kind *kind = collective_find(tune_task_class(task)->name);
		size_t blocks = !kind || kind->per_process ? (size_t)task->processes : 1,
		       room = task->sizes[task->n_sizes - 1] * blocks;

		most = room > most ? room : most;
	}
	return most;
}

bool tuning_is_long(const struct tuning *t, const struct tune_cell *cell)
{
	const struct tune_task *task = &t->tasks->list[cell->task];

	return task->seconds[cell->candidate * task->n_sizes + cell->size] >= tune_long;
}

/* The experiments of cells from one on; those of which there is none are left out. */
enum status tuning_list(const struct tuning *t, const struct tune_cells *cells, size_t from, enum tuning_which which,
			struct experiment **list, size_t *n, struct error *err)
{
	enum status status = OK;

	*n = 0;
	*list = malloc((cells->n - from + 1) * sizeof(**list));
	if (!*list)
		return error_memory(err, "a list of experiments");
	for (size_t i = from; status == OK && i < cells->n; i++) {
		const struct tune_cell *cell = &cells->list[i];
		bool can;

		if (which != TUNING_ALL && tuning_is_long(t, cell) != (which == TUNING_LONG))
			continue;
		status = tune_experiment(&t->tasks->list[cell->task], cell->candidate, cell->bytes, &t->means,
					 &(*list)[*n], &can, err);
		*n += can;
	}
	return status;
}

enum status tuning_needed(const struct tune_tasks *tasks, double *seconds, struct error *err)
{
	struct tune_cells first = {.n = 0};
	enum status status = OK;

	*seconds = 0;
	for (size_t i = 0; status == OK && i < tasks->n; i++)
		status = tune_plan_first(&tasks->list[i], i, &first, err);
	for (size_t i = 0; i < first.n; i++) {
		const struct tune_cell *cell = &first.list[i];
		const struct tune_task *task = &tasks->list[cell->task];
		double once = task->seconds[cell->candidate * task->n_sizes + cell->size];

		*seconds += isfinite(once) ? once * (once < tune_long ? ROUGH : ROUGH_LONG + 1) : 0;
	}
	*seconds *= all_rounds;
	tune_cells_release(&first);
	return status;
}

/* What was measured of a candidate at a size. */
static enum status take_cell(const struct tuning *t, struct tune_task *task, size_t candidate, size_t size,
			     struct error *err)
{
	const struct reduce_rule rule = measurement_rule(t->m);
	struct estimate *measured = &task->measured[candidate * task->n_sizes + size];
	struct experiment what;
	bool can;
	enum status status = tune_experiment(task, candidate, task->sizes[size], &t->means, &what, &can, err);
	const struct sample *sample = status == OK && can ? campaign_find(&t->m->campaign, &what) : NULL;

	*measured = (struct estimate){NAN, NAN, NAN};
	if (sample && sample->n >= 2)
		*measured = sample_estimate(sample, &rule);
	return status;
}

static enum status take_task(const struct tuning *t, struct tune_task *task, struct error *err)
{
	enum status status = OK;

	for (size_t c = 0; c < task->candidates.n; c++)
		for (size_t s = 0; status == OK && s < task->n_sizes; s++)
			status = take_cell(t, task, c, s, err);
	return status;
}

enum status tuning_take(struct tuning *t, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < t->tasks->n; i++) {
		struct tune_task *task = &t->tasks->list[i];

		status = take_task(t, task, err);
		if (status == OK)
			status = tune_correct(task, err);
		if (status == OK)
			tune_choose(task);
	}
	return status;
}

/* Cells from one on: what takes long comes last, and less often, since else the time until a deadline would be spent on
 * it. */
static enum status measure_cells(struct tuning *t, const struct tune_cells *cells, size_t from,
				 const struct stopping *rule, size_t least_long, struct error *err)
{
	struct stopping *stopping = &t->probing.options.stopping;
	enum status status = OK;

	*stopping = *rule;
	for (int which = TUNING_SHORT; status == OK && which <= TUNING_LONG; which++) {
		struct experiment *list = NULL;
		size_t n;

		status = tuning_list(t, cells, from, (enum tuning_which)which, &list, &n, err);
		if (which == TUNING_LONG && least_long < rule->least)
			stopping->least = least_long;
		if (which == TUNING_LONG && rule->least == rule->most)
			stopping->most = stopping->least;
		if (status == OK && n > 0)
			status = probe_points(&t->probing.prober, list, n, err);
		free(list);
	}
	*stopping = *rule;
	return status == OK ? tuning_take(t, err) : status;
}

static enum status measure_near(struct tuning *t, const struct stopping *rule, struct error *err)
{
	struct tune_cells near = {.n = 0};
	enum status status = OK;

	for (size_t i = 0; status == OK && i < t->tasks->n; i++)
		status = tune_plan_near(&t->tasks->list[i], i, &near, err);
	if (status == OK)
		status = measure_cells(t, &near, 0, rule, LEAST_LONG, err);
	tune_cells_release(&near);
	return status;
}

/* New cells from one on roughly, then all that are near to the best; as often as the user said if the user did. */
static enum status measure_round(struct tuning *t, size_t from, double until, struct error *err)
{
	struct probe_options *options = &t->probing.options;
	const struct stopping precise = options->stopping;
	struct stopping rough = precise;
	bool counts = measuring_counts(t->m->options);

	if (until > 0)
		options->deadline = platform_now(t->m->platform) + each_round * (until - platform_now(t->m->platform));
	if (!counts)
		rough.least = rough.most = ROUGH;
	TRY(measure_cells(t, &t->asked, from, &rough, counts ? SIZE_MAX : ROUGH_LONG, err));
	if (!counts)
		TRY(measure_near(t, &precise, err));
	return OK;
}

static enum status plan(struct tuning *t, bool first, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < t->tasks->n; i++)
		status = first ? tune_plan_first(&t->tasks->list[i], i, &t->asked, err)
			       : tune_plan_next(&t->tasks->list[i], i, &t->asked, err);
	return status;
}

/* Returns when exploring ends, in s on the platform's clock; 0: when it is done. */
static double set_precision(struct tuning *t)
{
	struct stopping *stopping = &t->probing.options.stopping;
	const struct measuring_options defaults = measuring_options_default();
	const struct measuring_options *o = t->m->options;
	double now = platform_now(t->m->platform);

	if (!measuring_counts(o)) {
		stopping->least = LEAST;
		stopping->most = MOST;
	}
	if (o->error == defaults.error)
		stopping->error = error_allowed;
	return o->deadline > 0 ? now + exploring * (o->deadline - now) : 0;
}

/* Chooses among what was measured; where the library's own decision was not nothing else may be chosen. */
static void choose_measured(struct tune_task *task)
{
	for (size_t s = 0; s < task->n_sizes; s++) {
		bool compared = !isnan(task->measured[s].value);

		if (!compared)
			task->seconds[s] = 0;
		for (size_t c = 1; c < task->candidates.n; c++)
			if (!compared || isnan(task->measured[c * task->n_sizes + s].value))
				task->seconds[c * task->n_sizes + s] = INFINITY;
	}
	tune_choose(task);
}

/* Where processes take turns on CPUs round trips tell of turns, not of the machine: it is not watched. */
static enum status begin(struct tuning *t, struct error *err)
{
	struct probing *p = &t->probing;

	if (t->means.timing == TIMING_GLOBAL)
		return probing_begin(p, t->m, WATCH_LARGE, err);
	p->measurement = t->m;
	p->options = measuring_probe(t->m->options);
	p->options.states = false;
	p->begun =
		(struct probe_account){.seconds = platform_now(t->m->platform), .messages = t->m->platform->messages};
	prober_init(&p->prober, t->m->platform, &t->m->campaign, &p->options, &t->m->sink, &t->m->progress);
	return OK;
}

enum status tuning_explore(struct tuning *t, struct error *err)
{
	enum status status = begin(t, err);
	double until = set_precision(t);

	while (status == OK && t->rounds < ROUNDS) {
		size_t from = t->asked.n;

		status = plan(t, t->rounds == 0, err);
		if (status != OK || t->asked.n == from)
			break;
		progress_note(&t->m->progress, "round %zu: %zu points", t->rounds + 1, t->asked.n - from);
		status = measure_round(t, from, until, err);
		t->rounds++;
	}
	for (size_t i = 0; status == OK && i < t->tasks->n; i++)
		choose_measured(&t->tasks->list[i]);
	return status;
}

enum status tuning_complete(struct tuning *t, struct error *err)
{
	struct experiment *list = NULL;
	size_t n = 0;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < t->tasks->n; i++)
		status = tune_plan_all(&t->tasks->list[i], i, &t->asked, err);
	if (status == OK)
		status = tuning_list(t, &t->asked, 0, TUNING_ALL, &list, &n, err);
	t->probing.options.deadline = 0;
	if (status == OK) {
		progress_note(&t->m->progress, "everything that a rule could choose: %zu points", n);
		status = probe_points(&t->probing.prober, list, n, err);
	}
	free(list);
	for (size_t i = 0; status == OK && i < t->tasks->n; i++)
		status = take_task(t, &t->tasks->list[i], err);
	return status;
}

void tuning_release(struct tuning *t)
{
	tune_cells_release(&t->asked);
}
