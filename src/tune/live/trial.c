#include "tune/live/trial.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

static int by_hope(const void *a, const void *b)
{
	const struct tune_trial *x = a, *y = b;

	return (x->hope < y->hope) - (x->hope > y->hope);
}

enum status trials_list(const struct tuning *t, struct tune_trials *trials, struct error *err)
{
	size_t most = 0;

	for (size_t i = 0; i < t->tasks->n; i++)
		most += t->tasks->list[i].n_sizes;
	trials->list = calloc(most + 1, sizeof(*trials->list));
	if (!trials->list)
		return error_memory(err, "choices to measure");
	for (size_t i = 0; i < t->tasks->n; i++) {
		const struct tune_task *task = &t->tasks->list[i];

		for (size_t s = 0; s < task->n_sizes; s++) {
			size_t choice = task->choice[s];
			double own = task->seconds[s], its = task->seconds[choice * task->n_sizes + s];
			bool same = choice == 0;

			if (!same && tune_task_is_own(task, choice, task->sizes[s], &same, err) != OK)
				return err->status;
			if (!same)
				trials->list[trials->n++] = (struct tune_trial){.task = i,
										.size = s,
										.choice = choice,
										.bytes = task->sizes[s],
										.hope = 1 - its / own};
		}
	}
	qsort(trials->list, trials->n, sizeof(*trials->list), by_hope);
	return OK;
}

static void add_end(struct tune_trials *trials, const struct tune_task *task, size_t number, size_t size,
		    uint64_t bytes)
{
	if (task->choice[size] != 0 && bytes != task->sizes[size])
		trials->list[trials->n++] =
			(struct tune_trial){.task = number, .size = size, .choice = task->choice[size], .bytes = bytes};
}

enum status trials_list_ends(const struct tuning *t, struct tune_trials *trials, struct error *err)
{
	size_t most = 0;

	for (size_t i = 0; i < t->tasks->n; i++)
		most += 2 * t->tasks->list[i].n_sizes;
	trials->list = calloc(most + 1, sizeof(*trials->list));
	if (!trials->list)
		return error_memory(err, "ends of ranges to measure");
	for (size_t i = 0; i < t->tasks->n; i++) {
		const struct tune_task *task = &t->tasks->list[i];

		for (size_t s = 1; s < task->n_sizes; s++)
			if (task->choice[s] != task->choice[s - 1]) {
				add_end(trials, task, i, s - 1, task->borders[s].last);
				add_end(trials, task, i, s, task->borders[s].first);
			}
	}
	return OK;
}

double *trial_fresh(const struct sample *sample, double since, size_t *n)
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

	return tune_experiment(&t->tasks->list[trial->task], candidate, trial->bytes, &t->means, &what, &can, err) ==
				       OK &&
			       can
		       ? campaign_find(&t->m->campaign, &what)
		       : NULL;
}

/* The fresh timings of the library's own decision and of a choice. */
struct pair {
	double *own, *its; /* owned */
	size_t n_own, n_its;
};

static enum status pair_take(const struct tuning *t, const struct tune_trial *trial, double since, struct pair *pair,
			     struct error *err)
{
	pair->own = trial_fresh(sample_of(t, trial, 0, err), since, &pair->n_own);
	pair->its = trial_fresh(sample_of(t, trial, trial->choice, err), since, &pair->n_its);
	return pair->own && pair->its ? err->status : error_memory(err, "timings to compare");
}

static void pair_release(struct pair *pair)
{
	free(pair->own);
	free(pair->its);
}

static bool is_whole(const struct pair *pair)
{
	return pair->n_own >= 2 && pair->n_its >= 2;
}

static struct stratum stratum_of(const struct pair *pair)
{
	return (struct stratum){.a = pair->own, .b = pair->its, .n_a = pair->n_own, .n_b = pair->n_its};
}

enum status trial_compare(const struct tuning *t, struct tune_trial *trial, double since, struct error *err)
{
	struct pair pair = {.own = NULL};
	enum status status = pair_take(t, trial, since, &pair, err);

	trial->won = (struct overall){{NAN, NAN, NAN}, 1};
	if (status == OK && is_whole(&pair)) {
		const struct stratum stratum = stratum_of(&pair);

		status = compare_overall(&stratum, 1, t->m->options->confidence, &trial->won, err);
		trial->seconds[0] = quantile_median(pair.own, pair.n_own);
		trial->seconds[1] = quantile_median(pair.its, pair.n_its);
	}
	pair_release(&pair);
	return status;
}

/* Over n trials that follow each other: 1 if nothing was measured, or the choice is no quicker. */
static enum status compare_range(const struct tuning *t, const struct tune_trial *trials, size_t n, double since,
				 double *p, struct error *err)
{
	struct pair *pairs = calloc(n + 1, sizeof(*pairs));
	struct stratum *strata = calloc(n + 1, sizeof(*strata));
	struct overall over = {{NAN, NAN, NAN}, 1};
	enum status status = pairs && strata ? OK : error_memory(err, "timings to compare");
	size_t whole = 0;

	for (size_t i = 0; status == OK && i < n; i++) {
		status = pair_take(t, &trials[i], since, &pairs[i], err);
		if (status == OK && is_whole(&pairs[i]))
			strata[whole++] = stratum_of(&pairs[i]);
	}
	if (status == OK && whole > 0)
		status = compare_overall(strata, whole, t->m->options->confidence, &over, err);
	*p = over.part.value < 0 ? over.p : 1;
	for (size_t i = 0; pairs && i < n; i++)
		pair_release(&pairs[i]);
	free(pairs);
	free(strata);
	return status;
}

static int by_place(const void *a, const void *b)
{
	const struct tune_trial *x = a, *y = b;

	return x->task != y->task ? (x->task > y->task) - (x->task < y->task)
				  : (x->size > y->size) - (x->size < y->size);
}

bool trials_are_neighbours(const struct tune_trial *one, const struct tune_trial *next)
{
	return next->task == one->task && next->choice == one->choice && next->size == one->size + 1;
}

/* How many trials from one on are of one range. */
static size_t range_from(const struct tune_trials *trials, size_t from)
{
	size_t to = from + 1;

	while (to < trials->n && trials_are_neighbours(&trials->list[to - 1], &trials->list[to]))
		to++;
	return to - from;
}

enum status trials_judge(const struct tuning *t, struct tune_trials *trials, double since, struct error *err)
{
	double *p = calloc(2 * trials->n + 1, sizeof(*p));
	enum status status = p ? OK : error_memory(err, "p-values");
	size_t ranges = 0;

	qsort(trials->list, trials->n, sizeof(*trials->list), by_place);
	for (size_t i = 0, n; status == OK && i < trials->n; i += n) {
		n = range_from(trials, i);
		status = compare_range(t, &trials->list[i], n, since, &p[ranges++], err);
		for (size_t k = 0; status == OK && k < n; k++)
			status = trial_compare(t, &trials->list[i + k], since, err);
	}
	if (status == OK)
		status = compare_holm(p, ranges, p + trials->n, err);
	ranges = 0;
	for (size_t i = 0, n; status == OK && i < trials->n; i += n, ranges++) {
		n = range_from(trials, i);
		for (size_t k = 0; k < n; k++)
			trials->list[i + k].won.p = p[trials->n + ranges];
	}
	free(p);
	return status;
}

bool trial_is_quicker(const struct overall *won, double loss)
{
	return won->part.value < 0 && won->part.high < loss;
}

/* Over its range, and at the size. */
static bool wins(const struct tuning *t, const struct tune_trial *trial)
{
	return trial->won.p <= 1 - t->m->options->confidence &&
	       trial_is_quicker(&trial->won, t->tasks->list[trial->task].options->loss);
}

bool trial_wins_among(const struct tuning *t, const struct tune_trials *trials, size_t i)
{
	const struct tune_trial *list = trials->list;
	size_t below = i, above = i, from = i, to = i + 1;

	while (from > 0 && trials_are_neighbours(&list[from - 1], &list[from]))
		from--;
	while (to < trials->n && trials_are_neighbours(&list[to - 1], &list[to]))
		to++;
	while (below > from && !wins(t, &list[below]) && list[below].won.part.value < 0)
		below--;
	while (above + 1 < to && !wins(t, &list[above]) && list[above].won.part.value < 0)
		above++;
	return wins(t, &list[below]) && wins(t, &list[above]);
}
