#include "cli/command.h"
#include "model/model.h"
#include "mpi/live/library.h"
#include "version.h"

static const struct column columns[] = {{"what", "", CELL_TEXT}, {"value", "", CELL_TEXT}};

static void add(struct table *table, const char *what, const char *value)
{
	table_row(table);
	table_set_text(table, "what", what);
	table_set_text(table, "value", value);
}

static struct table *info_table(void)
{
	char library[512];
	struct table *table = table_new("sonde", columns, 2);

	if (!table)
		return NULL;
	add(table, "version", SONDE_VERSION);
	add(table, "commit", SONDE_COMMIT);
	add(table, "MPI", live_library(library, sizeof(library)));
	for (size_t i = 0; model_classes[i]; i++)
		add(table, model_classes[i]->name, model_classes[i]->reference);
	return table;
}

static enum status info(struct context *context, struct error *err)
{
	const struct option options[] = {COMMON_OPTIONS(context)};
	size_t n = 0;

	TRY(command_options(context, options, NULL, 0, 0, &n, err));
	return !context->help ? command_print(context, info_table(), err) : OK;
}

const struct command command_info = {
	.name = "info",
	.operands = "",
	.summary = "what this sonde is: version, MPI library, models",
	.example = "sonde info",
	.run = info,
};
