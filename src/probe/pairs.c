#include "probe/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

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
	for (*n = 0; *text; ++*n) {
		size_t from, to;
		const char *rest = text_whole(text_after(text_whole(text + strspn(text, " "), &from), ":"), &to);

		if (!rest || (*rest != '\0' && *rest != ','))
			return error_set(err, ERR_INPUT, "\"%s\" is no list of pairs like 0:3,1:2", text);
		if (from >= processes || to >= processes || from == to)
			return error_set(err, ERR_INPUT, "%zu:%zu is no pair of two different processes of 0 to %zu",
					 from, to, processes - 1);
		if (is_taken(pairs, *n, (int)from) || is_taken(pairs, *n, (int)to))
			return error_set(err, ERR_INPUT, "%zu:%zu: a process can be in one pair only", from, to);
		pairs[*n][0] = (int)from;
		pairs[*n][1] = (int)to;
		text = rest + (*rest == ',');
	}
	return *n > 0 ? OK : error_set(err, ERR_INPUT, "a list of pairs like 0:3,1:2 is expected");
}

static enum status make_room(struct pair_rounds *rounds, size_t n, struct error *err)
{
	*rounds = (struct pair_rounds){.pairs = calloc(n + 1, sizeof(*rounds->pairs)),
				       .first = calloc(n + 2, sizeof(*rounds->first))};
	if (rounds->pairs && rounds->first)
		return OK;
	pair_rounds_release(rounds);
	return error_memory(err, "rounds of pairs");
}

enum status pair_rounds_all(struct pair_rounds *rounds, size_t processes, bool parallel, struct error *err)
{
	enum status status = make_room(rounds, processes * (processes - 1) / 2, err);
	size_t n = 0;

	if (status != OK)
		return status;
	for (size_t round = 0; parallel && round < pairs_rounds(processes); round++) {
		n += pairs_of_round(processes, round, rounds->pairs + n);
		rounds->first[++rounds->n] = n;
	}
	for (size_t i = 0; !parallel && i < processes; i++)
		for (size_t k = i + 1; k < processes; k++) {
			add(rounds->pairs, &n, i, k);
			rounds->first[++rounds->n] = n;
		}
	return OK;
}

/* Takes for a round what is left in the list and whose processes are free; busy has the number of the newest round that
 * a process is in, from 1. Returns how many pairs are in rounds then. */
static size_t take_round(struct pair_rounds *rounds, int (*pairs)[2], size_t n, bool *taken, size_t *busy, size_t done,
			 bool parallel)
{
	size_t round = rounds->n + 1, begin = done;

	for (size_t i = 0; i < n && (parallel || done == begin); i++) {
		int from = pairs[i][0], to = pairs[i][1];

		if (taken[i] || busy[from] == round || busy[to] == round)
			continue;
		taken[i] = true;
		busy[from] = busy[to] = round;
		rounds->pairs[done][0] = from;
		rounds->pairs[done++][1] = to;
	}
	rounds->first[++rounds->n] = done;
	return done;
}

enum status pair_rounds_of(struct pair_rounds *rounds, int (*pairs)[2], size_t n, size_t processes, bool parallel,
			   struct error *err)
{
	enum status status = make_room(rounds, n, err);
	bool *taken = calloc(n + 1, sizeof(*taken));
	size_t *busy = calloc(processes + 1, sizeof(*busy));

	if (status == OK && (!taken || !busy)) {
		pair_rounds_release(rounds);
		status = error_memory(err, "rounds of pairs");
	}
	for (size_t done = 0; status == OK && done < n;)
		done = take_round(rounds, pairs, n, taken, busy, done, parallel);
	free(taken);
	free(busy);
	return status;
}

void pair_rounds_release(struct pair_rounds *rounds)
{
	free(rounds->pairs);
	free(rounds->first);
	*rounds = (struct pair_rounds){.n = 0};
}

size_t pair_rounds_count(const struct pair_rounds *rounds)
{
	return rounds->n ? rounds->first[rounds->n] : 0;
}
