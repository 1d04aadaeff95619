/* Traces that were cut or changed: what is read is what was there before, and it is said that something is missing. */
#include "traced.h"

#include <math.h>

#include "base/random.h"

enum { CALLS = 400 };

struct text {
	char data[1 << 16];
	size_t n;
};

static void load(const char *name, struct text *text)
{
	char path[512];
	FILE *file;

	traced_path(path, name);
	file = fopen(path, "rb");
	assert_non_null(file);
	text->n = fread(text->data, 1, sizeof(text->data), file);
	assert_true(text->n < sizeof(text->data));
	fclose(file);
}

static void store(const char *name, const char *data, size_t n)
{
	char path[512];
	FILE *file;

	traced_path(path, name);
	file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, n, file), n);
	assert_int_equal(fclose(file), 0);
}

/* What call i is: loops with an irregular call in between, sizes of which there are many. */
static int64_t bytes_of(int i)
{
	return i % 3 == 0 ? 8 : i % 7 == 0 ? 1000 + i * i : 100;
}

static void write_trace(void)
{
	struct trace_stream *stream;
	uint64_t tick = 100;

	traced_info(1);
	stream = traced_open(0, 1, 0, 0);
	for (int i = 0; i < CALLS; i++, tick += 1000) {
		int64_t fields[] = {0, 0, 1, bytes_of(i), 1};

		traced_call(stream, trace_Send, fields, 5, tick, tick + 200);
		if (i % 90 == 89)
			trace_stream_flush(stream);
	}
	traced_close(stream);
}

/* Reads the trace: how many calls there are, all as they were written. *complete: as the trace says. */
static int read_trace(bool *complete, enum status *status)
{
	struct error err = {0};
	struct trace *trace = NULL;
	struct trace_calls *calls = NULL;
	struct trace_call call;
	int n = 0;

	*complete = false;
	*status = trace_open(&trace, traced_dir, &err);
	if (*status != OK)
		return 0;
	*complete = trace_info(trace)->complete;
	assert_int_equal(*complete, !trace_info(trace)->incomplete);
	assert_int_equal(trace_calls_open(&calls, trace, 0, &err), OK);
	for (; trace_calls_next(calls, &call, &err); n++) {
		assert_int_equal(call.function, trace_Send);
		assert_int_equal(call.send.bytes, bytes_of(n));
		assert_true(fabs(call.begin - 1e-6 * n) < 20e-9);
	}
	*status = err.status;
	assert_false(trace_calls_next(calls, &call, &err));
	trace_calls_free(calls);
	trace_free(trace);
	return n;
}

static void a_trace_that_was_cut_at_any_byte_is_read_up_to_the_last_block(void **state)
{
	struct text times, structure;
	enum status status;
	bool complete;
	int before = 0;

	(void)state;
	traced_begin();
	write_trace();
	load("0.times", &times);
	load("0.structure", &structure);
	for (size_t n = 0; n <= times.n; n++) {
		int calls;

		store("0.times", times.data, n);
		calls = read_trace(&complete, &status);
		assert_int_equal(complete, n == times.n);
		assert_true(calls >= before && (calls % 90 == 0 || calls == CALLS));
		before = calls;
	}
	assert_int_equal(before, CALLS);
	before = 0;
	for (size_t n = 0; n <= structure.n; n++) {
		int calls;

		store("0.structure", structure.data, n);
		calls = read_trace(&complete, &status);
		assert_int_equal(complete, n == structure.n);
		assert_true(calls >= before && (calls % 90 == 0 || calls == CALLS));
		before = calls;
	}
	assert_int_equal(before, CALLS);
	traced_end();
}

static void a_changed_byte_is_found(void **state)
{
	static const char *const names[] = {"0.times", "0.structure"};
	struct text text;
	enum status status;
	bool complete;

	(void)state;
	traced_begin();
	write_trace();
	for (int file = 0; file < 2; file++) {
		load(names[file], &text);
		for (size_t i = 0; i < text.n; i++) {
			text.data[i] ^= 0x40;
			store(names[file], text.data, text.n);
			text.data[i] ^= 0x40;
			assert_true(read_trace(&complete, &status) <= CALLS);
			assert_true(!complete || status != OK);
		}
		store(names[file], text.data, text.n);
	}
	assert_int_equal(read_trace(&complete, &status), CALLS);
	traced_end();
}

static void a_newer_version_is_refused(void **state)
{
	static const char *const names[] = {"0.times", "0.structure"};
	struct text text;
	struct error err = {0};
	struct trace *trace = NULL;

	(void)state;
	traced_begin();
	write_trace();
	for (int file = 0; file < 2; file++) {
		load(names[file], &text);
		text.data[8]++;
		store(names[file], text.data, text.n);
		err = (struct error){0};
		assert_int_equal(trace_open(&trace, traced_dir, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "has version 3"));
		text.data[8]--;
		store(names[file], text.data, text.n);
	}
	traced_end();
}

static void nothing_is_no_trace(void **state)
{
	struct error err = {0};
	struct trace *trace = NULL;
	char path[512];

	(void)state;
	traced_begin();
	assert_int_equal(trace_open(&trace, traced_dir, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "it has no trace.json"));
	/* A program that never called MPI leaves what names its job. */
	traced_path(path, "job");
	fclose(fopen(path, "w"));
	err = (struct error){0};
	assert_int_equal(trace_open(&trace, traced_dir, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "no process has called MPI_Init so far"));
	traced_end();
	err = (struct error){0};
	assert_int_equal(trace_open(&trace, traced_dir, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "there is no such folder"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_trace_that_was_cut_at_any_byte_is_read_up_to_the_last_block),
		cmocka_unit_test(a_changed_byte_is_found),
		cmocka_unit_test(a_newer_version_is_refused),
		cmocka_unit_test(nothing_is_no_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
