/* What the tracer took for itself between calls, on its way through the files. */
#include "traced.h"

#include <math.h>

/* Writing begins long after the last call, and takes 50 ticks. */
static uint64_t when_written(void *argument)
{
	uint64_t *at = argument;

	*at = *at == 0 ? 9000 : *at + 50;
	return *at;
}

/* Behind each call of a block the mean of those that were looked at; before one with CPU time what reading that took;
 * before the first of a block what writing the one before took, whenever that was. */
static void what_the_tracer_took_is_told_and_is_none_of_the_programs(void **state)
{
	uint64_t at = 0;
	const struct trace_stream_options options = {
		.dir = traced_dir, .processes = 2, .tick = 1e-9, .exact = 1, .now = when_written, .argument = &at};
	const int64_t send[] = {0, 1, 1, 10, 1};
	const double begins[] = {0, 1500e-9, 3000e-9, 10000e-9}, owns[] = {0, 50.5e-9, 390.5e-9, 100.5e-9};
	struct trace_stream *stream = NULL;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	struct error err = {0};

	(void)state;
	traced_begin();
	traced_info(2);
	assert_int_equal(trace_stream_open(&stream, &options, &err), OK);
	traced_call(stream, trace_Send, send, 5, 1000, 1500);
	trace_stream_own(stream, 40);
	traced_call(stream, trace_Send, send, 5, 2500, 3000);
	trace_stream_own(stream, 61);
	trace_stream_cpu(stream, 1e-6, 340);
	traced_call(stream, trace_Send, send, 5, 4000, 5000);
	trace_stream_flush(stream);
	traced_call(stream, trace_Send, send, 5, 11000, 12000);
	traced_close(stream);
	calls = traced_read(&trace, 0);
	for (int i = 0; i < 4; i++) {
		assert_true(trace_calls_next(calls, &call, &err));
		assert_true(fabs(call.begin - begins[i]) < 1e-15);
		assert_true(fabs(call.before.own - owns[i]) < 1e-10);
	}
	assert_false(trace_calls_next(calls, &call, &err));
	assert_int_equal(err.status, OK);
	trace_calls_free(calls);
	trace_free(trace);
	traced_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_tracer_took_is_told_and_is_none_of_the_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
