#include "mpi/tracer/map.h"

#include <stdlib.h>

static void put(struct map *map, uint64_t key, int64_t value)
{
	size_t at = map_place(map, key);
	while (map->entries[at].value != MAP_NONE)
		at = (at + 1) & (map->size - 1);
	map->entries[at] = (struct map_entry){key, value};
}

bool map_grow(struct map *map)
{
	struct map new = {.n = map->n, .size = map->size ? map->size * 2 : 8, .shift = map->size ? map->shift - 1 : 61};
	new.entries = malloc(new.size * sizeof(*new.entries));
	if (!new.entries)
		return false;
	for (size_t i = 0; i < new.size; i++)
		new.entries[i].value = MAP_NONE;
	for (size_t i = 0; i < map->size; i++)
		if (map->entries[i].value != MAP_NONE)
			put(&new, map->entries[i].key, map->entries[i].value);
	free(map->entries);
	*map = new;
	return true;
}

void map_close_gap(struct map *map, struct map_entry *entry)
{
	const size_t mask = map->size - 1;
	size_t gap = (size_t)(entry - map->entries);
	for (size_t at = (gap + 1) & mask; map->entries[at].value != MAP_NONE; at = (at + 1) & mask) {
		/* An entry may move into the gap if its own place is not behind the gap. */
		const size_t place = map_place(map, map->entries[at].key);
		if (((at - place) & mask) >= ((at - gap) & mask)) {
			map->entries[gap] = map->entries[at];
			gap = at;
		}
	}
	map->entries[gap].value = MAP_NONE;
}

void map_release(struct map *map)
{
	free(map->entries);
	*map = (struct map){0};
}
