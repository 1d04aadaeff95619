#ifndef SONDE_BASE_MEMORY_H
#define SONDE_BASE_MEMORY_H

#include <stddef.h>

/* As memory_grow, where *capacity does not suffice. Local. */
void *memory_move(void *array, size_t *capacity, size_t need, size_t width);

/*
 * Makes room for need elements of width bytes in a growing array: returns array itself if *capacity suffices, else a
 * moved copy with *capacity raised (at least doubled). NULL if memory or size_t does not suffice; array is then still
 * valid. Local.
 */
static inline void *memory_grow(void *array, size_t *capacity, size_t need, size_t width)
{
	return array && need <= *capacity ? array : memory_move(array, capacity, need, width);
}

/* A copy of a text, NULL if memory does not suffice (or text is NULL). The caller frees it. Local. */
char *memory_text(const char *text);

#endif
