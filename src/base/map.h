#ifndef SONDE_BASE_MAP_H
#define SONDE_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers by numbers. Zero-initialise it; map_release frees it. All functions are Local. */
struct map {
	struct map_slot *slots; /* 2^bits */
	unsigned bits;
	size_t n;
};

/* Keeps value for key, in place of an earlier one. false without memory. */
bool map_put(struct map *map, uint64_t key, uint64_t value);

/* Whether there is a value for the key; *value is it then. */
bool map_get(const struct map *map, uint64_t key, uint64_t *value);

/* Takes the key out, if it is there. */
void map_remove(struct map *map, uint64_t key);

void map_release(struct map *map);

#endif
