#include "report/plots.h"

#include "report/measured.h"
#include "report/models.h"
#include "report/overlap_plot.h"
#include "report/trips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_PER_OCTAVE = 8, ROUNDTRIPS_MOST = 8 /* curves */ };

/* Room for n more doubles, freed with the plot; NULL if memory does not suffice. */
static double *own(struct report_plot *plot, size_t n, struct error *err)
{
	double *room = calloc(n + 1, sizeof(*room));

	if (room)
		plot->owned[plot->n_owned++] = room;
	else
		error_memory(err, "the points of a plot");
	return room;
}

static struct plot_series *add_series(struct report_plot *plot, const char *name, enum series_style style)
{
	size_t k = plot->plot.n_series++;

	snprintf(plot->names[k], sizeof(plot->names[k]), "%s", name);
	plot->series[k] = (struct plot_series){.name = plot->names[k], .style = style};
	return &plot->series[k];
}

static void add_parameter(struct report_plot *plot, const char *name, const struct parameter *parameter)
{
	struct plot_series *series = add_series(plot, name, SERIES_LINE_POINTS);

	series->x = parameter->curve.x;
	series->y = parameter->curve.y;
	series->low = parameter->low;
	series->high = parameter->high;
	series->n = parameter->curve.n;
}

/* "o_r_expected" as "o_r expected"; with the link if the model has several. */
static void name_parameter(const struct model *model, size_t l, const char *name, char text[REPORT_NAME_ROOM])
{
	char *second = strrchr(name, '_') ? strchr(strchr(name, '_') + 1, '_') : NULL;

	snprintf(text, REPORT_NAME_ROOM, "%s", name);
	if (second)
		text[second - name] = ' ';
	if (model->n_links > 1 && model->links[l].from != model->links[l].to)
		snprintf(text + strlen(text), REPORT_NAME_ROOM - strlen(text), ", %d to %d", model->links[l].from,
			 model->links[l].to);
}

static bool is_plogp(const struct report_input *input)
{
	size_t i = report_per_size(input);

	return i < input->models.n && strcmp(input->models.models[i]->class->name, "plogp") == 0;
}

const char *report_parameters_heading(const struct report_input *input)
{
	return is_plogp(input) ? "Overheads and gap" : "Parameters by size";
}

/* Adds the parameters per size of this unit, as many as there is room for; *left_out tells that there are more. Those
 * that name a way, as T_m does, are no amounts. */
static void add_parameters(struct report_plot *plot, const struct model *model, const char *unit, bool *left_out)
{
	const struct model_class *class = model->class;
	char name[REPORT_NAME_ROOM];

	for (size_t k = 0; k < model->n_links * class->n_params; k++) {
		const struct param_spec *spec = &class->params[k % class->n_params];
		bool full = plot->plot.n_series == REPORT_CURVES;

		if (spec->shape != PARAM_PER_SIZE || spec->decided || model->parameters[k].curve.n == 0 ||
		    strcmp(spec->unit, unit) != 0)
			continue;
		*left_out = *left_out || full;
		if (full)
			continue;
		name_parameter(model, k / class->n_params, spec->name, name);
		add_parameter(plot, name, &model->parameters[k]);
	}
}

static void draw_parameters(const struct report_input *input, struct report_plot *plot, const char *unit)
{
	size_t index = report_per_size(input);
	bool left_out = false;

	if (index == input->models.n)
		return;
	add_parameters(plot, input->models.models[index], unit, &left_out);
	snprintf(plot->caption, sizeof(plot->caption), "Model: %s%s. Bars are confidence intervals.",
		 input->models.names[index], left_out ? ", its first links" : "");
}

static enum status make_parameters(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	(void)err;
	plot->plot.title = is_plogp(input) ? "Overheads and gap by message size" : "Parameters by message size";
	plot->plot.y_label = "time";
	plot->reading =
		"Each curve is one parameter of the model. A straight line upwards is a time that grows with the size; "
		"a step is where the MPI library sends in another way; wide bars are sizes of which little is known.";
	draw_parameters(input, plot, "s");
	return OK;
}

static enum status make_probabilities(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	(void)err;
	plot->plot.title = "Probabilities by message size";
	plot->plot.y_label = "probability";
	plot->plot.y_seconds = plot->plot.y_log = false;
	plot->reading = "0 means that it never happens at this size, 1 that it happens each time.";
	draw_parameters(input, plot, "");
	return OK;
}

static enum status make_methods(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	size_t both[] = {report_by_method(input, "plogp", "fast"), report_by_method(input, "plogp", "saturation")};
	static const char *const names[] = {"g, fast", "g, saturation"};

	(void)err;
	plot->plot.title = "The gap g by both methods";
	plot->plot.y_label = "gap";
	snprintf(plot->caption, sizeof(plot->caption),
		 "The same parameter of the same link, measured in two ways. Bars are confidence intervals.");
	plot->reading = "Where the curves lie on each other, the fast method has found in little time what saturation "
			"finds by sending until the link is full. Where they part, saturation is the definition.";
	for (size_t i = 0; i < 2 && both[0] < input->models.n && both[1] < input->models.n; i++)
		add_parameter(plot, names[i], model_param(input->models.models[both[i]], 0, "g"));
	return OK;
}

/* Adds the run's round trips over the link with an answer of the same size (same) or an empty one, each time by the
 * factor. */
static enum status add_trips(struct report_plot *plot, const struct report_run *run, const struct size_list *sizes,
			     struct link link, bool same, double factor, const char *name, struct error *err)
{
	size_t n = sizes->n;
	double *x = own(plot, 4 * n, err), *y, *low, *high;
	enum status status = OK;
	struct plot_series *series;

	if (!x)
		return ERR_MEMORY;
	y = x + n;
	low = y + n;
	high = low + n;
	series = add_series(plot, name, SERIES_POINTS);
	*series = (struct plot_series){
		.name = series->name, .style = SERIES_POINTS, .x = x, .y = y, .low = low, .high = high};
	for (size_t i = 0; status == OK && i < n; i++) {
		const struct sample *sample = report_trip_find(run, link, sizes->bytes[i], same);
		const struct sample_summary time = report_summary(run, sample);

		if (!sample)
			continue;
		if (isnan(time.value))
			status = error_memory(err, "the timings of a point");
		x[series->n] = (double)sizes->bytes[i];
		y[series->n] = factor * time.value;
		low[series->n] = factor * time.low;
		high[series->n++] = factor * time.high;
	}
	return status;
}

/* Adds the model's one-way times as a line from the least to the largest size. */
static enum status add_prediction(struct report_plot *plot, const struct report_input *input, size_t index,
				  struct error *err)
{
	const struct model *model = input->models.models[index];
	double least = (double)input->sizes.bytes[0], most = (double)input->sizes.bytes[input->sizes.n - 1],
	       first = fmax(1, least);
	size_t n = most > first ? 2 + (size_t)(POINTS_PER_OCTAVE * log2(most / first)) : 1;
	double *x = own(plot, 2 * n + 2, err);
	struct plot_series *series;
	char name[REPORT_NAME_ROOM];

	if (!x)
		return ERR_MEMORY;
	snprintf(name, sizeof(name), "%s%s", input->models.names[index],
		 report_short_only(model) ? " (short messages)" : "");
	series = add_series(plot, name, SERIES_LINE);
	series->x = x;
	series->y = x + n + 1;
	if (least < first)
		x[series->n++] = 0;
	for (size_t i = 0; i < n; i++)
		x[series->n++] = i + 1 == n ? most : floor(first * pow(most / first, (double)i / (double)(n - 1)));
	for (size_t i = 0; i < series->n; i++)
		x[n + 1 + i] = model_roundtrip(model, input->link, (size_t)x[i], (size_t)x[i]) / 2;
	return OK;
}

static enum status make_times(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	enum status status = OK;

	plot->plot.title = "One-way time: measured, and by each model";
	plot->plot.y_label = "one-way time";
	if (input->comparison.n == 0)
		return OK;
	snprintf(plot->caption, sizeof(plot->caption),
		 "Points: half of the round trips of %s, with answers of the same size, and their 95 %% intervals. "
		 "Lines: the models.",
		 input->compared->run.name);
	plot->reading = "The closer a line runs to the points, the better that model predicts this link. A line that "
			"misses a step of the points knows nothing of a change of protocol there.";
	status = add_trips(plot, input->compared, &input->sizes, input->link, true, 0.5, "measured", err);
	for (size_t i = 0; status == OK && i < input->models.n; i++)
		status = add_prediction(plot, input, i, err);
	return status;
}

/* Adds the model's errors, in percent, at round trips with answers of the same size. */
static enum status add_errors(struct report_plot *plot, const struct trips_comparison *comparison, size_t model,
			      const char *name, struct error *err)
{
	double *x = own(plot, 2 * comparison->n, err);
	struct plot_series *series;

	if (!x)
		return ERR_MEMORY;
	series = add_series(plot, name, SERIES_LINE_POINTS);
	series->x = x;
	series->y = x + comparison->n;
	for (size_t i = 0; i < comparison->n; i++) {
		if (!trip_answers_alike(&comparison->trips[i]))
			continue;
		x[series->n] = (double)comparison->trips[i].bytes;
		x[comparison->n + series->n++] = 100 * trips_error(comparison, model, i);
	}
	return OK;
}

static enum status make_errors(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	enum status status = OK;
	size_t left_out = 0;

	plot->plot.title = "Error of each model by message size";
	plot->plot.y_label = "error [%]";
	plot->plot.y_seconds = plot->plot.y_log = false;
	for (size_t i = 0; status == OK && input->comparison.n && i < input->models.n; i++) {
		if (report_short_only(input->models.models[i]))
			left_out++;
		else
			status = add_errors(plot, &input->comparison, i, input->models.names[i], err);
	}
	plot->reading = "The line at 0 is a model that is always right; 100 is a prediction of twice the time. A model "
			"may be good at some sizes only: look at those that your program sends.";
	snprintf(plot->caption, sizeof(plot->caption),
		 "Predicted against measured round trips with answers of the same size. Above 0 the model is too slow, "
		 "below 0 too fast.%s",
		 left_out ? " Models of short messages only are left out." : "");
	return status;
}

/* Adds a run's round trips if it has more than those of two sentinels. */
static enum status add_run(struct report_plot *plot, const struct report_run *run, bool same, struct error *err)
{
	struct size_list sizes;
	struct link link = {0, 0};
	char name[REPORT_NAME_ROOM];
	enum status status;

	if (report_is_measured(run))
		return same ? report_measured_roundtrips(run, ROUNDTRIPS_MOST, plot, err) : OK;
	status = report_trip_sizes(run, same, &link, &sizes, err);
	snprintf(name, sizeof(name), "%s, %s", run->run.name, same ? "answer of the same size" : "empty answer");
	if (status == OK && sizes.n > 2)
		status = add_trips(plot, run, &sizes, link, same, 1, name, err);
	size_list_release(&sizes);
	return status;
}

static enum status make_roundtrips(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	enum status status = OK;

	plot->plot.title = "Round trips measured";
	plot->plot.y_label = "round trip";
	snprintf(plot->caption, sizeof(plot->caption), "Until the answer is there; bars are 95 %% intervals.");
	plot->reading =
		"A curve is flat while a message costs mostly its start, and rises with the size once bytes cost "
		"more. An empty answer shows one way; an answer of the same size both.";
	for (size_t i = input->n_runs; status == OK && i-- > 0;)
		for (int same = 0; status == OK && same < 2 && plot->plot.n_series < ROUNDTRIPS_MOST; same++)
			status = add_run(plot, &input->runs[i], same, err);
	return status;
}

/* Adds the bandwidth of a stream of messages by the model, m/g(m), as a line over the sizes. */
static enum status add_stream(struct report_plot *plot, const struct model *model, const char *name, double most,
			      struct error *err)
{
	size_t n = 1 + (size_t)(POINTS_PER_OCTAVE * log2(most));
	double *x = own(plot, 2 * n, err);
	struct plot_series *series;

	if (!x)
		return ERR_MEMORY;
	series = add_series(plot, name, SERIES_LINE);
	series->x = x;
	series->y = x + n;
	for (size_t i = 0; i < n; i++) {
		x[i] = floor(pow(most, n > 1 ? (double)i / (double)(n - 1) : 0) + 0.5);
		x[n + i] = 1e-6 * x[i] / model_cost(model, report_first_link(model), (size_t)x[i]).gap;
	}
	series->n = n;
	return OK;
}

/* The largest size that a curve reaches, 1 MiB if there is none. */
static double largest_drawn(const struct report_plot *plot)
{
	double most = 0;

	for (size_t k = 0; k < plot->plot.n_series; k++)
		for (size_t i = 0; i < plot->series[k].n; i++)
			most = fmax(most, plot->series[k].x[i]);
	return most > 1 ? most : 0x1p20;
}

static enum status make_bandwidth(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	enum { RUNS_MOST = 6, CURVES_MOST = 10 };
	enum status status = OK;
	size_t runs = 0;
	double most;

	plot->plot.title = "Bandwidth by message size";
	plot->plot.y_label = "bandwidth [MB/s, 10^6 B/s]";
	plot->plot.y_seconds = false;
	snprintf(plot->caption, sizeof(plot->caption),
		 "Bytes moved per second, both ways together where messages go both ways; bars reach from the longest "
		 "to the least timing. Lines: a stream of messages by each model, m/g(m).");
	plot->reading =
		"The height on which a curve ends is what the link carries at most; the size at which it reaches "
		"half of that is about where bytes begin to cost more than the message itself. A dip is a change "
		"of protocol, or a cache that is too small.";
	for (size_t i = input->n_runs; status == OK && i-- > 0 && runs < RUNS_MOST;)
		if (report_is_measured(&input->runs[i])) {
			status = report_measured_bandwidth(&input->runs[i], CURVES_MOST, plot, err);
			runs++;
		}
	most = largest_drawn(plot);
	for (size_t i = 0; status == OK && i < input->models.n && plot->plot.n_series < REPORT_CURVES; i++)
		if (!report_short_only(input->models.models[i]))
			status = add_stream(plot, input->models.models[i], input->models.names[i], most, err);
	return status;
}

static enum status make_states(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	return input->changing ? course_plot(&input->course, input->changing, plot, err) : OK;
}

static const struct {
	enum status (*make)(const struct report_input *input, struct report_plot *plot, struct error *err);
	bool needs_store;
} plots[REPORT_PLOTS] = {
	[REPORT_PARAMETERS] = {make_parameters, false}, [REPORT_PROBABILITIES] = {make_probabilities, false},
	[REPORT_METHODS] = {make_methods, false},       [REPORT_TIMES] = {make_times, true},
	[REPORT_ERRORS] = {make_errors, true},          [REPORT_ROUNDTRIPS] = {make_roundtrips, true},
	[REPORT_BANDWIDTH] = {make_bandwidth, true},    [REPORT_STATES] = {make_states, true},
	[REPORT_OVERLAP] = {overlap_plot, false},
};

const char *const report_plot_names[] = {"parameters", "probabilities", "methods",   "times",
					 "errors",     "roundtrips",    "bandwidth", "states",
					 "overlap",    "recorded",      "simulated", NULL};

bool report_plot_needs_store(enum report_plot_kind kind)
{
	return plots[kind].needs_store;
}

enum status report_plot_make(enum report_plot_kind kind, const struct report_input *input, struct report_plot *plot,
			     struct error *err)
{
	*plot = (struct report_plot){
		.plot = {.x_label = "message size", .x_bytes = true, .y_seconds = true, .x_log = true, .y_log = true}};
	plot->plot.series = plot->series;
	return plots[kind].make(input, plot, err);
}

void report_plot_release(struct report_plot *plot)
{
	for (size_t i = 0; i < plot->n_owned; i++)
		free(plot->owned[i]);
	plot->n_owned = 0;
}
