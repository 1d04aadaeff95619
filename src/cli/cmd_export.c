#include "base/file.h"
#include "cli/command.h"
#include "cli/export_model.h"
#include "cli/output.h"
#include "report/export.h"
#include "render/render.h"
#include "store/store.h"

#include <string.h>

enum format {
	FORMAT_CSV,
	FORMAT_JSON,
	FORMAT_GNUPLOT,
	FORMAT_MODEL,
	FORMAT_UNSAID = FORMAT_MODEL + EXPORT_MODEL_FORMATS
};

static const char *const format_names[] = {"csv", "json", "gnuplot", "simgrid", "loggopsim", "dimemas", NULL};

struct export_options {
	const char *store_path, *output;
	int format;
	bool summary;
	double confidence;
	struct export_model model; /* what the formats of models heed */
};

static enum status write_rows(const struct export_rows *rows, const struct run *run, int format, FILE *out,
			      struct error *err)
{
	struct table *table;
	enum status status;

	if (format == FORMAT_GNUPLOT)
		return export_gnuplot(rows, run, out, err);
	table = export_table(rows, run);
	status = table ? table_status(table, err) : error_memory(err, "the table of timings");
	if (status == OK)
		status = format == FORMAT_JSON ? render_json(table, out, err) : render_csv(table, out, err);
	table_free(table);
	return status;
}

/* Observations go from the store to the file row by row; points, and gnuplot's curves, which want another order, are
 * held together. */
static enum status write_run(struct store *store, const struct run *run, const struct export_options *o, FILE *out,
			     struct error *err)
{
	struct export_rows rows = {.n = 0};
	enum status status;

	if (!o->summary && o->format != FORMAT_GNUPLOT)
		return export_write_observations(store, run, o->format == FORMAT_JSON, out, err);
	status = o->summary ? export_points(store, run, o->confidence, &rows, err)
			    : export_observations(store, run, &rows, err);
	if (status == OK)
		status = write_rows(&rows, run, o->format, out, err);
	export_rows_release(&rows);
	return status;
}

static enum status write_file(struct store *store, const struct run *run, const struct export_options *o,
			      struct error *err)
{
	struct file_replacement file;

	TRY(file_replace_begin(&file, o->output, "export", err));
	return file_replace_end(&file, write_run(store, run, o, file.stream, err), err);
}

static enum status export_run(struct context *context, const struct export_options *o, const char *name,
			      struct store *store, struct error *err)
{
	struct run run = {0};
	enum status status = store_find(store, name, &run, err);

	if (status == OK)
		status = o->output && strcmp(o->output, "-") != 0 ? write_file(store, &run, o, err)
								  : write_run(store, &run, o, context->out, err);
	run_release(&run);
	return status;
}

/* --json and --csv are formats too. */
static enum status choose_format(const struct context *context, struct export_options *o, struct error *err)
{
	if ((context->json || context->csv) && o->format != FORMAT_UNSAID)
		return error_set(err, ERR_USAGE, "--format %s and --%s: say one of the two", format_names[o->format],
				 context->json ? "json" : "csv");
	if (o->format == FORMAT_UNSAID)
		o->format = context->json ? FORMAT_JSON : FORMAT_CSV;
	return OK;
}

static enum status open_and_export(struct context *context, struct export_options *o, const char *name,
				   struct error *err)
{
	enum status status = choose_format(context, o, err);
	struct store *store;

	if (status == OK)
		status = output_check(o->output, &(struct output_input){o->store_path, "the store"}, 1, err);
	if (status != OK)
		return status;
	store = store_open(o->store_path, 0, err);
	status = store ? export_run(context, o, name, store, err) : err->status;
	store_close(store);
	return status;
}

/* What only timings heed. */
static enum status refuse_with_model(const struct context *context, const struct export_options *o, struct error *err)
{
	const char *given = o->summary          ? "summary"
			    : o->confidence > 0 ? "confidence"
			    : o->store_path     ? "store"
			    : context->json     ? "json"
			    : context->csv      ? "csv"
						: NULL;

	return given ? error_set(err, ERR_USAGE, "--%s goes with the formats of runs, not with --format %s", given,
				 format_names[o->format])
		     : OK;
}

static enum status export_asked(struct context *context, struct export_options *o, const char *name, struct error *err)
{
	enum status status;

	if (o->format >= FORMAT_MODEL && o->format != FORMAT_UNSAID) {
		o->model.format = (enum export_model_format)(o->format - FORMAT_MODEL);
		o->model.output = o->output;
		status = refuse_with_model(context, o, err);
		return status == OK ? export_model(context, &o->model, name, err) : status;
	}
	if (o->model.processes)
		return error_set(err, ERR_USAGE, "--processes goes with the formats of models");
	if (!o->store_path)
		o->store_path = "sonde.db";
	if (!(o->confidence > 0))
		o->confidence = 0.95;
	return open_and_export(context, o, name, err);
}

static enum status export(struct context *context, struct error *err) {
	struct export_options o = {.format = FORMAT_UNSAID};
	const struct option options[] =
		{
			OPT_TEXT('o', "output", &o.output, "FILE", "write there (default and -: standard output)"),
			OPT_CHOICE(0, "format", &o.format, format_names,
				   "of a run: csv, json, or gnuplot, blocks of numbers, one per curve; of a model: "
				   "simgrid, a platform with options of SMPI; loggopsim, options; dimemas, a "
				   "configuration (default csv)"),
			OPT_COUNT('n', "processes", &o.model.processes, "N", 2, 100000,
				  "of a model: nodes of the platform (default those of the model)"),
			OPT_FLAG(0, "summary", &o.summary,
				 "a row per point: n, least, quartiles, median with its interval, mean, largest, and "
				 "what "
				 "stands for its timings "
				 "(default: every observation)"),
			OPT_NUMBER(0, "confidence", &o.confidence, "C", 0.5, 0.9999,
				   "of the median's interval (default 0.95)"),
			OPT_TEXT(0, "store", &o.store_path, "FILE", "the store (default sonde.db)"),
			COMMON_OPTIONS(context),
		};
	const char *name = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &name, 0, 1, &n, err);

	return status == OK && !context->help ? export_asked(context, &o, name, err) : status;
}

const struct command command_export = {
	.name = "export",
	.operands = "[RUN|MODEL.json]",
	.summary = "writes the timings of a run, the newest if none is named, as CSV, JSON or data for gnuplot; or a "
		   "model for SimGrid, LogGOPSim or Dimemas",
	.example = "sonde export run-1 --summary --format gnuplot -o run-1.dat",
	.run = export,
};
