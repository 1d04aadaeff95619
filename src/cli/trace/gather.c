#include "cli/trace/gather.h"

#include <stdlib.h>

#include "trace/gather.h"
#include "trace/reader.h"

static struct table *parts_table(const char *const *dirs, size_t n, const struct trace_part *parts)
{
	static const struct column columns[] = {
		{"folder", "", CELL_TEXT}, {"files", "", CELL_COUNT}, {"bytes", "B", CELL_BYTES}};
	struct table *table = table_new("folders joined", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		table_row(table);
		table_set_text(table, "folder", dirs[i]);
		table_set_number(table, "files", (double)parts[i].files);
		table_set_number(table, "bytes", (double)parts[i].bytes);
	}
	return table;
}

/* What the joined trace is then. */
static enum status print(struct context *context, struct table *table, const char *to, struct error *err)
{
	struct trace *trace = NULL;
	enum status status = table ? trace_open(&trace, to, err) : error_memory(err, "a table");

	if (status == OK) {
		const struct trace_info *info = trace_info(trace);

		table_summary_text(table, NULL, "folder", to);
		table_summary_number(table, NULL, "processes", CELL_COUNT, info->processes);
		table_summary_text(table, NULL, "complete", info->complete ? "yes" : "no");
		if (info->incomplete)
			table_summary_text(table, NULL, "incomplete", info->incomplete);
		trace_free(trace);
		return command_print(context, table, err);
	}
	table_free(table);
	return status;
}

static enum status gather(struct context *context, struct error *err)
{
	const char *to = NULL;
	const struct option options[] = {OPT_TEXT('o', "output", &to, "DIR", "the new folder"),
					 COMMON_OPTIONS(context)};
	const char **dirs = calloc((size_t)context->argc + 1, sizeof(*dirs));
	struct trace_part *parts = calloc((size_t)context->argc + 1, sizeof(*parts));
	size_t n = 0;
	enum status status = dirs && parts ? command_options(context, options, dirs, 1, (size_t)context->argc, &n, err)
					   : error_memory(err, "the arguments");

	if (status == OK && !context->help) {
		status = to ? trace_gather(dirs, n, to, parts, err)
			    : error_set(err, ERR_USAGE, "-o DIR is missing: the new folder");
		if (status == OK)
			status = print(context, parts_table(dirs, n, parts), to, err);
	}
	free(dirs);
	free(parts);
	return status;
}

const struct command command_trace_gather = {
	.name = "trace gather",
	.operands = "DIR ... -o DIR",
	.summary = "joins the folders that several nodes wrote of one run",
	.example = "sonde trace gather node1/run.trace node2/run.trace -o run.trace",
	.run = gather,
};
