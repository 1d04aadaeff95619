#ifndef SONDE_TESTS_HEAP_H
#define SONDE_TESTS_HEAP_H

/*
 * A heap that counts what is asked for and what is there, and of which one allocation fails.
 *
 * The linker has the library's calls of malloc and its like come here (--wrap: tests/CMakeLists.txt names the tests).
 * Those of other libraries do not: jansson takes some failures for a wrong text, which tests/model/test_file_broken.c
 * looks at.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Blocks that are there: enough slots that half are free. */
enum { SLOTS = 1 << 16 };
static void *blocks[SLOTS];
static size_t asked, fails_at, live;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static inline size_t slot_of(const void *block)
{
	size_t i = ((uintptr_t)block >> 4) * 0x9e3779b97f4a7c15u % SLOTS;

	while (blocks[i] && blocks[i] != block)
		i = (i + 1) % SLOTS;
	return i;
}

static inline void *keep(void *block)
{
	if (block) {
		blocks[slot_of(block)] = block;
		live++;
		if (live >= SLOTS / 2)
			abort();
	}
	return block;
}

/* What others have allocated, as the C library for a line, is not counted. */
static inline void forget(const void *block)
{
	size_t i = slot_of(block);

	if (!block || !blocks[i])
		return;
	blocks[i] = NULL;
	live--;
	for (size_t k = (i + 1) % SLOTS; blocks[k]; k = (k + 1) % SLOTS) { /* those behind it move up */
		void *moved = blocks[k];

		blocks[k] = NULL;
		blocks[slot_of(moved)] = moved;
	}
}

static inline bool fails(void)
{
	if (++asked != fails_at)
		return false;
	errno = ENOMEM;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : keep(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : keep(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size)
{
	void *moved;

	if (fails())
		return NULL;
	forget(block);
	moved = __real_realloc(block, size);
	return keep(moved ? moved : block);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
	int code = fails() ? ENOMEM : __real_posix_memalign(block, alignment, size);

	if (code == 0)
		keep(*block);
	return code;
}

void __wrap_free(void *block)
{
	forget(block);
	__real_free(block);
}

char *__wrap_strdup(const char *text)
{
	char *copy = __wrap_malloc(strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

char *__wrap_strndup(const char *text, size_t most)
{
	size_t length = strnlen(text, most);
	char *copy = __wrap_malloc(length + 1);

	if (copy) {
		memcpy(copy, text, length);
		copy[length] = '\0';
	}
	return copy;
}

#endif
