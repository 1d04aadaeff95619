#include "model/points.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

/* One sample's timings, ascending; send_seconds only where n_send > 0. */
struct timings {
	double *seconds, *send_seconds;
	size_t n, n_send;
};

struct reduction {
	enum statistic statistic;
	struct timings *timings;
	struct points points;
};

static enum status timings_init(struct timings *timings, const struct sample *sample, struct error *err)
{
	timings->seconds = malloc(2 * sample->n * sizeof(*timings->seconds));
	if (!timings->seconds)
		return error_memory(err, "sorted timings");
	timings->send_seconds = timings->seconds + sample->n;
	for (size_t i = 0; i < sample->n; i++) {
		timings->seconds[timings->n++] = sample->observations[i].seconds;
		if (isfinite(sample->observations[i].send_seconds))
			timings->send_seconds[timings->n_send++] = sample->observations[i].send_seconds;
	}
	quantile_sort(timings->seconds, timings->n);
	quantile_sort(timings->send_seconds, timings->n_send);
	return OK;
}

struct reduction *reduction_new(const struct campaign *campaign, enum statistic statistic, struct error *err)
{
	struct reduction *reduction = calloc(1, sizeof(*reduction));

	if (!reduction) {
		error_memory(err, "a reduction of timings");
		return NULL;
	}
	reduction->statistic = statistic;
	reduction->timings = calloc(campaign->n + 1, sizeof(*reduction->timings));
	reduction->points.points = calloc(campaign->n + 1, sizeof(*reduction->points.points));
	if (!reduction->timings || !reduction->points.points) {
		error_memory(err, "a reduction of timings");
		reduction_free(reduction);
		return NULL;
	}
	for (size_t i = 0; i < campaign->n; i++) {
		size_t n = reduction->points.n;

		if (campaign->samples[i]->n == 0)
			continue;
		if (timings_init(&reduction->timings[n], campaign->samples[i], err) != OK) {
			reduction_free(reduction);
			return NULL;
		}
		reduction->points.points[n].what = campaign->samples[i]->what;
		reduction->points.n++;
	}
	return reduction;
}

void reduction_free(struct reduction *reduction)
{
	if (!reduction)
		return;
	for (size_t i = 0; i < reduction->points.n; i++)
		free(reduction->timings[i].seconds);
	free(reduction->timings);
	free(reduction->points.points);
	free(reduction);
}

const struct points *reduction_values(struct reduction *reduction)
{
	for (size_t i = 0; i < reduction->points.n; i++) {
		const struct timings *t = &reduction->timings[i];
		struct point *point = &reduction->points.points[i];

		point->seconds = statistic_estimate(reduction->statistic, t->seconds, t->n, 0.95, 0).value;
		point->send_seconds = t->n_send ? statistic_estimate(reduction->statistic, t->send_seconds, t->n_send, 0.95, 0).value : NAN;
	}
	return &reduction->points;
}

const struct points *reduction_draw(struct reduction *reduction, struct random *random)
{
	for (size_t i = 0; i < reduction->points.n; i++) {
		const struct timings *t = &reduction->timings[i];
		struct point *point = &reduction->points.points[i];

		point->seconds = statistic_draw(reduction->statistic, t->seconds, t->n, random);
		point->send_seconds = t->n_send ? statistic_draw(reduction->statistic, t->send_seconds, t->n_send, random) : NAN;
	}
	return &reduction->points;
}

const struct point *points_find(const struct points *points, const struct experiment *what)
{
	for (size_t i = 0; i < points->n; i++)
		if (experiment_same_point(&points->points[i].what, what))
			return &points->points[i];
	return NULL;
}

const struct point *points_longest_train(const struct points *points, int from, int to, size_t bytes)
{
	const struct point *longest = NULL;

	for (size_t i = 0; i < points->n; i++) {
		const struct experiment *what = &points->points[i].what;

		if (what->kind == EXPERIMENT_TRAIN && what->from == from && what->to == to && what->bytes == bytes && what->count > 1 &&
		    (!longest || what->count > longest->what.count))
			longest = &points->points[i];
	}
	return longest;
}

static int by_size(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

enum status points_sizes(const struct points *points, enum experiment_kind kind, int from, int to, size_t **sizes, size_t *n, struct error *err)
{
	size_t all = 0, unique = 0;
	size_t *found = malloc((points->n + 1) * sizeof(*found));

	if (!found)
		return error_memory(err, "a list of sizes");
	for (size_t i = 0; i < points->n; i++) {
		const struct experiment *what = &points->points[i].what;

		if (what->kind == kind && what->from == from && what->to == to && what->reply_bytes == 0)
			found[all++] = what->bytes;
	}
	qsort(found, all, sizeof(*found), by_size);
	for (size_t i = 0; i < all; i++)
		if (unique == 0 || found[unique - 1] != found[i])
			found[unique++] = found[i];
	*sizes = found;
	*n = unique;
	return OK;
}
