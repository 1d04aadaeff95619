/* What a summary keeps while it reads. */
#include "memory_trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/summary.h"
#include "trace/summary_parts.h"

static struct memory_trace t;

static struct trace_call *call_of(enum trace_function function, double at, uint64_t request)
{
	struct trace_call *call = memory_call(&t, 0, function, at, at + 1);

	call->request = request;
	return call;
}

static void persistent_sends_count_each_time_they_start(void **state)
{
	struct trace_summary summary = {0};
	struct error damage = {0}, err = {0};

	(void)state;
	memory_init(&t, 2);
	memory_call(&t, 0, trace_Init, 0, 1);
	call_of(trace_Send_init, 2, 7)->send = memory_side(1, 3, 100);
	call_of(trace_Start, 4, 7);
	call_of(trace_Start, 6, 7);
	call_of(trace_Request_free, 8, 7);
	call_of(trace_Start, 10, 7);
	assert_int_equal(trace_summarize(&t.trace, &summary, &damage, &err), OK);
	assert_int_equal(summary.count.messages, 2);
	assert_int_equal(summary.count.bytes, 200);
	trace_summary_release(&summary);
}

static void what_was_freed_takes_no_room(void **state)
{
	struct persistent_sends sends = {.peers = {.n = 0}};
	uint64_t bytes;
	int peer;

	(void)state;
	for (uint64_t i = 1; i <= 10000; i++) {
		assert_true(persistent_put(&sends, i, -2, i));
		assert_true(persistent_find(&sends, i, &peer, &bytes));
		assert_int_equal(peer, -2);
		assert_int_equal(bytes, i);
		persistent_remove(&sends, i);
		assert_false(persistent_find(&sends, i, &peer, &bytes));
	}
	assert_true(sends.peers.bits < 8);
	persistent_clear(&sends);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(persistent_sends_count_each_time_they_start),
		cmocka_unit_test(what_was_freed_takes_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
