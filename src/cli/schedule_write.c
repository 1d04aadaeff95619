#include "cli/schedule_write.h"

#include "base/file.h"
#include "schedule/goal.h"

const char *const schedule_forms[] = {"text", "binary", NULL};

/* What was written. */
struct written {
	double operations, messages, bytes;
};

static const struct column columns[] = {{"processes", "", CELL_COUNT},
					{"operations", "", CELL_COUNT},
					{"messages", "", CELL_COUNT},
					{"bytes", "B", CELL_BYTES}};

static enum status count(const struct schedule *schedule, struct written *written, struct error *err)
{
	struct part part = {0};
	enum status status = OK;

	for (int p = 0; p < schedule->processes && status == OK; p++) {
		part_clear(&part);
		status = schedule->build(schedule->self, p, &part, err);
		if (status == OK)
			status = part_status(&part, err);
		written->operations += (double)part.n;
		for (size_t i = 0; i < part.n; i++) {
			if (part.operations[i].kind == OP_SEND) {
				written->messages++;
				written->bytes += (double)part.operations[i].count;
			}
		}
	}
	part_release(&part);
	return status;
}

static struct table *written_table(int processes, const struct written *written)
{
	struct table *table = table_new("schedule written: its processes, operations, messages and their bytes",
					columns, sizeof(columns) / sizeof(columns[0]));

	if (!table)
		return NULL;
	table_row(table);
	table_set_number(table, "processes", processes);
	table_set_number(table, "operations", written->operations);
	table_set_number(table, "messages", written->messages);
	table_set_number(table, "bytes", written->bytes);
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
	struct written written = {0};
	enum status status;

	if (!output)
		return write_to(schedule, form, context->out, err);
	status = count(schedule, &written, err);
	if (status == OK)
		status = write_file(schedule, output, form, err);
	return status == OK ? command_print(context, written_table(schedule->processes, &written), err) : status;
}
