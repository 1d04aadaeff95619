#ifndef SONDE_MPI_TRACER_MAP_H
#define SONDE_MPI_TRACER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All functions are Local. */

/* Numbers from 0 by keys, which are handles of MPI. Open addressing without gaps; at most half of it is full. */
struct map {
	size_t n, size; /* size: a power of two, or 0 */
	unsigned shift; /* 64 - log2(size) */
	struct map_entry {
		uint64_t key;
		int64_t value; /* MAP_NONE: empty */
	} * entries;
};

enum { MAP_NONE = -1 };

static inline size_t map_place(const struct map *map, uint64_t key)
{
	return (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> map->shift);
}

/* The entry of the key, or NULL; it stays where it is until the map changes. */
static inline struct map_entry *map_find(const struct map *map, uint64_t key)
{
	if (map->size == 0)
		return NULL;
	for (size_t at = map_place(map, key);; at = (at + 1) & (map->size - 1)) {
		struct map_entry *entry = &map->entries[at];
		if (entry->value == MAP_NONE)
			return NULL;
		if (entry->key == key)
			return entry;
	}
}

static inline int64_t map_value(const struct map *map, uint64_t key)
{
	const struct map_entry *entry = map_find(map, key);
	return entry ? entry->value : MAP_NONE;
}

/* Makes room for twice as many. False: memory is out, and nothing has changed. */
bool map_grow(struct map *map);

/*
 * The entry of the key; if there was none, a new one with this value. The value of the entry says which it is, if the
 * value is no other entry's. NULL: memory is out, and nothing has changed.
 */
static inline struct map_entry *map_enter(struct map *map, uint64_t key, int64_t value)
{
	if (__builtin_expect(map->n * 2 >= map->size, 0) && !map_grow(map))
		return NULL;
	for (size_t at = map_place(map, key);; at = (at + 1) & (map->size - 1)) {
		struct map_entry *entry = &map->entries[at];
		if (entry->value == MAP_NONE) {
			map->n++;
			*entry = (struct map_entry){key, value};
			return entry;
		}
		if (entry->key == key)
			return entry;
	}
}

/* The key is not there yet. False: memory is out, and nothing has changed. */
static inline bool map_add(struct map *map, uint64_t key, int64_t value)
{
	return map_enter(map, key, value) != NULL;
}

/* Closes the gap that an entry leaves, behind which others stand. */
void map_close_gap(struct map *map, struct map_entry *entry);

/* Removes an entry that map_find gave. */
static inline void map_remove(struct map *map, struct map_entry *entry)
{
	const size_t next = ((size_t)(entry - map->entries) + 1) & (map->size - 1);
	if (map->entries[next].value != MAP_NONE)
		map_close_gap(map, entry);
	else
		entry->value = MAP_NONE;
	map->n--;
}

void map_release(struct map *map);

#endif
