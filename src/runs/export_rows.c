#include "runs/export_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "runs/run_reduction.h"
#include "runs/point_order.h"
#include "sample/reduce.h"
#include "sample/warmup.h"
#include "stats/quantile.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const struct column observation_columns[] = {
	{"loop", "", CELL_COUNT},        {"warmup", "", CELL_COUNT},          {"delay", "s", CELL_SECONDS},
	{"batch", "", CELL_COUNT},       {"number", "", CELL_COUNT},          {"at", "s", CELL_SECONDS},
	{"seconds", "s", CELL_SECONDS},  {"send_seconds", "s", CELL_SECONDS}, {"state_before", "", CELL_COUNT},
	{"state_after", "", CELL_COUNT}, {"level", "s", CELL_SECONDS},
};

static const struct column point_columns[] = {
	{"n", "", CELL_COUNT},          {"min", "s", CELL_SECONDS},        {"lower_quartile", "s", CELL_SECONDS},
	{"median", "s", CELL_SECONDS},  {"mean", "s", CELL_SECONDS},       {"upper_quartile", "s", CELL_SECONDS},
	{"max", "s", CELL_SECONDS},     {"median_low", "s", CELL_SECONDS}, {"median_high", "s", CELL_SECONDS},
	{"seconds", "s", CELL_SECONDS}, {"low", "s", CELL_SECONDS},        {"high", "s", CELL_SECONDS},
};

const struct column *export_columns(enum export_kind kind, size_t *n)
{
	*n = kind == EXPORT_POINTS ? COUNT(point_columns) : COUNT(observation_columns);
	return kind == EXPORT_POINTS ? point_columns : observation_columns;
}

static double state_number(int state)
{
	return state == STATE_NONE ? (double)NAN : (double)state;
}

struct export_row export_observation(const struct timing *timing)
{
	const struct observation *o = &timing->observation;

	return (struct export_row){.what = timing->what,
				   .numbers = {(double)timing->what.loop, (double)timing->what.warmup,
					       timing->what.delay, (double)timing->batch, (double)timing->number,
					       timing->observation.at, timing->observation.seconds,
					       timing->observation.send_seconds, state_number(o->state_before),
					       state_number(o->state_after), o->level > 0 ? o->level : NAN}};
}

static enum status add_row(struct export_rows *rows, const struct export_row *row, struct error *err)
{
	struct export_row *grown = memory_grow(rows->rows, &rows->capacity, rows->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the rows of an export");
	rows->rows = grown;
	rows->rows[rows->n++] = *row;
	return OK;
}

static enum status take_timing(void *context, const struct timing *timing, struct error *err)
{
	const struct export_row row = export_observation(timing);

	return add_row(context, &row, err);
}

enum status export_observations(struct store *store, const struct run *run, struct export_rows *rows, struct error *err)
{
	rows->kind = EXPORT_OBSERVATIONS;
	return store_timings(store, run->id, take_timing, rows, err);
}

/* The quartiles of the timings that count; NAN without memory. */
static void find_quartiles(const struct sample *sample, double *lower, double *upper)
{
	double *seconds = malloc((sample->n + 1) * sizeof(*seconds));
	size_t n = seconds ? sample_seconds(sample, seconds) : 0;

	*lower = *upper = NAN;
	if (n > 0) {
		quantile_sort(seconds, n);
		*lower = quantile_sorted(seconds, n, 0.25);
		*upper = quantile_sorted(seconds, n, 0.75);
	}
	free(seconds);
}

static struct sample_summary reduce_by(const struct sample *sample, const struct reduce_rule *how,
				       enum statistic statistic)
{
	struct reduce_rule other = *how;

	other.statistic = statistic;
	return sample_reduce(sample, &other);
}

static enum status add_point(struct export_rows *rows, const struct sample *sample, const struct reduce_rule *how,
			     struct error *err)
{
	const struct sample_summary own = sample_reduce(sample, how), median = reduce_by(sample, how, STATISTIC_MEDIAN);
	double mean = reduce_by(sample, how, STATISTIC_MEAN).value, lower, upper;
	struct export_row row;

	find_quartiles(sample, &lower, &upper);
	row = (struct export_row){.what = sample->what,
				  .numbers = {(double)own.n, own.min, lower, median.value, mean, upper, own.max,
					      median.low, median.high, own.value, own.low, own.high}};
	return sample->n > 0 && (isnan(lower) || isnan(own.value) || isnan(median.value))
		       ? error_memory(err, "the times of a point")
		       : add_row(rows, &row, err);
}

static int by_point(const void *one, const void *other)
{
	return point_order(&((const struct export_row *)one)->what, &((const struct export_row *)other)->what);
}

enum status export_points(struct store *store, const struct run *run, double confidence, struct export_rows *rows,
			  struct error *err)
{
	struct campaign campaign = {.n = 0};
	enum status status = store_load(store, run->id, &campaign, err);
	struct reduce_rule how;

	rows->kind = EXPORT_POINTS;
	rows->statistic = run_statistic(run);
	how = run_rule(run, rows->statistic, confidence);
	if (status == OK)
		status = run_drop_warmup(run, &campaign, err);
	for (size_t i = 0; status == OK && i < campaign.n; i++)
		status = add_point(rows, campaign.samples[i], &how, err);
	campaign_release(&campaign);
	if (rows->n > 0)
		qsort(rows->rows, rows->n, sizeof(*rows->rows), by_point);
	return status;
}

void export_rows_release(struct export_rows *rows)
{
	free(rows->rows);
	*rows = (struct export_rows){.n = 0};
}
