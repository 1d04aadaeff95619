#include "probe/triplets.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

size_t triplets_count(size_t processes)
{
	return processes < 3 ? 0 : processes * (processes - 1) / 2 * (processes - 2) / 3;
}

/* What is left to be put into rounds. */
struct rest {
	int (*triplets)[3];
	size_t n;
	size_t *to_do; /* of each process: triplets that are left */
	bool *busy;    /* of each process: in the round that is being made */
};

static enum status make_room(struct triplet_rounds *rounds, struct rest *rest, size_t processes, struct error *err)
{
	size_t n = triplets_count(processes);

	*rounds = (struct triplet_rounds){.triplets = calloc(n + 1, sizeof(*rounds->triplets)), .first = calloc(n + 2, sizeof(*rounds->first))};
	*rest = (struct rest){.triplets = calloc(n + 1, sizeof(*rest->triplets)), .to_do = calloc(processes + 1, sizeof(*rest->to_do)), .busy = calloc(processes + 1, sizeof(*rest->busy))};
	return rounds->triplets && rounds->first && rest->triplets && rest->to_do && rest->busy ? OK : error_memory(err, "rounds of triplets");
}

static void list_all(struct rest *rest, size_t processes)
{
	int n = (int)processes;

	for (int a = 0; a < n; a++)
		for (int b = a + 1; b < n; b++)
			for (int c = b + 1; c < n; c++) {
				const int triplet[3] = {a, b, c};

				memcpy(rest->triplets[rest->n++], triplet, sizeof(triplet));
				rest->to_do[a]++, rest->to_do[b]++, rest->to_do[c]++;
			}
}

/* Seeded: rounds are the same each time. In ascending order the last rounds would be left with triplets of the same few processes. */
static void shuffle(struct rest *rest)
{
	struct random random;

	random_init(&random, 1);
	for (size_t i = rest->n; i > 1; i--) {
		size_t k = random_below(&random, i);
		int other[3];

		memcpy(other, rest->triplets[k], sizeof(other));
		memcpy(rest->triplets[k], rest->triplets[i - 1], sizeof(other));
		memcpy(rest->triplets[i - 1], other, sizeof(other));
	}
}

/* The triplet of idle processes that have the most left to do; n if there is none. */
static size_t most_urgent(const struct rest *rest)
{
	size_t best = rest->n, most = 0;

	for (size_t i = 0; i < rest->n; i++) {
		const int *t = rest->triplets[i];
		size_t to_do = rest->to_do[t[0]] + rest->to_do[t[1]] + rest->to_do[t[2]];

		if (!rest->busy[t[0]] && !rest->busy[t[1]] && !rest->busy[t[2]] && to_do > most) {
			best = i;
			most = to_do;
		}
	}
	return best;
}

/* Moves a triplet from the rest to the rounds. */
static void take(struct rest *rest, size_t i, struct triplet_rounds *rounds, size_t *done)
{
	int *taken = rounds->triplets[(*done)++];

	memcpy(taken, rest->triplets[i], sizeof(rest->triplets[i]));
	memcpy(rest->triplets[i], rest->triplets[--rest->n], sizeof(rest->triplets[i]));
	for (int k = 0; k < 3; k++) {
		rest->to_do[taken[k]]--;
		rest->busy[taken[k]] = true;
	}
}

enum status triplet_rounds_all(struct triplet_rounds *rounds, size_t processes, bool parallel, struct error *err)
{
	struct rest rest = {.n = 0};
	enum status status = make_room(rounds, &rest, processes, err);
	size_t done = 0, all;

	if (status == OK)
		list_all(&rest, processes);
	all = rest.n;
	if (status == OK && parallel)
		shuffle(&rest);
	while (status == OK && done < all) {
		memset(rest.busy, 0, processes * sizeof(*rest.busy));
		for (size_t i = parallel ? most_urgent(&rest) : 0; i < rest.n; i = parallel ? most_urgent(&rest) : rest.n)
			take(&rest, i, rounds, &done);
		rounds->first[++rounds->n] = done;
	}
	free(rest.triplets);
	free(rest.to_do);
	free(rest.busy);
	if (status != OK)
		triplet_rounds_release(rounds);
	return status;
}

void triplet_rounds_release(struct triplet_rounds *rounds)
{
	free(rounds->triplets);
	free(rounds->first);
	*rounds = (struct triplet_rounds){.n = 0};
}
