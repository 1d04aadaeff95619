#ifndef SONDE_TRACE_OTF2_MAP_H
#define SONDE_TRACE_OTF2_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/lookup.h"

/* All functions are Local. */

/* Numbers by a number, as base/lookup.h has them. Zero-initialise it. */
struct otf2_map {
	struct lookup numbers;
};

#define OTF2_MAP_NONE SIZE_MAX

/* The value of a key, OTF2_MAP_NONE if it has none. */
size_t otf2_map_get(const struct otf2_map *map, uint64_t key);

/* Gives the key this value, which is not OTF2_MAP_NONE. ERR_MEMORY. */
enum status otf2_map_set(struct otf2_map *map, uint64_t key, size_t value, struct error *err);

/* Takes the key away if it is there. */
void otf2_map_remove(struct otf2_map *map, uint64_t key);

void otf2_map_release(struct otf2_map *map);

#endif
