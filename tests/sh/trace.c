/*
 * Writes traces as the tracer would, with times that are known, for scripts. Arguments of sonde_test_trace: KIND DIR
 *
 * - ring: 4 processes on 2 hosts. 10 times each receives 1024 bytes from its left and sends as much to its right, in
 *   the region "exchange"; all add up 8 bytes 10 times. Processes 0 and 2 make a communicator, in which 0 sends
 *   1048576 bytes, which 2 receives by wildcards. Each starts a persistent send of 100 bytes to its right twice, polls
 *   7 times in vain for its own from the left, and sends to nobody. A call takes 1 us, and so does the time between
 * two.
 * - late: process 0 sends 8192 bytes to all by MPI_Bcast 10 times; before each, 1, 2 or 3 in turn computes
 *   500 us longer.
 * - killed: the same as ring, but process 1 was killed when it had written what it did.
 * - node0, node1: the same as ring, the files of processes 0 and 1, of 2 and 3.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/claim.h"
#include "trace/fields.h"
#include "trace/info.h"
#include "trace/stream.h"

enum { PROCESSES = 4, STEPS = 10, STEP_TICKS = 1000, WORLD = 0, PART = 2, DONE_MOST = 2, FIELDS_MOST = 64 };

/* Values of the fields of a call, by kind; lists but that of completions are empty. */
struct values {
	int64_t of[TRACE_FIELDS];
	int64_t done[3 * DONE_MOST];
	int n_done;
};

static struct values none(void)
{
	struct values values = {.n_done = 0};

	for (int i = 0; i < TRACE_FIELDS; i++)
		values.of[i] = TRACE_NONE;
	values.of[TRACE_COMM] = WORLD;
	return values;
}

static void put(struct trace_stream *stream, uint64_t *tick, enum trace_function function, const struct values *values)
{
	uint32_t kinds = trace_function_fields(function);
	int64_t fields[FIELDS_MOST];
	struct trace_signature signature = {.function = (uint16_t)function, .fields = fields};

	for (int kind = 0; kind < TRACE_FIELDS; kind++) {
		if (!(kinds >> kind & 1))
			continue;
		if (kind == TRACE_DONE_LIST) {
			fields[signature.n++] = 3 * values->n_done;
			for (int i = 0; i < 3 * values->n_done; i++)
				fields[signature.n++] = values->done[i];
		} else {
			fields[signature.n++] = trace_field_is_list((enum trace_field)kind) ? 0 : values->of[kind];
		}
	}
	trace_stream_call(stream, &signature, *tick + STEP_TICKS, *tick + 2 * STEP_TICKS);
	*tick += 2 * STEP_TICKS;
}

static void put_send(struct trace_stream *stream, uint64_t *tick, enum trace_function function, int comm, int to,
		     int64_t bytes, int64_t slot)
{
	struct values values = none();

	values.of[TRACE_COMM] = comm;
	values.of[TRACE_DEST] = to;
	values.of[TRACE_SEND_TAG] = 5;
	values.of[TRACE_SEND_BYTES] = bytes;
	values.of[TRACE_SEND_LAYOUT] = 1;
	values.of[TRACE_REQUEST] = slot;
	put(stream, tick, function, &values);
}

static void put_receive(struct trace_stream *stream, uint64_t *tick, enum trace_function function, int comm, int from,
			int64_t bytes, int64_t slot)
{
	struct values values = none();
	bool any = from == TRACE_ANY_SOURCE;

	values.of[TRACE_COMM] = comm;
	values.of[TRACE_SOURCE] = from;
	values.of[TRACE_RECEIVE_TAG] = any ? TRACE_ANY_TAG : 5;
	values.of[TRACE_RECEIVE_BYTES] = bytes;
	values.of[TRACE_RECEIVE_LAYOUT] = 1;
	values.of[TRACE_REQUEST] = slot;
	values.of[TRACE_GOT_SOURCE] = any ? 0 : TRACE_NONE;
	values.of[TRACE_GOT_TAG] = any ? 5 : TRACE_NONE;
	put(stream, tick, function, &values);
}

/* A completion of the first n slots. */
static void put_done(struct trace_stream *stream, uint64_t *tick, enum trace_function function, int n)
{
	struct values values = none();

	for (int i = 0; i < n; i++) {
		values.done[3 * i] = i;
		values.done[3 * i + 1] = values.done[3 * i + 2] = TRACE_NONE;
	}
	values.n_done = n;
	put(stream, tick, function, &values);
}

static void put_number(struct trace_stream *stream, uint64_t *tick, enum trace_function function, enum trace_field kind,
		       int64_t number)
{
	struct values values = none();

	values.of[kind] = number;
	put(stream, tick, function, &values);
}

static bool regions = true, late;

static void exchange(struct trace_stream *stream, uint64_t *tick, int rank)
{
	struct values sum = none();

	sum.of[TRACE_BYTES] = 8;
	sum.of[TRACE_LAYOUT] = 1;
	sum.of[TRACE_OPERATION] = 0;
	for (int i = 0; i < STEPS; i++) {
		if (regions)
			put_number(stream, tick, trace_region_begin, TRACE_REGION, 0);
		put_receive(stream, tick, trace_Irecv, WORLD, (rank + PROCESSES - 1) % PROCESSES, 1024, 0);
		put_send(stream, tick, trace_Isend, WORLD, (rank + 1) % PROCESSES, 1024, 1);
		put_done(stream, tick, trace_Waitall, 2);
		if (regions)
			put_number(stream, tick, trace_region_end, TRACE_REGION, 0);
		put(stream, tick, trace_Allreduce, &sum);
	}
}

static void in_part(struct trace_stream *stream, uint64_t *tick, int rank)
{
	static const int members[] = {0, 2};
	struct values split = none();

	split.of[TRACE_MADE] = rank % 2 == 0 ? PART : TRACE_NONE;
	if (rank % 2 == 0)
		trace_stream_communicator(stream, PART, 77, rank / 2, members, 2, NULL, 0);
	put(stream, tick, trace_Comm_split, &split);
	if (rank == 0)
		put_send(stream, tick, trace_Send, PART, 1, 1048576, TRACE_NONE);
	if (rank == 2)
		put_receive(stream, tick, trace_Recv, PART, TRACE_ANY_SOURCE, 2097152, TRACE_NONE);
}

static void persistent(struct trace_stream *stream, uint64_t *tick, int rank)
{
	struct values poll = none();

	put_send(stream, tick, trace_Send_init, WORLD, (rank + 1) % PROCESSES, 100, 0);
	for (int i = 0; i < 2; i++) {
		put_number(stream, tick, trace_Start, TRACE_REQUEST, 0);
		poll.of[TRACE_SOURCE] = (rank + PROCESSES - 1) % PROCESSES;
		poll.of[TRACE_RECEIVE_TAG] = 5;
		poll.of[TRACE_FLAG] = 0;
		poll.of[TRACE_POLLS] = 7;
		poll.of[TRACE_INSIDE] = 700;
		if (i == 0)
			put(stream, tick, trace_Iprobe, &poll);
		put_receive(stream, tick, trace_Recv, WORLD, (rank + PROCESSES - 1) % PROCESSES, 100, TRACE_NONE);
		put_done(stream, tick, trace_Wait, 1);
	}
	put_number(stream, tick, trace_Request_free, TRACE_REQUEST, 0);
	put_send(stream, tick, trace_Send, WORLD, TRACE_PROC_NULL, 64, TRACE_NONE);
}

static void come_late(struct trace_stream *stream, uint64_t *tick, int rank)
{
	struct values all = none();

	all.of[TRACE_BYTES] = 8192;
	all.of[TRACE_LAYOUT] = 1;
	all.of[TRACE_ROOT] = 0;
	for (int i = 0; i < STEPS; i++) {
		*tick += rank == 1 + i % 3 ? 500 * STEP_TICKS : 0;
		put(stream, tick, trace_Bcast, &all);
	}
}

static enum status write_process(const char *dir, int rank, bool killed, struct error *err)
{
	const struct trace_stream_options options = {
		.dir = dir, .rank = rank, .processes = PROCESSES, .tick = 1e-9, .exact = 1};
	struct values values = none();
	struct trace_stream *stream;
	uint64_t tick = 0;
	enum status status = trace_stream_open(&stream, &options, err);

	if (status != OK)
		return status;
	trace_stream_clock(stream, 0, 0, 0);
	if (regions)
		trace_stream_region(stream, 0, "exchange");
	put(stream, &tick, trace_Init, &values);
	if (late) {
		come_late(stream, &tick, rank);
	} else {
		exchange(stream, &tick, rank);
		in_part(stream, &tick, rank);
		persistent(stream, &tick, rank);
	}
	if (killed) {
		trace_stream_flush(stream);
		trace_stream_abandon(stream);
		return OK;
	}
	put(stream, &tick, trace_Finalize, &values);
	trace_stream_clock(stream, tick, (double)tick * 1e-9, 0);
	return trace_stream_close(stream, 1, err);
}

static enum status write_info(const char *dir, struct error *err)
{
	static const struct trace_run_process processes[PROCESSES] = {
		{"north", "0"}, {"north", "1"}, {"south", "0"}, {"south", "1"}};
	static const char *const variables[] = {"OMPI_MCA_coll=tuned"};
	const struct trace_run run = {.library = "An MPI 1.0",
				      .command = "./ring \"10\"",
				      .cpu = "a processor",
				      .tick = 1e-9,
				      .n_processes = PROCESSES,
				      .processes = processes,
				      .n_variables = 1,
				      .variables = variables};

	return trace_info_write(dir, &run, err);
}

int main(int argc, char **argv)
{
	struct error err = {.status = OK};
	int first = argc > 1 && strcmp(argv[1], "node1") == 0 ? 2 : 0;
	int end = argc > 1 && strcmp(argv[1], "node0") == 0 ? 2 : PROCESSES;
	bool killed = argc > 1 && strcmp(argv[1], "killed") == 0;
	enum status status = OK;

	if (argc != 3) {
		fprintf(stderr, "usage: sonde_test_trace ring|late|plain|killed|node0|node1 DIR\n");
		return EXIT_FAILURE;
	}
	regions = strcmp(argv[1], "plain") != 0;
	late = strcmp(argv[1], "late") == 0;
	for (int rank = first; status == OK && rank < end; rank++) {
		struct trace_claim claim;

		status = trace_claim(&claim, argv[2], "a job of sonde_test_trace", rank, &err);
		trace_claim_release(&claim);
		if (status == OK)
			status = write_process(argv[2], rank, killed && rank == 1, &err);
	}
	if (status == OK && first == 0)
		status = write_info(argv[2], &err);
	if (status != OK)
		fprintf(stderr, "sonde_test_trace: %s\n", err.text);
	return status == OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
