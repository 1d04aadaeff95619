#include "cli/runs_compare.h"

#include "runs/fit_source.h"
#include "runs/point_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample/reduce.h"
#include "sample/warmup.h"
#include "stats/change.h"
#include "stats/compare.h"
#include "stats/correlation.h"
#include "stats/quantile.h"

enum { DIFFERENCE_ROOM = 700, SENTENCE_ROOM = 400 };

static const double significant = 0.05;

/* One of the two runs. */
struct compared_run {
	struct run run;
	struct campaign campaign;
};

/* A point that both measured. */
struct pair {
	const struct experiment *what;
	struct stratum times; /* owned */
	double median[2];
	struct estimate shift;
	double p, holm;
};

struct pairs {
	struct pair *all;
	size_t n;
};

static enum status side_load(struct store *store, const char *name, struct compared_run *side, struct error *err)
{
	enum status status = store_find(store, name, &side->run, err);

	if (status == OK)
		status = store_load(store, side->run.id, &side->campaign, err);
	run_settle(&side->run, &side->campaign);
	return status;
}

static void side_release(struct compared_run *side)
{
	run_release(&side->run);
	campaign_release(&side->campaign);
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

static enum status compare_pair(const struct sample *a, const struct sample *b, double confidence, struct pair *pair,
				struct error *err)
{
	const struct reduce_rule how = {.statistic = STATISTIC_MEDIAN, .confidence = confidence};
	size_t n_x, n_y;
	double *x = times_of(a, &n_x), *y = times_of(b, &n_y);

	*pair = (struct pair){.what = &a->what, .times = {x, y, n_x, n_y}};
	if (!x || !y)
		return error_memory(err, "the times of a point");
	pair->median[0] = sample_reduce(a, &how).median;
	pair->median[1] = sample_reduce(b, &how).median;
	pair->p = change_rank_sum(x, n_x, y, n_y);
	return compare_shift(x, n_x, y, n_y, confidence, &pair->shift, err);
}

static void pairs_release(struct pairs *pairs)
{
	for (size_t i = 0; i < pairs->n; i++) {
		free((double *)pairs->all[i].times.a);
		free((double *)pairs->all[i].times.b);
	}
	free(pairs->all);
}

static enum status correct(struct pairs *pairs, struct error *err)
{
	double *p = malloc((pairs->n + 1) * sizeof(*p)), *holm = malloc((pairs->n + 1) * sizeof(*holm));
	enum status status = p && holm ? OK : error_memory(err, "the p values");

	for (size_t i = 0; status == OK && i < pairs->n; i++)
		p[i] = pairs->all[i].p;
	if (status == OK)
		status = compare_holm(p, pairs->n, holm, err);
	for (size_t i = 0; status == OK && i < pairs->n; i++)
		pairs->all[i].holm = holm[i];
	free(p);
	free(holm);
	return status;
}

static int by_point(const void *one, const void *other)
{
	return point_order(((const struct pair *)one)->what, ((const struct pair *)other)->what);
}

static enum status pairs_make(const struct compared_run sides[2], double confidence, struct pairs *pairs,
			      struct error *err)
{
	const struct campaign *a = &sides[0].campaign;
	enum status status = OK;

	pairs->all = calloc(a->n + 1, sizeof(*pairs->all));
	if (!pairs->all)
		return error_memory(err, "the common points");
	for (size_t i = 0; status == OK && i < a->n; i++) {
		const struct sample *other = campaign_find(&sides[1].campaign, &a->samples[i]->what);

		if (other)
			status = compare_pair(a->samples[i], other, confidence, &pairs->all[pairs->n++], err);
	}
	if (status == OK && pairs->n == 0)
		status = error_set(
			err, ERR_INPUT,
			"the runs '%s' (%s) and '%s' (%s) have no point in common: there is nothing to compare",
			sides[0].run.name, sides[0].run.purpose.title, sides[1].run.name, sides[1].run.purpose.title);
	qsort(pairs->all, pairs->n, sizeof(*pairs->all), by_point);
	return status == OK ? correct(pairs, err) : status;
}

static void add_row(struct table *table, const struct pair *pair)
{
	const struct experiment *what = pair->what;
	char text[SETUP_TEXT_MOST];
	double a = pair->median[0];

	table_row(table);
	table_set_text(table, "experiment", experiment_name(what->kind));
	table_set_number(table, "from", what->from);
	table_set_number(table, "to", what->to);
	table_set_number(table, "bytes", (double)what->bytes);
	table_set_number(table, "reply_bytes", (double)what->reply_bytes);
	table_set_number(table, "count", (double)what->count);
	table_set_text(table, "setup", setup_format(&what->setup, text));
	table_set_number(table, "n_a", (double)pair->times.n_a);
	table_set_number(table, "n_b", (double)pair->times.n_b);
	table_set_number(table, "median_a", a);
	table_set_number(table, "median_b", pair->median[1]);
	table_set_number(table, "ratio", pair->median[1] / a);
	table_set_number(table, "shift", pair->shift.value / a);
	table_set_number(table, "low", pair->shift.low / a);
	table_set_number(table, "high", pair->shift.high / a);
	table_set_number(table, "p", pair->p);
	table_set_number(table, "p_holm", pair->holm);
}

static bool all_positive(const double *times, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(times[i] > 0))
			return false;
	return true;
}

/* As many decimals as the interval is wide. */
static int decimals(const struct estimate *part)
{
	double width = part->high - part->low;

	return width >= 0.02 ? 0 : width >= 0.002 ? 1 : 2;
}

/* "slower by 4 %, p = 0.001; 95 % interval 3 to 5 %": of what is faster too, all numbers are then of the part that is
 * saved. */
static void say(const struct overall *overall, double confidence, char *text, size_t room)
{
	const struct estimate *part = &overall->part;
	bool faster = part->value < 0, shown = (part->low > 0 || part->high < 0) && overall->p < 1 - confidence;
	double sign = faster ? -1 : 1, first = faster ? part->high : part->low, last = faster ? part->low : part->high;
	char p[32];
	int digits = decimals(part);

	snprintf(p, sizeof(p), overall->p < 1e-4 ? "p < 0.0001" : "p = %.2g", overall->p);
	snprintf(text, room, "%s by %.*f %%, %s; %.4g %% interval %.*f to %.*f %%",
		 shown    ? faster ? "faster" : "slower"
		 : faster ? "no difference shown: faster"
			  : "no difference shown: slower",
		 digits, 100 * sign * part->value, p, 100 * confidence, digits, 100 * sign * first, digits,
		 100 * sign * last);
}

/* The sentence on one kind of experiment; nothing if neither run has a point of it. */
static enum status judge_kind(struct table *table, const struct pairs *pairs, enum experiment_kind kind,
			      double confidence, struct error *err)
{
	struct stratum *strata = calloc(pairs->n + 1, sizeof(*strata));
	size_t n = 0, points = 0, differ = 0;
	struct overall overall;
	char text[SENTENCE_ROOM];
	enum status status = strata ? OK : error_memory(err, "the common points");

	for (size_t i = 0; status == OK && i < pairs->n; i++) {
		const struct pair *pair = &pairs->all[i];

		if (pair->what->kind != kind)
			continue;
		points++;
		differ += pair->holm < significant;
		if (all_positive(pair->times.a, pair->times.n_a) && all_positive(pair->times.b, pair->times.n_b))
			strata[n++] = pair->times;
	}
	if (n > 0)
		status = compare_overall(strata, n, confidence, &overall, err);
	if (status == OK && n > 0) {
		say(&overall, confidence, text, sizeof(text));
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "; %zu of %zu points differ by themselves (Holm, 5 %%)", differ, points);
		table_summary_text(table, NULL, experiment_name(kind), text);
	}
	free(strata);
	return status;
}

static bool differ(const char *a, const char *b)
{
	return (a != NULL) != (b != NULL) || (a && strcmp(a, b) != 0);
}

/* What keeps the two from being alike, beyond their timings. */
static void tell_circumstances(struct table *table, const struct compared_run sides[2])
{
	const struct circumstances *a = &sides[0].run.circumstances, *b = &sides[1].run.circumstances;
	const struct {
		const char *name, *texts[2];
	} others[] = {{"processor", {a->processor, b->processor}},
		      {"buffers", {a->buffers, b->buffers}},
		      {"version", {a->version, b->version}}};
	char text[DIFFERENCE_ROOM];

	table_summary_text(table, NULL, "platforms",
			   circumstances_same_platform(a, b) ? "the same"
							     : circumstances_difference(a, b, text, sizeof(text)));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (!differ(others[i].texts[0], others[i].texts[1]))
			continue;
		snprintf(text, sizeof(text), "'%s' and '%s'", others[i].texts[0] ? others[i].texts[0] : "not known",
			 others[i].texts[1] ? others[i].texts[1] : "not known");
		table_summary_text(table, NULL, others[i].name, text);
	}
	for (size_t i = 0; i < 2; i++) {
		if (!sides[i].run.ended)
			table_summary_text(table, i ? "b" : "a", "run", "was interrupted");
		if (sides[i].run.machine == MACHINE_CHANGED)
			table_summary_text(table, i ? "b" : "a", "machine",
					   "changed while it was measured, or since the run before: runs show tells");
	}
}

static struct table *make_table(const struct compared_run sides[2], const struct pairs *pairs, double confidence,
				struct error *err)
{
	static const struct column columns[] = {
		{"experiment", "", CELL_TEXT},   {"from", "", CELL_COUNT},         {"to", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},      {"reply_bytes", "B", CELL_BYTES}, {"count", "", CELL_COUNT},
		{"setup", "", CELL_TEXT},        {"n_a", "", CELL_COUNT},          {"n_b", "", CELL_COUNT},
		{"median_a", "s", CELL_SECONDS}, {"median_b", "s", CELL_SECONDS},  {"ratio", "", CELL_NUMBER},
		{"shift", "", CELL_RATIO},       {"low", "", CELL_RATIO},          {"high", "", CELL_RATIO},
		{"p", "", CELL_NUMBER},          {"p_holm", "", CELL_NUMBER},
	};
	char title[300];
	struct table *table;
	enum status status = OK;

	snprintf(title, sizeof(title), "Run %s (b) against run %s (a), %zu common points", sides[1].run.name,
		 sides[0].run.name, pairs->n);
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));
	if (!table) {
		error_memory(err, "the table of a comparison");
		return NULL;
	}
	for (size_t i = 0; i < pairs->n; i++)
		add_row(table, &pairs->all[i]);
	for (int kind = 0; status == OK && kind < EXPERIMENT_KINDS; kind++)
		status = judge_kind(table, pairs, (enum experiment_kind)kind, confidence, err);
	tell_circumstances(table, sides);
	table_summary_text(table, NULL, "correction", "p_holm is p corrected for the number of points (Holm)");
	table_summary_text(table, NULL, "scope",
			   "p is about these two runs: launches of one program may differ by some percent too");
	if (status == OK)
		return table;
	table_free(table);
	return NULL;
}

struct table *runs_compare(struct store *store, const char *a, const char *b, double confidence, struct error *err)
{
	struct compared_run sides[2] = {{.run = {.id = 0}}, {.run = {.id = 0}}};
	struct pairs pairs = {.n = 0};
	struct table *table = NULL;
	enum status status = side_load(store, a, &sides[0], err);

	if (status == OK)
		status = side_load(store, b, &sides[1], err);
	if (status == OK && sides[0].run.id == sides[1].run.id)
		status = error_set(err, ERR_USAGE, "runs compare: '%s' and '%s' are the same run", a, b);
	if (status == OK)
		status = pairs_make(sides, confidence, &pairs, err);
	if (status == OK)
		table = make_table(sides, &pairs, confidence, err);
	pairs_release(&pairs);
	side_release(&sides[0]);
	side_release(&sides[1]);
	return table;
}
