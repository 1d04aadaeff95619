#include "model/points.h"

#include "sample/settle.h"
#include "stats/correlation.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* One sample's timings, ascending; send_seconds only where n_send > 0. */
struct timings {
	double *seconds, *send_seconds;
	size_t n, n_send;
	double value, send_value; /* the statistic of either; send_value NAN without any */
	double widening; /* by which correlation makes intervals wider */
};

struct reduction {
	enum statistic statistic;
	struct timings *timings;
	struct points points;
};

static enum status timings_init(struct timings *timings, const struct sample *sample, enum statistic statistic, struct error *err)
{
	timings->seconds = malloc(2 * sample->n * sizeof(*timings->seconds));
	if (!timings->seconds)
		return error_memory(err, "sorted timings");
	timings->send_seconds = timings->seconds + sample->n;
	timings->n = sample_seconds(sample, timings->seconds);
	for (size_t i = sample->n - timings->n; i < sample->n; i++)
		if (isfinite(sample->observations[i].send_seconds))
			timings->send_seconds[timings->n_send++] = sample->observations[i].send_seconds;
	timings->widening = sqrt(correlation_inflation(timings->seconds, timings->n));
	quantile_sort(timings->seconds, timings->n);
	quantile_sort(timings->send_seconds, timings->n_send);
	timings->value = statistic_estimate(statistic, timings->seconds, timings->n, 0.95, 0).value;
	timings->send_value = timings->n_send ? statistic_estimate(statistic, timings->send_seconds, timings->n_send, 0.95, 0).value : NAN;
	return OK;
}

/* Points ascend by this; trains of one kind of message by their count. */
static int compare(const struct experiment *a, const struct experiment *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? -1 : 1;
	if (a->reply_bytes != b->reply_bytes)
		return a->reply_bytes < b->reply_bytes ? -1 : 1;
	return (a->count > b->count) - (a->count < b->count);
}

static int by_point(const void *a, const void *b)
{
	struct sample *const *x = a, *const *y = b;

	return compare(&(*x)->what, &(*y)->what);
}

/* The campaign's samples of plain messages that hold observations, ascending; there are *n. NULL if memory does not suffice. */
static struct sample **samples_in_order(const struct campaign *campaign, size_t *n)
{
	const struct setup plain = {.compute = 0};
	struct sample **samples = malloc((campaign->n + 1) * sizeof(*samples));

	*n = 0;
	for (size_t i = 0; samples && i < campaign->n; i++)
		if (campaign->samples[i]->n > 0 && setup_same(&campaign->samples[i]->what.setup, &plain))
			samples[(*n)++] = campaign->samples[i];
	if (samples)
		qsort(samples, *n, sizeof(*samples), by_point);
	return samples;
}

static enum status take_samples(struct reduction *reduction, const struct campaign *campaign, struct error *err)
{
	size_t n;
	struct sample **samples = samples_in_order(campaign, &n);
	enum status status = samples ? OK : error_memory(err, "a reduction of timings");

	for (size_t i = 0; status == OK && i < n; i++) {
		status = timings_init(&reduction->timings[i], samples[i], reduction->statistic, err);
		if (status != OK)
			break;
		reduction->points.points[i].what = samples[i]->what;
		reduction->points.n++;
	}
	free(samples);
	return status;
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
	if (take_samples(reduction, campaign, err) != OK) {
		reduction_free(reduction);
		return NULL;
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

		point->seconds = t->value;
		point->send_seconds = t->send_value;
	}
	return &reduction->points;
}

/* A draw, further from the value by the widening. A point's two draws are of the same timings. */
static double draw_of(const struct reduction *reduction, const struct timings *t, const double *sorted, size_t n, double value, struct random *random)
{
	double draw = statistic_draw(reduction->statistic, sorted, n, random);

	return reduction->statistic == STATISTIC_MIN ? draw : value + t->widening * (draw - value);
}

const struct points *reduction_draw(struct reduction *reduction, struct random *random)
{
	for (size_t i = 0; i < reduction->points.n; i++) {
		const struct timings *t = &reduction->timings[i];
		struct point *point = &reduction->points.points[i];

		point->seconds = draw_of(reduction, t, t->seconds, t->n, t->value, random);
		point->send_seconds = t->n_send ? draw_of(reduction, t, t->send_seconds, t->n_send, t->send_value, random) : NAN;
	}
	return &reduction->points;
}

/* How many points come before this experiment. */
static size_t points_before(const struct points *points, const struct experiment *what)
{
	size_t low = 0, high = points->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&points->points[middle].what, what) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct point *points_find(const struct points *points, const struct experiment *what)
{
	size_t i = points_before(points, what);

	return i < points->n && experiment_same_point(&points->points[i].what, what) ? &points->points[i] : NULL;
}

const struct point *points_longest_train(const struct points *points, int from, int to, size_t bytes)
{
	struct experiment longest = {.kind = EXPERIMENT_TRAIN, .from = from, .to = to, .bytes = bytes, .count = SIZE_MAX};
	size_t i = points_before(points, &longest);
	const struct point *last = i > 0 ? &points->points[i - 1] : NULL;

	if (!last || last->what.count < 2)
		return NULL;
	longest.count = last->what.count;
	return experiment_same_point(&last->what, &longest) ? last : NULL;
}

enum status points_sizes(const struct points *points, enum experiment_kind kind, int from, int to, size_t **sizes, size_t *n, struct error *err)
{
	size_t *found = malloc((points->n + 1) * sizeof(*found));

	if (!found)
		return error_memory(err, "a list of sizes");
	*n = 0;
	for (size_t i = 0; i < points->n; i++) {
		const struct experiment *what = &points->points[i].what;

		if (what->kind == kind && what->from == from && what->to == to && what->reply_bytes == 0 && (*n == 0 || found[*n - 1] != what->bytes))
			found[(*n)++] = what->bytes;
	}
	*sizes = found;
	return OK;
}
