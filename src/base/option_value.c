#include "base/option_value.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "base/text.h"

/* How much of a wrong argument is repeated in a message. */
#define SHOWN_MAX 80

static bool is_limited(const struct option *option)
{
	return option->least != 0 || option->most != 0;
}

/* A limit as a user would write it. */
static const char *limit_format(const struct option *option, double limit, char *text, size_t room)
{
	if (option->type == OPTION_BYTES)
		return size_format((size_t)limit, text, room);
	snprintf(text, room, option->type == OPTION_SECONDS ? "%gs" : "%.15g", limit);
	return text;
}

static enum status check_limits(const struct option *option, double value, const char *argument, struct error *err)
{
	char least[64], most[64];

	assert(option->least <= option->most);
	if (!is_limited(option) || (option->least <= value && value <= option->most))
		return OK;
	if (isinf(option->most))
		return error_set(err, ERR_USAGE, "--%s: '%.*s' is not allowed; it must be at least %s", option->name,
				 SHOWN_MAX, argument, limit_format(option, option->least, least, sizeof(least)));
	if (isinf(option->least))
		return error_set(err, ERR_USAGE, "--%s: '%.*s' is not allowed; it must be at most %s", option->name,
				 SHOWN_MAX, argument, limit_format(option, option->most, most, sizeof(most)));
	return error_set(err, ERR_USAGE, "--%s: '%.*s' is not allowed; it must be from %s to %s", option->name,
			 SHOWN_MAX, argument, limit_format(option, option->least, least, sizeof(least)),
			 limit_format(option, option->most, most, sizeof(most)));
}

static enum status refuse(const struct option *option, const char *argument, const char *wanted, struct error *err)
{
	return error_set(err, ERR_USAGE, "--%s: '%.*s' is not %s", option->name, SHOWN_MAX, argument, wanted);
}

/* Puts the option's name before what a parser said. */
static enum status pass_on(const struct option *option, const struct error *why, struct error *err)
{
	return error_set(err, why->status == ERR_INPUT ? ERR_USAGE : why->status, "--%s: %s", option->name, why->text);
}

static enum status set_count(const struct option *option, const char *argument, struct error *err)
{
	size_t count;
	const char *rest = text_whole(argument, &count);
	enum status status;

	if (!rest || *rest)
		return refuse(option, argument, "a whole number, 0 or more", err);
	status = check_limits(option, (double)count, argument, err);
	if (!status)
		*(size_t *)option->value = count;
	return status;
}

static enum status set_number(const struct option *option, const char *argument, struct error *err)
{
	double number;
	const char *rest = text_number(argument, &number);
	enum status status;

	if (!rest || *rest)
		return refuse(option, argument, "a number, for example 0.01 or 2.5e-6", err);
	status = check_limits(option, number, argument, err);
	if (!status)
		*(double *)option->value = number;
	return status;
}

static enum status set_seconds(const struct option *option, const char *argument, struct error *err)
{
	struct error why = {0};
	double seconds;
	enum status status;

	if (option->may_be_none && strcmp(argument, "none") == 0) {
		*(double *)option->value = 0;
		return OK;
	}
	if (seconds_parse(argument, &seconds, &why))
		return pass_on(option, &why, err);
	status = check_limits(option, seconds, argument, err);
	if (!status)
		*(double *)option->value = seconds;
	return status;
}

static enum status set_bytes(const struct option *option, const char *argument, struct error *err)
{
	struct error why = {0};
	size_t bytes;
	enum status status;

	if (size_parse(argument, &bytes, &why))
		return pass_on(option, &why, err);
	status = check_limits(option, (double)bytes, argument, err);
	if (!status)
		*(size_t *)option->value = bytes;
	return status;
}

static enum status set_sizes(const struct option *option, const char *argument, struct error *err)
{
	struct size_list *value = option->value, list;
	struct error why = {0};

	if (size_list_parse(argument, &list, &why)) {
		if (option->are_numbers && why.status == ERR_INPUT)
			return refuse(option, argument,
				      "4, a list 2,4,8, a range 2:64 that doubles, or 2:64:1 by a stride", err);
		return pass_on(option, &why, err);
	}
	size_list_release(value);
	*value = list;
	return OK;
}

/* Reads "A:B" into two whole numbers. */
static bool read_two(const char *argument, size_t two[2])
{
	const char *rest = text_whole(argument, &two[0]);

	if (!rest || *rest != ':')
		return false;
	rest = text_whole(rest + 1, &two[1]);
	return rest && !*rest;
}

static enum status set_range(const struct option *option, const char *argument, struct error *err)
{
	size_t range[2], *value = option->value;
	const char *rest = text_whole(argument, &range[0]);
	enum status status;

	if (rest && !*rest)
		range[1] = range[0];
	else if (!read_two(argument, range) || range[0] > range[1])
		return refuse(option, argument,
			      "MIN:MAX, two whole numbers with the smaller first (or one number for both)", err);
	status = check_limits(option, (double)range[0], argument, err);
	if (!status)
		status = check_limits(option, (double)range[1], argument, err);
	if (status)
		return status;
	value[0] = range[0];
	value[1] = range[1];
	return OK;
}

static enum status set_pair(const struct option *option, const char *argument, struct error *err)
{
	size_t pair[2];
	int *value = option->value;

	if (strcmp(argument, "all") == 0) {
		value[0] = value[1] = OPTION_PAIR_ALL;
		return OK;
	}
	if (!read_two(argument, pair) || pair[0] == pair[1] || pair[0] > INT_MAX || pair[1] > INT_MAX)
		return refuse(option, argument, "FROM:TO, the numbers of two different processes, for example 0:1",
			      err);
	value[0] = (int)pair[0];
	value[1] = (int)pair[1];
	return OK;
}

static enum status refuse_choice(const struct option *option, const char *argument, struct error *err)
{
	const char *nearest = name_nearest(argument, option->choices);
	char *choices = option_argument(option);
	enum status status;

	if (!choices)
		return error_memory(err, "the choices of an option");
	status = error_set(err, ERR_USAGE, "--%s: '%.*s' is not one of %s%s%s%s", option->name, SHOWN_MAX, argument,
			   choices, nearest ? ": did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
	free(choices);
	return status;
}

static enum status set_choice(const struct option *option, const char *argument, struct error *err)
{
	for (int i = 0; option->choices[i]; i++)
		if (strcmp(option->choices[i], argument) == 0) {
			*(int *)option->value = i;
			return OK;
		}
	return refuse_choice(option, argument, err);
}

static enum status set_choices(const struct option *option, const char *argument, struct error *err)
{
	struct choice_list given = {.n = 0};
	struct option one = *option;
	char word[SHOWN_MAX];
	unsigned seen = 0;
	int choice = 0;

	one.value = &choice;
	for (const char *at = argument; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		snprintf(word, sizeof(word), "%.*s", (int)strcspn(at, ","), at);
		TRY(set_choice(&one, word, err));
		if (seen & (1U << choice))
			return error_set(err, ERR_USAGE, "--%s: %s is there twice", option->name, word);
		if (given.n == OPTION_CHOICES_MOST)
			return error_set(err, ERR_USAGE, "--%s: at most %d of them", option->name, OPTION_CHOICES_MOST);
		seen |= 1U << choice;
		given.list[given.n++] = choice;
	}
	*(struct choice_list *)option->value = given;
	return OK;
}

static enum status set_text(const struct option *option, const char *argument, struct error *err)
{
	(void)err;
	*(const char **)option->value = argument;
	return OK;
}

enum status option_set(const struct option *option, const char *argument, struct error *err)
{
	static enum status (*const setters[])(const struct option *option, const char *argument, struct error *err) = {
		[OPTION_TEXT] = set_text,       [OPTION_COUNT] = set_count, [OPTION_NUMBER] = set_number,
		[OPTION_SECONDS] = set_seconds, [OPTION_BYTES] = set_bytes, [OPTION_SIZES] = set_sizes,
		[OPTION_RANGE] = set_range,     [OPTION_PAIR] = set_pair,   [OPTION_CHOICE] = set_choice,
		[OPTION_CHOICES] = set_choices,
	};

	assert(option->type != OPTION_FLAG);
	return setters[option->type](option, argument, err);
}

enum status option_missing(const struct option *option, struct error *err)
{
	char *argument = option_argument(option);
	enum status status;

	if (!argument)
		return error_memory(err, "the argument of an option");
	status = error_set(err, ERR_USAGE, "option --%s needs an argument: --%s %s", option->name, option->name,
			   argument);
	free(argument);
	return status;
}

/* Returns "{a|b}" with more behind it; NULL without memory. */
static char *choices_text(const char *const *choices, const char *more)
{
	size_t room = 3 + strlen(more);
	char *text;

	for (size_t i = 0; choices[i]; i++)
		room += strlen(choices[i]) + 1;
	text = malloc(room);
	if (!text)
		return NULL;
	strcpy(text, "{");
	for (size_t i = 0; choices[i]; i++) {
		if (i)
			strcat(text, "|");
		strcat(text, choices[i]);
	}
	return strcat(strcat(text, "}"), more);
}

char *option_argument(const struct option *option)
{
	if (option->type == OPTION_CHOICE || option->type == OPTION_CHOICES)
		return choices_text(option->choices, option->type == OPTION_CHOICES ? "[,...]" : "");
	return memory_text(option->argument ? option->argument : "VALUE");
}

/* "0,1024" or "auto:0:1048576". */
static char *sizes_text(const struct size_list *list)
{
	enum { SIZE_ROOM = 24 };
	size_t room = list->n * SIZE_ROOM + sizeof "auto", used = 0;
	char *text = malloc(room);

	if (!text)
		return NULL;
	used += (size_t)snprintf(text, room, "%s", list->adaptive ? "auto" : "");
	for (size_t i = 0; i < list->n; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%zu",
					 list->adaptive ? ":"
					 : i            ? ","
							: "",
					 list->bytes[i]);
	return text;
}

/* Returns "send,isend"; NULL without memory. */
static char *choice_list_text(const struct option *option)
{
	const struct choice_list *list = option->value;
	size_t room = 1;
	char *text;

	for (size_t i = 0; i < list->n; i++)
		room += strlen(option->choices[list->list[i]]) + 1;
	text = calloc(room, 1);
	for (size_t i = 0; text && i < list->n; i++)
		strcat(strcat(text, i > 0 ? "," : ""), option->choices[list->list[i]]);
	return text;
}

static const char *pair_text(const int pair[2], char *text, size_t room)
{
	if (pair[0] == OPTION_PAIR_ALL)
		snprintf(text, room, "all");
	else
		snprintf(text, room, "%d:%d", pair[0], pair[1]);
	return text;
}

char *option_text(const struct option *option)
{
	const void *value = option->value;
	const size_t *range = value;
	const char *given;
	char text[64] = "";

	switch (option->type) {
	case OPTION_FLAG:
		snprintf(text, sizeof(text), "%d", *(const bool *)value);
		break;
	case OPTION_TEXT:
		given = *(const char *const *)value;
		return memory_text(given ? given : "");
	case OPTION_COUNT:
	case OPTION_BYTES:
		snprintf(text, sizeof(text), "%zu", *range);
		break;
	case OPTION_NUMBER:
	case OPTION_SECONDS:
		snprintf(text, sizeof(text), "%.17g", *(const double *)value);
		break;
	case OPTION_SIZES:
		return sizes_text(value);
	case OPTION_RANGE:
		snprintf(text, sizeof(text), "%zu:%zu", range[0], range[1]);
		break;
	case OPTION_PAIR:
		pair_text(value, text, sizeof(text));
		break;
	case OPTION_CHOICE:
		return memory_text(*(const int *)value < 0 ? "" : option->choices[*(const int *)value]);
	case OPTION_CHOICES:
		return choice_list_text(option);
	}
	return memory_text(text);
}
