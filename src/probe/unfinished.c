#include "probe/unfinished.h"

#include <stdlib.h>

static enum status note(struct prober *prober, const struct experiment *what, bool finished, struct error *err)
{
	struct unfinished *u = &prober->unfinished;
	struct sample *point = campaign_find(&u->points, what);

	if (prober->options->optional || (finished && !point))
		return OK;
	if (!point) {
		point = campaign_point(&u->points, what, err);
		if (!point)
			return ERR_MEMORY;
		point->finished = true;
	}
	if (point->finished != finished)
		u->n = finished ? u->n - 1 : u->n + 1;
	point->finished = finished;
	return OK;
}

enum status unfinished_note(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			    const size_t *order, size_t left, struct error *err)
{
	bool *open = calloc(n + 1, sizeof(*open));
	enum status status = open ? OK : error_memory(err, "what a deadline left");

	for (size_t i = 0; open && i < left; i++)
		open[order[i]] = true;
	for (size_t i = 0; status == OK && i < n * together; i++)
		status = note(prober, &points[i], !open[i / together], err);
	free(open);
	return status;
}

size_t unfinished_count(const struct prober *prober)
{
	return prober->unfinished.n;
}

size_t unfinished_noted(const struct prober *prober)
{
	return prober->unfinished.points.n;
}

void unfinished_forget(struct prober *prober, size_t but)
{
	struct unfinished *u = &prober->unfinished;

	for (size_t i = but; i < u->points.n; i++) {
		u->n -= !u->points.samples[i]->finished;
		u->points.samples[i]->finished = true;
	}
}
