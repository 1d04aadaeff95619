/*
 * Programs made at random, seeded: loops inside loops, irregular sequences, repetitions that almost repeat. What is
 * read is what was written, call for call and field for field; times are within their steps and never drift.
 */
#include "traced.h"

#include <math.h>

#include "base/random.h"
#include "trace/call.h"
#include "trace/stream_read.h"

enum { POOL = 200, FIELDS_MAX = 40, CALLS = 40000 };

struct written {
	enum trace_function function;
	uint32_t n;
	int64_t fields[FIELDS_MAX];
	uint64_t begin, end;
};

struct program {
	struct random random;
	struct written pool[POOL];
	struct written calls[CALLS];
	size_t n;
	int any_times; /* 0: none longer than 1 us, 1: from ns to hours */
};

static int64_t below(struct program *program, size_t n)
{
	return (int64_t)random_below(&program->random, n);
}

/* Values of all sizes, some negative. */
static int64_t any_value(struct program *program)
{
	int64_t value = (int64_t)(random_bits(&program->random) >> below(program, 64));

	return below(program, 4) == 0 ? -value : value;
}

static void make_call(struct program *program, struct written *call)
{
	static const enum trace_function functions[] = {trace_Irecv,     trace_Isend,   trace_Send,      trace_Recv,
							trace_Waitall,   trace_Waitany, trace_Allreduce, trace_Bcast,
							trace_Alltoallv, trace_Testall, trace_Iprobe,    trace_Barrier,
							trace_Sendrecv,  trace_Startall};
	enum trace_function function = functions[below(program, sizeof(functions) / sizeof(*functions))];
	struct trace_layout layout;
	int wild = below(program, 4) == 0;

	trace_layout_init(&layout, trace_function_fields(function));
	*call = (struct written){.function = function};
	for (size_t i = 0; i < layout.n_scalars; i++)
		call->fields[call->n++] = layout.kind[i] == TRACE_COMM ? below(program, 3)
					  : wild                       ? any_value(program)
								       : below(program, 5) - 1;
	for (size_t list = 0; list < layout.n_lists; list++) {
		int64_t length = below(program, 4) * 3;

		call->fields[call->n++] = length;
		for (; length > 0; length--)
			call->fields[call->n++] = wild ? any_value(program) : below(program, 5) - 1;
	}
}

static void append(struct program *program, const struct written *call)
{
	if (program->n < CALLS)
		program->calls[program->n++] = *call;
}

/* A body of calls and loops, a few times; now and then an iteration is cut, or a call is another one. */
static void make_loop(struct program *program, int depth)
{
	size_t length = 1 + (size_t)below(program, 6), kinds[6];
	int64_t times = 1 + below(program, depth == 0 ? 200 : 12);
	uint64_t seed = random_bits(&program->random);
	struct random outside = program->random;

	for (size_t i = 0; i < length; i++)
		kinds[i] = (size_t)below(program, depth < 3 ? 3 : 2);
	outside = program->random;
	for (; times > 0 && program->n < CALLS; times--) {
		/* The same body again. */
		random_init(&program->random, seed);
		for (size_t i = 0; i < length; i++) {
			if (kinds[i] == 2)
				make_loop(program, depth + 1);
			else
				append(program, &program->pool[below(program, 20)]);
		}
		if (random_below(&outside, 20) == 0)
			append(program, &program->pool[random_below(&outside, POOL)]);
		if (random_below(&outside, 40) == 0 && program->n > 0)
			program->n--;
	}
	program->random = outside;
}

static void make_irregular(struct program *program)
{
	struct written call;

	for (int64_t i = below(program, 300); i > 0; i--)
		append(program, &program->pool[below(program, POOL)]);
	for (int64_t i = below(program, 300); i > 0; i--) {
		make_call(program, &call);
		append(program, &call);
	}
}

/* Words over two letters, each made of the two before it, with a letter changed: everything almost repeats. */
static void make_adversary(struct program *program)
{
	size_t begin = program->n, n = 2;

	append(program, &program->pool[0]);
	append(program, &program->pool[1]);
	for (; n < 2000 && program->n < CALLS; n = program->n - begin) {
		for (size_t i = n / 3; i < n; i++)
			append(program, &program->calls[begin + i]);
		append(program, &program->pool[below(program, 2)]);
	}
}

static uint64_t any_interval(struct program *program)
{
	if (!program->any_times)
		return random_below(&program->random, 1000);
	return random_bits(&program->random) >> (below(program, 2000) == 0 ? 19 : 33 + below(program, 31));
}

static void make_program(struct program *program, uint64_t seed)
{
	uint64_t tick = 1000000;

	program->n = 0;
	random_init(&program->random, seed);
	program->any_times = seed % 2 == 0;
	for (size_t i = 0; i < POOL; i++)
		make_call(program, &program->pool[i]);
	while (program->n < CALLS && below(program, 30) != 0) {
		int64_t what = below(program, 6);

		if (what == 0)
			make_irregular(program);
		else if (what == 1)
			make_adversary(program);
		else
			make_loop(program, 0);
	}
	for (size_t i = 0; i < program->n; i++) {
		program->calls[i].begin = tick += any_interval(program);
		program->calls[i].end = tick += any_interval(program);
	}
}

static void write_program(struct program *program, int exact)
{
	static const int members[] = {2, 3, 0, 1};
	struct trace_stream *stream = traced_open(3, 4, 0, exact);

	trace_stream_communicator(stream, 2, 12345, 1, members, 4, NULL, 0);
	for (size_t i = 0; i < program->n; i++) {
		const struct written *call = &program->calls[i];

		traced_call(stream, call->function, call->fields, call->n, call->begin, call->end);
		if (random_below(&program->random, 5000) == 0)
			trace_stream_flush(stream);
	}
	traced_close(stream);
}

/* 8 ns or 1/64 of the interval, and a tick for integers. */
static void check_interval(uint64_t read, uint64_t written, size_t call)
{
	double difference = fabs((double)(int64_t)(read - written)), step = fmax(8, (double)written / 64) + 1;

	if (difference > step)
		fail_msg("call %zu: an interval of %llu is read as %llu", call, (unsigned long long)written,
			 (unsigned long long)read);
}

static void check_times(const struct trace_raw_call *read, const struct written *written, uint64_t last[2], size_t call,
			int exact)
{
	/* Half of the largest step, 512 ns, and a tick for each rounding to ticks. */
	double drift = fabs((double)(int64_t)(read->end - written->end));

	if (exact) {
		assert_int_equal(read->begin, written->begin);
		assert_int_equal(read->end, written->end);
	}
	if (call > 0)
		check_interval(read->begin - last[0], written->begin - last[1], call);
	check_interval(read->end - read->begin, written->end - written->begin, call);
	if (drift > 260)
		fail_msg("call %zu: its end is %.0f ns wrong", call, drift);
	last[0] = read->end;
	last[1] = written->end;
}

static void check_program(const struct program *program, int exact)
{
	/* Four: two from 2 on, two from 0 on; no remote ones. */
	static const uint8_t lists[] = {4, 4, 2, 2, 0, 2, 2, 0};
	const struct trace_read_communicator comm = {
		.number = 2, .own = 1, .key = 12345, .lists = lists, .n_lists = sizeof(lists)};
	struct trace_members_pool members = {0};
	struct trace_stream_reader *reader;
	struct trace_calls_state state;
	struct trace_raw_call raw;
	struct trace_call call;
	struct error err = {0};
	uint64_t last[2] = {0};
	size_t i = 0;

	assert_int_equal(trace_stream_reader_open(&reader, traced_dir, 3, 0, NULL, &err), OK);
	assert_true(trace_stream_reader_summary(reader)->complete);
	assert_int_equal(trace_stream_reader_summary(reader)->calls, program->n);
	assert_int_equal(trace_calls_state_init(&state, 3, 4, &members, &err), OK);
	assert_int_equal(trace_calls_state_communicator(&state, &comm, &err), OK);
	for (; trace_stream_reader_next(reader, &raw, &err); i++) {
		const struct written *written = &program->calls[i];
		enum status status;

		assert_true(i < program->n);
		/* Requests of any number have no place; the fields are there all the same. */
		status = trace_call_read(&state, trace_stream_reader_structure(reader), &raw, &call, &err);
		assert_true(status == OK || status == ERR_INPUT);
		err = (struct error){0};
		assert_int_equal(call.function, written->function);
		assert_int_equal(raw.n, written->n);
		if (memcmp(raw.fields, written->fields, raw.n * sizeof(*raw.fields)) != 0)
			fail_msg("call %zu: %s has other fields", i, trace_function_name(call.function));
		check_times(&raw, written, last, i, exact);
	}
	if (err.status != OK)
		fail_msg("call %zu: %s", i, err.text);
	assert_int_equal(i, program->n);
	trace_calls_state_release(&state);
	trace_members_release(&members);
	trace_stream_reader_free(reader);
}

static void what_is_read_is_what_was_written(void **state)
{
	struct program *program = malloc(sizeof(*program));
	const char *seeds = getenv("SONDE_TEST_SEEDS");

	(void)state;
	assert_non_null(program);
	traced_begin();
	for (uint64_t seed = 1; seed <= (seeds ? strtoull(seeds, NULL, 10) : 12); seed++) {
		make_program(program, seed);
		print_message("seed %llu: %zu calls\n", (unsigned long long)seed, program->n);
		write_program(program, seed % 5 == 0);
		check_program(program, seed % 5 == 0);
		traced_clear(0);
	}
	traced_end();
	free(program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_read_is_what_was_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
