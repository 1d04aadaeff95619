#include "traced.h"

#include <math.h>

#include "trace/polling.h"

/* comm, source, tag, source and tag that were got, flag, polls, ticks inside. */
static const int64_t iprobe[] = {0, TRACE_ANY_SOURCE, 7, -1, -1, 0, 0, 0};

/* flag, polls, ticks inside, requests that completed. */
static const int64_t test[] = {0, 0, 0, 0};

static size_t place_of(enum trace_function function)
{
	uint32_t before = trace_function_fields(function) & ((UINT32_C(1) << TRACE_POLLS) - 1);

	return (size_t)__builtin_popcount(before);
}

static void poll(struct trace_polling *polling, struct trace_stream *stream, enum trace_function function, int64_t tag,
		 uint64_t begin, uint64_t end)
{
	int64_t fields[8];
	struct trace_signature signature = {(uint16_t)function, function == trace_Iprobe ? 8 : 4, fields};

	memcpy(fields, function == trace_Iprobe ? iprobe : test, signature.n * sizeof(*fields));
	if (function == trace_Iprobe)
		fields[2] = tag;
	trace_polling_add(polling, stream, &signature, place_of(function), begin, end);
}

static void next(struct trace_calls *calls, struct trace_call *call)
{
	struct error err = {0};

	if (!trace_calls_next(calls, call, &err))
		fail_msg("there is no call: %s", err.text);
}

static void expect_near(double seconds, double ticks)
{
	assert_true(fabs(seconds - ticks * 1e-9) < 1e-15);
}

/* Of every ten calls eight are Iprobe with 40 ticks, two are Test with 10, and between any two are 100. */
static void kinds_that_take_turns_are_one_record_each(void **state)
{
	struct trace_stream *stream;
	struct trace_polling polling = {0};
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	uint64_t now = 1000;

	(void)state;
	traced_begin();
	traced_info(1);
	stream = traced_open(0, 1, 0, 1);
	for (int i = 0; i < 1000; i++) {
		uint64_t inside = i % 5 == 4 ? 10 : 40;

		poll(&polling, stream, inside == 10 ? trace_Test : trace_Iprobe, 7, now, now + inside);
		now += inside + (i < 999 ? 100 : 0);
	}
	trace_polling_end(&polling, stream);
	trace_polling_end(&polling, stream);
	traced_call(stream, trace_Barrier, (int64_t[]){0}, 1, now + 50, now + 60);
	traced_close(stream);
	calls = traced_read(&trace, 0);
	next(calls, &call);
	assert_int_equal(call.function, trace_Iprobe);
	assert_int_equal(call.polls, 800);
	expect_near(call.begin, 0);
	expect_near(call.inside, 800 * 40);
	expect_near(call.end, 800 * 40 + 0.8 * 99900);
	next(calls, &call);
	assert_int_equal(call.function, trace_Test);
	assert_int_equal(call.polls, 200);
	expect_near(call.begin, 800 * 40 + 0.8 * 99900);
	expect_near(call.inside, 200 * 10);
	expect_near(call.end, 800 * 40 + 200 * 10 + 99900);
	next(calls, &call);
	assert_int_equal(call.function, trace_Barrier);
	expect_near(call.begin, 800 * 40 + 200 * 10 + 99900 + 50);
	trace_calls_free(calls);
	trace_free(trace);
	traced_end();
}

/* Tags that are probed for in turns, more than are kept at once: every call is there. */
static void no_call_is_lost_however_many_kinds_there_are(void **state)
{
	enum { TAGS = 3 * TRACE_POLLING_KINDS / 2, ROUNDS = 50 };
	struct trace_stream *stream;
	struct trace_polling polling = {0};
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	struct error err = {0};
	uint64_t now = 1000, polls = 0, records = 0;
	double end = 0, inside = 0;

	(void)state;
	traced_begin();
	traced_info(1);
	stream = traced_open(0, 1, 0, 1);
	for (int i = 0; i < ROUNDS * TAGS; i++, now += 30)
		poll(&polling, stream, trace_Iprobe, i % TAGS, now, now + 20);
	trace_polling_end(&polling, stream);
	traced_close(stream);
	calls = traced_read(&trace, 0);
	while (trace_calls_next(calls, &call, &err)) {
		assert_true(call.begin >= end - 1e-15 && call.end >= call.begin);
		end = call.end;
		polls += call.polls;
		inside += call.inside;
		records++;
	}
	assert_int_equal(err.status, OK);
	assert_int_equal(polls, ROUNDS * TAGS);
	assert_true(records <= ROUNDS * TAGS);
	expect_near(inside, ROUNDS * TAGS * 20);
	expect_near(end, ROUNDS * TAGS * 30 - 10);
	trace_calls_free(calls);
	trace_free(trace);
	traced_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_that_take_turns_are_one_record_each),
		cmocka_unit_test(no_call_is_lost_however_many_kinds_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
