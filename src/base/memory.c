#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 8

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

void *memory_move(void *array, size_t *capacity, size_t need, size_t width)
{
	size_t most, wanted;
	void *moved;

	assert(width > 0);
	most = SIZE_MAX / width;
	if (need > most || *capacity > most / 2)
		return NULL;
	wanted = larger(need, 2 * *capacity);
	if (wanted < FIRST_CAPACITY && FIRST_CAPACITY <= most)
		wanted = FIRST_CAPACITY;
	moved = realloc(array, wanted * width);
	if (moved)
		*capacity = wanted;
	return moved;
}

char *memory_text(const char *text)
{
	return text ? strdup(text) : NULL;
}
