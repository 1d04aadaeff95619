#include "cli/runs_export.h"

#include <math.h>
#include <stdlib.h>

#include "cli/fit_source.h"
#include "cli/point_order.h"
#include "render/render.h"
#include "sample/settle.h"
#include "stats/quantile.h"

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

#define POINT_COLUMNS                                                                                              \
	{"experiment", "", CELL_TEXT}, {"from", "", CELL_COUNT}, {"to", "", CELL_COUNT}, {"setup", "", CELL_TEXT}, \
		{"bytes", "B", CELL_BYTES}, {"reply_bytes", "B", CELL_BYTES},                                      \
	{                                                                                                          \
		"count", "", CELL_COUNT                                                                            \
	}

static void add_point(struct table *table, const struct experiment *what)
{
	char setup[SETUP_TEXT_MOST];

	table_row(table);
	table_set_text(table, "experiment", experiment_name(what->kind));
	table_set_number(table, "from", what->from);
	table_set_number(table, "to", what->to);
	table_set_text(table, "setup", setup_format(&what->setup, setup));
	table_set_number(table, "bytes", (double)what->bytes);
	table_set_number(table, "reply_bytes", (double)what->reply_bytes);
	table_set_number(table, "count", (double)what->count);
}

static enum status add_timing(void *context, const struct timing *timing, struct error *err)
{
	struct table *table = context;

	add_point(table, &timing->what);
	table_set_number(table, "loop", (double)timing->what.loop);
	table_set_number(table, "warmup", (double)timing->what.warmup);
	table_set_number(table, "delay", timing->what.delay);
	table_set_number(table, "batch", (double)timing->batch);
	table_set_number(table, "number", (double)timing->number);
	table_set_number(table, "at", timing->observation.at);
	table_set_number(table, "seconds", timing->observation.seconds);
	table_set_number(table, "send_seconds", timing->observation.send_seconds);
	return table_status(table, err);
}

/* An empty table for the run; NULL with err set. */
static struct table *make_table(const char *what, const struct run *run, const struct column *columns, size_t n,
				struct error *err)
{
	char title[400];
	struct table *table;

	snprintf(title, sizeof(title), "%s of run %s", what, run->name);
	table = table_new(title, columns, n);
	if (!table)
		error_memory(err, "the table of timings");
	return table;
}

/* Without rows. */
static struct table *make_raw(const struct run *run, struct error *err)
{
	static const struct column columns[] = {
		POINT_COLUMNS,
		{"loop", "", CELL_COUNT},
		{"warmup", "", CELL_COUNT},
		{"delay", "s", CELL_SECONDS},
		{"batch", "", CELL_COUNT},
		{"number", "", CELL_COUNT},
		{"at", "s", CELL_SECONDS},
		{"seconds", "s", CELL_SECONDS},
		{"send_seconds", "s", CELL_SECONDS},
	};

	return make_table("Observations", run, COLUMNS(columns), err);
}

struct table *runs_raw(struct store *store, const struct run *run, struct error *err)
{
	struct table *table = make_raw(run, err);

	if (table && store_timings(store, run->id, add_timing, table, err) == OK)
		return table;
	table_free(table);
	return NULL;
}

/* A table of one row at a time, and where it is written. */
struct passing {
	struct table *table;
	struct render_stream stream;
};

static enum status pass_timing(void *context, const struct timing *timing, struct error *err)
{
	struct passing *passing = context;
	enum status status;

	table_clear(passing->table);
	status = add_timing(passing->table, timing, err);
	return status == OK ? render_rows(&passing->stream, passing->table, err) : status;
}

enum status runs_raw_write(struct store *store, const struct run *run, bool json, FILE *out, struct error *err)
{
	struct passing passing = {make_raw(run, err), {.out = out, .json = json}};
	enum status status = passing.table ? render_begin(&passing.stream, passing.table, err) : ERR_MEMORY;

	if (status == OK)
		status = store_timings(store, run->id, pass_timing, &passing, err);
	if (status == OK)
		status = render_end(&passing.stream, passing.table, err);
	table_free(passing.table);
	return status;
}

/* What is summarised of a run, and how. */
struct summarising {
	struct reduce_rule how;
	struct table *table;
};

static struct sample_summary reduce_by(const struct summarising *s, const struct sample *sample,
				       enum statistic statistic)
{
	struct reduce_rule how = s->how;

	how.statistic = statistic;
	return sample_reduce(sample, &how);
}

static enum status add_quartiles(struct table *table, const struct sample *sample, struct error *err)
{
	double *seconds = malloc((sample->n + 1) * sizeof(*seconds));
	size_t n = seconds ? sample_seconds(sample, seconds) : 0;

	if (!seconds)
		return error_memory(err, "the times of a point");
	quantile_sort(seconds, n);
	table_set_number(table, "lower_quartile", quantile_sorted(seconds, n, 0.25));
	table_set_number(table, "upper_quartile", quantile_sorted(seconds, n, 0.75));
	free(seconds);
	return OK;
}

static enum status add_summary(const struct summarising *s, const struct sample *sample, struct error *err)
{
	const struct sample_summary own = sample_reduce(sample, &s->how),
				    median = reduce_by(s, sample, STATISTIC_MEDIAN),
				    mean = reduce_by(s, sample, STATISTIC_MEAN);
	struct table *table = s->table;

	if (isnan(own.value) || isnan(median.value))
		return error_memory(err, "the times of a point");
	add_point(table, &sample->what);
	table_set_number(table, "n", (double)own.n);
	table_set_number(table, "min", own.min);
	table_set_number(table, "median", median.value);
	table_set_number(table, "mean", mean.value);
	table_set_number(table, "max", own.max);
	table_set_number(table, "median_low", median.low);
	table_set_number(table, "median_high", median.high);
	table_set_number(table, "seconds", own.value);
	table_set_number(table, "low", own.low);
	table_set_number(table, "high", own.high);
	if (add_quartiles(table, sample, err) != OK)
		return err->status;
	return table_status(table, err);
}

static enum status find_rule(struct store *store, const struct run *run, double confidence, struct summarising *s,
			     struct error *err)
{
	char *statistic = NULL;
	enum status status = store_fact(store, run->id, FACT_STATISTIC, &statistic, err);

	s->how = run_rule(run, run_statistic(run, statistic), confidence);
	free(statistic);
	return status;
}

static int by_point(const void *one, const void *other)
{
	return point_order(&(*(struct sample *const *)one)->what, &(*(struct sample *const *)other)->what);
}

/* The samples in the order of tables, borrowed; the array is the caller's. */
static struct sample **ordered(const struct campaign *campaign, struct error *err)
{
	struct sample **samples = malloc((campaign->n + 1) * sizeof(*samples));

	if (!samples) {
		error_memory(err, "the order of points");
		return NULL;
	}
	for (size_t i = 0; i < campaign->n; i++)
		samples[i] = campaign->samples[i];
	qsort(samples, campaign->n, sizeof(*samples), by_point);
	return samples;
}

struct table *runs_summary(struct store *store, const struct run *run, double confidence, struct error *err)
{
	static const struct column columns[] = {
		POINT_COLUMNS,
		{"n", "", CELL_COUNT},
		{"min", "s", CELL_SECONDS},
		{"lower_quartile", "s", CELL_SECONDS},
		{"median", "s", CELL_SECONDS},
		{"mean", "s", CELL_SECONDS},
		{"upper_quartile", "s", CELL_SECONDS},
		{"max", "s", CELL_SECONDS},
		{"median_low", "s", CELL_SECONDS},
		{"median_high", "s", CELL_SECONDS},
		{"seconds", "s", CELL_SECONDS},
		{"low", "s", CELL_SECONDS},
		{"high", "s", CELL_SECONDS},
	};
	struct campaign campaign = {0};
	struct sample **samples = NULL;
	struct table *table = make_table("Points", run, COLUMNS(columns), err);
	struct summarising s = {.table = table};
	enum status status = table ? store_load(store, run->id, &campaign, err) : ERR_MEMORY;

	if (status == OK)
		status = find_rule(store, run, confidence, &s, err);
	if (status == OK)
		table_summary_text(table, NULL, "statistic", statistic_name(s.how.statistic));
	run_settle(run, &campaign);
	if (status == OK && !(samples = ordered(&campaign, err)))
		status = ERR_MEMORY;
	for (size_t i = 0; status == OK && i < campaign.n; i++)
		status = add_summary(&s, samples[i], err);
	free(samples);
	campaign_release(&campaign);
	if (status == OK)
		return table;
	table_free(table);
	return NULL;
}
