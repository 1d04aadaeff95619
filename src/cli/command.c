#include "cli/command.h"

#include "base/memory.h"
#include "base/option_help.h"
#include "base/option_read.h"
#include "base/option_value.h"
#include "base/units.h"
#include "report/state_tables.h"
#include "render/render.h"

#include <stdlib.h>
#include <string.h>

char *command_usage(const struct command *command)
{
	static const char options[] = "[OPTIONS]";
	const char *operands = command->operands, *space = *operands ? " " : "";
	size_t room = strlen(operands) + sizeof(options) + 1;
	char *text = malloc(room);

	if (text)
		snprintf(text, room, "%s%s%s", command->options_first ? options : operands, space,
			 command->options_first ? operands : options);
	return text;
}

static enum status print_help(struct context *context, const struct option *options, struct error *err)
{
	const struct command *command = context->command;
	char *text = options_help(options), *usage = command_usage(command);
	enum status status = text && usage ? OK : error_memory(err, "the help text");

	if (status == OK)
		fprintf(context->out, "sonde %s: %s\n\nusage: %ssonde %s %s\n\n%s\nexample: %s\n", command->name,
			command->summary, command->measures ? "mpirun -n 2 " : "", command->name, usage, text,
			command->example);
	free(usage);
	free(text);
	return status;
}

static enum status keep(struct context *context, char *key, char *value, bool resume, struct error *err)
{
	context->asked.options[context->asked.n++] = (struct run_option){key, value, resume};
	return key && value ? OK : error_memory(err, "the options");
}

static enum status keep_sizes(struct context *context, const struct size_list *sizes, struct error *err)
{
	struct size_list *copy = &context->asked.sizes;

	*copy = *sizes;
	copy->bytes = malloc((sizes->n + 1) * sizeof(*sizes->bytes));
	if (!copy->bytes)
		return error_memory(err, "the sizes");
	memcpy(copy->bytes, sizes->bytes, sizes->n * sizeof(*sizes->bytes));
	return OK;
}

/* Keeps what the user gave: these options of the table, and n other arguments. */
static enum status keep_asked(struct context *context, const struct option *options, const bool *given,
			      const char *const *operands, size_t n, struct error *err)
{
	enum { PLACE_ROOM = 24 };
	size_t most = n;
	enum status status = OK;

	for (size_t i = 0; options[i].name; i++)
		most += given[i];
	context->asked.options = calloc(most + 1, sizeof(*context->asked.options));
	if (!context->asked.options)
		return error_memory(err, "the options");
	for (size_t i = 0; status == OK && options[i].name; i++) {
		if (!given[i])
			continue;
		status = keep(context, memory_text(options[i].name), option_text(&options[i]), !options[i].may_differ,
			      err);
		if (status == OK && options[i].type == OPTION_SIZES && strcmp(options[i].name, "sizes") == 0)
			status = keep_sizes(context, options[i].value, err);
	}
	for (size_t i = 0; status == OK && i < n; i++) {
		char place[PLACE_ROOM];

		snprintf(place, sizeof(place), "%zu", i + 1);
		status = keep(context, memory_text(place), memory_text(operands[i]), true, err);
	}
	return status;
}

/* The options, and what else is given; given has room for the options of the table. */
static enum status read_all(struct context *context, const struct option *options, const char **operands, size_t *n,
			    struct error *err)
{
	size_t n_options = 0;
	bool *given;
	enum status status;

	while (options[n_options].name)
		n_options++;
	given = calloc(n_options + 1, sizeof(*given));
	if (!given)
		return error_memory(err, "the options");
	status = options_read(options, context->argc, context->argv, operands, n, given, err);
	if (status == OK)
		status = keep_asked(context, options, given, operands, *n, err);
	free(given);
	return status;
}

static const struct option *option_named(const struct option *options, const char *name)
{
	while (options->name && strcmp(options->name, name) != 0)
		options++;
	return options->name ? options : NULL;
}

/* What an argument too many was likely meant for: " (--op bcast, ...)". */
static void add_hint(const struct context *context, const struct option *options, const char *const *all, size_t most,
		     struct error *err)
{
	const struct option *operation = option_named(options, "op");
	char text[200] = "";
	size_t bytes;

	if (operation && operation->choices && option_set(operation, all[most], NULL) == OK)
		snprintf(text, sizeof(text), " (--op %.40s says the operation)", all[most]);
	else if (option_named(options, "sizes") && size_parse(all[most], &bytes, NULL) == OK)
		snprintf(text, sizeof(text), " (-s %.40s says the size)", all[most]);
	else if (most > 0 && strstr(context->command->operands, "[,"))
		snprintf(text, sizeof(text), " (several are one argument: %.60s,%.60s)", all[most - 1], all[most]);
	error_add(err, text);
}

static enum status refuse_number(const struct context *context, const struct option *options, const char *const *all,
				 size_t found, size_t most, struct error *err)
{
	char *usage = command_usage(context->command);
	bool missing = found <= most;

	error_set(err, ERR_USAGE, "%s argument%s%s: usage: sonde %s %s", missing ? "missing" : "too many",
		  missing ? "" : "s, from ", missing ? "" : all[most], context->command->name, usage ? usage : "");
	free(usage);
	if (!missing)
		add_hint(context, options, all, most, err);
	return ERR_USAGE;
}

enum status command_options(struct context *context, const struct option *options, const char **operands, size_t least,
			    size_t most, size_t *n, struct error *err)
{
	const char **all = malloc(((size_t)context->argc + 1) * sizeof(*all));
	enum status status;
	size_t found = 0;

	if (!all)
		return error_memory(err, "the arguments");
	status = read_all(context, options, all, &found, err);
	if (status == OK && context->help) {
		free(all);
		if (context->echoes)
			return OK;
		return context->reader ? context->reader->read(context->reader, context->command, options, err)
				       : print_help(context, options, err);
	}
	if (status == OK && context->json && context->csv)
		status = error_set(err, ERR_USAGE, "--json and --csv: a result is printed in one form");
	if (status == OK && (found < least || found > most))
		status = refuse_number(context, options, all, found, most, err);
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
	if (status == OK && context->states && (context->json || context->csv)) {
		state_tables_add(context->states, table);
		return OK;
	}
	if (status == OK && context->states)
		state_tables_name(context->states, context->out, table);
	if (status == OK)
		status = context->json  ? render_json(table, context->out, err)
			 : context->csv ? render_csv(table, context->out, err)
					: render_text(table, context->out, err);
	table_free(table);
	return status;
}

enum status command_print_states(struct context *context, enum status status, struct error *err)
{
	struct state_tables *states = context->states;
	struct error own = {.status = OK};

	context->states = NULL;
	if (states->no_memory) {
		table_free(states->joined);
		return error_memory(err, "a table");
	}
	if (!states->joined)
		return status;
	if (status != OK && status != ERR_CHECK) {
		table_free(states->joined);
		return status;
	}
	return command_print(context, states->joined, &own) == OK ? status : error_set(err, own.status, "%s", own.text);
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
