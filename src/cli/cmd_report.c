#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/report_page.h"
#include "report/plots.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE_PAGE = -1 };

struct report_options {
	const char *output, *store_path, *run_name, *trace;
	const char *simulated; /* the model under which the trace is simulated */
	const char *models[MODELS_MOST];
	size_t n_models;
	int plot;
};

/* Whatever is read must not be written over. */
static enum status check_output(const struct report_options *o, struct error *err)
{
	struct output_input inputs[MODELS_MOST + 2] = {{o->store_path, "the store"}};

	if (strcmp(o->output, "-") == 0)
		return error_set(err, ERR_USAGE, "-o -: a report goes to a file; give its name");
	if (o->plot != WHOLE_PAGE && strlen(o->output) > 4 && strcmp(o->output + strlen(o->output) - 4, ".png") == 0)
		return error_set(err, ERR_USAGE, "-o %s: pictures are SVG: a name with .svg is needed", o->output);
	for (size_t i = 0; i < o->n_models; i++)
		inputs[i + 1] = (struct output_input){o->models[i], "one of the models"};
	inputs[o->n_models + 1] = (struct output_input){o->simulated, "the model"};
	return output_check(o->output, inputs, o->n_models + 2, err);
}

static enum status write_plot(const struct report_options *o, const struct report_input *input, struct error *err)
{
	static const char *const needs[REPORT_PLOTS] = {
		[REPORT_PARAMETERS] = "a model with parameters per size, such as plogp",
		[REPORT_PROBABILITIES] = "a model with probabilities per size: lmo with escalations",
		[REPORT_METHODS] = "two plogp models, one by each method",
		[REPORT_TIMES] = "a model, and a run of sonde compare in the store",
		[REPORT_ERRORS] = "a model that holds for all sizes, and a run of sonde compare in the store",
		[REPORT_ROUNDTRIPS] = "a run in the store with round trips of more than two sizes",
		[REPORT_STATES] = "a run in the store during which the machine was in several states",
		[REPORT_OVERLAP] = "a loggpo model",
		[REPORT_BANDWIDTH] = "a run in the store that measured messages, or a model that holds for all sizes",
	};
	struct report_plot plot;
	char *svg = NULL;
	enum status status = report_plot_make((enum report_plot_kind)o->plot, input, &plot, err);

	if (status == OK && plot.plot.n_series == 0)
		status = error_set(err, ERR_INPUT, "--plot %s: there is nothing to draw; it needs %s",
				   report_plot_names[o->plot], needs[o->plot]);
	if (status == OK && !(svg = plot_svg(&plot.plot, err)))
		status = err->status;
	if (status == OK)
		status = file_replace_text(o->output, "plot", svg, err);
	free(svg);
	report_plot_release(&plot);
	return status;
}

static struct table *result_table(const struct report_options *o, const struct report_input *input, size_t n_plots)
{
	static const struct column columns[] = {{"file", "", CELL_TEXT},
						{"models", "", CELL_COUNT},
						{"runs", "", CELL_COUNT},
						{"plots", "", CELL_COUNT}};
	struct table *table = table_new("report", columns, sizeof(columns) / sizeof(columns[0]));

	if (!table)
		return NULL;
	table_row(table);
	table_set_text(table, "file", o->output);
	table_set_number(table, "models", (double)input->models.n);
	table_set_number(table, "runs", (double)input->n_runs);
	table_set_number(table, "plots", (double)n_plots);
	return table;
}

static void tell_no_model(const struct context *context, const struct report_options *o,
			  const struct report_input *input)
{
	if (input->models.n == 0 && !o->trace && !context->quiet)
		fprintf(context->chatter, "sonde: the page has no model: their files are named, as in sonde report "
					  "plogp.json lmo.json\n");
}

/* Whether the only plot is one of a trace. */
static bool draws_trace(const struct report_options *o)
{
	return o->plot == REPORT_RECORDED || o->plot == REPORT_SIMULATED;
}

static enum status check_trace(const struct report_options *o, struct error *err)
{
	if (o->trace && o->plot != WHOLE_PAGE && !draws_trace(o))
		return error_set(err, ERR_USAGE,
				 "--trace and --plot %s: say one of the two; of a trace there are the "
				 "plots recorded and simulated",
				 report_plot_names[o->plot]);
	if (!o->trace && draws_trace(o))
		return error_set(err, ERR_USAGE, "--plot %s: of which trace? Give --trace DIR",
				 report_plot_names[o->plot]);
	if (o->plot == REPORT_SIMULATED && !o->simulated)
		return error_set(err, ERR_USAGE, "--plot simulated: under which model? Give -m MODEL.json");
	if (o->simulated && !o->trace)
		return error_set(err, ERR_USAGE,
				 "-m goes with --trace: it is the model under which the trace is simulated");
	return OK;
}

/* A trace is shown by itself unless something else was asked for. */
static bool settle_store(struct report_options *o)
{
	bool alone = o->trace && !o->store_path && !o->run_name && o->n_models == 0;

	if (!o->store_path)
		o->store_path = "sonde.db";
	return !alone && !draws_trace(o) &&
	       (o->plot == WHOLE_PAGE || report_plot_needs_store((enum report_plot_kind)o->plot));
}

static enum status run(struct context *context, struct report_options *o, struct error *err)
{
	const struct report_traced traced = {o->trace, o->simulated};
	bool whole = o->plot == WHOLE_PAGE, needs_store = settle_store(o);
	struct report_input input = {.n_runs = 0};
	char plot_file[64];
	size_t n_plots = 1;
	enum status status;

	snprintf(plot_file, sizeof(plot_file), "%s.svg", whole ? "" : report_plot_names[o->plot]);
	if (!o->output)
		o->output = whole ? "report.html" : plot_file;
	status = check_trace(o, err);
	if (status == OK)
		status = check_output(o, err);
	if (status == OK)
		status = report_input_read(&input, o->models, o->n_models, needs_store ? o->store_path : NULL,
					   o->run_name, err);
	if (status == OK)
		status = whole ? report_page_write(o->output, needs_store ? &input : NULL, &traced, &n_plots, err)
			 : draws_trace(o) ? report_picture_write(o->output, &traced, o->plot == REPORT_SIMULATED, err)
					  : write_plot(o, &input, err);
	if (status == OK && whole)
		tell_no_model(context, o, &input);
	if (status == OK)
		status = command_print(context, result_table(o, &input, n_plots), err);
	report_input_release(&input);
	return status;
}

static enum status report(struct context *context, struct error *err)
{
	struct report_options o = {.plot = WHOLE_PAGE};
	const struct option options[] = {
		OPT_TEXT('o', "output", &o.output, "FILE", "default report.html; with --plot NAME.svg"),
		OPT_TEXT(0, "store", &o.store_path, "FILE", "where the timings are (default sonde.db)"),
		OPT_TEXT(0, "run", &o.run_name, "NAME",
			 "whose circumstances, and round trips of compare, are shown (default the newest)"),
		OPT_TEXT(0, "trace", &o.trace, "DIR",
			 "show a trace of a program, alone unless models, --store or --run are given"),
		OPT_TEXT('m', "model", &o.simulated, "FILE",
			 "with --trace: simulate it under this model, and show what was recorded and what is "
			 "predicted beside each other"),
		OPT_CHOICE(0, "plot", &o.plot, report_plot_names, "write only this plot, as an SVG picture"),
		COMMON_OPTIONS(context),
	};
	enum status status = command_options(context, options, o.models, 0, MODELS_MOST, &o.n_models, err);

	return status == OK && !context->help ? run(context, &o, err) : status;
}

const struct command command_report = {
	.name = "report",
	.operands = "[MODEL.json ...]",
	.summary = "writes one HTML page: parameters, models against measurements, what it took; or a trace",
	.example = "sonde report -o report.html plogp.json hockney.json",
	.run = report,
};
