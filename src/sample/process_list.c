#include "sample/process_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"
#define WHITE " \t\r\n"
#define BETWEEN "," WHITE

/* A number below most in length characters; most if it is none. */
static size_t number_of(const char *text, size_t length, size_t most)
{
	size_t value = 0;

	for (size_t i = 0; i < length; i++) {
		if (!strchr(DIGITS, text[i]))
			return most;
		value = 10 * value + (size_t)(text[i] - '0');
		if (value >= most)
			return most;
	}
	return length > 0 ? value : most;
}

/* Adds a word, a number or a range, to a list of *n. */
static enum status add_word(const char *word, size_t length, size_t processes, int *list, size_t *n, struct error *err)
{
	const char *dash = memchr(word, '-', length);
	size_t first = number_of(word, dash ? (size_t)(dash - word) : length, processes),
	       last = dash ? number_of(dash + 1, length - (size_t)(dash - word) - 1, processes) : first;

	if (first >= processes || last >= processes)
		return error_set(err, ERR_INPUT, "\"%.*s\" for process %zu: numbers are 0 to %zu",
				 (int)(length < 40 ? length : 40), word, *n, processes - 1);
	for (size_t next = first;; next += first < last ? 1 : (size_t)-1) {
		if (*n == processes)
			return error_set(err, ERR_INPUT, "more numbers than the %zu processes: one for each",
					 processes);
		list[(*n)++] = (int)next;
		if (next == last)
			return OK;
	}
}

enum status process_list_parse(const char *text, size_t processes, int *list, struct error *err)
{
	size_t n = 0;

	for (text += strspn(text, BETWEEN); *text; text += strspn(text, BETWEEN)) {
		size_t length = strcspn(text, BETWEEN);
		enum status status = add_word(text, length, processes, list, &n, err);

		if (status != OK)
			return status;
		text += length;
	}
	return n == processes ? OK
			      : error_set(err, ERR_INPUT, "%zu numbers for %zu processes: one for each", n, processes);
}

enum status process_groups_parse(const char *text, size_t processes, int *list, struct error *err)
{
	const char *first = text + strspn(text, WHITE);
	size_t length = strspn(first, DIGITS), size;

	if (length == 0 || first[length + strspn(first + length, WHITE)] != '\0')
		return process_list_parse(text, processes, list, err);
	size = number_of(first, length, processes);
	if (size == 0 && processes == 1)
		size = 1; /* its group is 0 */
	if (size == 0)
		return error_set(err, ERR_INPUT, "groups of 0: they have 1 process or more");
	for (size_t i = 0; i < processes; i++)
		list[i] = (int)(i / size);
	return OK;
}

bool process_list_format(const int *list, size_t n, char *text, size_t room)
{
	size_t used = 0;

	for (size_t i = 0, end; i < n; i = end) {
		int step = i + 1 < n ? list[i + 1] - list[i] : 0;

		for (end = i + 1; end < n && (step == 1 || step == -1) && list[end] - list[end - 1] == step; end++)
			;
		if (end - i < 3)
			end = i + 1;
		used += (size_t)(end > i + 1 ? snprintf(text + used, room - used, "%s%d-%d", used ? "," : "", list[i],
							list[end - 1])
					     : snprintf(text + used, room - used, "%s%d", used ? "," : "", list[i]));
		if (used >= room)
			return false;
	}
	return true;
}
