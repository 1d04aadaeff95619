#include "cli/command.h"
#include "cli/lab_inner.h"
#include "cli/lab_run.h"
#include "cli/lab_up.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static enum status up(struct context *context, struct error *err)
{
	struct lab_wishes w = {.name = LAB_NAME_USUAL};
	const struct option options[] = {LAB_NAME_OPTION(&w), LAB_SHAPE_OPTIONS(&w), COMMON_OPTIONS(context)};
	struct lab_shape shape;
	struct lab lab;
	size_t n = 0;
	bool removed;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	status = lab_name_check(w.name, err);
	if (status == OK)
		status = lab_shape_of(&w, &shape, err);
	if (status == OK)
		status = lab_check_root(err);
	if (status != OK)
		return status;
	lab_clear(w.name, &removed, NULL);
	status = lab_raise(&lab, w.name, &shape, true, err);
	if (status == OK) {
		status = command_print(context, lab_table(&lab), err);
		lab_release(&lab);
	}
	return status;
}

/* Removes labs that nobody else will, and says so. */
static enum status clear_all(struct context *context, size_t *removed, struct error *err)
{
	char(*names)[LAB_NAME_MOST + 1];
	size_t n;
	bool gone;
	enum status status = lab_list(&names, &n, err);

	*removed = 0;
	for (size_t i = 0; status == OK && i < n; i++) {
		status = lab_clear(names[i], &gone, err);
		*removed += gone;
		if (gone && !context->quiet)
			fprintf(context->chatter, "sonde: lab %s was left over by a process that is gone; it is removed\n", names[i]);
	}
	free(names);
	return status;
}

static enum status print_one(struct context *context, const char *name, struct error *err)
{
	struct lab lab;
	enum status status = lab_load(&lab, name, err);

	if (status == OK) {
		status = command_print(context, lab_table(&lab), err);
		lab_release(&lab);
	}
	return status;
}

static enum status print_all(struct context *context, struct error *err)
{
	static const struct column columns[] = {{"lab", "", CELL_TEXT}, {"nodes", "", CELL_COUNT}, {"state", "", CELL_TEXT}, {"processes_inside", "", CELL_COUNT}};
	char(*names)[LAB_NAME_MOST + 1];
	struct table *table = table_new("labs", columns, sizeof(columns) / sizeof(columns[0]));
	size_t n;
	enum status status = lab_list(&names, &n, err);

	for (size_t i = 0; table && status == OK && i < n; i++) {
		struct lab lab;

		if (lab_load(&lab, names[i], NULL) != OK)
			continue;
		table_row(table);
		table_set_text(table, "lab", lab.name);
		table_set_number(table, "nodes", (double)lab.shape.nodes);
		table_set_text(table, "state", lab_left_over(&lab) ? "left over" : !lab.complete ? "being made" : lab.kept ? "up" : "up for a run");
		table_set_number(table, "processes_inside", (double)lab_processes(&lab));
		lab_release(&lab);
	}
	free(names);
	if (status == OK)
		return command_print(context, table, err);
	table_free(table);
	return status;
}

static enum status show(struct context *context, struct error *err)
{
	struct lab_wishes w = {.name = NULL};
	const struct option options[] = {LAB_NAME_OPTION(&w), COMMON_OPTIONS(context)};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	if (lab_check_root(NULL) == OK)
		status = clear_all(context, &n, err);
	if (status != OK)
		return status;
	return w.name ? print_one(context, w.name, err) : print_all(context, err);
}

static enum status down(struct context *context, struct error *err)
{
	struct lab_wishes w = {.name = NULL};
	const struct option options[] = {LAB_NAME_OPTION(&w), COMMON_OPTIONS(context)};
	struct lab lab;
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	status = lab_check_root(err);
	if (status == OK)
		status = clear_all(context, &n, err);
	if (status == OK)
		status = lab_load(&lab, w.name ? w.name : LAB_NAME_USUAL, n > 0 ? NULL : err);
	if (status != OK)
		return n > 0 && status == ERR_INPUT ? OK : status;
	status = lab_unmake(&lab, err);
	lab_release(&lab);
	return status;
}

static const struct {
	const char *name;
	enum status (*act)(struct context *context, struct error *err);
} actions[] = {{"up", up}, {"run", lab_run_command}, {"status", show}, {"down", down}, {"agent", lab_agent}, {"enter", lab_enter}, {"guard", lab_guard}};

/* No word of the list: help with the options of all of them, or a refusal. */
static enum status other(struct context *context, struct error *err)
{
	struct lab_wishes w = {.name = NULL};
	const struct option options[] = {LAB_NAME_OPTION(&w), LAB_SHAPE_OPTIONS(&w), COMMON_OPTIONS(context)};
	const char **operands = calloc((size_t)context->argc + 1, sizeof(*operands));
	size_t n = 0;
	enum status status = operands ? command_options(context, options, operands, 0, (size_t)context->argc, &n, err) : error_memory(err, "the arguments");

	if (status == OK && !context->help)
		status = error_set(err, ERR_USAGE, "lab%s%s: say first what is to be done: up, run, status or down", n > 0 ? " " : "", n > 0 ? operands[0] : "");
	free(operands);
	return status;
}

static enum status lab(struct context *context, struct error *err)
{
	struct context inner = *context;

	if (context->argc < 1)
		return error_set(err, ERR_USAGE, "lab: say what is to be done: up, run, status or down (\"sonde lab --help\")");
	signal(SIGCHLD, SIG_DFL); /* who ignores it, as some parents have it ignored, is not told how programs end */
	inner.argc--;
	inner.argv++;
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(context->argv[0], actions[i].name) == 0)
			return actions[i].act(&inner, err);
	return other(context, err);
}

const struct command command_lab = {
	.name = "lab",
	.operands = "up|run|status|down",
	.summary = "a cluster on this machine: nodes in network namespaces, behind a switch with slow links and a small buffer (as root)",
	.example = "sonde lab up --nodes 8 --rate 100mbit --switch-buffer 64K",
	.run = lab,
};
