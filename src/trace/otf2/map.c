#include "trace/otf2/map.h"

size_t otf2_map_get(const struct otf2_map *map, uint64_t key)
{
	uint64_t value;
	return lookup_get(&map->numbers, key, &value) ? (size_t)value : OTF2_MAP_NONE;
}

enum status otf2_map_set(struct otf2_map *map, uint64_t key, size_t value, struct error *err)
{
	return lookup_put(&map->numbers, key, value) ? OK : error_memory(err, "the archive's numbers");
}

void otf2_map_remove(struct otf2_map *map, uint64_t key)
{
	lookup_remove(&map->numbers, key);
}

void otf2_map_release(struct otf2_map *map)
{
	lookup_release(&map->numbers);
}
