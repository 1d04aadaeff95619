#include "cli/measure/thresholds.h"

#include <math.h>
#include <stdio.h>

#include "cli/measure/command.h"
#include "cli/measure/families.h"
#include "measuring/probing.h"
#include "measuring/thresholds.h"
#include "model/file/file.h"

struct measure_thresholds_options {
	struct thresholds_options options;
	const char *model_path;
	int timing;
	size_t root;
};

static const struct column columns[] = {
	{"bytes", "B", CELL_BYTES},      {"gathers", "", CELL_COUNT},     {"escalated", "", CELL_COUNT},
	{"probability", "", CELL_RATIO}, {"regular", "s", CELL_SECONDS},  {"adds_q10", "s", CELL_SECONDS},
	{"adds_q50", "s", CELL_SECONDS}, {"adds_q90", "s", CELL_SECONDS},
};

static struct table *result_table(const struct thresholds *found)
{
	struct table *table = table_new("escalations of linear gather between M1 and M2", columns,
					sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < found->n; i++) {
		const struct escalations *e = &found->list[i];

		table_row(table);
		table_set_number(table, "bytes", (double)e->bytes);
		table_set_number(table, "gathers", (double)e->made);
		table_set_number(table, "escalated", (double)e->escalated);
		table_set_number(table, "probability", (double)e->escalated / (double)e->made);
		table_set_number(table, "regular", line_at(&found->regular, (double)e->bytes));
		table_set_number(table, "adds_q10", e->q10);
		table_set_number(table, "adds_q50", e->q50);
		table_set_number(table, "adds_q90", e->q90);
	}
	if (table) {
		table_summary_number(table, NULL, "S", CELL_BYTES, found->S);
		table_summary_number(table, NULL, "M1", CELL_BYTES, found->M1);
		table_summary_number(table, NULL, "M2", CELL_BYTES, isfinite(found->M2) ? found->M2 : NAN);
		table_summary_number(table, NULL, "noise", CELL_SECONDS, found->noise);
		table_summary_number(table, NULL, "regular_intercept", CELL_SECONDS, found->regular.intercept);
		table_summary_number(table, NULL, "regular_slope", CELL_NUMBER, found->regular.slope);
		table_summary_number(table, NULL, "measurements", CELL_COUNT, (double)found->measurements);
	}
	return table;
}

static void tell(const struct progress *progress, const struct measure_thresholds_options *o,
		 const struct thresholds *found)
{
	char text[32];

	size_format(o->options.most, text, sizeof(text));
	if (isnan(found->S))
		progress_note(progress, "scatter has no leap up to %s: there is no S", text);
	if (isnan(found->M1))
		progress_note(progress,
			      "gathers up to %s do not take %g times as long now and then: there are no M1 and M2",
			      text, o->options.factor);
	else if (isinf(found->M2))
		progress_warn(progress, "gathers escalate up to the largest size, %s: M2 lies above (--max-size)",
			      text);
}

/* Reads the model before anything is measured. */
static enum status read_model(const struct measure_thresholds_options *o, size_t processes, struct model **model,
			      struct error *err)
{
	const struct thresholds none = {.S = NAN, .M1 = NAN, .M2 = NAN};
	enum status status;

	*model = NULL;
	if (!o->model_path)
		return OK;
	*model = model_read(o->model_path, err);
	status = *model ? thresholds_set(&none, *model, err) : err->status;
	if (status == OK && (*model)->processes != processes)
		status = error_set(err, ERR_INPUT, "%s: a model of %zu processes; %zu are measured", o->model_path,
				   (*model)->processes, processes);
	return status;
}

static enum status check(const struct measuring *m, struct measure_thresholds_options *o, struct error *err)
{
	size_t n = m->platform->processes;

	if (n < 3)
		return error_set(err, ERR_USAGE,
				 "gathers of %zu processes do not escalate: thresholds need 3 processes at least", n);
	if (o->root >= n)
		return error_set(err, ERR_USAGE, "--root %zu: there are processes 0 to %zu", o->root, n - 1);
	o->options.root = (int)o->root;
	o->options.timing = (enum collective_timing)o->timing;
	if (o->options.stride > o->options.most / 10)
		return error_set(err, ERR_USAGE,
				 "--stride %zu: at most a tenth of --max-size, so that a sweep has ten sizes",
				 o->options.stride);
	return OK;
}

/* Makes ready, begins the run, finds the thresholds and ends it; *table is what is printed, freed by the caller. */
static enum status find(struct measuring *m, const struct measure_thresholds_options *o, struct thresholds *found,
			struct table **table, struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_THRESHOLDS, "measure thresholds");
	const struct experiment largest = thresholds_largest(&o->options);
	struct measurement measurement = {.run = 0};
	enum status status = probing_prepare(m->platform, &largest, err);

	if (status == OK)
		status = measurement_begin(&measurement, m, m->options.run_name, &purpose, err);
	if (status == OK)
		status = measuring_thresholds_run(&measurement, &o->options, found, err);
	*table = status == OK ? result_table(found) : NULL;
	if (*table) {
		measure_tell_processes(&measurement.circumstances, *table);
		measure_tell_machine(&measurement, *table);
	}
	measurement_release(&measurement);
	return status;
}

static enum status run(struct measure_command *c, void *options, struct error *err)
{
	struct measure_thresholds_options *o = options;
	struct measuring *m = &c->measuring;
	struct model *model = NULL;
	struct table *table = NULL;
	struct thresholds found;
	enum status status;

	status = measure_command_open_all(c, err);
	if (status == OK)
		status = check(m, o, err);
	if (status == OK)
		status = read_model(o, m->platform->processes, &model, err);
	if (status == OK)
		status = find(m, o, &found, &table, err);
	if (status == OK && model)
		status = thresholds_set(&found, model, err);
	if (status == OK && model)
		status = model_write(model, o->model_path, NULL, err);
	model_free(model);
	if (status != OK) {
		table_free(table);
		return status;
	}
	tell(&m->host.progress, o, &found);
	return command_print(c->context, table, err);
}

enum status measure_thresholds(struct context *context, struct error *err)
{
	struct measure_command c;
	struct measure_thresholds_options o = {.options = thresholds_options_default(), .timing = TIMING_GLOBAL};
	const struct option options[] = {
		OPT_BYTES(0, "max-size", &o.options.most, "SIZE", 1024, 0x1p30,
			  "largest size of the sweeps (default 128K)"),
		OPT_BYTES(0, "stride", &o.options.stride, "SIZE", 1, 0x1p30,
			  "between the sizes of a sweep (default 2K)"),
		OPT_COUNT(0, "tries", &o.options.tries, "N", 5, 10000,
			  "gathers of a size at most, until it is known whether they escalate (default 100)"),
		OPT_COUNT(0, "gathers", &o.options.repeats, "N", 1, 1000,
			  "of each size between M1 and M2, whose escalations are counted (default 60)"),
		OPT_NUMBER(0, "factor", &o.options.factor, "F", 1.5, 1000,
			   "how many times as long as others a gather takes that escalates (default 2)"),
		OPT_COUNT(0, "root", &o.root, "PROCESS", 0, 1e9, "of scatter and gather (default 0)"),
		OPT_CHOICE(0, "timing", &o.timing, timing_universal_names,
			   "one clock for all, the root's, or the longest of any process (default global)"),
		OPT_TEXT(0, "model", &o.model_path, "FILE",
			 "an lmo model, to which the thresholds and escalations are added"),
		MEASURING_OPTIONS_WITHIN(&c, "none"),
		COMMON_OPTIONS(context),
	};

	return measure_command_run(&c, context, options, run, &o, err);
}
