#include "mpi/cache.h"

#include <hwloc.h>

#include <stdlib.h>

enum { LINE = 64 };

static const size_t unknown_cache = (size_t)32 << 20;

/* The largest cache of the machine; 0 if hwloc cannot tell. */
static size_t last_level(void)
{
	static const hwloc_obj_type_t levels[] = {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE,
						  HWLOC_OBJ_L2CACHE};
	hwloc_topology_t topology;
	size_t bytes = 0;

	if (hwloc_topology_init(&topology) != 0)
		return 0;
	if (hwloc_topology_load(topology) == 0) {
		for (size_t i = 0; bytes == 0 && i < sizeof(levels) / sizeof(levels[0]); i++) {
			hwloc_obj_t found = hwloc_get_obj_by_type(topology, levels[i], 0);

			bytes = found ? (size_t)found->attr->cache.size : 0;
		}
	}
	hwloc_topology_destroy(topology);
	return bytes;
}

enum status cache_prepare(struct cache *cache, struct error *err)
{
	size_t level = cache->memory ? 0 : last_level();

	if (cache->memory)
		return OK;
	cache->bytes = 2 * (level ? level : unknown_cache);
	cache->memory = calloc(1, cache->bytes);
	return cache->memory ? OK
			     : error_set(err, ERR_MEMORY, "%zu MiB to empty the caches with could not be had",
					 cache->bytes >> 20);
}

void cache_evict(struct cache *cache)
{
	for (size_t i = 0; cache->memory && i < cache->bytes; i += LINE)
		cache->memory[i]++;
}

void cache_release(struct cache *cache)
{
	free(cache->memory);
	*cache = (struct cache){.bytes = 0};
}
