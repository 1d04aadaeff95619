#include "report/measured.h"

#include "measuring/p2p.h"
#include "report/trips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A point as it is drawn. */
struct drawn {
	const struct sample *sample;
	double x;
	struct sample_summary time;
};

bool report_is_measured(const struct report_run *run)
{
	return purpose_measures(run->run.purpose.kind) && run->campaign.n > 0;
}

/* What is the same for all points of a curve: the experiment without its size, or for an overlap without its
 * computation. */
static struct experiment curve_of(const struct experiment *what)
{
	struct experiment curve = *what;

	if (what->kind == EXPERIMENT_OVERLAP) {
		curve.setup.compute = 0;
		return curve;
	}
	curve.reply_bytes = what->reply_bytes > 0; /* answered by a message of the same size, or by an empty one */
	curve.bytes = 0;
	return curve;
}

static bool same_curve(const struct experiment *a, const struct experiment *b)
{
	struct experiment x = curve_of(a), y = curve_of(b);

	if (a->kind == EXPERIMENT_ROUNDTRIP &&
	    (a->bytes == 0 || b->bytes == 0)) /* of an empty message both answers are the same */
		x.reply_bytes = y.reply_bytes;
	return experiment_same_point(&x, &y);
}

static void name_curve(const struct experiment *what, char name[REPORT_NAME_ROOM])
{
	char setup[SETUP_TEXT_MOST], bytes[32], variant[P2P_NAME_ROOM];
	struct setup shown = what->setup;
	bool messages = what->kind != EXPERIMENT_COLLECTIVE && what->kind != EXPERIMENT_OVERLAP;

	shown.compute = 0;
	shown.third = 0;
	if (messages) {
		shown.operation = OPERATION_SEND;
		memset(shown.layout, 0, sizeof(shown.layout));
		memset(shown.cold, 0, sizeof(shown.cold));
	}
	setup_format(&shown, setup);
	snprintf(name, REPORT_NAME_ROOM, "%s", experiment_name(what->kind));
	if (what->kind == EXPERIMENT_OVERLAP)
		snprintf(name + strlen(name), REPORT_NAME_ROOM - strlen(name), " of %s B",
			 size_format(what->bytes, bytes, sizeof(bytes)));
	if (what->kind != EXPERIMENT_COLLECTIVE)
		snprintf(name + strlen(name), REPORT_NAME_ROOM - strlen(name), ", %d to %d", what->from, what->to);
	if (what->setup.third > 0)
		snprintf(name + strlen(name), REPORT_NAME_ROOM - strlen(name), " and %zu", what->setup.third);
	if (messages)
		snprintf(name + strlen(name), REPORT_NAME_ROOM - strlen(name), ", %s",
			 p2p_variant_name(&what->setup, variant));
	if (what->kind == EXPERIMENT_COLLECTIVE && what->count > 1)
		snprintf(name + strlen(name), REPORT_NAME_ROOM - strlen(name), ", %zu in a row", what->count);
	if (setup[0])
		snprintf(name + strlen(name), REPORT_NAME_ROOM - strlen(name), ", %.100s", setup);
}

/* Orders by place, then plain messages before others, so that curves are named in this order. */
static int by_place(const void *a, const void *b)
{
	const struct drawn *x = a, *y = b;
	char setups[2][SETUP_TEXT_MOST];

	if (x->x != y->x)
		return x->x > y->x ? 1 : -1;
	return strcmp(setup_format(&x->sample->what.setup, setups[0]), setup_format(&y->sample->what.setup, setups[1]));
}

static enum status draw(const struct report_run *run, const struct sample *sample, struct drawn *drawn,
			struct error *err)
{
	*drawn = (struct drawn){
		.sample = sample,
		.x = sample->what.kind == EXPERIMENT_OVERLAP ? 1e6 * sample->what.setup.compute
							     : (double)sample->what.bytes,
		.time = report_summary(run, sample),
	};
	return isnan(drawn->time.value) ? error_memory(err, "the timings of a point") : OK;
}

/* Turns times into bandwidths, in MB/s; false for what has none. */
static bool into_bandwidth(struct drawn *drawn)
{
	const struct experiment *what = &drawn->sample->what;
	bool streams = what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN ||
		       what->kind == EXPERIMENT_EXCHANGE;
	double moved = 1e-6 * experiment_bytes_moved(what);
	struct sample_summary *time = &drawn->time;

	if (!streams || !(moved > 0) || !(time->min > 0) ||
	    (what->kind == EXPERIMENT_ROUNDTRIP && what->reply_bytes != what->bytes))
		return false;
	*time = (struct sample_summary){
		.value = moved / time->value, .min = moved / time->max, .max = moved / time->min, .n = time->n};
	return true;
}

/* All points of the run, ascending by place. *points is allocated; the caller frees it. */
static enum status reduce_all(const struct report_run *run, struct drawn **points, size_t *n, struct error *err)
{
	enum status status = OK;

	*n = 0;
	*points = calloc(run->campaign.n + 1, sizeof(**points));
	if (!*points)
		return error_memory(err, "the points of a plot");
	for (size_t i = 0; status == OK && i < run->campaign.n; i++)
		if (run->campaign.samples[i]->n > 0)
			status = draw(run, run->campaign.samples[i], &(*points)[(*n)++], err);
	qsort(*points, *n, sizeof(**points), by_place);
	return status;
}

/* Adds the curve that the point with this index begins, and marks its points as drawn. */
static enum status add_curve(struct report_plot *plot, struct drawn *points, size_t n, size_t first, struct error *err)
{
	const struct experiment *what = &points[first].sample->what;
	double *x = calloc(4 * n, sizeof(*x));
	size_t k = plot->plot.n_series, used = 0;

	if (!x)
		return error_memory(err, "the points of a plot");
	plot->owned[plot->n_owned++] = x;
	name_curve(what, plot->names[k]);
	for (size_t i = first; i < n; i++) {
		if (!points[i].sample || !same_curve(what, &points[i].sample->what))
			continue;
		x[used] = points[i].x;
		x[n + used] = points[i].time.value;
		x[2 * n + used] = points[i].time.min;
		x[3 * n + used++] = points[i].time.max;
		if (i > first)
			points[i].sample = NULL;
	}
	points[first].sample = NULL;
	plot->series[k] = (struct plot_series){.name = plot->names[k],
					       .style = SERIES_LINE_POINTS,
					       .x = x,
					       .y = x + n,
					       .low = x + 2 * n,
					       .high = x + 3 * n,
					       .n = used};
	plot->plot.n_series++;
	return OK;
}

static void describe(struct report_plot *plot, const struct report_run *run, bool overlap)
{
	static const char *const values[] = {
		[STATISTIC_MIN] = "least times", [STATISTIC_MEAN] = "means", [STATISTIC_MEDIAN] = "medians"};

	plot->plot = (struct plot){.title = overlap ? "Communication and computation together" : "Measured times",
				   .y_label = "time",
				   .y_seconds = true,
				   .y_log = true,
				   .series = plot->series};
	if (overlap) {
		plot->plot.x_label = "computation [us]";
	} else {
		plot->plot.x_label = "message size";
		plot->plot.x_bytes = plot->plot.x_log = true;
	}
	snprintf(plot->caption, sizeof(plot->caption), "%s: %s; bars reach from the least to the longest timing.",
		 run->run.name, values[run->statistic]);
	plot->reading =
		overlap ? "A flat beginning means that computation is hidden behind the message; where a curve rises "
			  "with the computation, all that is added costs time."
			: "A curve is flat while a message costs mostly its start, and rises with the size once bytes "
			  "cost more. A step is where the MPI library sends in another way; long bars are sizes at "
			  "which something disturbed the machine.";
}

enum status report_measured_plot(const struct report_run *run, struct report_plot *plot, struct error *err)
{
	struct drawn *points;
	size_t n, left_out = 0;
	enum status status;

	*plot = (struct report_plot){.n_owned = 0};
	status = reduce_all(run, &points, &n, err);
	describe(plot, run, n > 0 && status == OK && points[n - 1].sample->what.kind == EXPERIMENT_OVERLAP);
	for (size_t i = 0; status == OK && i < n; i++) {
		if (!points[i].sample)
			continue;
		if (plot->plot.n_series < REPORT_CURVES)
			status = add_curve(plot, points, n, i, err);
		else
			left_out++;
	}
	if (left_out)
		snprintf(plot->caption + strlen(plot->caption), sizeof(plot->caption) - strlen(plot->caption),
			 " %zu points of other curves are left out: see the table.", left_out);
	free(points);
	return status;
}

/* Adds curves of the n points, until the plot has `most`, each named after the run. */
static enum status add_curves(const struct report_run *run, struct drawn *points, size_t n, size_t most,
			      struct report_plot *plot, struct error *err)
{
	const char *state = run->n_levels > 0 ? run->levels[0].name : "";
	char name[REPORT_NAME_ROOM];
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n && plot->plot.n_series < most; i++) {
		size_t k = plot->plot.n_series;

		if (!points[i].sample)
			continue;
		status = add_curve(plot, points, n, i, err);
		memcpy(name, plot->names[k], sizeof(name));
		snprintf(plot->names[k], sizeof(plot->names[k]), "%.48s%s%s%s: %.70s", run->run.name,
			 *state ? " (" : "", state, *state ? ")" : "", name);
	}
	return status;
}

enum status report_measured_roundtrips(const struct report_run *run, size_t most, struct report_plot *plot,
				       struct error *err)
{
	struct link link = {0, 0};
	struct drawn *points;
	size_t n, kept = 0;
	enum status status = reduce_all(run, &points, &n, err);

	for (size_t i = 0; status == OK && i < n; i++) {
		const struct experiment *what = &points[i].sample->what;

		if (what->kind != EXPERIMENT_ROUNDTRIP || what->setup.background != BACKGROUND_IDLE)
			continue;
		if (kept == 0)
			link = (struct link){what->from, what->to};
		if (what->from != link.from || what->to != link.to)
			continue;
		points[i].time.min = points[i].time.low;
		points[i].time.max = points[i].time.high;
		points[kept++] = points[i];
	}
	if (status == OK)
		status = add_curves(run, points, kept, most, plot, err);
	free(points);
	return status;
}

enum status report_measured_bandwidth(const struct report_run *run, size_t most, struct report_plot *plot,
				      struct error *err)
{
	struct drawn *points;
	size_t n, kept = 0;
	enum status status = reduce_all(run, &points, &n, err);

	for (size_t i = 0; status == OK && i < n; i++)
		if (into_bandwidth(&points[i]))
			points[kept++] = points[i];
	if (status == OK)
		status = add_curves(run, points, kept, most, plot, err);
	free(points);
	return status;
}

static void add_row(struct table *table, const struct drawn *point, bool overlap)
{
	const struct experiment *what = &point->sample->what;
	char name[REPORT_NAME_ROOM];

	name_curve(what, name);
	table_row(table);
	table_set_text(table, "what", name);
	if (overlap)
		table_set_number(table, "computation", what->setup.compute);
	table_set_number(table, "bytes", (double)what->bytes);
	table_set_number(table, "answer", (double)what->reply_bytes);
	table_set_number(table, "time", point->time.value);
	table_set_number(table, "low", point->time.low);
	table_set_number(table, "high", point->time.high);
	table_set_number(table, "minimum", point->time.min);
	table_set_number(table, "median", point->time.median);
	table_set_number(table, "maximum", point->time.max);
	table_set_number(table, "timings", (double)point->time.n);
}

struct table *report_measured_table(const struct report_run *run)
{
	static const struct column columns[] = {
		{"what", "", CELL_TEXT},        {"bytes", "B", CELL_BYTES},         {"answer", "B", CELL_BYTES},
		{"time", "s", CELL_SECONDS},    {"low", "s", CELL_SECONDS},         {"high", "s", CELL_SECONDS},
		{"minimum", "s", CELL_SECONDS}, {"median", "s", CELL_SECONDS},      {"maximum", "s", CELL_SECONDS},
		{"timings", "", CELL_COUNT},    {"computation", "s", CELL_SECONDS},
	};
	enum { ALL = sizeof(columns) / sizeof(columns[0]) };
	bool overlap = false;
	char title[200];
	struct table *table;
	struct drawn *points;
	size_t n;

	for (size_t i = 0; i < run->campaign.n; i++)
		overlap = overlap || run->campaign.samples[i]->what.kind == EXPERIMENT_OVERLAP;
	snprintf(title, sizeof(title), "What %s measured", run->run.name);
	table = table_new(title, columns, overlap ? ALL : ALL - 1);
	if (!table)
		return NULL;
	if (reduce_all(run, &points, &n, NULL) != OK)
		table->status = ERR_MEMORY;
	for (size_t i = 0; table->status == OK && i < n; i++)
		add_row(table, &points[i], overlap);
	free(points);
	return table;
}
