#include "trace/only.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "trace/function.h"

enum { NAME_ROOM = 128 };

static const char prefix[] = "MPI_";

#define FAMILY(family) (UINT32_C(1) << (family))

static const struct {
	const char *name;
	uint32_t families;
} groups[] = {
	{"point-to-point", FAMILY(TRACE_SEND) | FAMILY(TRACE_SEND_BEGIN) | FAMILY(TRACE_RECEIVE) |
				   FAMILY(TRACE_RECEIVE_BEGIN) | FAMILY(TRACE_EXCHANGE) | FAMILY(TRACE_PERSISTENT) |
				   FAMILY(TRACE_COMPLETION) | FAMILY(TRACE_PROBE)},
	{"collective", FAMILY(TRACE_COLLECTIVE) | FAMILY(TRACE_COLLECTIVE_BEGIN) | FAMILY(TRACE_NEIGHBOURHOOD) |
			       FAMILY(TRACE_NEIGHBOURHOOD_BEGIN) | FAMILY(TRACE_COMPLETION)},
	{"one-sided", FAMILY(TRACE_ONE_SIDED)},
	{"file", FAMILY(TRACE_FILE)},
};

enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

static bool begins_so(const char *name)
{
	return strncasecmp(name, prefix, strlen(prefix)) == 0;
}

/* The families that a word stands for; 0: it is no group. */
static uint32_t families_of(const char *word)
{
	for (size_t i = 0; i < GROUPS; i++)
		if (strcasecmp(word, groups[i].name) == 0)
			return groups[i].families;
	return 0;
}

static bool is_meant(enum trace_function function, const char *word, uint32_t families)
{
	const char *name = trace_function_name(function);

	if (!begins_so(name))
		return false;
	return families ? (families & FAMILY(trace_function_family(function))) != 0
			: strcasecmp(name, word) == 0 || strcasecmp(name + strlen(prefix), word) == 0;
}

static enum status refuse(const char *word, struct error *err)
{
	const char *nearest = NULL;
	size_t distance = 0;
	char whole[NAME_ROOM + sizeof(prefix)] = "";

	if (!begins_so(word))
		strcpy(whole, prefix);
	strcat(whole, word);
	for (int f = 0; f < TRACE_FUNCTIONS; f++)
		name_nearer(whole, strlen(whole), trace_function_name((enum trace_function)f), &nearest, &distance);
	for (size_t i = 0; i < GROUPS; i++)
		name_nearer(word, strlen(word), groups[i].name, &nearest, &distance);
	return error_set(err, ERR_INPUT,
			 "\"%s\" is no function that is traced%s%s%s (functions such as MPI_Send, or "
			 "point-to-point, collective, one-sided, file)",
			 word, nearest ? ": did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

/* Marks what a word names. */
static enum status mark(const char *word, bool *wanted, struct error *err)
{
	uint32_t families = families_of(word);
	bool found = false;

	for (int f = 0; f < TRACE_FUNCTIONS; f++) {
		if (is_meant((enum trace_function)f, word, families))
			wanted[f] = found = true;
	}
	return found ? OK : refuse(word, err);
}

static char *join(const bool *wanted)
{
	size_t room = 1;
	char *names;

	for (int f = 0; f < TRACE_FUNCTIONS; f++)
		room += wanted[f] ? strlen(trace_function_name((enum trace_function)f)) + 1 : 0;
	names = calloc(room, 1);
	for (int f = 0; names && f < TRACE_FUNCTIONS; f++) {
		if (!wanted[f])
			continue;
		strcat(names, *names ? ":" : "");
		strcat(names, trace_function_name((enum trace_function)f));
	}
	return names;
}

enum status trace_only_read(const char *list, char **names, struct error *err)
{
	bool wanted[TRACE_FUNCTIONS] = {false};
	char word[NAME_ROOM];
	enum status status = OK;

	*names = NULL;
	for (const char *rest = list; status == OK && rest; rest = strchr(rest, ',') ? strchr(rest, ',') + 1 : NULL) {
		size_t length = strcspn(rest, ",");

		length = length < sizeof(word) ? length : sizeof(word) - 1;
		memcpy(word, rest, length);
		word[length] = '\0';
		status = mark(word, wanted, err);
	}
	if (status == OK && !(*names = join(wanted)))
		status = error_memory(err, "the functions that are traced");
	return status;
}
