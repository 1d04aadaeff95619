#ifndef SONDE_TESTS_ALLOCATIONS_H
#define SONDE_TESTS_ALLOCATIONS_H

/*
 * Each allocation fails once: the n-th, for n = 1, 2, … until what is done succeeds. Then it must say ERR_MEMORY, leave
 * nothing allocated, and read or write nothing that is not its own, which sanitizers see.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/error.h"
#include "heap.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

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
