#include "sample/points.h"

#include "sample/points_index.h"
#include "sample/points_order.h"

#include <stdbool.h>
#include <stdlib.h>

static bool is_contiguous(const struct experiment *what)
{
	return what->setup.layout[0].kind == LAYOUT_CONTIGUOUS && what->setup.layout[1].kind == LAYOUT_CONTIGUOUS;
}

/* How many points come before this experiment. */
static size_t points_before(const struct points *points, const struct experiment *what)
{
	size_t low = 0, high = points->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (points_order(&points->points[middle].what, what) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t points_between(const struct points *points, enum experiment_kind kind, int from, int to, size_t *first)
{
	const struct experiment least = {.kind = kind, .from = from, .to = to}, most = {.kind = kind,
											.from = from,
											.to = to,
											.bytes = SIZE_MAX,
											.reply_bytes = SIZE_MAX,
											.count = SIZE_MAX};

	*first = points_before(points, &least);
	return points_before(points, &most) - *first;
}

static int compare_key(const struct experiment *what, const struct point_key *key)
{
	if (what->kind != key->kind)
		return what->kind < key->kind ? -1 : 1;
	if (what->from != key->from)
		return what->from < key->from ? -1 : 1;
	if (what->to != key->to)
		return what->to < key->to ? -1 : 1;
	if (what->setup.third > 0)
		return 1;
	if (what->bytes != key->bytes)
		return what->bytes < key->bytes ? -1 : 1;
	if (what->reply_bytes != key->reply_bytes)
		return what->reply_bytes < key->reply_bytes ? -1 : 1;
	if (what->count != key->count)
		return what->count < key->count ? -1 : 1;
	return !is_contiguous(what);
}

const struct point *points_at(const struct points *points, const struct point_key *key)
{
	size_t low = 0, high = points->n;

	if (points->index)
		return points_index_find(points->index, points, key);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_key(&points->points[middle].what, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < points->n && compare_key(&points->points[low].what, key) == 0 ? &points->points[low] : NULL;
}

const struct point *points_longest_at(const struct points *points, int from, int to, size_t bytes)
{
	const struct point_key key = {EXPERIMENT_TRAIN, from, to, bytes, 0, POINTS_LONGEST};

	if (points->index)
		return points_index_find(points->index, points, &key);
	return points_longest_train(points, &(struct experiment){.from = from, .to = to, .bytes = bytes});
}

const struct point *points_find(const struct points *points, const struct experiment *what)
{
	size_t i = points_before(points, what);

	return i < points->n && experiment_same_point(&points->points[i].what, what) ? &points->points[i] : NULL;
}

const struct point *points_longest_train(const struct points *points, const struct experiment *like)
{
	struct experiment train = *like;

	train.kind = EXPERIMENT_TRAIN;
	train.reply_bytes = 0;
	train.count = SIZE_MAX;
	for (size_t i = points_before(points, &train); i-- > 0;) {
		const struct point *point = &points->points[i];

		train.count = point->what.count;
		if (point->what.kind != EXPERIMENT_TRAIN || point->what.from != like->from ||
		    point->what.to != like->to || point->what.bytes != like->bytes || train.count < 2)
			return NULL;
		if (experiment_same_point(&point->what, &train))
			return point;
	}
	return NULL;
}

enum status points_sizes(const struct points *points, enum experiment_kind kind, int from, int to, size_t **sizes,
			 size_t *n, struct error *err)
{
	size_t first, count = points_between(points, kind, from, to, &first);
	size_t *found = malloc((count + 1) * sizeof(*found));

	if (!found)
		return error_memory(err, "a list of sizes");
	*n = 0;
	for (size_t i = first; i < first + count; i++) {
		const struct experiment *what = &points->points[i].what;

		if (what->reply_bytes == 0 && is_contiguous(what) && (*n == 0 || found[*n - 1] != what->bytes))
			found[(*n)++] = what->bytes;
	}
	*sizes = found;
	return OK;
}
