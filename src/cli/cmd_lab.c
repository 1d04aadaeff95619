#include "cli/command.h"
#include "cli/lab/run.h"
#include "cli/lab/status.h"
#include "cli/lab/up.h"
#include "lab/inner.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static enum status up(struct context *context, struct error *err)
{
	struct lab_options o = {.name = LAB_NAME_DEFAULT};
	const struct option options[] = {LAB_NAME_OPTION(&o), LAB_SHAPE_OPTIONS(&o), COMMON_OPTIONS(context)};
	struct lab_shape shape;
	struct lab lab;
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	status = usage_of(lab_name_check(o.name, err), err);
	if (status == OK)
		status = lab_shape_of(&o, &shape, err);
	if (status == OK)
		status = lab_check_root(err);
	if (status != OK)
		return status;
	status = lab_clear_all(context, &n, err);
	if (status == OK)
		status = lab_raise(&lab, o.name, &shape, true, err);
	if (status == OK) {
		status = command_print(context, lab_table(&lab), err);
		lab_release(&lab);
	}
	return status;
}

static const struct {
	const char *name;
	enum status (*act)(struct context *context, struct error *err);
} actions[] = {
	{"up", up},
	{"run", lab_run_command},
	{"status", lab_status_command},
	{"down", lab_down_command},
};

/* What a lab calls this program for; no user does. */
static const struct {
	const char *name;
	enum status (*act)(int argc, char **argv, struct error *err);
} inner_actions[] = {{"agent", lab_inner_agent},
		     {"enter", lab_inner_enter},
		     {"slow", lab_inner_slow},
		     {"guard", lab_inner_guard},
		     {"wire", lab_inner_wire}};

/* No word of the list: help with the options of all of them, or a refusal. */
static enum status other(struct context *context, struct error *err)
{
	struct lab_options o = {.name = NULL};
	const struct option options[] = {LAB_NAME_OPTION(&o), LAB_SHAPE_OPTIONS(&o), COMMON_OPTIONS(context)};
	const char **operands = calloc((size_t)context->argc + 1, sizeof(*operands));
	size_t n = 0;
	enum status status = operands ? command_options(context, options, operands, 0, (size_t)context->argc, &n, err)
				      : error_memory(err, "the arguments");

	if (status == OK && !context->help)
		status = error_set(err, ERR_USAGE, "lab%s%s: say first what is to be done: up, run, status or down",
				   n > 0 ? " " : "", n > 0 ? operands[0] : "");
	free(operands);
	return status;
}

static enum status lab(struct context *context, struct error *err)
{
	if (context->argc < 1)
		return error_set(err, ERR_USAGE,
				 "lab: say what is to be done: up, run, status or down (\"sonde lab --help\")");
	signal(SIGCHLD, SIG_DFL); /* who ignores it, as some parents have it ignored, is not told how programs end */
	for (size_t i = 0; i < sizeof(inner_actions) / sizeof(inner_actions[0]); i++)
		if (strcmp(context->argv[0], inner_actions[i].name) == 0)
			return inner_actions[i].act(context->argc - 1, context->argv + 1, err);
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		if (strcmp(context->argv[0], actions[i].name) != 0)
			continue;
		context->argc--;
		context->argv++;
		return actions[i].act(context, err);
	}
	return other(context, err);
}

/* What a launcher starts on every node, which becomes the program. */
static bool by_each(int argc, char **argv)
{
	return argc > 0 && strcmp(argv[0], "slow") == 0;
}

const struct command command_lab = {
	.name = "lab",
	.operands = "up|run|status|down",
	.summary = "a cluster on this machine: nodes in network namespaces, behind a switch with slow links and a "
		   "small buffer (as root)",
	.example = "sonde lab up --nodes 8 --rate 100mbit --switch-buffer 64K",
	.by_each = by_each,
	.run = lab,
};
