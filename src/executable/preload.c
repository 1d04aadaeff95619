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

char *preload_put(const char *library, const char *before, const char *family)
{
	const char *rest = before ? before : "";
	char *value = malloc(strlen(library) + strlen(rest) + 2);

	if (!value)
		return NULL;
	strcpy(value, library);
	while (*rest) {
		size_t length = strcspn(rest, separators);

		if (length > 0 && !is_of(rest, length, family)) {
			strcat(value, ":");
			strncat(value, rest, length);
		}
		rest += length;
		rest += strspn(rest, separators);
	}
	return value;
}
