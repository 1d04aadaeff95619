#include "cli/lab/status.h"

#include <stdlib.h>

#include "cli/lab/up.h"
#include "lab/raise.h"

enum status lab_clear_all(struct context *context, size_t *removed, struct error *err)
{
	char(*names)[LAB_NAME_MOST + 1];
	size_t n;
	enum status status = lab_list(&names, &n, err);

	*removed = 0;
	for (size_t i = 0; status == OK && i < n; i++) {
		struct error why = {0};
		bool gone;

		if (lab_clear(names[i], &gone, &why) != OK && !context->quiet)
			fprintf(context->chatter, "sonde: lab %s is left alone: %s\n", names[i], why.text);
		if (gone && !context->quiet)
			fprintf(context->chatter,
				"sonde: lab %s was left over by a process that is gone; it is removed\n", names[i]);
		*removed += gone;
	}
	free(names);
	lab_sweep();
	return status;
}

static enum status print_one(struct context *context, const char *name, struct error *err)
{
	struct lab lab;
	enum status status = usage_of(lab_name_check(name, err), err);

	if (status == OK)
		status = lab_load(&lab, name, err);
	if (status == OK) {
		status = command_print(context, lab_table(&lab), err);
		lab_release(&lab);
	}
	return status;
}

static void add_row(struct table *table, const char *name)
{
	struct lab lab;
	enum status status = lab_load(&lab, name, NULL);

	if (status == ERR_INPUT && !lab_is_there(name))
		return;
	table_row(table);
	table_set_text(table, "lab", name);
	table_set_text(table, "state",
		       status != OK          ? "cannot be read"
		       : lab_left_over(&lab) ? "left over"
		       : lab.ender           ? "being removed"
		       : !lab.complete       ? "being made"
		       : lab.kept            ? "up"
					     : "up for a run");
	if (status != OK)
		return;
	table_set_number(table, "nodes", (double)lab.shape.nodes);
	table_set_number(table, "processes_inside", lab_processes(&lab));
	lab_release(&lab);
}

static enum status print_all(struct context *context, struct error *err)
{
	static const struct column columns[] = {{"lab", "", CELL_TEXT},
						{"nodes", "", CELL_COUNT},
						{"state", "", CELL_TEXT},
						{"processes_inside", "", CELL_COUNT}};
	char(*names)[LAB_NAME_MOST + 1];
	struct table *table = table_new("labs", columns, sizeof(columns) / sizeof(columns[0]));
	size_t n;
	enum status status = lab_list(&names, &n, err);

	for (size_t i = 0; table && status == OK && i < n; i++)
		add_row(table, names[i]);
	free(names);
	if (status == OK)
		return command_print(context, table, err);
	table_free(table);
	return status;
}

enum status lab_status_command(struct context *context, struct error *err)
{
	struct lab_options o = {.name = NULL};
	const struct option options[] = {LAB_NAME_OPTION(&o), COMMON_OPTIONS(context)};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	if (lab_check_root(NULL) == OK)
		status = lab_clear_all(context, &n, err);
	if (status != OK)
		return status;
	return o.name ? print_one(context, o.name, err) : print_all(context, err);
}

enum status lab_down_command(struct context *context, struct error *err)
{
	struct lab_options o = {.name = NULL};
	const struct option options[] = {LAB_NAME_OPTION(&o), COMMON_OPTIONS(context)};
	struct error why = {0};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	status = lab_check_root(err);
	if (status == OK && o.name)
		status = usage_of(lab_name_check(o.name, err), err);
	if (status != OK || o.name)
		return status == OK ? lab_take_down(o.name, err) : status;
	status = lab_clear_all(context, &n, err);
	if (status != OK)
		return status;
	status = lab_take_down(LAB_NAME_DEFAULT, &why);
	if (status == ERR_INPUT && n > 0)
		return OK;
	return status == OK ? OK : error_set(err, status, "%s", why.text);
}
