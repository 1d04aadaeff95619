#include "tune/live/ordered.h"

#include "base/memory.h"
#include "sample/collective.h"
#include "sample/process_list.h"
#include "stats/quantile.h"
#include "tune/choose.h"
#include "tune/live/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Turns, interleaved with all others, and timings of each: rows that are no quicker, or take long, have the first turns
 * alone. So many timings of both suffice for a p-value of 0.00016. */
enum { TURNS = 4, ALL_TURNS = 8, REPETITIONS = 2, MORE = 6 };

/* A row at one of its sizes, and what is done there without it. */
struct ordered_trial {
	size_t row, place; /* place: of all sizes of rows, in their order */
	struct experiment own, its;
	struct overall won; /* NAN: not measured */
	bool dropped;
};

/* What is measured. */
struct ordered_trials {
	const struct choices *rows;
	struct ordered_trial *list; /* by rows, and of each by bytes; owned */
	size_t n, capacity, places;
	double told; /* s that a broadcast of counts takes */
	double since;
};

static const struct tune_task *task_of(const struct tuning *t, enum collective collective)
{
	for (size_t i = 0; i < t->tasks->n; i++)
		if (t->tasks->list[i].level == TUNED_WHOLE &&
		    strcmp(tune_task_class(&t->tasks->list[i])->name, collective_words[collective]) == 0)
			return &t->tasks->list[i];
	return NULL;
}

/* The library's own, of an operation that has no rules: linear in all libraries where there is none at hand. */
static struct experiment plain(const struct tuning *t, const char *collective, const char *algorithm, uint64_t bytes)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1};

	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", collective);
	if (!t->means.beside)
		snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", algorithm);
	what.setup.timing = t->means.timing;
	return what;
}

static enum status make(const struct tuning *t, const struct algorithm_choice *row, uint64_t bytes,
			struct ordered_trial *trial, bool *can, struct error *err)
{
	const struct tune_task *task = task_of(t, row->collective);
	const char *name = collective_words[row->collective];
	struct setup *setup = &trial->its.setup;
	enum status status = OK;

	*can = true;
	trial->own = plain(t, name, "linear", bytes);
	trial->its = plain(t, name, "", bytes);
	if (task)
		status = tune_experiment(task, tune_choice_at(task, bytes), bytes, &t->means, &trial->own, can, err);
	snprintf(setup->algorithm, sizeof(setup->algorithm), "%s", row->algorithm->name);
	setup->segment = row->segment;
	setup->fanout = (size_t)row->fanout;
	*can = *can && process_list_format(row->order, (size_t)row->processes[0], setup->order, sizeof(setup->order)) &&
	       collective_room(collective_find(name), bytes, t->m->platform->processes) <= tuning_room(t->tasks);
	return status;
}

static enum status add(const struct tuning *t, struct ordered_trials *trials, size_t row, uint64_t bytes,
		       struct error *err)
{
	struct ordered_trial trial = {.row = row, .place = trials->places++, .won = {{NAN, NAN, NAN}, 1}};
	struct ordered_trial *grown;
	bool can;
	enum status status = make(t, &trials->rows->list[row], bytes, &trial, &can, err);

	if (status != OK || !can)
		return status;
	grown = memory_grow(trials->list, &trials->capacity, trials->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "rows to measure");
	trials->list = grown;
	trials->list[trials->n++] = trial;
	return OK;
}

/* A row's first and last bytes and the sizes between. */
static enum status add_row(const struct tuning *t, struct ordered_trials *trials, size_t row, struct error *err)
{
	const struct size_list *sizes = &t->tasks->list[0].options->sizes;
	const uint64_t *bytes = trials->rows->list[row].bytes;
	enum status status = add(t, trials, row, bytes[0], err);

	for (size_t i = 0; status == OK && i < sizes->n; i++)
		if (sizes->bytes[i] > bytes[0] && sizes->bytes[i] < bytes[1])
			status = add(t, trials, row, sizes->bytes[i], err);
	return status == OK && bytes[1] > bytes[0] ? add(t, trials, row, bytes[1], err) : status;
}

/* What tells all counts, in s: as often as other points are measured. */
static enum status measure_told(struct tuning *t, struct ordered_trials *trials, struct error *err)
{
	const struct experiment what =
		plain(t, "bcast", "binomial", (uint64_t)t->m->platform->processes * sizeof(uint64_t));
	const struct reduce_rule rule = measurement_rule(t->m);
	const struct sample *sample;
	enum status status = probe_points(&t->probing.prober, &what, 1, err);

	sample = campaign_find(&t->m->campaign, &what);
	trials->told = sample && sample->n >= 2 ? sample_estimate(sample, &rule).value : 0;
	return status;
}

/* 0 repetitions: the points begin. */
static enum status take_turn(struct tuning *t, const struct ordered_trials *trials, size_t repetitions,
			     struct error *err)
{
	struct experiment *list = malloc((2 * trials->n + 1) * sizeof(*list));
	enum status status = list ? OK : error_memory(err, "rows to measure");
	size_t n = 0;

	for (size_t i = 0; status == OK && i < trials->n; i++) {
		if (trials->list[i].dropped)
			continue;
		list[n++] = trials->list[i].own;
		list[n++] = trials->list[i].its;
	}
	if (status == OK && repetitions == 0) {
		status = tuning_begin_points(t, list, n, err);
	} else if (status == OK) {
		tuning_warm_alike(t, list, n);
		status = probe_more(&t->probing.prober, list, 1, n, repetitions, err);
	}
	free(list);
	return status;
}

static double *timings(const struct tuning *t, const struct experiment *what, double since, double added, size_t *n)
{
	double *list = trial_fresh(campaign_find(&t->m->campaign, what), since, n);

	for (size_t i = 0; list && i < *n; i++)
		list[i] += added;
	return list;
}

static double told_before(const struct ordered_trials *trials, const struct ordered_trial *trial)
{
	return collective_has_counts(trials->rows->list[trial->row].collective) ? trials->told : 0;
}

/* Of n trials that follow each other; *seconds: the median of the last. NAN: nothing was measured. */
static enum status compare(const struct tuning *t, const struct ordered_trials *trials,
			   const struct ordered_trial *list, size_t n, struct overall *won, double *seconds,
			   struct error *err)
{
	struct stratum *strata = calloc(n + 1, sizeof(*strata));
	double **owned = calloc(2 * n + 1, sizeof(*owned));
	enum status status = strata && owned ? OK : error_memory(err, "timings to compare");
	size_t whole = 0;

	*won = (struct overall){{NAN, NAN, NAN}, 1};
	for (size_t i = 0; status == OK && i < n; i++) {
		size_t n_own, n_its;
		double *own = owned[2 * i] = timings(t, &list[i].own, trials->since, 0, &n_own),
		       *its = owned[2 * i + 1] =
			       timings(t, &list[i].its, trials->since, told_before(trials, &list[i]), &n_its);

		if (!own || !its)
			status = error_memory(err, "timings to compare");
		else if (n_own >= 2 && n_its >= 2)
			strata[whole++] = (struct stratum){.a = own, .b = its, .n_a = n_own, .n_b = n_its};
	}
	if (status == OK && whole > 0)
		status = compare_overall(strata, whole, t->m->options->confidence, won, err);
	if (whole > 0 && seconds)
		*seconds = quantile_median(strata[whole - 1].b, strata[whole - 1].n_b);
	for (size_t i = 0; owned && i < 2 * n; i++)
		free(owned[i]);
	free(owned);
	free(strata);
	return status;
}

/* Leaves out what is no quicker so far, or takes long. */
static enum status drop(const struct tuning *t, struct ordered_trials *trials, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < trials->n; i++) {
		struct ordered_trial *trial = &trials->list[i];
		double seconds = 0;

		status = compare(t, trials, trial, 1, &trial->won, &seconds, err);
		trial->dropped = !(trial->won.part.value < 0) || seconds >= tune_long;
	}
	return status;
}

static enum status measure(struct tuning *t, struct ordered_trials *trials, struct error *err)
{
	enum status status = take_turn(t, trials, 0, err);

	trials->since = platform_now(t->m->platform);
	for (int turn = 0; status == OK && turn < ALL_TURNS; turn++) {
		progress_report(&t->m->progress, "rows with an order measured, turns", (size_t)turn, ALL_TURNS, NAN);
		if (turn == TURNS)
			status = drop(t, trials, err);
		if (status == OK)
			status = take_turn(t, trials, turn < TURNS ? REPETITIONS : MORE, err);
	}
	for (size_t i = 0; status == OK && i < trials->n; i++)
		status = compare(t, trials, &trials->list[i], 1, &trials->list[i].won, NULL, err);
	return status;
}

/* How many trials from one on are of its row. */
static size_t of_row(const struct ordered_trials *trials, size_t from)
{
	size_t to = from + 1;

	while (to < trials->n && trials->list[to].row == trials->list[from].row)
		to++;
	return to - from;
}

static bool wins(const struct tuning *t, const struct ordered_trial *trial)
{
	return trial_is_quicker(&trial->won, t->tasks->list[0].options->loss);
}

static enum status keep(const struct ordered_trials *trials, size_t from, size_t to, const struct overall *won,
			struct tune_ordered *kept, struct error *err)
{
	struct algorithm_choice row = trials->rows->list[trials->list[from].row];
	struct overall *grown = realloc(kept->won, (kept->rows.n + 1) * sizeof(*grown));

	if (!grown)
		return error_memory(err, "rows that were measured");
	kept->won = grown;
	kept->won[kept->rows.n] = *won;
	row.bytes[0] = trials->list[from].own.bytes;
	row.bytes[1] = trials->list[to].own.bytes;
	return choices_add(&kept->rows, &row, err);
}

/* Of a row that wins over its range the parts between sizes at which it wins. */
static enum status keep_parts(const struct tuning *t, const struct ordered_trials *trials, size_t from, size_t n,
			      double p, struct tune_ordered *kept, struct error *err)
{
	size_t end = from + n, rows = kept->rows.n;
	enum status status = OK;

	for (size_t i = from; status == OK && p <= 1 - t->m->options->confidence && i < end; i++) {
		struct overall won;
		size_t last = i;

		if (!wins(t, &trials->list[i]))
			continue;
		while (last + 1 < end && trials->list[last + 1].place == trials->list[last].place + 1 &&
		       wins(t, &trials->list[last + 1]))
			last++;
		status = compare(t, trials, &trials->list[i], last + 1 - i, &won, NULL, err);
		won.p = p;
		if (status == OK && won.part.value < 0)
			status = keep(trials, i, last, &won, kept, err);
		i = last;
	}
	kept->refuted += kept->rows.n == rows;
	return status;
}

static enum status judge(const struct tuning *t, const struct ordered_trials *trials, struct tune_ordered *kept,
			 struct error *err)
{
	double *p = calloc(2 * trials->n + 1, sizeof(*p));
	enum status status = p ? OK : error_memory(err, "p-values");
	size_t rows = 0;

	for (size_t i = 0, n; status == OK && i < trials->n; i += n, rows++) {
		struct overall won;

		n = of_row(trials, i);
		status = compare(t, trials, &trials->list[i], n, &won, NULL, err);
		p[rows] = won.part.value < 0 ? won.p : 1;
	}
	if (status == OK && rows > 0)
		status = compare_holm(p, rows, p + trials->n, err);
	rows = 0;
	for (size_t i = 0, n; status == OK && i < trials->n; i += n, rows++) {
		n = of_row(trials, i);
		status = keep_parts(t, trials, i, n, p[trials->n + rows], kept, err);
	}
	free(p);
	return status;
}

enum status tuning_confirm_ordered(struct tuning *t, const struct choices *rows, struct tune_ordered *kept,
				   struct error *err)
{
	struct ordered_trials trials = {.rows = rows};
	enum status status = OK;
	bool counted = false;

	t->probing.options.deadline = t->m->options->deadline;
	for (size_t i = 0; status == OK && t->tasks->n > 0 && i < rows->n; i++) {
		size_t before = trials.n;

		counted = counted || collective_has_counts(rows->list[i].collective);
		if (rows->list[i].processes[0] != t->m->platform->processes)
			continue;
		status = add_row(t, &trials, i, err);
		kept->refuted += trials.n == before;
	}
	if (status == OK && trials.n > 0 && counted)
		status = measure_told(t, &trials, err);
	if (status == OK && trials.n > 0)
		status = measure(t, &trials, err);
	if (status == OK)
		status = judge(t, &trials, kept, err);
	free(trials.list);
	return status;
}

void tune_ordered_release(struct tune_ordered *ordered)
{
	choices_release(&ordered->rows);
	free(ordered->won);
	*ordered = (struct tune_ordered){.refuted = 0};
}
