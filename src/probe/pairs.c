#include "probe/pairs.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t pairs_rounds(size_t processes)
{
	return processes < 2 ? 0 : processes + processes % 2 - 1;
}

static void add(int (*pairs)[2], size_t *n, size_t a, size_t b)
{
	pairs[*n][0] = (int)(a < b ? a : b);
	pairs[*n][1] = (int)(a < b ? b : a);
	++*n;
}

size_t pairs_of_round(size_t processes, size_t round, int (*pairs)[2])
{
	size_t rounds = pairs_rounds(processes), n = 0;

	/* The last process, or none, meets the one at the top of the circle; the others meet across it. */
	if (processes % 2 == 0)
		add(pairs, &n, rounds, round);
	for (size_t i = 1; i <= rounds / 2; i++)
		add(pairs, &n, (round + i) % rounds, (round + rounds - i) % rounds);
	return n;
}

size_t pairs_of_neighbours(size_t processes, int (*pairs)[2])
{
	size_t n = 0;

	while (2 * n + 1 < processes)
		add(pairs, &n, 2 * n, 2 * n + 1);
	return n;
}

size_t pairs_far(size_t processes, int (*pairs)[2])
{
	size_t half = processes / 2, n = 0;

	while (n < half)
		add(pairs, &n, n, n + half);
	return n;
}

static bool is_taken(int (*pairs)[2], size_t n, int process)
{
	for (size_t i = 0; i < n; i++)
		if (pairs[i][0] == process || pairs[i][1] == process)
			return true;
	return false;
}

enum status pairs_parse(const char *text, size_t processes, int (*pairs)[2], size_t *n, struct error *err)
{
	int last = (int)processes - 1;

	for (*n = 0; *text; ++*n) {
		int from, to, length = 0;

		if (sscanf(text, "%d:%d%n", &from, &to, &length) != 2 || (text[length] != '\0' && text[length] != ','))
			return error_set(err, ERR_USAGE, "\"%s\" is no list of pairs like 0:3,1:2", text);
		if (from < 0 || to < 0 || from > last || to > last || from == to)
			return error_set(err, ERR_USAGE, "%d:%d is no pair of two different processes of 0 to %d", from, to, last);
		if (is_taken(pairs, *n, from) || is_taken(pairs, *n, to))
			return error_set(err, ERR_USAGE, "%d:%d: a process can be in one pair only", from, to);
		pairs[*n][0] = from;
		pairs[*n][1] = to;
		text += length + (text[length] == ',');
	}
	return *n > 0 ? OK : error_set(err, ERR_USAGE, "a list of pairs like 0:3,1:2 is expected");
}
