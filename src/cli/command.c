#include "cli/command.h"

#include "base/option_read.h"
#include "base/option_help.h"
#include "render/render.h"

#include <stdlib.h>

static enum status print_help(struct context *context, const struct option *options, struct error *err)
{
	const struct command *command = context->command;
	char *text = options_help(options);

	if (!text)
		return error_memory(err, "the help text");
	fprintf(context->out, "sonde %s: %s\n\nusage: %ssonde %s %s%s[OPTIONS]\n\n%s\nexample: %s\n", command->name,
		command->summary, command->measures ? "mpirun -n 2 " : "", command->name, command->operands,
		command->operands[0] ? " " : "", text, command->example);
	free(text);
	return OK;
}

enum status command_options(struct context *context, const struct option *options, const char **operands, size_t least,
			    size_t most, size_t *n, struct error *err)
{
	const char **all = malloc(((size_t)context->argc + 1) * sizeof(*all));
	enum status status;
	size_t found = 0;

	if (!all)
		return error_memory(err, "the arguments");
	status = options_read(options, context->argc, context->argv, all, &found, err);
	if (status == OK && context->help) {
		free(all);
		return print_help(context, options, err);
	}
	if (status == OK && context->json && context->csv)
		status = error_set(err, ERR_USAGE, "--json and --csv: a result is printed in one form");
	if (status == OK && (found < least || found > most))
		status = error_set(err, ERR_USAGE, "%s argument%s%s: usage: sonde %s %s%s[OPTIONS]",
				   found < least ? "missing" : "too many", found < least ? "" : "s, from ",
				   found < least ? "" : all[most], context->command->name, context->command->operands,
				   context->command->operands[0] ? " " : "");
	for (size_t i = 0; status == OK && i < found; i++)
		operands[i] = all[i];
	*n = found;
	free(all);
	return status;
}

enum status command_print(struct context *context, struct table *table, struct error *err)
{
	enum status status;

	if (!table)
		return error_memory(err, "a table");
	status = table_status(table, err);
	if (status == OK)
		status = context->json  ? render_json(table, context->out, err)
			 : context->csv ? render_csv(table, context->out, err)
					: render_text(table, context->out, err);
	table_free(table);
	return status;
}

enum status usage_of(enum status status, struct error *err)
{
	if (status != ERR_INPUT)
		return status;
	if (err)
		err->status = ERR_USAGE;
	return ERR_USAGE;
}

enum status usage_of_option(const char *option, enum status status, struct error *err)
{
	if (err && (status == ERR_INPUT || status == ERR_USAGE))
		error_prefix(err, option);
	return usage_of(status, err);
}
