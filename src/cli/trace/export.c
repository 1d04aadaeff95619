#include "cli/trace/export.h"

#include "cli/replay_options.h"
#include "cli/trace/input.h"

#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "cli/output.h"
#include "cli/schedule_write.h"
#include "cli/timeline_file.h"
#include "replay/schedule.h"
#include "trace/csv.h"

/* A form that a trace can be exported in: written to a stream, by itself to a new folder, or by itself to a file or to
 * standard output (NULL). */
struct trace_format {
	enum status (*write_stream)(struct trace *trace, FILE *out, struct error *damage, struct error *err);
	enum status (*write_folder)(struct context *context, struct trace *trace, const char *dir, struct error *damage,
				    struct error *err);
	enum status (*write_either)(struct context *context, struct trace *trace, const char *path, const char *rules,
				    struct error *err);
	bool tells; /* in a table, what it has written to a file */
};

/* What a schedule does not have of the trace. */
static void tell_schedule(struct context *context, const struct trace *trace, const struct replay_found *found)
{
	uint64_t kept = 0;
	double seconds = 0;

	for (int f = 0; f < TRACE_FUNCTIONS; f++) {
		kept += found->kept[f];
		seconds += found->kept_seconds[f];
	}
	if (context->quiet)
		return;
	trace_tell_incomplete(context, trace);
	if (kept > 0)
		fprintf(context->chatter,
			"sonde: %" PRIu64 " calls, %.3g s of all processes together, cannot be messages: computation "
			"of as long stands for them (sonde simulate names them)\n",
			kept, seconds);
	if (found->approximate > 0)
		fprintf(context->chatter,
			"sonde: %" PRIu64
			" collective operations, each counted in each process, have an algorithm that "
			"is not quite the library's\n",
			found->approximate);
}

static enum status write_goal(struct context *context, struct trace *trace, const char *path, const char *file,
			      struct error *err)
{
	struct replay_schedule *made = NULL;
	struct replay_rules rules;
	struct ruled ruled = {.library = NULL};
	struct replay_options options;
	enum status status = replay_usual(trace, &options, err);

	if (status == OK)
		status = replay_rules_read(&ruled, file, err);
	if (status == OK && file) {
		ruled_decide(&ruled, &rules);
		options.rules = &rules;
	}
	if (status == OK)
		status = replay_schedule_open(&made, trace, &options, err);
	if (status == OK) {
		const struct schedule schedule = replay_schedule(made);

		status = schedule_write(context, &schedule, path, SCHEDULE_TEXT, err);
	}
	if (status == OK) {
		const struct error *damage = &replay_schedule_found(made)->damage;

		tell_schedule(context, trace, replay_schedule_found(made));
		if (damage->status != OK)
			status =
				error_set(err, damage->status, "%s; what stands before that is exported", damage->text);
	}
	replay_schedule_free(made);
	ruled_release(&ruled);
	return status;
}

static enum status write_perfetto(struct context *context, struct trace *trace, const char *path, const char *rules,
				  struct error *err)
{
	(void)rules;
	return timeline_write_calls(context, trace, &timeline_perfetto, path, err);
}

static enum status write_paje(struct context *context, struct trace *trace, const char *path, const char *rules,
			      struct error *err)
{
	(void)rules;
	return timeline_write_calls(context, trace, &timeline_paje, path, err);
}

enum { FORMAT_CSV, FORMAT_OTF2, FORMAT_GOAL, FORMAT_PERFETTO, FORMAT_PAJE };

static const char *const format_names[] = {"csv", "otf2", "goal", "perfetto", "paje", NULL};
static const struct trace_format formats[] = {{.write_stream = trace_write_csv},
					      {.write_folder = timeline_write_otf2},
					      {.write_either = write_goal, .tells = true},
					      {.write_either = write_perfetto},
					      {.write_either = write_paje}};

struct export_asked {
	const char *dir, *output;
	const char *rules; /* of goal: by which the library decides; NULL: by none */
	int format;
};

static enum status write_file(struct trace *trace, const struct trace_format *format, const char *path,
			      struct error *damage, struct error *err)
{
	struct file_replacement file;

	TRY(file_replace_begin(&file, path, "export", err));
	return file_replace_end(&file, format->write_stream(trace, file.stream, damage, err), err);
}

/* What is right of a damaged trace is written all the same. */
static enum status write_trace(struct context *context, const struct export_asked *asked, struct trace *trace,
			       struct error *err)
{
	const struct trace_format *format = &formats[asked->format];
	const char *path = asked->output && strcmp(asked->output, "-") != 0 ? asked->output : NULL;
	struct error damage = {.status = OK};
	enum status status = format->write_folder   ? format->write_folder(context, trace, path, &damage, err)
			     : format->write_either ? format->write_either(context, trace, path, asked->rules, err)
			     : path                 ? write_file(trace, format, path, &damage, err)
						    : format->write_stream(trace, context->out, &damage, err);

	if (status == OK && damage.status != OK)
		status = error_set(err, damage.status, "%s; what stands before that is exported", damage.text);
	return status;
}

/* The form that the name of the output ends in, csv if it ends in none. */
static int format_of(const char *output)
{
	static const int formats_of_kinds[] = {
		[TIMELINE_CSV] = FORMAT_CSV,           [TIMELINE_SVG] = FORMAT_CSV, /* of a simulation alone */
		[TIMELINE_PERFETTO] = FORMAT_PERFETTO, [TIMELINE_PAJE] = FORMAT_PAJE, [TIMELINE_OTF2] = FORMAT_OTF2,
	};
	const char *dot = output ? strrchr(output, '.') : NULL;
	enum timeline_kind kind;

	if (dot && strcmp(dot, ".goal") == 0)
		return FORMAT_GOAL;
	return output && timeline_kind_of(output, &kind) ? formats_of_kinds[kind] : FORMAT_CSV;
}

static enum status check(const struct context *context, const struct export_asked *asked, struct error *err)
{
	const struct trace_format *format = &formats[asked->format];

	if (context->json && !format->tells)
		return error_set(err, ERR_USAGE, "--json: a trace is exported as --format says");
	if ((context->json || context->csv) && format->tells && !asked->output)
		return error_set(err, ERR_USAGE,
				 "-o FILE is missing: a table about what was written needs a file to write it to");
	if (format->write_folder && (!asked->output || strcmp(asked->output, "-") == 0))
		return error_set(err, ERR_USAGE, "-o DIR is missing: --format %s writes a folder of files",
				 format_names[asked->format]);
	if (context->csv && !format->write_stream && !format->tells)
		return error_set(err, ERR_USAGE, "--csv and --format %s: say one of the two",
				 format_names[asked->format]);
	return !format->write_folder ? output_check(asked->output, NULL, 0, err) : OK;
}

static enum status export_trace(struct context *context, struct error *err)
{
	struct export_asked asked = {.format = -1};
	const struct option options[] = {
		OPT_CHOICE(
			0, "format", &asked.format, format_names,
			"csv: a row for each call; otf2: an archive for Vampir and other tools; goal: a schedule, its "
			"collective operations as messages; perfetto, paje: timelines for ui.perfetto.dev, ViTE "
			"(default: as the name of the output ends, else csv)"),
		OPT_TEXT(0, "rules", &asked.rules, "FILE",
			 "with goal: collective operations by the rules of a file, as simulate takes it"),
		OPT_TEXT('o', "output", &asked.output, "FILE|DIR",
			 "write there (default and -: standard output); otf2: the new folder"),
		COMMON_OPTIONS(context),
	};
	struct trace *trace = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &asked.dir, 1, 1, &n, err);

	if (status != OK || context->help)
		return status;
	if (asked.format < 0)
		asked.format = format_of(asked.output);
	status = check(context, &asked, err);
	if (status == OK && asked.rules && asked.format != FORMAT_GOAL)
		status = error_set(err, ERR_USAGE, "--rules goes with --format goal");
	if (status == OK)
		status = trace_open(&trace, asked.dir, err);
	if (status == OK)
		status = write_trace(context, &asked, trace, err);
	trace_free(trace);
	return status;
}

const struct command command_trace_export = {
	.name = "trace export",
	.operands = "DIR",
	.summary = "writes the calls of a trace in a form that other tools read",
	.example = "sonde trace export stencil.trace --format csv -o stencil.csv",
	.run = export_trace,
};
