/* Open addressing with linear probing; at most two thirds of the slots are used. */
#include "trace/otf2/map.h"

#include <stdlib.h>

static size_t home(const struct otf2_map *map, uint64_t key)
{
	uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio: Knuth 6.4 */
	return (size_t)(mixed ^ mixed >> 32) & (map->capacity - 1);
}

/* Where the key is, or the free slot where it would be. */
static size_t place(const struct otf2_map *map, uint64_t key)
{
	size_t i = home(map, key);
	while (map->slots[i].value != OTF2_MAP_NONE && map->slots[i].key != key)
		i = (i + 1) & (map->capacity - 1);
	return i;
}

size_t otf2_map_get(const struct otf2_map *map, uint64_t key)
{
	return map->n ? map->slots[place(map, key)].value : OTF2_MAP_NONE;
}

static enum status grow(struct otf2_map *map, struct error *err)
{
	struct otf2_map larger = {.n = map->n, .capacity = map->capacity ? 2 * map->capacity : 16};
	larger.slots = malloc(larger.capacity * sizeof(*larger.slots));
	if (!larger.slots)
		return error_memory(err, "the archive's numbers");
	for (size_t i = 0; i < larger.capacity; i++)
		larger.slots[i].value = OTF2_MAP_NONE;
	for (size_t i = 0; i < map->capacity; i++)
		if (map->slots[i].value != OTF2_MAP_NONE)
			larger.slots[place(&larger, map->slots[i].key)] = map->slots[i];
	free(map->slots);
	*map = larger;
	return OK;
}

enum status otf2_map_set(struct otf2_map *map, uint64_t key, size_t value, struct error *err)
{
	if (3 * (map->n + 1) > 2 * map->capacity && grow(map, err) != OK)
		return ERR_MEMORY;
	struct otf2_map_slot *slot = &map->slots[place(map, key)];
	if (slot->value == OTF2_MAP_NONE)
		map->n++;
	*slot = (struct otf2_map_slot){.key = key, .value = value};
	return OK;
}

void otf2_map_remove(struct otf2_map *map, uint64_t key)
{
	if (otf2_map_get(map, key) == OTF2_MAP_NONE)
		return;
	size_t mask = map->capacity - 1, hole = place(map, key);
	for (size_t i = (hole + 1) & mask; map->slots[i].value != OTF2_MAP_NONE; i = (i + 1) & mask) {
		/* What stands behind the hole moves into it unless its home lies between them. */
		if (((i - home(map, map->slots[i].key)) & mask) >= ((i - hole) & mask)) {
			map->slots[hole] = map->slots[i];
			hole = i;
		}
	}
	map->slots[hole].value = OTF2_MAP_NONE;
	map->n--;
}

void otf2_map_release(struct otf2_map *map)
{
	free(map->slots);
	*map = (struct otf2_map){0};
}
