#include "probe/visits.h"

#include <stdint.h>
#include <stdlib.h>

enum { SOME = 4, SOME_COLLECTIVE = 2 /* timings of a point that takes long, before it waits for the others */ };

/* What a group is sorted by. */
struct visit_key {
	size_t group, bytes, at;
	bool delayed;
};

static bool is_delayed(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
}

static int by_key(const void *a, const void *b)
{
	const struct visit_key *x = a, *y = b;

	if (x->bytes != y->bytes)
		return (x->bytes > y->bytes) - (x->bytes < y->bytes);
	return x->delayed != y->delayed ? x->delayed - y->delayed : (x->at > y->at) - (x->at < y->at);
}

static enum status put_short_first(const struct prober *prober, const struct experiment *points, size_t together,
				   size_t *order, size_t n, struct error *err)
{
	struct visit_key *keys = malloc((n + 1) * sizeof(*keys));

	if (!keys)
		return error_memory(err, "the order of a round");
	for (size_t i = 0; i < n; i++) {
		const struct experiment *what = &points[order[i] * together];
		const struct sample *sample = campaign_find(prober->campaign, what);
		bool begun = sample && sample->n > 0;

		keys[i] = (struct visit_key){order[i], begun ? SIZE_MAX : what->bytes, i, !begun && is_delayed(what)};
	}
	qsort(keys, n, sizeof(*keys), by_key);
	for (size_t i = 0; i < n; i++)
		order[i] = keys[i].group;
	free(keys);
	return OK;
}

enum status visits_order(struct prober *prober, const struct experiment *points, size_t together, size_t *order,
			 size_t n, struct error *err)
{
	size_t first = 0;

	for (size_t i = 0; i < n; i++) {
		const struct experiment *what = &points[order[i] * together];
		size_t other = order[first];

		if (is_delayed(what) && !campaign_find(prober->campaign, what))
			continue;
		order[first++] = order[i];
		order[i] = other;
	}
	random_shuffle(&prober->random, order, first);
	random_shuffle(&prober->random, order + first, n - first);
	return prober->options->deadline > 0 ? put_short_first(prober, points, together, order, n, err) : OK;
}

bool visits_wait(const struct prober *prober, const struct experiment *group, size_t n)
{
	const struct sample *sample = campaign_find(prober->campaign, group);
	double deadline = prober->options->deadline;
	size_t some = group->kind == EXPERIMENT_COLLECTIVE ? SOME_COLLECTIVE : SOME;

	return deadline > 0 && sample && sample->n >= some &&
	       PROBE_VISIT * sample->visit * (double)n > deadline - platform_now(prober->platform);
}
