#include "probe/triplets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 3 };

static const double not_longer = 1.1; /* times the first of a round */

/* What is left to be put into rounds. */
struct rest {
	const struct triplet *list;
	bool *taken; /* of each triplet */
	size_t *of;  /* the triplets of process p that may be left: of[begin[p]] to of[begin[p] + count[p] - 1] */
	size_t *begin, *count;
	size_t *to_do; /* of each process: triplets that are left */
	bool *busy;    /* of each process: in the round that is being made, or nothing of it goes with that */
	size_t processes;
};

static int member(const struct triplet *t, int k)
{
	return k == 0 ? t->from : t->to[k - 1];
}

static void rest_release(struct rest *rest)
{
	free(rest->taken);
	free(rest->of);
	free(rest->begin);
	free(rest->count);
	free(rest->to_do);
	free(rest->busy);
}

static enum status rest_init(struct rest *rest, const struct triplet *list, size_t n, size_t processes,
			     struct error *err)
{
	*rest = (struct rest){.list = list,
			      .processes = processes,
			      .taken = calloc(n + 1, sizeof(*rest->taken)),
			      .of = calloc(MEMBERS * n + 1, sizeof(*rest->of)),
			      .begin = calloc(processes + 1, sizeof(*rest->begin)),
			      .count = calloc(processes + 1, sizeof(*rest->count)),
			      .to_do = calloc(processes + 1, sizeof(*rest->to_do)),
			      .busy = calloc(processes + 1, sizeof(*rest->busy))};
	if (!rest->taken || !rest->of || !rest->begin || !rest->count || !rest->to_do || !rest->busy)
		return error_memory(err, "rounds of triplets");
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < MEMBERS; k++)
			rest->to_do[member(&list[i], k)]++;
	for (size_t p = 0; p + 1 < processes; p++)
		rest->begin[p + 1] = rest->begin[p] + rest->to_do[p];
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < MEMBERS; k++) {
			int p = member(&list[i], k);

			rest->of[rest->begin[p] + rest->count[p]++] = i;
		}
	return OK;
}

/* The process that has the most left to do and is not busy; processes if there is none. */
static size_t most_to_do(const struct rest *rest)
{
	size_t best = rest->processes;

	for (size_t p = 0; p < rest->processes; p++)
		if (!rest->busy[p] && rest->to_do[p] > 0 &&
		    (best == rest->processes || rest->to_do[p] > rest->to_do[best]))
			best = p;
	return best;
}

static bool is_idle(const struct rest *rest, const struct triplet *t)
{
	return !rest->busy[t->from] && !rest->busy[t->to[0]] && !rest->busy[t->to[1]];
}

/* Of the triplets of a process that are not longer than that the one whose processes are idle and have the most left to
 * do: its address, NULL if there is none. */
static const struct triplet *most_urgent(struct rest *rest, size_t p, double longest)
{
	size_t *own = &rest->of[rest->begin[p]], kept = 0, most = 0;
	const struct triplet *best = NULL;

	for (size_t i = 0; i < rest->count[p]; i++) {
		const struct triplet *t = &rest->list[own[i]];
		size_t to_do = rest->to_do[t->from] + rest->to_do[t->to[0]] + rest->to_do[t->to[1]];

		if (rest->taken[own[i]])
			continue;
		own[kept++] = own[i];
		if (to_do > most && t->seconds <= longest && is_idle(rest, t)) {
			best = t;
			most = to_do;
		}
	}
	rest->count[p] = kept;
	return best;
}

/* Moves a triplet from the rest to the rounds. */
static void take(struct rest *rest, const struct triplet *t, struct triplet_rounds *rounds, size_t *done)
{
	rounds->triplets[(*done)++] = *t;
	rest->taken[t - rest->list] = true;
	for (int k = 0; k < MEMBERS; k++) {
		rest->to_do[member(t, k)]--;
		rest->busy[member(t, k)] = true;
	}
}

static void make_round(struct rest *rest, struct triplet_rounds *rounds, size_t *done)
{
	size_t begin = *done;

	memset(rest->busy, 0, rest->processes * sizeof(*rest->busy));
	for (size_t p = most_to_do(rest); p < rest->processes; p = most_to_do(rest)) {
		const struct triplet *t =
			most_urgent(rest, p, *done == begin ? INFINITY : not_longer * rounds->triplets[begin].seconds);

		if (t)
			take(rest, t, rounds, done);
		else
			rest->busy[p] = true;
	}
	rounds->first[++rounds->n] = *done;
}

enum status triplet_rounds_of(struct triplet_rounds *rounds, const struct triplet *list, size_t n, size_t processes,
			      bool parallel, struct error *err)
{
	struct rest rest = {.processes = 0};
	enum status status;
	size_t done = 0;

	*rounds = (struct triplet_rounds){.triplets = calloc(n + 1, sizeof(*rounds->triplets)),
					  .first = calloc(n + 2, sizeof(*rounds->first))};
	status = rounds->triplets && rounds->first ? rest_init(&rest, list, n, processes, err)
						   : error_memory(err, "rounds of triplets");
	while (status == OK && parallel && done < n)
		make_round(&rest, rounds, &done);
	while (status == OK && done < n) {
		rounds->triplets[done] = list[done];
		rounds->first[++rounds->n] = ++done;
	}
	rest_release(&rest);
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
