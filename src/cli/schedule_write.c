#include "cli/schedule_write.h"

#include "schedule/goal.h"
#include "schedule/totals.h"

const char *const schedule_forms[] = {"text", "binary", NULL};

static const struct column columns[] = {{"processes", "", CELL_COUNT},
					{"operations", "", CELL_COUNT},
					{"messages", "", CELL_COUNT},
					{"bytes", "B", CELL_BYTES}};

static struct table *written_table(int processes, const struct schedule_totals *written)
{
	struct table *table = table_new("schedule written: its processes, operations, messages and their bytes",
					columns, sizeof(columns) / sizeof(columns[0]));

	if (!table)
		return NULL;
	table_row(table);
	table_set_number(table, "processes", processes);
	table_set_number(table, "operations", (double)written->operations);
	table_set_number(table, "messages", (double)written->messages);
	table_set_number(table, "bytes", (double)written->bytes);
	return table;
}

enum status schedule_write(struct context *context, const struct schedule *schedule, const char *output, int form,
			   struct error *err)
{
	struct schedule_totals written = {0};
	const struct schedule_counter counter = {schedule, &written};
	const struct schedule counted = schedule_counted(&counter);

	if (!output)
		return form == SCHEDULE_BINARY ? goal_write_binary(schedule, context->out, err)
					       : goal_write_text(schedule, context->out, err);
	TRY(goal_write_file(&counted, output, form == SCHEDULE_BINARY, err));
	return command_print(context, written_table(schedule->processes, &written), err);
}
