#include "sample/points_index.h"

#include <stdbool.h>
#include <stdlib.h>

/* Another hash tells another key, without a look at its point. */
struct points_slot {
	uint64_t hash;
	size_t point; /* twice its number, from 1 on, and 1 if it is there as the longest train; 0: none */
};

struct points_index {
	size_t mask;
	struct points_slot slots[];
};

static uint64_t hash_of(const struct point_key *key)
{
	const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t hash = (uint64_t)key->kind;

	hash = (hash * 31 + (uint64_t)key->from) * 31 + (uint64_t)key->to;
	hash = (hash ^ key->bytes) * factor;
	hash = (hash ^ hash >> 29 ^ key->reply_bytes) * factor;
	return (hash ^ hash >> 29 ^ key->count) * factor;
}

static bool is_of(const struct points *points, size_t point, const struct point_key *key)
{
	const struct experiment *what = &points->points[point / 2 - 1].what;
	bool longest = point % 2 == 1;

	return what->bytes == key->bytes && what->kind == key->kind && what->from == key->from && what->to == key->to &&
	       what->reply_bytes == key->reply_bytes &&
	       (longest ? key->count == POINTS_LONGEST : what->count == key->count);
}

/* Where the key's point stands, or the free slot in which it belongs. */
static size_t find_slot(const struct points_index *index, const struct points *points, const struct point_key *key,
			uint64_t hash)
{
	size_t i = (size_t)(hash >> 32) & index->mask;

	while (index->slots[i].point > 0 &&
	       (index->slots[i].hash != hash || !is_of(points, index->slots[i].point, key)))
		i = (i + 1) & index->mask;
	return i;
}

/* The first that comes stays. */
static void add(struct points_index *index, const struct points *points, size_t point, const struct point_key *key)
{
	uint64_t hash = hash_of(key);
	struct points_slot *slot = &index->slots[find_slot(index, points, key, hash)];

	if (slot->point == 0)
		*slot = (struct points_slot){hash, 2 * (point + 1) + (key->count == POINTS_LONGEST)};
}

static bool is_indexed(const struct experiment *what)
{
	return what->setup.third == 0 && what->setup.layout[0].kind == LAYOUT_CONTIGUOUS &&
	       what->setup.layout[1].kind == LAYOUT_CONTIGUOUS;
}

struct points_index *points_index_new(const struct points *points)
{
	size_t room = 8;
	struct points_index *index;

	while (room < 4 * points->n) /* two keys a point, in at most half of the slots */
		room *= 2;
	index = calloc(1, sizeof(*index) + room * sizeof(index->slots[0]));
	if (!index)
		return NULL;
	index->mask = room - 1;
	for (size_t i = points->n; i-- > 0;) { /* of trains the longest comes last */
		const struct experiment *what = &points->points[i].what;
		struct point_key key = {what->kind, what->from, what->to, what->bytes, what->reply_bytes, what->count};

		if (!is_indexed(what))
			continue;
		add(index, points, i, &key);
		key.count = POINTS_LONGEST;
		if (what->kind == EXPERIMENT_TRAIN && what->reply_bytes == 0 && what->count > 1)
			add(index, points, i, &key);
	}
	return index;
}

const struct point *points_index_find(const struct points_index *index, const struct points *points,
				      const struct point_key *key)
{
	size_t found = index->slots[find_slot(index, points, key, hash_of(key))].point;

	return found > 0 ? &points->points[found / 2 - 1] : NULL;
}
