#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "../trace/memory_trace.h"
#include "report/trace_timeline.h"

/* Sums of parts of columns: rounding only. */
#define EXACT 1e-9

enum { SEND, RECEIVE, WAIT };

static double share(const struct trace_timeline *t, size_t row, size_t column, size_t class)
{
	return t->shares[(row * TIMELINE_COLUMNS + column) * TIMELINE_CLASSES + class];
}

static void calls_have_their_parts_of_the_columns_that_they_cover(void **state)
{
	struct memory_trace trace;
	struct trace_timeline t;
	struct error err = {0};
	(void)state;
	memory_init(&trace, 2);
	/* A column is 1 us long. */
	memory_call(&trace, 0, trace_Send, 0.5, 2.25);
	memory_call(&trace, 0, trace_Recv, 2.25, 2.5);
	struct trace_call *poll = memory_call(&trace, 0, trace_Test, 10, 12);
	poll->polls = 4;
	poll->inside = 0.5e-6;
	memory_call(&trace, 0, trace_Wait, 799.5, 900); /* beyond the end */
	assert_int_equal(trace_timeline_read(&t, &trace.trace, 0, 800e-6, &err), OK);
	assert_int_equal(t.bands.n_rows, 2);
	assert_string_equal(t.rows[1], "process 1");
	assert_float_equal(share(&t, 0, 0, SEND), 0.5, EXACT);
	assert_float_equal(share(&t, 0, 1, SEND), 1, EXACT);
	assert_float_equal(share(&t, 0, 2, SEND), 0.25, EXACT);
	assert_float_equal(share(&t, 0, 2, RECEIVE), 0.25, EXACT);
	assert_float_equal(share(&t, 0, 3, SEND), 0, EXACT);
	assert_float_equal(share(&t, 0, 10, WAIT), 0.25, EXACT);
	assert_float_equal(share(&t, 0, 11, WAIT), 0.25, EXACT);
	assert_float_equal(share(&t, 0, 799, WAIT), 0.5, EXACT);
	assert_float_equal(share(&t, 1, 0, SEND), 0, EXACT);
	trace_timeline_release(&t);
}

static void threads_of_a_process_are_averaged(void **state)
{
	struct memory_trace trace;
	struct trace_timeline t;
	struct error err = {0};
	(void)state;
	memory_init(&trace, 1);
	trace.process[0].threads = 2;
	memory_call(&trace, 0, trace_Send, 0, 1);
	memory_call(&trace, 0, trace_Recv, 0, 1)->thread = 1;
	assert_int_equal(trace_timeline_read(&t, &trace.trace, 0, 800e-6, &err), OK);
	assert_float_equal(share(&t, 0, 0, SEND), 0.5, EXACT);
	assert_float_equal(share(&t, 0, 0, RECEIVE), 0.5, EXACT);
	trace_timeline_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_have_their_parts_of_the_columns_that_they_cover),
		cmocka_unit_test(threads_of_a_process_are_averaged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
