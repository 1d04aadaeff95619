#include "trace/missing.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Bytes that are kept for the number of those that have no place, and of one list of ranks. */
enum { KEPT = 40, RANKS_ROOM = 200 };

static bool is_first(const char *const *what, int rank)
{
	for (int i = 0; i < rank; i++)
		if (what[i] && strcmp(what[i], what[rank]) == 0)
			return false;
	return true;
}

/* "0-2, 5", cut with "..." behind whole ranges; returns how many there are. */
static int list_ranks(const char *const *what, int n, int first, char list[RANKS_ROOM])
{
	size_t used = 0;
	int found = 0;

	list[0] = '\0';
	for (int i = first; i < n; i++) {
		int end = i;

		if (!what[i] || strcmp(what[i], what[first]) != 0)
			continue;
		while (end + 1 < n && what[end + 1] && strcmp(what[end + 1], what[first]) == 0)
			end++;
		found += end - i + 1;
		if (used + KEPT < RANKS_ROOM)
			used += (size_t)snprintf(list + used, RANKS_ROOM - used, end > i ? "%s%d-%d" : "%s%d",
						 used > 0 ? ", " : "", i, end);
		else if (used < RANKS_ROOM - 5)
			used += (size_t)snprintf(list + used, RANKS_ROOM - used, ", ...");
		i = end;
	}
	return found;
}

char *trace_missing(const char *const *what, int n, char *text, size_t room)
{
	char list[RANKS_ROOM];
	size_t used = 0;
	int left = 0;

	text[0] = '\0';
	for (int i = 0; i < n; i++) {
		int found, length;

		if (!what[i] || !is_first(what, i))
			continue;
		found = list_ranks(what, n, i, list);
		length = snprintf(text + used, room - used, "%sprocess%s %s: %s", used > 0 ? "; " : "",
				  found > 1 ? "es" : "", list, what[i]);
		if (left > 0 || length < 0 || used + (size_t)length + KEPT > room) {
			text[used] = '\0';
			left += found;
			continue;
		}
		used += (size_t)length;
	}
	if (left > 0)
		snprintf(text + used, room - used, "%s%d more process%s", used > 0 ? "; and " : "", left,
			 left > 1 ? "es" : "");
	return text;
}
