#include "estimate/classes/class_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"
#include "base/text.h"

enum { WORD = 128, UNKNOWN = -1, TEXT_MOST = 16000000 };

/* The names of classes, in the order in which they were met. */
struct names {
	char (*list)[WORD];
	size_t n;
};

/* The number of a class of this name, new if there is none; there are at most as many as lines. */
static enum status number_of(struct names *names, const char *name, size_t *number, struct error *err)
{
	char(*grown)[WORD];

	for (*number = 0; *number < names->n; ++*number)
		if (strcmp(names->list[*number], name) == 0)
			return OK;
	grown = realloc(names->list, (names->n + 1) * sizeof(*grown));
	if (!grown)
		return error_memory(err, "the names of classes");
	names->list = grown;
	snprintf(names->list[names->n++], WORD, "%s", name);
	return OK;
}

/* Puts processes first to last, or those of a host, into a class; returns how many. *twice: the first of them that has
 * another class already, else processes. */
static size_t assign(const char *who, char *const *hosts, size_t processes, size_t class, long *of, size_t *twice)
{
	size_t first = 1, last = 0, found = 0;
	const char *rest = text_whole(who, &first);

	if (rest && *rest == '\0') {
		last = first;
	} else {
		rest = text_whole(text_after(rest, "-"), &last);
		if (!rest || *rest != '\0')
			first = 1, last = 0;
	}
	*twice = processes;
	for (size_t i = 0; i < processes; i++)
		if ((i >= first && i <= last) || (hosts && hosts[i] && strcmp(hosts[i], who) == 0)) {
			if (of[i] != UNKNOWN && of[i] != (long)class && *twice == processes)
				*twice = i;
			of[i] = (long)class;
			found++;
		}
	return last >= first && last >= processes ? 0 : found;
}

static enum status read_line(const char *path, size_t number, char *line, char *const *hosts, size_t processes,
			     struct names *names, long *of, struct error *err)
{
	char who[WORD], name[WORD], rest[2];
	size_t class = 0, twice = processes;
	int words;

	line[strcspn(line, "#")] = '\0';
	words = sscanf(line, "%127s %127s %1s", who, name, rest);
	if (words < 1)
		return OK;
	if (words != 2)
		return error_set(err, ERR_INPUT,
				 "%s:%zu: a line names a host, a process or a range like 0-7, and its class", path,
				 number);
	TRY(number_of(names, name, &class, err));
	if (assign(who, hosts, processes, class, of, &twice) == 0)
		return error_set(err, ERR_INPUT,
				 "%s:%zu: \"%s\" is neither a host of this run nor processes of 0 to %zu", path, number,
				 who, processes - 1);
	if (twice < processes)
		return error_set(err, ERR_INPUT, "%s:%zu: process %zu has a class already: one class each is allowed",
				 path, number, twice);
	return OK;
}

/* Numbers the classes anew by their first processes. */
static enum status renumber(const char *path, const long *of, size_t processes, size_t n_names, size_t *classes,
			    struct error *err)
{
	size_t *number = calloc(n_names + 1, sizeof(*number)), n = 0;
	enum status status = number ? OK : error_memory(err, "the numbers of classes");

	for (size_t i = 0; status == OK && i < processes; i++) {
		if (of[i] == UNKNOWN)
			status = error_set(err, ERR_INPUT, "%s: process %zu has no class", path, i);
		else if (number[of[i]] == 0)
			number[of[i]] = ++n;
		if (status == OK)
			classes[i] = number[of[i]] - 1;
	}
	free(number);
	return status;
}

static enum status read_lines(char *text, const char *path, char *const *hosts, size_t processes, size_t *classes,
			      struct error *err)
{
	struct names names = {NULL, 0};
	long *of = malloc((processes + 1) * sizeof(*of));
	enum status status = of ? OK : error_memory(err, "the classes of processes");

	for (size_t i = 0; of && i < processes; i++)
		of[i] = UNKNOWN;
	for (size_t number = 1; status == OK && *text != '\0'; number++) {
		char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;

		*end = '\0';
		status = read_line(path, number, text, hosts, processes, &names, of, err);
		text = next;
	}
	if (status == OK)
		status = renumber(path, of, processes, names.n, classes, err);
	free(names.list);
	free(of);
	return status;
}

enum status classes_read(const char *path, char *const *hosts, size_t processes, size_t **classes, struct error *err)
{
	char *text = NULL;
	size_t length;
	enum status status = file_read(path, "table of classes", TEXT_MOST, &text, &length, err);

	*classes = status == OK ? calloc(processes + 1, sizeof(**classes)) : NULL;
	if (status == OK)
		status = *classes ? read_lines(text, path, hosts, processes, *classes, err)
				  : error_memory(err, "the classes of processes");
	free(text);
	if (status == OK)
		return OK;
	free(*classes);
	*classes = NULL;
	return status;
}

enum status classes_of_places(const struct circumstances *here, size_t **classes, struct error *err)
{
	size_t n = here->processes, used = 0;

	for (size_t i = 0; i < n; i++)
		if (!here->hosts || !here->places || !here->hosts[i] || !here->places[i])
			return error_set(err, ERR_INPUT,
					 "classes of places: this platform does not say on which host and where on it "
					 "process %zu runs",
					 i);
	*classes = calloc(n + 1, sizeof(**classes));
	if (!*classes)
		return error_memory(err, "the classes of processes");
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < i &&
		       (strcmp(here->hosts[k], here->hosts[i]) != 0 || strcmp(here->places[k], here->places[i]) != 0))
			k++;
		(*classes)[i] = k < i ? (*classes)[k] : used++;
	}
	return OK;
}
