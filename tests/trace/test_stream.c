#include "traced.h"

/* Irecv: comm, source, tag, bytes, layout, request. Isend: comm, dest, tag, bytes, layout, request. */
static const int64_t irecv[] = {0, 1, 7, 800, 1, 0}, isend[] = {0, 1, 7, 800, 1, 1},
		     waitall[] = {6, 0, -1, -1, 1, -1, -1};

static void a_loop_is_read_as_it_was_written(void **state)
{
	struct trace_stream *stream;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	struct error err = {0};
	uint64_t now = 1000;
	const int n = 1000;

	(void)state;
	traced_begin();
	traced_info(2);
	stream = traced_open(0, 2, 0, 0);
	for (int i = 0; i < n; i++, now += 400) {
		traced_call(stream, trace_Irecv, irecv, 6, now, now + 48);
		traced_call(stream, trace_Isend, isend, 6, now + 64, now + 128);
		traced_call(stream, trace_Waitall, waitall, 7, now + 160, now + 320);
	}
	traced_close(stream);
	calls = traced_read(&trace, 0);
	for (int i = 0; i < 3 * n; i++) {
		if (!trace_calls_next(calls, &call, &err))
			fail_msg("call %d of %d: %s", i, 3 * n, err.text);
		assert_int_equal(call.function, i % 3 == 0 ? trace_Irecv : i % 3 == 1 ? trace_Isend : trace_Waitall);
		assert_int_equal(call.number, i);
		if (i % 3 == 1) {
			assert_int_equal(call.send.peer, 1);
			assert_int_equal(call.send.bytes, 800);
			assert_int_equal(call.send.tag, 7);
			assert_false(call.receive.there);
		}
	}
	assert_false(trace_calls_next(calls, &call, &err));
	assert_int_equal(err.status, OK);
	trace_calls_free(calls);
	/* The other process' files are not there. */
	assert_false(trace_info(trace)->complete);
	assert_string_equal(trace_info(trace)->command, "a \"program\"\n");
	trace_free(trace);
	traced_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_is_read_as_it_was_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
