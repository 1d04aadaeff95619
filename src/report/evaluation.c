#include "report/evaluation.h"

#include "report/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *report_contest_text(const struct report_input *input, char *text, size_t room)
{
	const struct evaluation *evaluation = &input->evaluation;

	snprintf(text, room,
		 "%s measured %zu sizes at which none of the %zu models was fitted. Errors are predicted time against "
		 "measured time; each operation counts the same in the verdict. Models whose errors differ by no more "
		 "than the "
		 "spread of the timings cannot be told apart by them. Operations are predicted by simulating their "
		 "schedules, each message at what the model says that it costs. A model that knows how likely linear "
		 "gathers "
		 "escalate, and by how much, is held by the same statistic, of its own times with escalations, as "
		 "stands for the measured ones.",
		 input->evaluated->run.name, evaluation->sizes.n, evaluation->n);
	return text;
}

/* The pair of the longest round trip. */
static struct link slowest_pair(const struct scores *j, size_t operation)
{
	struct link link = {0, 0};
	double longest = 0;

	for (size_t p = 0; p < j->n; p++) {
		const struct evaluated_point *point = &j->points[p];

		if (point->operation != operation || point->measured.value <= longest)
			continue;
		longest = point->measured.value;
		link = (struct link){point->what.from, point->what.to};
	}
	return link;
}

/* The points of the operation, of one pair if they are round trips. *chosen is allocated. */
static enum status choose_points(const struct scores *j, size_t operation, size_t **chosen, size_t *n,
				 struct error *err)
{
	bool trips = !j->evaluation->operations[operation].algorithm;
	struct link link = slowest_pair(j, operation);

	*n = 0;
	*chosen = malloc((j->n + 1) * sizeof(**chosen));
	if (!*chosen)
		return error_memory(err, "the points of a plot");
	for (size_t p = 0; p < j->n; p++)
		if (j->points[p].operation == operation &&
		    (!trips || (j->points[p].what.from == link.from && j->points[p].what.to == link.to)))
			(*chosen)[(*n)++] = p;
	return OK;
}

/* A series with room for four columns of n, owned by the plot: x, y, low and high; NULL if memory does not suffice. */
static struct plot_series *add_series(struct report_plot *plot, const char *name, enum series_style style, size_t n)
{
	size_t k = plot->plot.n_series;
	double *room = calloc(4 * n + 1, sizeof(*room));

	if (!room)
		return NULL;
	plot->owned[plot->n_owned++] = room;
	snprintf(plot->names[k], sizeof(plot->names[k]), "%s", name);
	plot->series[k] =
		(struct plot_series){.name = plot->names[k], .style = style, .x = room, .y = room + n, .n = n};
	plot->plot.n_series++;
	return &plot->series[k];
}

/* Interval bounds of few timings may be without end: they then are those of the value. */
static double bound(double value, double otherwise)
{
	return isfinite(value) && value > 0 ? value : otherwise;
}

static enum status add_measured(struct report_plot *plot, const struct scores *j, const char *name,
				const size_t *chosen, size_t n, double factor, struct error *err)
{
	struct plot_series *series = add_series(plot, name, SERIES_POINTS, n);
	double *x = series ? plot->owned[plot->n_owned - 1] : NULL;

	if (!series)
		return error_memory(err, "the points of a plot");
	for (size_t i = 0; i < n; i++) {
		const struct estimate *measured = &j->points[chosen[i]].measured;

		x[i] = (double)j->points[chosen[i]].what.bytes;
		x[n + i] = factor * measured->value;
		x[2 * n + i] = factor * bound(measured->low, measured->value);
		x[3 * n + i] = factor * bound(measured->high, measured->value);
	}
	series->low = x + 2 * n;
	series->high = x + 3 * n;
	return OK;
}

static enum status add_model(struct report_plot *plot, const struct scores *j, const char *name, size_t model,
			     const size_t *chosen, size_t n, double factor, struct error *err)
{
	struct plot_series *series = add_series(plot, name, SERIES_LINE, n);
	double *x = series ? plot->owned[plot->n_owned - 1] : NULL;

	if (!series)
		return error_memory(err, "the points of a plot");
	for (size_t i = 0; i < n; i++) {
		x[i] = (double)j->points[chosen[i]].what.bytes;
		x[n + i] = factor * j->predicted[chosen[i] * j->evaluation->n + model];
	}
	return OK;
}

/* The least and the largest time in the plot. */
static void find_range(const struct report_plot *plot, double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (size_t k = 0; k < plot->plot.n_series; k++)
		for (size_t i = 0; i < plot->series[k].n; i++) {
			*least = fmin(*least, plot->series[k].y[i]);
			*most = fmax(*most, plot->series[k].y[i]);
		}
}

/* A vertical line where a region ends, if there are sizes on both sides. */
static enum status add_border(struct report_plot *plot, const struct scores *j, size_t region, double least,
			      double most, struct error *err)
{
	const struct size_list *sizes = &j->evaluation->sizes;
	double border = j->regions[region].last;
	char name[2 * WORDS_ROOM], size[WORDS_ROOM];
	struct plot_series *series;

	if (!(border > (double)sizes->bytes[0] && border <= (double)sizes->bytes[sizes->n - 1]))
		return OK;
	snprintf(name, sizeof(name), "end of \"%s\": %s", j->regions[region].name, words_size(border, size));
	series = add_series(plot, name, SERIES_LINE, 2);
	if (!series)
		return error_memory(err, "a line of a plot");
	for (size_t i = 0; i < 2; i++) {
		plot->owned[plot->n_owned - 1][i] = border;
		plot->owned[plot->n_owned - 1][2 + i] = i ? most : least;
	}
	return OK;
}

static void name_plot(struct report_plot *plot, const struct scores *j, size_t operation, const size_t *chosen)
{
	const struct evaluation_operation *what = &j->evaluation->operations[operation];

	plot->plot.y_label = what->algorithm ? "time" : "one-way time";
	plot->plot.title = plot->title;
	if (what->algorithm)
		snprintf(plot->title, sizeof(plot->title), "%s by %s: measured, and by each model",
			 evaluation_operation_name(what), evaluation_algorithm_name(what));
	else
		snprintf(plot->title, sizeof(plot->title), "One-way time: measured, and by each model");
	if (what->algorithm)
		snprintf(plot->caption, sizeof(plot->caption),
			 "%s %s of %zu processes, measured from the common start to the last end, and as each model "
			 "predicts it. Sizes are those of one process' block.",
			 evaluation_algorithm_name(what), evaluation_operation_name(what), j->evaluation->processes);
	else
		snprintf(plot->caption, sizeof(plot->caption),
			 "Half of the round trips between processes %d and %d, the slowest pair measured, and as each "
			 "model predicts them.",
			 j->points[chosen[0]].what.from, j->points[chosen[0]].what.to);
	plot->caption[0] = (char)(plot->caption[0] >= 'a' && plot->caption[0] <= 'z' ? plot->caption[0] - 'a' + 'A'
										     : plot->caption[0]);
	plot->reading = "Points are measured, lines are predicted: the closer a line runs to the points, the more that "
			"model is to be believed. Both axes are logarithmic, so that the same distance is the same "
			"relative error everywhere.";
}

static void begin_plot(struct report_plot *plot)
{
	*plot = (struct report_plot){
		.plot = {.x_label = "message size", .x_bytes = true, .y_seconds = true, .x_log = true, .y_log = true}};
	plot->plot.series = plot->series;
}

enum status report_contest_plot(const struct scores *j, size_t operation, struct report_plot *plot, struct error *err)
{
	double factor = j->evaluation->operations[operation].algorithm ? 1 : 0.5, least, most;
	size_t *chosen = NULL, n = 0;
	enum status status;

	begin_plot(plot);
	status = choose_points(j, operation, &chosen, &n, err);
	if (status == OK && n > 0)
		status = add_measured(plot, j, "measured", chosen, n, factor, err);
	for (size_t i = 0; status == OK && n > 0 && i < j->evaluation->n; i++)
		status = add_model(plot, j, j->evaluation->list[i].name, i, chosen, n, factor, err);
	find_range(plot, &least, &most);
	for (size_t r = 0; status == OK && n > 0 && r + 1 < j->n_regions; r++)
		status = add_border(plot, j, r, least, most, err);
	if (status == OK && n > 0)
		name_plot(plot, j, operation, chosen);
	free(chosen);
	return status;
}

/* An operation's measured points, or, with a model, what it predicts of them, named after the algorithm. */
static enum status add_curve(struct report_plot *plot, const struct scores *j, size_t operation, const size_t *model,
			     struct error *err)
{
	const char *algorithm = evaluation_algorithm_name(&j->evaluation->operations[operation]);
	char name[REPORT_NAME_ROOM];
	size_t *chosen = NULL, n = 0;
	enum status status = choose_points(j, operation, &chosen, &n, err);

	snprintf(name, sizeof(name), "%s, %s", algorithm, model ? j->evaluation->list[*model].name : "measured");
	if (status == OK && n > 0)
		status = model ? add_model(plot, j, name, *model, chosen, n, 1, err)
			       : add_measured(plot, j, name, chosen, n, 1, err);
	free(chosen);
	return status;
}

/* The best model over all regions, and the first other one that keeps pairs apart, else the first other one; returns
 * how many there are. */
static size_t choose_models(const struct scores *j, size_t chosen[2])
{
	const struct evaluation *evaluation = j->evaluation;
	size_t best = scores_best(j, evaluation->n_operations, j->n_regions), other = evaluation->n;

	for (size_t i = 0; i < evaluation->n; i++)
		if (i != best &&
		    (other == evaluation->n || (evaluation->list[i].apart && !evaluation->list[other].apart)))
			other = i;
	chosen[0] = best;
	chosen[1] = other;
	return best == evaluation->n ? 0 : other == evaluation->n ? 1 : 2;
}

enum status report_contest_pair_plot(const struct scores *j, size_t one, size_t other, struct report_plot *plot,
				     struct error *err)
{
	const size_t pair[2] = {one, other};
	size_t models[2], n = choose_models(j, models);
	enum status status = OK;

	begin_plot(plot);
	for (size_t k = 0; status == OK && k < 2; k++)
		status = add_curve(plot, j, pair[k], NULL, err);
	for (size_t i = 0; status == OK && i < n; i++)
		for (size_t k = 0; status == OK && k < 2; k++)
			status = add_curve(plot, j, pair[k], &models[i], err);
	plot->plot.y_label = "time";
	plot->plot.title = plot->title;
	snprintf(plot->title, sizeof(plot->title), "%s by %s and by %s",
		 evaluation_operation_name(&j->evaluation->operations[one]),
		 evaluation_algorithm_name(&j->evaluation->operations[one]),
		 evaluation_algorithm_name(&j->evaluation->operations[other]));
	snprintf(plot->caption, sizeof(plot->caption),
		 "Which algorithm of %s is quicker: measured, and as the best model and another one predict it.",
		 evaluation_operation_name(&j->evaluation->operations[one]));
	plot->reading = "The lower curve is the quicker algorithm. A model is right where its two lines lie in the "
			"same order as the measured points, even if both are too high or too low; where measured "
			"curves cross, it should cross too.";
	return status;
}

struct table *report_contest_errors(const struct scores *j, bool largest)
{
	enum { FIRST = 4 };
	struct column columns[FIRST + MODELS_MOST] = {{"operation", "", CELL_TEXT},
						      {"algorithm", "", CELL_TEXT},
						      {"region", "", CELL_TEXT},
						      {"points", "", CELL_COUNT}};
	struct table *table;

	for (size_t i = 0; i < j->evaluation->n; i++)
		columns[FIRST + i] = (struct column){j->evaluation->list[i].name, "", CELL_RATIO};
	table = table_new(largest ? "The largest error of each model" : "The mean error of each model", columns,
			  FIRST + j->evaluation->n);
	for (size_t k = 0; table && k < j->evaluation->n_operations; k++)
		for (size_t r = 0; r < j->n_regions; r++) {
			size_t n = scores_error(j, 0, k, r).n;

			if (n == 0)
				continue;
			table_row(table);
			table_set_text(table, "operation", evaluation_operation_name(&j->evaluation->operations[k]));
			table_set_text(table, "algorithm", evaluation_algorithm_name(&j->evaluation->operations[k]));
			table_set_text(table, "region", j->regions[r].name);
			table_set_number(table, "points", (double)n);
			for (size_t i = 0; i < j->evaluation->n; i++) {
				struct scores_error_range error = scores_error(j, i, k, r);

				table_set_number(table, j->evaluation->list[i].name, largest ? error.most : error.mean);
			}
		}
	return table;
}
