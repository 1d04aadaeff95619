#include "runs/compare.h"

#include "runs/run_reduction.h"
#include "runs/point_order.h"
#include "sample/reduce.h"
#include "sample/warmup.h"
#include "stats/change.h"
#include "stats/correlation.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static enum status load_run(struct store *store, struct compared_run *side, int state, struct error *err)
{
	TRY(store_load_state(store, side->run.id, state, &side->campaign, err));
	return run_drop_warmup(&side->run, &side->campaign, err);
}

/* Finds the runs, and loads them in the state of the machine in which they are compared. */
static enum status load_runs(struct runs_comparison *c, struct store *store, const char *const names[2],
			     const char *state, struct error *err)
{
	struct run_states states[2] = {{.n = 0}, {.n = 0}};
	enum status status = OK;

	for (size_t i = 0; status == OK && i < 2; i++) {
		status = store_find(store, names[i], &c->runs[i].run, err);
		if (status == OK)
			status = store_levels(store, c->runs[i].run.id, states[i].of, &states[i].n, err);
	}
	if (status == OK && states[0].n > 0)
		run_states_localise(
			&states[1],
			circumstances_same_platform(&c->runs[0].run.circumstances, &c->runs[1].run.circumstances),
			states[0].of[0].from, states[0].of[0].to);
	if (status == OK)
		status = run_states_choose(states, (const size_t[]){0, 1}, 2, state, &c->state, err);
	for (size_t i = 0; status == OK && i < 2; i++)
		status = load_run(store, &c->runs[i], run_states_number(&states[i], &c->state), err);
	return status;
}

/*
 * The timings that count, as independent as can be had: where they go together (stats/correlation.h) the medians of as
 * many in a row as the inflation says. *n is how many that makes. NULL without memory.
 */
static double *times_of(const struct sample *sample, size_t *n)
{
	double *times = malloc((sample->n + 1) * sizeof(*times));
	size_t length;

	*n = times ? sample_seconds(sample, times) : 0;
	length = times ? (size_t)ceil(correlation_inflation(times, *n)) : 1;
	for (size_t i = 0; length > 1 && i < *n / length; i++)
		times[i] = quantile_median(&times[i * length], length);
	*n = length > 1 ? *n / length : *n;
	return times;
}

static enum status compare_point(const struct sample *a, const struct sample *b, double confidence,
				 struct compared_point *point, struct error *err)
{
	const struct reduce_rule how = {.statistic = STATISTIC_MEDIAN, .confidence = confidence};
	size_t n_x, n_y;
	double *x = times_of(a, &n_x), *y = times_of(b, &n_y);

	*point = (struct compared_point){.what = &a->what, .times = {x, y, n_x, n_y}};
	if (!x || !y)
		return error_memory(err, "the times of a point");
	point->median[0] = sample_reduce(a, &how).median;
	point->median[1] = sample_reduce(b, &how).median;
	point->test.p = change_rank_sum(x, n_x, y, n_y);
	return compare_shift(x, n_x, y, n_y, confidence, &point->shift, err);
}

static enum status correct_points(struct runs_comparison *c, struct error *err)
{
	struct family_test **tests = calloc(c->n + 1, sizeof(*tests));
	enum status status = tests ? OK : error_memory(err, "the tests of the common points");

	for (size_t i = 0; status == OK && i < c->n; i++)
		tests[i] = &c->points[i].test;
	if (status == OK)
		status = family_correct(tests, c->n, err);
	free(tests);
	return status;
}

static enum status correct_kinds(struct runs_comparison *c, struct error *err)
{
	struct family_test *tests[EXPERIMENT_KINDS];

	for (size_t i = 0; i < c->n_kinds; i++) {
		c->kinds[i].test.p = c->kinds[i].overall.p;
		tests[i] = &c->kinds[i].test;
	}
	return family_correct(tests, c->n_kinds, err);
}

static int by_point(const void *one, const void *other)
{
	return point_order(((const struct compared_point *)one)->what, ((const struct compared_point *)other)->what);
}

static enum status compare_points(struct runs_comparison *c, struct error *err)
{
	const struct campaign *a = &c->runs[0].campaign;
	enum status status = OK;

	c->points = calloc(a->n + 1, sizeof(*c->points));
	if (!c->points)
		return error_memory(err, "the common points");
	for (size_t i = 0; status == OK && i < a->n; i++) {
		const struct sample *other = campaign_find(&c->runs[1].campaign, &a->samples[i]->what);

		if (other)
			status = compare_point(a->samples[i], other, c->confidence, &c->points[c->n++], err);
	}
	c->left_out = a->n + c->runs[1].campaign.n - 2 * c->n;
	if (status == OK && c->n == 0)
		status = error_set(
			err, ERR_INPUT,
			"the runs '%s' (%s) and '%s' (%s) have no point in common: there is nothing to compare",
			c->runs[0].run.name, c->runs[0].run.purpose.title, c->runs[1].run.name,
			c->runs[1].run.purpose.title);
	qsort(c->points, c->n, sizeof(*c->points), by_point);
	return status == OK ? correct_points(c, err) : status;
}

static bool all_positive(const double *times, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(times[i] > 0))
			return false;
	return true;
}

/* Adds the kind unless no point of it has positive times only. */
static enum status compare_kind(struct runs_comparison *c, enum experiment_kind kind, struct error *err)
{
	struct compared_kind *all = &c->kinds[c->n_kinds];
	struct stratum *strata = calloc(c->n + 1, sizeof(*strata));
	size_t n = 0;
	enum status status = strata ? OK : error_memory(err, "the common points");

	*all = (struct compared_kind){.kind = kind};
	for (size_t i = 0; status == OK && i < c->n; i++) {
		const struct compared_point *point = &c->points[i];

		if (point->what->kind != kind)
			continue;
		all->points++;
		all->differ += family_differs(&point->test, c->confidence);
		if (all_positive(point->times.a, point->times.n_a) && all_positive(point->times.b, point->times.n_b))
			strata[n++] = point->times;
	}
	if (n > 0)
		status = compare_overall(strata, n, c->confidence, &all->overall, err);
	c->n_kinds += status == OK && n > 0;
	free(strata);
	return status;
}

enum status runs_compare(struct runs_comparison *comparison, struct store *store, const char *a, const char *b,
			 const char *state, double confidence, struct error *err)
{
	enum status status;

	*comparison = (struct runs_comparison){.confidence = confidence};
	status = load_runs(comparison, store, (const char *const[]){a, b}, state, err);
	if (status == OK)
		status = compare_points(comparison, err);
	for (int kind = 0; status == OK && kind < EXPERIMENT_KINDS; kind++)
		status = compare_kind(comparison, (enum experiment_kind)kind, err);
	return status == OK ? correct_kinds(comparison, err) : status;
}

void runs_comparison_release(struct runs_comparison *comparison)
{
	for (size_t i = 0; i < comparison->n; i++) {
		free((double *)comparison->points[i].times.a);
		free((double *)comparison->points[i].times.b);
	}
	free(comparison->points);
	for (size_t i = 0; i < 2; i++) {
		run_release(&comparison->runs[i].run);
		campaign_release(&comparison->runs[i].campaign);
	}
	*comparison = (struct runs_comparison){.n = 0};
}
