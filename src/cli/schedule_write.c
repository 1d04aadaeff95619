#include "cli/schedule_write.h"

#include "base/file.h"
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

static enum status write_to(const struct schedule *schedule, int form, FILE *out, struct error *err)
{
	return form == SCHEDULE_BINARY ? goal_write_binary(schedule, out, err) : goal_write_text(schedule, out, err);
}

static enum status write_file(const struct schedule *schedule, const char *output, int form, struct error *err)
{
	struct file_replacement file;
	struct error why = {0};
	enum status status = file_replace_begin(&file, output, "GOAL file", err);

	if (status != OK)
		return status;
	status = write_to(schedule, form, file.stream, &why);
	if (status != OK)
		error_set(err, status, "%s%s%s", status == ERR_IO ? output : "", status == ERR_IO ? ": " : "",
			  why.text);
	return file_replace_end(&file, status, err);
}

enum status schedule_write(struct context *context, const struct schedule *schedule, const char *output, int form,
			   struct error *err)
{
	struct schedule_totals written = {0};
	const struct schedule_counter counter = {schedule, &written};
	const struct schedule counted = schedule_counted(&counter);
	enum status status;

	if (!output)
		return write_to(schedule, form, context->out, err);
	status = write_file(&counted, output, form, err);
	return status == OK ? command_print(context, written_table(schedule->processes, &written), err) : status;
}
