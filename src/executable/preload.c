#include "executable/preload.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ld.so(8): "The items of the list can be separated by spaces or colons, and there is no support for escaping". */
static const char separators[] = " :";

static bool is_of(const char *part, size_t length, const char *family)
{
	size_t name = length;

	while (name > 0 && part[name - 1] != '/')
		name--;
	return length - name >= strlen(family) && memcmp(part + name, family, strlen(family)) == 0;
}

/* Appends the parts of a list that are not of the family and whose names begin with first (of_first) or do not,
 * each behind a colon. */
static void append(char *value, const char *rest, const char *family, const char *first, bool of_first)
{
	while (*rest) {
		size_t length = strcspn(rest, separators);
		bool is_first = first && is_of(rest, length, first);

		if (length > 0 && is_first == of_first && !is_of(rest, length, family)) {
			strcat(value, *value ? ":" : "");
			strncat(value, rest, length);
		}
		rest += length;
		rest += strspn(rest, separators);
	}
}

char *preload_put(const char *library, const char *before, const char *family, const char *first)
{
	const char *rest = before ? before : "";
	char *value = calloc(1, strlen(library) + strlen(rest) + 2);

	if (!value)
		return NULL;
	append(value, rest, family, first, true);
	strcat(value, *value ? ":" : "");
	strcat(value, library);
	append(value, rest, family, first, false);
	return value;
}
