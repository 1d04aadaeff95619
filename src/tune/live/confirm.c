#include "tune/live/tuning.h"

#include "stats/quantile.h"
#include "tune/choose.h"

#include <math.h>
#include <stdlib.h>

enum { REPETITIONS = 5, TURNS = 6 /* of each point, one after the other, interleaved with all others */ };

/* A choice that is measured afresh beside the library's own decision. */
struct tune_trial {
	size_t task, size;
	struct overall won;
	double seconds[2]; /* medians: of the library's own decision, of the choice */
};

struct tune_trials {
	struct tune_trial *list;
	size_t n;
};

/* The timings of a sample since a time of the platform's clock; the caller frees them. NULL without memory. */
static double *fresh(const struct sample *sample, double since, size_t *n)
{
	double *list = malloc((sample ? sample->n : 0) * sizeof(*list) + sizeof(*list));

	*n = 0;
	for (size_t i = 0; list && sample && i < sample->n; i++)
		if (sample->observations[i].at >= since)
			list[(*n)++] = sample->observations[i].seconds;
	return list;
}

static const struct sample *sample_of(const struct tuning *t, const struct tune_trial *trial, size_t candidate,
				      struct error *err)
{
	struct experiment what;
	bool can = false;

	return tune_experiment(&t->tasks->list[trial->task], candidate, trial->size, &t->means, &what, &can, err) ==
				       OK &&
			       can
		       ? campaign_find(&t->m->campaign, &what)
		       : NULL;
}

static enum status compare(const struct tuning *t, struct tune_trial *trial, double since, struct error *err)
{
	size_t choice = t->tasks->list[trial->task].choice[trial->size];
	struct stratum stratum = {.n_a = 0};
	double *a = fresh(sample_of(t, trial, 0, err), since, &stratum.n_a),
	       *b = fresh(sample_of(t, trial, choice, err), since, &stratum.n_b);
	enum status status = a && b ? err->status : error_memory(err, "timings to compare");

	stratum.a = a;
	stratum.b = b;
	trial->won = (struct overall){{NAN, NAN, NAN}, 1};
	if (status == OK && stratum.n_a >= 2 && stratum.n_b >= 2) {
		status = compare_overall(&stratum, 1, t->m->options->confidence, &trial->won, err);
		trial->seconds[0] = quantile_median(a, stratum.n_a);
		trial->seconds[1] = quantile_median(b, stratum.n_b);
	}
	free(a);
	free(b);
	return status;
}

static enum status list_trials(const struct tuning *t, struct tune_trials *trials, struct tune_cells *cells,
			       struct error *err)
{
	size_t most = 0;

	for (size_t i = 0; i < t->tasks->n; i++)
		most += t->tasks->list[i].n_sizes;
	trials->list = calloc(most + 1, sizeof(*trials->list));
	cells->list = calloc(2 * most + 1, sizeof(*cells->list));
	if (!trials->list || !cells->list)
		return error_memory(err, "choices to measure");
	for (size_t i = 0; i < t->tasks->n; i++) {
		const struct tune_task *task = &t->tasks->list[i];

		for (size_t s = 0; s < task->n_sizes; s++) {
			if (task->choice[s] == 0)
				continue;
			trials->list[trials->n++] = (struct tune_trial){.task = i, .size = s};
			cells->list[cells->n++] = (struct tune_cell){i, 0, s};
			cells->list[cells->n++] = (struct tune_cell){i, task->choice[s], s};
		}
	}
	return OK;
}

static enum status measure(struct tuning *t, const struct tune_cells *cells, struct error *err)
{
	struct experiment *list = NULL;
	size_t n;
	enum status status = tuning_list(t, cells, 0, &list, &n, err);

	t->probing.options.deadline = t->m->options->deadline;
	for (int turn = 0; status == OK && turn < TURNS && n > 0; turn++) {
		progress_report(&t->m->progress, "choices measured afresh, turns", (size_t)turn, TURNS, NAN);
		status = probe_more(&t->probing.prober, list, 1, n, REPETITIONS, err);
	}
	free(list);
	return status;
}

/* With Holm's correction over all of them. */
static enum status judge(const struct tuning *t, struct tune_trials *trials, double since, struct error *err)
{
	double *p = calloc(2 * trials->n + 1, sizeof(*p));
	enum status status = p ? OK : error_memory(err, "p-values");

	for (size_t i = 0; status == OK && i < trials->n; i++) {
		status = compare(t, &trials->list[i], since, err);
		p[i] = trials->list[i].won.p;
	}
	if (status == OK)
		status = compare_holm(p, trials->n, p + trials->n, err);
	for (size_t i = 0; status == OK && i < trials->n; i++)
		trials->list[i].won.p = p[trials->n + i];
	free(p);
	return status;
}

/* Nothing but the library's own decision may be chosen. */
static void forget(struct tune_task *task)
{
	for (size_t s = 0; s < task->n_sizes; s++)
		for (size_t c = 0; c < task->candidates.n; c++)
			task->seconds[c * task->n_sizes + s] = c > 0 ? INFINITY : task->seconds[s];
}

static bool wins(const struct tuning *t, const struct tune_trial *trial)
{
	return trial->won.p <= 1 - t->m->options->confidence && trial->won.part.value < 0;
}

/* A choice that is confirmed may be chosen at its size. One for all sizes may be where it is not shown to be slower
 * too, and is then taken to be as quick. */
static void keep(struct tuning *t, const struct tune_trial *trial, size_t choice)
{
	struct tune_task *task = &t->tasks->list[trial->task];
	bool won = wins(t, trial), one = tune_task_class(task)->unlike,
	     stands = won || (one && !(trial->won.part.low > 0) && !isnan(trial->won.part.value));
	double *own = &task->seconds[trial->size], *its = &task->seconds[choice * task->n_sizes + trial->size];

	task->won[trial->size] = trial->won;
	t->confirmed += won;
	t->refuted += !stands;
	if (!stands)
		return;
	*own = trial->seconds[0];
	*its = won ? trial->seconds[1] : fmin(trial->seconds[0], trial->seconds[1]);
}

static enum status conclude(struct tuning *t, const struct tune_trials *trials, struct error *err)
{
	size_t *choices = calloc(trials->n + 1, sizeof(*choices));

	if (!choices)
		return error_memory(err, "choices");
	for (size_t i = 0; i < trials->n; i++)
		choices[i] = t->tasks->list[trials->list[i].task].choice[trials->list[i].size];
	for (size_t i = 0; i < t->tasks->n; i++)
		forget(&t->tasks->list[i]);
	for (size_t i = 0; i < trials->n; i++)
		keep(t, &trials->list[i], choices[i]);
	for (size_t i = 0; i < t->tasks->n; i++)
		tune_choose(&t->tasks->list[i]);
	free(choices);
	return tune_tasks_find_borders(t->tasks->list, t->tasks->n, err);
}

enum status tuning_confirm(struct tuning *t, struct error *err)
{
	struct tune_trials trials = {.n = 0};
	struct tune_cells cells = {.n = 0};
	double since = platform_now(t->m->platform);
	enum status status = list_trials(t, &trials, &cells, err);

	if (status == OK)
		status = measure(t, &cells, err);
	if (status == OK)
		status = judge(t, &trials, since, err);
	if (status == OK)
		status = conclude(t, &trials, err);
	free(trials.list);
	tune_cells_release(&cells);
	return status;
}
