#include "base/option_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/option_value.h"

#define NAME_MAX_LENGTH 63 /* of an unknown option, as far as it is repeated */

/* A command line that is being read. */
struct reading {
	const struct option *options;
	int argc, at;
	char **argv;
	bool *given; /* per option */
};

static const struct option *find_name(const struct option *options, const char *name, size_t length)
{
	for (; options->name; options++)
		if (strlen(options->name) == length && memcmp(options->name, name, length) == 0)
			return options;
	return NULL;
}

static const struct option *find_letter(const struct option *options, char letter)
{
	for (; options->name; options++)
		if (letter && options->letter == letter)
			return options;
	return NULL;
}

/* Whether an argument is one of the table's options (or ends them), and so cannot be meant as the value of the option
 * before it; -5 can. */
static bool is_option(const struct option *options, const char *argument)
{
	if (argument[0] != '-')
		return false;
	if (argument[1] == '-')
		return !argument[2] || find_name(options, argument + 2, strcspn(argument + 2, "="));
	return find_letter(options, argument[1]) && !argument[2];
}

static enum status unknown_name(const struct reading *reading, const char *name, size_t length, struct error *err)
{
	const char *nearest = NULL;
	size_t distance = 0;
	int shown = length < NAME_MAX_LENGTH ? (int)length : NAME_MAX_LENGTH;

	for (const struct option *option = reading->options; option->name; option++)
		name_nearer(name, length, option->name, &nearest, &distance);
	if (nearest)
		return error_set(err, ERR_USAGE, "unknown option --%.*s: did you mean --%s?", shown, name, nearest);
	return error_set(err, ERR_USAGE, "unknown option --%.*s: --help lists the options", shown, name);
}

static enum status unknown_letter(const struct reading *reading, const char *argument, struct error *err)
{
	const struct option *option = find_name(reading->options, argument + 1, strcspn(argument + 1, "="));

	if (option)
		return error_set(err, ERR_USAGE, "unknown option %.*s: did you mean --%s?", NAME_MAX_LENGTH, argument,
				 option->name);
	option = find_letter(reading->options, argument[1]);
	if (option && option->type == OPTION_FLAG)
		return error_set(err, ERR_USAGE, "'%.*s': -%c takes no argument, and each option is written by itself",
				 NAME_MAX_LENGTH, argument, option->letter);
	if (option)
		return error_set(err, ERR_USAGE, "'%.*s': a space belongs between -%c and its argument",
				 NAME_MAX_LENGTH, argument, option->letter);
	return error_set(err, ERR_USAGE,
			 "unknown option %.*s: --help lists the options (an argument that begins with - goes after --)",
			 NAME_MAX_LENGTH, argument);
}

/* attached is what stands after --name=, or NULL. */
static enum status take(struct reading *reading, const struct option *option, const char *attached, struct error *err)
{
	bool *given = &reading->given[option - reading->options];
	const char *argument = attached;

	if (*given)
		return error_set(err, ERR_USAGE, "option --%s is given twice", option->name);
	*given = true;
	if (option->type == OPTION_FLAG) {
		if (attached)
			return error_set(err, ERR_USAGE, "option --%s takes no argument", option->name);
		*(bool *)option->value = true;
		return OK;
	}
	if (!argument && reading->at + 1 < reading->argc &&
	    !is_option(reading->options, reading->argv[reading->at + 1]))
		argument = reading->argv[++reading->at];
	return argument ? option_set(option, argument, err) : option_missing(option, err);
}

static enum status read_option(struct reading *reading, struct error *err)
{
	const char *argument = reading->argv[reading->at];
	const struct option *option;

	if (argument[1] == '-') {
		size_t length = strcspn(argument + 2, "=");
		const char *rest = argument + 2 + length;

		option = find_name(reading->options, argument + 2, length);
		return option ? take(reading, option, *rest ? rest + 1 : NULL, err)
			      : unknown_name(reading, argument + 2, length, err);
	}
	option = argument[2] ? NULL : find_letter(reading->options, argument[1]);
	return option ? take(reading, option, NULL, err) : unknown_letter(reading, argument, err);
}

static enum status read_all(struct reading *reading, const char **operands, size_t *n_operands, struct error *err)
{
	bool ended = false;

	for (; reading->at < reading->argc; reading->at++) {
		const char *argument = reading->argv[reading->at];

		if (ended || argument[0] != '-' || !argument[1]) {
			operands[(*n_operands)++] = argument;
		} else if (strcmp(argument, "--") == 0) {
			ended = true;
		} else {
			enum status status = read_option(reading, err);

			if (status)
				return status;
		}
	}
	return OK;
}

enum status options_read(const struct option *options, int argc, char **argv, const char **operands, size_t *n_operands,
			 bool *given, struct error *err)
{
	struct reading reading = {.options = options, .argc = argc, .argv = argv};
	enum status status;
	size_t n = 0;

	while (options[n].name)
		n++;
	*n_operands = 0;
	reading.given = calloc(n + 1, sizeof(*reading.given));
	if (!reading.given)
		return error_memory(err, "the options");
	status = read_all(&reading, operands, n_operands, err);
	if (given)
		memcpy(given, reading.given, n * sizeof(*given));
	free(reading.given);
	return status;
}

/* Whether the option that an argument names takes the argument behind it, too. */
static bool takes_next(const struct option *options, const char *argument)
{
	const struct option *option = NULL;

	if (argument[1] == '-' && !strchr(argument, '='))
		option = find_name(options, argument + 2, strlen(argument + 2));
	else if (argument[1] != '-' && !argument[2])
		option = find_letter(options, argument[1]);
	return option && option->type != OPTION_FLAG;
}

int options_end(const struct option *options, int argc, char **argv)
{
	int at = 0;

	while (at < argc && argv[at][0] == '-' && argv[at][1]) {
		const char *argument = argv[at++];

		if (strcmp(argument, "--") == 0)
			break;
		if (takes_next(options, argument) && at < argc && !is_option(options, argv[at]))
			at++;
	}
	return at;
}
