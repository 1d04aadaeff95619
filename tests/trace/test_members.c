#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "trace/bytes.h"
#include "trace/members.h"

static void equal_lists_are_kept_once(void **state)
{
	struct trace_members_pool pool = {0};
	struct error err = {0};
	const struct trace_members *world, *again, *pair;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct trace_bytes lists = {0};

		/* All of 100000 processes, and none of another group. */
		trace_bytes_put_varint(&lists, 100000);
		trace_bytes_put_signed(&lists, 0);
		trace_bytes_put_varint(&lists, 100000);
		trace_bytes_put_signed(&lists, 1);
		trace_bytes_put_varint(&lists, 0);
		assert_int_equal(trace_members_find(&pool, lists.data, lists.n, 100000, &again, &err), OK);
		trace_bytes_release(&lists);
		if (i == 0)
			world = again;
		assert_ptr_equal(again, world);
	}
	assert_int_equal(world->n, 100000);
	assert_int_equal(world->all[99999], 99999);
	/* 5 and 3, and on the other side two processes that are not in the world. */
	assert_int_equal(trace_members_find(&pool, (uint8_t[]){2, 10, 2, 3, 2, 1, 2, 0}, 8, 6, &pair, &err), OK);
	assert_int_equal(pair->n, 2);
	assert_int_equal(pair->n_remote, 2);
	assert_memory_equal(pair->all, ((int[]){5, 3, -1, -1}), 4 * sizeof(int));
	trace_members_release(&pool);
}

/* A few bytes never make large lists. */
static void lists_that_make_no_sense_are_refused(void **state)
{
	static const struct {
		const char *what;
		uint8_t lists[16];
		size_t n;
	} wrong[] = {
		{"a rank that is not in the world", {1, 12, 1, 0}, 4},
		{"a run beyond the world", {3, 6, 3, 4, 0}, 5},
		{"a run that goes below it", {3, 6, 3, 5, 0}, 5},
		{"a rank again and again", {4, 6, 4, 0, 0}, 5},
		{"more ranks than there are", {8, 0, 4, 2, 0, 4, 2, 0}, 8},
		{"a run that is longer than its list", {1, 0, 2, 2, 0}, 5},
		{"a run of none", {1, 0, 0, 0}, 4},
		{"a list without its end", {2, 0, 1}, 3},
		{"something behind the lists", {0, 0, 0}, 3},
		{"2^28 that are not in the world", {0x80, 0x80, 0x80, 0x80, 1, 1, 0x80, 0x80, 0x80, 0x80, 1, 0, 0}, 13},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct trace_members_pool pool = {0};
		struct error err = {0};
		const struct trace_members *found = NULL;

		if (trace_members_find(&pool, wrong[i].lists, wrong[i].n, 6, &found, &err) != ERR_INPUT)
			fail_msg("%s: it is taken", wrong[i].what);
		assert_null(found);
		trace_members_release(&pool);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_lists_are_kept_once),
		cmocka_unit_test(lists_that_make_no_sense_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
