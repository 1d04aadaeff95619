#include "tune/live/tuning.h"

#include "tune/choose.h"
#include "tune/live/trial.h"

#include <math.h>
#include <stdlib.h>

/* Of each point: repetitions one after the other, and turns, interleaved with all other points; of what takes long
 * fewer, interleaved with what it is compared with. So many timings of both suffice for a p-value of 0.00016. */
enum { REPETITIONS = 5, TURNS = 6, REPETITIONS_LONG = 2, TURNS_LONG = 4 };

/* The library's own decision and the choice. */
static void add_cells(const struct tune_trial *trial, struct tune_cells *pairs)
{
	const struct tune_cell own = {trial->task, 0, trial->size, trial->bytes};

	pairs->list[pairs->n] = pairs->list[pairs->n + 1] = own;
	pairs->list[pairs->n + 1].candidate = trial->choice;
	pairs->n += 2;
}

static bool is_long(const struct tuning *t, const struct tune_trial *trial)
{
	struct tune_cell pair[2];
	struct tune_cells pairs = {.list = pair};

	add_cells(trial, &pairs);
	return tuning_is_long(t, &pair[0]) || tuning_is_long(t, &pair[1]);
}

/* Trials that are measured together. */
struct together {
	struct tune_trial **list; /* of pointers to trials */
	size_t n;
	struct tune_cells pairs; /* room for two of each trial */
};

/* Leaves out those whose choice has been no quicker so far: they are not to win. One choice for all sizes stays, since
 * at each of them it must not be slower. */
static enum status drop_hopeless(const struct tuning *t, struct together *these, double since, struct error *err)
{
	enum status status = OK;
	size_t kept = 0;

	for (size_t i = 0; status == OK && i < these->n; i++) {
		struct tune_trial *trial = these->list[i];

		status = trial_compare(t, trial, since, err);
		if (!(trial->won.part.value >= 0) || tune_task_class(&t->tasks->list[trial->task])->unlike)
			these->list[kept++] = trial;
	}
	these->n = kept;
	return status;
}

void tuning_warm_alike(const struct tuning *t, const struct experiment *list, size_t n)
{
	for (size_t i = 0; i + 1 < n; i += 2) {
		struct sample *own = campaign_find(&t->m->campaign, &list[i]),
			      *its = campaign_find(&t->m->campaign, &list[i + 1]);

		if (own && its)
			own->what.warmup = its->what.warmup =
				own->what.warmup > its->what.warmup ? own->what.warmup : its->what.warmup;
	}
}

static enum status take_turn(struct tuning *t, struct together *these, size_t repetitions, struct error *err)
{
	struct experiment *list = NULL;
	size_t n;
	enum status status;

	these->pairs.n = 0;
	for (size_t i = 0; i < these->n; i++)
		add_cells(these->list[i], &these->pairs);
	status = tuning_list(t, &these->pairs, 0, TUNING_ALL, &list, &n, err);
	if (status == OK && n == these->pairs.n)
		tuning_warm_alike(t, list, n);
	if (status == OK && n > 0)
		status = probe_more(&t->probing.prober, list, 1, n, repetitions, err);
	free(list);
	return status;
}

static enum status take_turns(struct tuning *t, struct together *these, double since, int turns, size_t repetitions,
			      struct error *err)
{
	enum status status = OK;

	for (int turn = 0; status == OK && turn < turns; turn++) {
		if (these->n > 1)
			progress_report(&t->m->progress, "choices measured afresh, turns", (size_t)turn, (size_t)turns,
					NAN);
		if (turn == turns / 2)
			status = drop_hopeless(t, these, since, err);
		if (status == OK)
			status = take_turn(t, these, repetitions, err);
	}
	return status;
}

/* All that are short side by side, then the others one by one. */
static enum status measure(struct tuning *t, const struct tune_trials *trials, double since, struct error *err)
{
	struct together these = {.list = calloc(trials->n + 1, sizeof(*these.list)),
				 .pairs.list = calloc(2 * trials->n + 2, sizeof(*these.pairs.list))};
	enum status status = these.list && these.pairs.list ? OK : error_memory(err, "choices to measure");

	t->probing.options.deadline = t->m->options->deadline;
	for (size_t i = 0; status == OK && i < trials->n; i++)
		if (!is_long(t, &trials->list[i]))
			these.list[these.n++] = &trials->list[i];
	if (status == OK)
		status = take_turns(t, &these, since, TURNS, REPETITIONS, err);
	for (size_t i = 0; status == OK && i < trials->n; i++) {
		if (!is_long(t, &trials->list[i]))
			continue;
		these.list[0] = &trials->list[i];
		these.n = 1;
		progress_report(&t->m->progress, "choices that take long measured afresh", i, trials->n, NAN);
		status = take_turns(t, &these, since, TURNS_LONG, REPETITIONS_LONG, err);
	}
	free(these.list);
	tune_cells_release(&these.pairs);
	return status;
}

/* Nothing but the library's own decision may be chosen. */
static void forget(struct tune_task *task)
{
	for (size_t s = 0; s < task->n_sizes; s++)
		for (size_t c = 0; c < task->candidates.n; c++)
			task->seconds[c * task->n_sizes + s] = c > 0 ? INFINITY : task->seconds[s];
}

/* A choice that is confirmed may be chosen at its size. One for all sizes may be where it is not shown to be slower
 * too, and is then taken to be as quick. */
static void keep(struct tuning *t, const struct tune_trials *trials, size_t i)
{
	const struct tune_trial *trial = &trials->list[i];
	struct tune_task *task = &t->tasks->list[trial->task];
	bool won = trial_wins_among(t, trials, i), one = tune_task_class(task)->unlike,
	     stands = won || (one && !(trial->won.part.low > 0) && !isnan(trial->won.part.value));
	double *own = &task->seconds[trial->size], *its = &task->seconds[trial->choice * task->n_sizes + trial->size];

	task->won[trial->size] = trial->won;
	t->confirmed += won;
	t->refuted += !stands;
	if (!stands)
		return;
	*own = trial->seconds[0];
	*its = trial->seconds[won];
}

/* What is the library's own decision at a size takes as long as that, and was not tried: one choice for all sizes may
 * be it at some. */
static enum status keep_own(struct tune_task *task, struct error *err)
{
	enum status status = OK;
	bool own = false;

	for (size_t c = 1; status == OK && c < task->candidates.n; c++)
		for (size_t s = 0; status == OK && s < task->n_sizes; s++) {
			status = tune_task_is_own(task, c, task->sizes[s], &own, err);
			if (status == OK && own)
				task->seconds[c * task->n_sizes + s] = task->seconds[s];
		}
	return status;
}

static enum status conclude(struct tuning *t, const struct tune_trials *trials, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; i < t->tasks->n; i++)
		forget(&t->tasks->list[i]);
	for (size_t i = 0; i < trials->n; i++)
		keep(t, trials, i);
	for (size_t i = 0; status == OK && i < t->tasks->n; i++) {
		struct tune_task *task = &t->tasks->list[i];

		status = tune_task_class(task)->unlike ? keep_own(task, err) : OK;
		if (status == OK)
			tune_choose(task);
	}
	return status == OK ? tune_tasks_find_borders(t->tasks->list, t->tasks->n, err) : status;
}

/* A range that is not seen to be quicker where it ends goes to its outermost size, and no further. */
static void settle_end(const struct tuning *t, const struct tune_trial *trial)
{
	struct tune_task *task = &t->tasks->list[trial->task];
	uint64_t measured = task->sizes[trial->size];

	if (trial_is_quicker(&trial->won, task->options->loss))
		return;
	if (trial->bytes > measured)
		task->borders[trial->size + 1].last = measured;
	else
		task->borders[trial->size].first = measured;
}

enum status tuning_begin_points(struct tuning *t, const struct experiment *list, size_t n, struct error *err)
{
	struct stopping *stopping = &t->probing.options.stopping;
	const struct stopping rule = *stopping;
	enum status status;

	stopping->least = stopping->most = REPETITIONS_LONG;
	status = probe_points(&t->probing.prober, list, n, err);
	*stopping = rule;
	return status;
}

/* They are not among the sizes that were measured before. */
static enum status begin_ends(struct tuning *t, const struct tune_trials *ends, struct error *err)
{
	struct tune_cells pairs = {.list = calloc(2 * ends->n + 1, sizeof(*pairs.list))};
	struct experiment *list = NULL;
	size_t n;
	enum status status = pairs.list ? OK : error_memory(err, "ends of ranges to measure");

	for (size_t i = 0; status == OK && i < ends->n; i++)
		add_cells(&ends->list[i], &pairs);
	if (status == OK)
		status = tuning_list(t, &pairs, 0, TUNING_ALL, &list, &n, err);
	if (status == OK)
		status = tuning_begin_points(t, list, n, err);
	free(list);
	tune_cells_release(&pairs);
	return status;
}

/* Borders between sizes are predicted: ranges are measured there too. */
static enum status confirm_ends(struct tuning *t, struct error *err)
{
	struct tune_trials ends = {.n = 0};
	double since = 0;
	enum status status = trials_list_ends(t, &ends, err);

	if (status == OK && ends.n > 0) {
		progress_note(&t->m->progress, "%zu ends of ranges between sizes", ends.n);
		status = begin_ends(t, &ends, err);
		since = platform_now(t->m->platform);
	}
	if (status == OK && ends.n > 0)
		status = measure(t, &ends, since, err);
	for (size_t i = 0; status == OK && i < ends.n; i++) {
		status = trial_compare(t, &ends.list[i], since, err);
		if (status == OK)
			settle_end(t, &ends.list[i]);
	}
	free(ends.list);
	return status;
}

enum status tuning_confirm(struct tuning *t, struct error *err)
{
	struct tune_trials trials = {.n = 0};
	double since = platform_now(t->m->platform);
	enum status status = trials_list(t, &trials, err);

	if (status == OK)
		status = measure(t, &trials, since, err);
	if (status == OK) /* factors know the fresh timings too */
		status = tuning_take(t, err);
	if (status == OK)
		status = trials_judge(t, &trials, since, err);
	if (status == OK)
		status = conclude(t, &trials, err);
	if (status == OK)
		status = confirm_ends(t, err);
	free(trials.list);
	return status;
}
