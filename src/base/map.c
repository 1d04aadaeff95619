#include "base/map.h"

#include <stdlib.h>

enum { BITS_FIRST = 6 };

struct map_slot {
	uint64_t key, value;
	bool used;
};

static size_t home_of(const struct map *map, uint64_t key)
{
	key ^= key >> 29;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(key >> (64 - map->bits));
}

/* The slot of a key, or the free one where it would go. */
static size_t slot_of(const struct map *map, uint64_t key)
{
	size_t mask = ((size_t)1 << map->bits) - 1, s = home_of(map, key);

	while (map->slots[s].used && map->slots[s].key != key)
		s = (s + 1) & mask;
	return s;
}

static bool grow(struct map *map)
{
	struct map larger = {.bits = map->slots ? map->bits + 1 : BITS_FIRST, .n = map->n};
	size_t n = map->slots ? (size_t)1 << map->bits : 0;

	larger.slots = calloc((size_t)1 << larger.bits, sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (size_t s = 0; s < n; s++) {
		if (map->slots[s].used)
			larger.slots[slot_of(&larger, map->slots[s].key)] = map->slots[s];
	}
	free(map->slots);
	*map = larger;
	return true;
}

bool map_put(struct map *map, uint64_t key, uint64_t value)
{
	struct map_slot *slot;

	if ((!map->slots || 2 * map->n >= (size_t)1 << map->bits) && !grow(map))
		return false;
	slot = &map->slots[slot_of(map, key)];
	map->n += !slot->used;
	*slot = (struct map_slot){key, value, true};
	return true;
}

bool map_get(const struct map *map, uint64_t key, uint64_t *value)
{
	size_t s = map->slots ? slot_of(map, key) : 0;

	if (!map->slots || !map->slots[s].used)
		return false;
	*value = map->slots[s].value;
	return true;
}

/* Linear probing: what follows the hole and would no longer be found moves into it. */
void map_remove(struct map *map, uint64_t key)
{
	size_t mask = ((size_t)1 << map->bits) - 1, hole = map->slots ? slot_of(map, key) : 0;

	if (!map->slots || !map->slots[hole].used)
		return;
	for (size_t s = (hole + 1) & mask; map->slots[s].used; s = (s + 1) & mask) {
		size_t home = home_of(map, map->slots[s].key);

		if (((s - home) & mask) >= ((s - hole) & mask)) {
			map->slots[hole] = map->slots[s];
			hole = s;
		}
	}
	map->slots[hole].used = false;
	map->n--;
}

void map_release(struct map *map)
{
	free(map->slots);
	*map = (struct map){0};
}
