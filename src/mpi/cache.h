#ifndef SONDE_MPI_CACHE_H
#define SONDE_MPI_CACHE_H

#include <stddef.h>

#include "base/error.h"

/* Memory by which a process drives everything else out of its caches. Zero-initialised; cache_release frees it. Local,
 * as are all of these. */
struct cache {
	unsigned char *memory;
	size_t bytes; /* twice the last-level cache, as hwloc tells it; 64 MiB if it does not */
};

/* Gets the memory, once. ERR_MEMORY. */
enum status cache_prepare(struct cache *cache, struct error *err);

/* Reads and writes all of the memory, so that what was in cache before is not. Nothing if it was not prepared. */
void cache_evict(struct cache *cache);

void cache_release(struct cache *cache);

#endif
