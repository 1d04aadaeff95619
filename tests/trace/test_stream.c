#include "../sanitized.h"
#include "traced.h"

#include <math.h>
#include <sys/resource.h>

#include "trace/interval.h"
#include "trace/stream_read.h"

/* Irecv: comm, source, tag, bytes, layout, request. Isend: comm, dest, tag, bytes, layout, request. */
static const int64_t irecv[] = {0, 1, 7, 800, 1, 0}, isend[] = {0, 1, 7, 800, 1, 1},
		     waitall[] = {6, 0, -1, -1, 1, -1, -1};

static void next(struct trace_calls *calls, struct trace_call *call)
{
	struct error err = {0};

	if (!trace_calls_next(calls, call, &err))
		fail_msg("there is no call: %s", err.text);
}

static void expect_end(struct trace *trace, struct trace_calls *calls)
{
	struct trace_call call;
	struct error err = {0};

	assert_false(trace_calls_next(calls, &call, &err));
	assert_int_equal(err.status, OK);
	trace_calls_free(calls);
	trace_free(trace);
}

/* The loop of a process that sends to itself; all its sizes. */
static void write_loop(int rank, int processes, int iterations)
{
	struct trace_stream *stream = traced_open(rank, processes, 0, 0);
	uint64_t now = 1000;

	for (int i = 0; i < iterations; i++, now += 400) {
		traced_call(stream, trace_Irecv, irecv, 6, now, now + 48);
		traced_call(stream, trace_Isend, isend, 6, now + 64, now + 128);
		traced_call(stream, trace_Waitall, waitall, 7, now + 160, now + 320 + i % 64);
	}
	traced_close(stream);
}

static void a_loop_is_read_as_it_was_written(void **state)
{
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	uint64_t requests[2] = {0};
	const int n = 1000;

	(void)state;
	traced_begin();
	traced_info(2);
	write_loop(0, 2, n);
	calls = traced_read(&trace, 0);
	for (int i = 0; i < n; i++) {
		next(calls, &call);
		assert_int_equal(call.function, trace_Irecv);
		assert_int_equal(call.number, 3 * i);
		assert_true(call.receive.there && !call.send.there);
		assert_true(call.request != 0 && call.request != requests[0]);
		requests[0] = call.request;
		next(calls, &call);
		assert_int_equal(call.function, trace_Isend);
		assert_int_equal(call.send.peer, 1);
		assert_int_equal(call.send.bytes, 800);
		assert_int_equal(call.send.tag, 7);
		assert_false(call.receive.there);
		requests[1] = call.request;
		next(calls, &call);
		assert_int_equal(call.function, trace_Waitall);
		assert_int_equal(call.n_done, 2);
		assert_true(call.done[0].request == requests[0] && call.done[1].request == requests[1]);
	}
	/* The other process' files are not there. */
	assert_false(trace_info(trace)->complete);
	assert_string_equal(trace_info(trace)->command, "a \"program\"\n");
	expect_end(trace, calls);
	traced_end();
}

static void the_structure_of_a_loop_does_not_grow_with_it(void **state)
{
	long structure, times;

	(void)state;
	traced_begin();
	write_loop(0, 1, 30000);
	structure = traced_size("0.structure");
	traced_clear(0);
	write_loop(0, 1, 300000);
	assert_int_equal(traced_size("0.structure"), structure);
	assert_true(structure < 1000);
	times = traced_size("0.times");
	assert_true(times + structure < 900000);
	traced_end();
}

/* A halo exchange on side x side processes, at whose edges there are no neighbours, and a sum now and then. */
static void write_stencil(int rank, int side, int structures[64], uint64_t digests[64][2])
{
	struct trace_stream *stream = traced_open(rank, side * side, 0, 0);
	int x = rank % side, y = rank / side, n = 0;
	const int64_t peers[] = {x > 0 ? rank - 1 : TRACE_PROC_NULL, x < side - 1 ? rank + 1 : TRACE_PROC_NULL,
				 y > 0 ? rank - side : TRACE_PROC_NULL, y < side - 1 ? rank + side : TRACE_PROC_NULL};
	int64_t wait[25] = {24};
	uint64_t now = 1000 + (uint64_t)rank;

	for (int i = 0; i < 8; i++) {
		wait[1 + 3 * i] = i;
		wait[2 + 3 * i] = wait[3 + 3 * i] = -1;
	}
	for (int step = 0; step < 100; step++) {
		n = 0;
		for (int way = 0; way < 4; way++) {
			int64_t receive[] = {0, peers[way], way ^ 1, 8192, 1, n++};

			traced_call(stream, trace_Irecv, receive, 6, now, now + 100);
			now += 150;
		}
		for (int way = 0; way < 4; way++) {
			int64_t send[] = {0, peers[way], way, 8192, 1, n++};

			traced_call(stream, trace_Isend, send, 6, now, now + 700);
			now += 750;
		}
		traced_call(stream, trace_Waitall, wait, 25, now, now + 3000);
		now += 10000;
		if (step % 10 == 9)
			traced_call(stream, trace_Allreduce, (int64_t[]){0, 8, 1, 0}, 4, now, now + 5000);
		now += 6000;
	}
	trace_stream_digest(stream, digests[rank]);
	structures[rank] = -1;
	for (int lower = 0; lower < rank && structures[rank] < 0; lower++)
		if (memcmp(digests[lower], digests[rank], sizeof(digests[rank])) == 0)
			structures[rank] = lower;
	if (structures[rank] >= 0)
		trace_stream_share(stream, structures[rank]);
	traced_call(stream, trace_Finalize, NULL, 0, now, now + 1000);
	traced_close(stream);
}

static void ranks_of_a_stencil_share_their_structure(void **state)
{
	int structures[64];
	uint64_t digests[64][2];
	char name[32];

	(void)state;
	for (int side = 2; side <= 8; side *= 2) {
		struct trace *trace;
		long bytes = 0;
		int n = 0;

		traced_begin();
		traced_info(side * side);
		for (int rank = 0; rank < side * side; rank++) {
			write_stencil(rank, side, structures, digests);
			snprintf(name, sizeof(name), "%d.structure", rank);
			assert_int_equal(traced_size(name) >= 0, structures[rank] < 0);
			bytes += traced_size(name) > 0 ? traced_size(name) : 0;
			n += structures[rank] < 0;
		}
		print_message("%d processes: %d structures, %ld bytes\n", side * side, n, bytes);
		assert_true(n <= 9 && bytes < 4096);
		for (int rank = 0; rank < side * side; rank++) {
			struct trace_calls *calls = traced_read(&trace, rank);
			struct trace_call call;
			int x = rank % side;

			assert_true(trace_info(trace)->complete);
			assert_int_equal(trace_structure_bytes(trace), bytes);
			for (int i = 0; i < 911; i++) {
				next(calls, &call);
				if (call.function == trace_Isend && call.send.tag == 1)
					assert_int_equal(call.send.peer, x < side - 1 ? rank + 1 : TRACE_NOBODY);
			}
			assert_int_equal(call.function, trace_Finalize);
			expect_end(trace, calls);
		}
		traced_end();
	}
}

static void threads_are_merged_by_their_begins(void **state)
{
	struct trace_stream *streams[3];
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	uint64_t numbers[3] = {0};
	double last = 0;

	(void)state;
	traced_begin();
	traced_info(1);
	for (int thread = 0; thread < 3; thread++)
		streams[thread] = traced_open(0, 1, thread, 0);
	for (uint64_t i = 0; i < 900; i++) {
		int64_t fields[] = {0, 0, (int64_t)i % 3, 100 + (int64_t)i % 3, 1};

		traced_call(streams[i % 3], trace_Send, fields, 5, 1000 * i, 1000 * i + 500);
	}
	for (int thread = 0; thread < 3; thread++)
		traced_close(streams[thread]);
	calls = traced_read(&trace, 0);
	assert_int_equal(trace_process(trace, 0)->threads, 3);
	assert_true(trace_info(trace)->complete);
	for (int i = 0; i < 900; i++) {
		next(calls, &call);
		assert_int_equal(call.thread, i % 3);
		assert_int_equal(call.number, numbers[i % 3]++);
		assert_int_equal(call.send.tag, i % 3);
		assert_true(call.begin >= last);
		last = call.begin;
	}
	expect_end(trace, calls);
	traced_end();
}

static void communicators_regions_cpu_time_and_clocks_are_kept(void **state)
{
	const int members[] = {5, 3, 1, 7}, remote[] = {0, 2};
	const int64_t dup[] = {0, 2}, send[] = {2, 3, 1, 10, 1}, between[] = {3, 1, 1, 10, 1}, region[] = {4};
	struct trace_stream *stream;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;

	(void)state;
	traced_begin();
	traced_info(8);
	stream = traced_open(3, 8, 0, 0);
	/* The node's clock is 1 % slower than ticks say, and rank 0's is 5 s ahead of it. */
	trace_stream_clock(stream, 1000, 100, 5);
	trace_stream_communicator(stream, 2, 77, 1, members, 4, NULL, 0);
	trace_stream_communicator(stream, 3, 78, 1, members, 4, remote, 2);
	trace_stream_region(stream, 4, "solve");
	traced_call(stream, trace_Comm_dup, dup, 2, 1000, 2000);
	trace_stream_cpu(stream, 0.25, 40);
	traced_call(stream, trace_Send, send, 5, 1000001000, 1000001500);
	traced_call(stream, trace_Send, between, 5, 1000001500, 1000001600);
	traced_call(stream, trace_region_begin, region, 1, 1000002000, 1000002000);
	trace_stream_clock(stream, 2000001000, 101.98, 5);
	traced_close(stream);
	calls = traced_read(&trace, 3);
	next(calls, &call);
	assert_int_equal(call.made->number, 2);
	assert_int_equal(call.made->key, 77);
	assert_true(isnan(call.before.cpu));
	assert_true(fabs(call.begin) < 1e-6);
	next(calls, &call);
	assert_int_equal(call.comm->own, 1);
	assert_int_equal(call.send.peer, 7);
	assert_int_equal(call.send.peer_in_comm, 3);
	assert_true(fabs(call.before.cpu - 0.25) < 33e-9);
	assert_true(fabs(call.begin - 0.99) < 1e-6);
	next(calls, &call);
	assert_int_equal(call.comm->n_remote, 2);
	assert_int_equal(call.send.peer, 2);
	next(calls, &call);
	assert_string_equal(call.region, "solve");
	expect_end(trace, calls);
	traced_end();
}

static void as_many_requests_as_there_may_be_are_kept(void **state)
{
	enum { REQUESTS = 1500000 };
	struct trace_stream *stream;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	int64_t *wait = calloc(1 + 3 * REQUESTS, sizeof(*wait));

	(void)state;
	assert_non_null(wait);
	traced_begin();
	traced_info(2);
	stream = traced_open(0, 2, 0, 0);
	wait[0] = 3 * REQUESTS;
	for (int64_t i = 0; i < REQUESTS; i++) {
		const int64_t fields[] = {0, 1, 7, 8, 1, i};

		traced_call(stream, trace_Isend, fields, 6, (uint64_t)i * 100, (uint64_t)i * 100 + 50);
		wait[1 + 3 * i] = i;
		wait[2 + 3 * i] = wait[3 + 3 * i] = -1;
	}
	traced_call(stream, trace_Waitall, wait, 1 + 3 * REQUESTS, REQUESTS * 100, REQUESTS * 100 + 50);
	traced_close(stream);
	/* Each takes its time, and its slot, which is one more than the last one's. */
	assert_true(traced_size("0.times") + traced_size("0.structure") < 2 * REQUESTS);
	calls = traced_read(&trace, 0);
	for (int i = 0; i <= REQUESTS; i++)
		next(calls, &call);
	assert_int_equal(call.n_done, REQUESTS);
	assert_int_equal((uint32_t)call.done[REQUESTS - 1].request, REQUESTS);
	expect_end(trace, calls);
	traced_end();
	free(wait);
}

static void communicators_without_end_take_no_memory(void **state)
{
	enum { MADE = 100000 };
	struct trace_stream *stream;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;

	(void)state;
	traced_begin();
	traced_info(1);
	stream = traced_open(0, 1, 0, 0);
	for (int i = 0; i < MADE; i++) {
		const int64_t dup[] = {0, 2 + i}, barrier[] = {2 + i};
		const uint64_t tick = (uint64_t)i * 1000;

		trace_stream_communicator(stream, 2 + i, 100 + (uint64_t)i, 0, (int[]){0}, 1, NULL, 0);
		traced_call(stream, trace_Comm_dup, dup, 2, tick, tick + 100);
		traced_call(stream, trace_Barrier, barrier, 1, tick + 200, tick + 300);
		traced_call(stream, trace_Comm_free, barrier, 1, tick + 400, tick + 500);
	}
	traced_close(stream);
	assert_true(traced_size("0.structure") < 200000);
	calls = traced_read(&trace, 0);
	for (int i = 0; i < MADE; i++) {
		next(calls, &call);
		assert_int_equal(call.made->number, 2 + i);
		next(calls, &call);
		assert_int_equal(call.function, trace_Barrier);
		assert_int_equal(call.comm->key, 100 + i);
		next(calls, &call);
	}
	expect_end(trace, calls);
	traced_end();
}

/* As a full disk: the file may not grow. */
/* A block of its own has the communicator, and no call. */
static void a_communicator_is_known_after_a_flush(void **state)
{
	struct trace_stream *stream;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	const int members[] = {1, 0};

	(void)state;
	traced_begin();
	traced_info(2);
	stream = traced_open(0, 2, 0, 0);
	traced_call(stream, trace_Barrier, (int64_t[]){0}, 1, 0, 10);
	trace_stream_flush(stream);
	trace_stream_communicator(stream, 2, 99, 1, members, 2, NULL, 0);
	trace_stream_flush(stream);
	traced_call(stream, trace_Barrier, (int64_t[]){2}, 1, 20, 30);
	traced_close(stream);
	calls = traced_read(&trace, 0);
	next(calls, &call);
	next(calls, &call);
	assert_non_null(call.comm);
	assert_int_equal(call.comm->key, 99);
	assert_int_equal(call.comm->members[0], 1);
	expect_end(trace, calls);
	traced_end();
}

static void where_nothing_can_be_written_the_program_goes_on(void **state)
{
	enum { CALLS = FEWER(400000, 150000) };
	struct rlimit limit, before;
	struct error err = {0};
	struct trace_stream *stream;
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	int n = 0, lost;

	(void)state;
	traced_begin();
	traced_info(1);
	stream = traced_open(0, 1, 0, 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = 200000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (int i = 0; i < CALLS; i++) {
		const int64_t fields[] = {0, 0, 1, (int64_t)((uint64_t)i * (uint64_t)i * 0x9e3779b97f4a7c15 >> 44), 1};

		traced_call(stream, trace_Send, fields, 5, (uint64_t)i * 1000, (uint64_t)i * 1000 + 500);
	}
	assert_int_equal(trace_stream_close(stream, 1, &err), ERR_IO);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_non_null(strstr(err.text, "; "));
	assert_int_equal(sscanf(strstr(err.text, "; "), "; %d calls are not in the trace", &lost), 1);
	err = (struct error){0};
	calls = traced_read(&trace, 0);
	assert_false(trace_info(trace)->complete);
	for (; trace_calls_next(calls, &call, &err); n++)
		assert_int_equal(call.send.bytes, (uint64_t)n * (uint64_t)n * 0x9e3779b97f4a7c15 >> 44);
	assert_int_equal(err.status, OK);
	assert_true(n > 0 && n % 32768 == 0);
	assert_int_equal(n + lost, CALLS);
	trace_calls_free(calls);
	trace_free(trace);
	traced_end();
}

static void nothing_is_written_over_another_trace(void **state)
{
	struct trace_stream_options options = {.dir = traced_dir, .processes = 1, .tick = 1e-9};
	struct trace_stream *stream;
	struct error err = {0};

	(void)state;
	traced_begin();
	traced_close(traced_open(0, 1, 0, 0));
	assert_int_equal(trace_stream_open(&stream, &options, &err), ERR_IO);
	assert_non_null(strstr(err.text, "0.times"));
	traced_end();
}

/* As a simulation reads them: a call of each process in turn. */
static void more_processes_are_read_at_once_than_files_may_be_open(void **state)
{
	enum { READERS = FEWER(40, 20), FILES = 16 };
	struct rlimit before, few;
	struct trace *trace = NULL;
	struct trace_calls *calls[READERS];
	struct trace_call call;
	struct error err = {0};

	(void)state;
	traced_begin();
	traced_info(1);
	write_loop(0, 1, 20000); /* several blocks */
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	few = (struct rlimit){.rlim_cur = FILES, .rlim_max = before.rlim_max};
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_int_equal(trace_open(&trace, traced_dir, &err), OK);
	for (int i = 0; i < READERS; i++)
		assert_int_equal(trace_calls_open(&calls[i], trace, 0, &err), OK);
	for (int n = 0; n < 3 * 20000; n++)
		for (int i = 0; i < READERS; i++)
			next(calls[i], &call);
	for (int i = 0; i < READERS; i++) {
		assert_false(trace_calls_next(calls[i], &call, &err));
		assert_int_equal(err.status, OK);
		trace_calls_free(calls[i]);
	}
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	trace_free(trace);
	traced_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_is_read_as_it_was_written),
		cmocka_unit_test(the_structure_of_a_loop_does_not_grow_with_it),
		cmocka_unit_test(ranks_of_a_stencil_share_their_structure),
		cmocka_unit_test(threads_are_merged_by_their_begins),
		cmocka_unit_test(communicators_regions_cpu_time_and_clocks_are_kept),
		cmocka_unit_test(as_many_requests_as_there_may_be_are_kept),
		cmocka_unit_test(communicators_without_end_take_no_memory),
		cmocka_unit_test(a_communicator_is_known_after_a_flush),
		cmocka_unit_test(where_nothing_can_be_written_the_program_goes_on),
		cmocka_unit_test(nothing_is_written_over_another_trace),
		cmocka_unit_test(more_processes_are_read_at_once_than_files_may_be_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
