#ifndef SONDE_TESTS_ALLOCATIONS_H
#define SONDE_TESTS_ALLOCATIONS_H

/*
 * Each allocation fails once: the n-th, for n = 1, 2, … until what is done succeeds. Then it must say ERR_MEMORY, leave
 * nothing allocated, and read or write nothing that is not its own, which sanitizers see.
 *
 * The linker has the library's calls of malloc and its like come here (--wrap: tests/CMakeLists.txt names the tests).
 * Those of other libraries do not: jansson takes some failures for a wrong text, which tests/model/test_file_broken.c
 * looks at.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Blocks that are there: enough slots that half are free. */
enum { SLOTS = 1 << 16 };
static void *blocks[SLOTS];
static size_t asked, fails_at, live;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
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
		assert_true(live < SLOTS / 2);
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

/* What was found, in a number. */
static double digest;

/* One thing that is done. */
struct allocating {
	const char *what;
	enum status (*run)(struct error *err);
	bool spares; /* what is kept to be used again may be lost without a word, if what is found stays the same */
};

/* Runs it with each allocation failing in turn; how many there were. */
static inline size_t fail_each(const struct allocating *one)
{
	size_t before = live;
	struct error undisturbed = {.status = OK};
	double expected;

	digest = 0;
	if (one->run(&undisturbed) != OK)
		fail_msg("%s: %s", one->what, undisturbed.text);
	expected = digest;
	assert_true(!one->spares || expected > 0);
	for (fails_at = 1;; fails_at++) {
		struct error err = {.status = OK};
		enum status status;

		asked = 0;
		digest = 0;
		status = one->run(&err);
		if (status == OK && (digest < expected || digest > expected))
			fail_msg("%s, allocation %zu: %.17g is found, and %.17g without", one->what, fails_at, digest,
				 expected);
		if (live != before)
			fail_msg("%s, allocation %zu: %zu blocks are left", one->what, fails_at, live - before);
		if (asked < fails_at) {
			if (status != OK)
				fail_msg("%s: %s", one->what, err.text);
			break;
		}
		if (status != ERR_MEMORY && !(one->spares && status == OK))
			fail_msg("%s, allocation %zu: status %d \"%s\"", one->what, fails_at, (int)status, err.text);
	}
	asked = fails_at - 1;
	fails_at = 0;
	return asked;
}

static inline void fail_each_of(const struct allocating *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t allocations = fail_each(&list[i]);

		print_message("%s: %zu allocations\n", list[i].what, allocations);
		assert_true(allocations > 1);
	}
}

#endif
