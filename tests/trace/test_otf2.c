#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory_trace.h"
#include "trace/otf2/write.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Times are written in whole nanoseconds. */
#define EXACT 0.6e-9

/* libotf2 leaks what it read of an archive that it refuses. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libopen-trace-format2";
}

/* A folder of a test, with an archive in it. */
struct archive {
	char folder[64], dir[96], anchor[128];
	struct otf2_written written;
	struct trace *trace;
};

static void write_archive(struct archive *a, struct memory_trace *t)
{
	struct error err = {0}, damage = {0};
	snprintf(a->folder, sizeof(a->folder), "/tmp/sonde-otf2-XXXXXX");
	assert_non_null(mkdtemp(a->folder));
	snprintf(a->dir, sizeof(a->dir), "%s/archive", a->folder);
	snprintf(a->anchor, sizeof(a->anchor), "%s/traces.otf2", a->dir);
	a->trace = NULL;
	assert_int_equal(otf2_write(&t->trace, a->dir, &a->written, &damage, &err), OK);
	assert_int_equal(damage.status, OK);
}

static void write_and_open(struct archive *a, struct memory_trace *t)
{
	struct error err = {0};
	write_archive(a, t);
	assert_int_equal(trace_otf2.open(&a->trace, a->dir, &err), OK);
	assert_string_equal(err.text, "");
}

static void remove_folder(const char *path)
{
	DIR *dir = opendir(path);
	if (!dir)
		return;
	for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
		char inner[512];
		struct stat about;
		if (entry->d_name[0] == '.')
			continue;
		snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name);
		if (stat(inner, &about) == 0 && S_ISDIR(about.st_mode))
			remove_folder(inner);
		else
			unlink(inner);
	}
	closedir(dir);
	rmdir(path);
}

static void close_archive(struct archive *a)
{
	if (a->trace)
		trace_free(a->trace);
	remove_folder(a->folder);
}

static struct trace_calls *open_calls(const struct archive *a, int rank)
{
	struct trace_calls *calls = NULL;
	struct error err = {0};
	assert_int_equal(trace_calls_open(&calls, a->trace, rank, &err), OK);
	return calls;
}

/* The next call, which has to be one of that function. */
static struct trace_call expect(struct trace_calls *calls, enum trace_function function)
{
	struct trace_call call = {0};
	struct error err = {0};
	assert_true(trace_calls_next(calls, &call, &err));
	assert_string_equal(trace_function_name(call.function), trace_function_name(function));
	return call;
}

static void expect_end(struct trace_calls *calls)
{
	struct trace_call call;
	struct error err = {0};
	assert_false(trace_calls_next(calls, &call, &err));
	assert_string_equal(err.text, "");
	trace_calls_free(calls);
}

static void expect_side(const struct trace_side *side, int peer, int64_t tag, uint64_t bytes)
{
	assert_true(side->there);
	assert_int_equal(side->peer, peer);
	assert_int_equal(side->tag, tag);
	assert_int_equal(side->bytes, bytes);
}

static void what_the_run_was_comes_back(void **state)
{
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 3);
	memory_call(&t, 0, trace_Init, 0, 10);
	write_and_open(&a, &t);
	assert_int_equal(trace_info(a.trace)->processes, 3);
	assert_string_equal(trace_info(a.trace)->library, "test MPI 1.0");
	assert_string_equal(trace_info(a.trace)->command, "./app 1 2");
	assert_string_equal(trace_process(a.trace, 0)->host, "even");
	assert_string_equal(trace_process(a.trace, 1)->host, "odd");
	assert_string_equal(trace_process(a.trace, 2)->host, "even");
	assert_true(trace_bytes(a.trace) > 0);
	expect_end(open_calls(&a, 2));
	close_archive(&a);
}

static void times_and_functions_come_back(void **state)
{
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 1);
	memory_call(&t, 0, trace_Init, -3.25, 10);
	memory_call(&t, 0, trace_Put, 12.001, 12.002);
	memory_call(&t, 0, trace_File_open, 1e6, 3e9);
	write_and_open(&a, &t);
	struct trace_calls *calls = open_calls(&a, 0);
	for (size_t i = 0; i < 3; i++) {
		struct trace_call call = expect(calls, t.calls[0][i].function);
		assert_float_equal(call.begin, t.calls[0][i].begin, EXACT);
		assert_float_equal(call.end, t.calls[0][i].end, EXACT);
		assert_int_equal(call.number, i);
	}
	expect_end(calls);
	close_archive(&a);
}

static void a_receive_has_the_size_of_its_message(void **state)
{
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 2);
	memory_call(&t, 0, trace_Send, 10, 20)->send = memory_side(1, 5, 40);
	memory_call(&t, 0, trace_Send, 21, 30)->send = memory_side(1, 5, 0);
	memory_call(&t, 1, trace_Recv, 0, 15)->receive = memory_side(0, 5, 4000);
	struct trace_call *any = memory_call(&t, 1, trace_Recv, 16, 25);
	any->receive = memory_side(TRACE_ANY, -1, 4000);
	any->receive.got_source = 0;
	any->receive.got_tag = 5;
	write_and_open(&a, &t);
	assert_int_equal(a.written.messages, 2);
	assert_int_equal(a.written.unreceived, 0);
	assert_int_equal(a.written.unsent, 0);
	struct trace_calls *calls = open_calls(&a, 0);
	struct trace_call call = expect(calls, trace_Send);
	expect_side(&call.send, 1, 5, 40);
	assert_int_equal(call.comm->n, 2);
	assert_int_equal(call.comm->own, 0);
	expect(calls, trace_Send);
	expect_end(calls);
	calls = open_calls(&a, 1);
	call = expect(calls, trace_Recv);
	expect_side(&call.receive, 0, 5, 40);
	call = expect(calls, trace_Recv);
	expect_side(&call.receive, 0, 5, 0);
	expect_end(calls);
	close_archive(&a);
}

static void a_receive_that_ends_before_its_message_is_sent_waits_for_it(void **state)
{
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 2);
	/* Process 1's clock goes before by 100 us. */
	memory_call(&t, 0, trace_Send, 110, 120)->send = memory_side(1, 5, 40);
	memory_call(&t, 0, trace_Recv, 121, 130)->receive = memory_side(1, 6, 4000);
	memory_call(&t, 1, trace_Recv, 0, 15)->receive = memory_side(0, 5, 4000);
	memory_call(&t, 1, trace_Send, 20, 25)->send = memory_side(0, 6, 44);
	write_and_open(&a, &t);
	assert_int_equal(a.written.unsent, 0);
	assert_int_equal(a.written.unreceived, 0);
	struct trace_calls *calls = open_calls(&a, 1);
	struct trace_call call = expect(calls, trace_Recv);
	expect_side(&call.receive, 0, 5, 40);
	assert_float_equal(call.end, 15e-6, EXACT);
	trace_calls_free(calls);
	close_archive(&a);
}

static void a_message_that_nobody_sends_or_receives_is_counted(void **state)
{
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 2);
	memory_call(&t, 0, trace_Send, 10, 20)->send = memory_side(1, 5, 40);
	memory_call(&t, 1, trace_Recv, 0, 15)->receive = memory_side(0, 6, 4000);
	memory_call(&t, 1, trace_Recv, 16, 17)->receive = memory_side(TRACE_NOBODY, 6, 4000);
	write_and_open(&a, &t);
	assert_int_equal(a.written.messages, 1);
	assert_int_equal(a.written.unreceived, 1);
	assert_int_equal(a.written.unsent, 1);
	struct trace_calls *calls = open_calls(&a, 1);
	struct trace_call call = expect(calls, trace_Recv);
	expect_side(&call.receive, 0, 6, 4000);
	call = expect(calls, trace_Recv);
	assert_false(call.receive.there);
	expect_end(calls);
	close_archive(&a);
}

static void requests_complete_where_they_did(void **state)
{
	static const struct trace_completion done[] = {{7, -1, -1}, {8, 1, 3}, {9, -1, -1}};
	struct memory_trace t;
	struct archive a;
	struct trace_call *k;
	(void)state;
	memory_init(&t, 2);
	k = memory_call(&t, 0, trace_Irecv, 0, 1);
	k->receive = memory_side(1, 3, 1000);
	k->request = 7;
	k = memory_call(&t, 0, trace_Irecv, 2, 3);
	k->receive = memory_side(TRACE_ANY, -1, 1000);
	k->request = 8;
	k = memory_call(&t, 0, trace_Isend, 4, 5);
	k->send = memory_side(1, 4, 10);
	k->request = 9;
	k = memory_call(&t, 0, trace_Test, 6, 7);
	k->polls = 12;
	k->inside = 0.25e-6;
	k->comm = NULL;
	k = memory_call(&t, 0, trace_Waitall, 8, 20);
	k->comm = NULL;
	k->n_done = COUNT(done);
	k->done = done;
	memory_call(&t, 1, trace_Send, 0, 1)->send = memory_side(0, 3, 100);
	memory_call(&t, 1, trace_Send, 2, 3)->send = memory_side(0, 3, 200);
	memory_call(&t, 1, trace_Recv, 4, 5)->receive = memory_side(0, 4, 10);
	write_and_open(&a, &t);
	assert_int_equal(a.written.unsent + a.written.unreceived, 0);
	struct trace_calls *calls = open_calls(&a, 0);
	uint64_t requests[3];
	struct trace_call call = expect(calls, trace_Irecv);
	expect_side(&call.receive, 1, 3, 100);
	requests[0] = call.request;
	call = expect(calls, trace_Irecv);
	expect_side(&call.receive, 1, 3, 200);
	requests[1] = call.request;
	call = expect(calls, trace_Isend);
	expect_side(&call.send, 1, 4, 10);
	requests[2] = call.request;
	call = expect(calls, trace_Test);
	assert_int_equal(call.polls, 12);
	assert_float_equal(call.inside, 0.25e-6, EXACT);
	call = expect(calls, trace_Waitall);
	assert_int_equal(call.n_done, COUNT(done));
	for (size_t i = 0; i < COUNT(done); i++)
		assert_int_equal(call.done[i].request, requests[i]);
	expect_end(calls);
	close_archive(&a);
}

static void receives_complete_out_of_order_with_their_own_sizes(void **state)
{
	static const struct trace_completion first[] = {{2, -1, -1}}, second[] = {{1, -1, -1}};
	struct memory_trace t;
	struct archive a;
	struct trace_call *k;
	(void)state;
	memory_init(&t, 2);
	for (uint64_t i = 1; i <= 2; i++) {
		k = memory_call(&t, 0, trace_Irecv, (double)i, (double)i + 0.5);
		k->receive = memory_side(1, 3, 1000);
		k->request = i;
	}
	k = memory_call(&t, 0, trace_Wait, 10, 11);
	k->n_done = 1;
	k->done = first;
	k = memory_call(&t, 0, trace_Wait, 12, 13);
	k->n_done = 1;
	k->done = second;
	memory_call(&t, 1, trace_Send, 3, 4)->send = memory_side(0, 3, 100);
	memory_call(&t, 1, trace_Send, 5, 6)->send = memory_side(0, 3, 200);
	write_and_open(&a, &t);
	struct trace_calls *calls = open_calls(&a, 0);
	struct trace_call call = expect(calls, trace_Irecv);
	expect_side(&call.receive, 1, 3, 100);
	call = expect(calls, trace_Irecv);
	expect_side(&call.receive, 1, 3, 200);
	trace_calls_free(calls);
	close_archive(&a);
}

static void a_cancelled_receive_takes_no_message(void **state)
{
	static const struct trace_completion done[] = {{1, TRACE_CANCELLED, TRACE_CANCELLED}};
	struct memory_trace t;
	struct archive a;
	struct trace_call *k;
	(void)state;
	memory_init(&t, 2);
	k = memory_call(&t, 0, trace_Irecv, 0, 1);
	k->receive = memory_side(1, 3, 1000);
	k->request = 1;
	memory_call(&t, 0, trace_Cancel, 2, 3)->request = 1;
	k = memory_call(&t, 0, trace_Wait, 4, 5);
	k->n_done = 1;
	k->done = done;
	memory_call(&t, 0, trace_Recv, 6, 20)->receive = memory_side(1, 3, 1000);
	memory_call(&t, 1, trace_Send, 10, 11)->send = memory_side(0, 3, 100);
	write_and_open(&a, &t);
	assert_int_equal(a.written.unsent + a.written.unreceived, 0);
	struct trace_calls *calls = open_calls(&a, 0);
	expect(calls, trace_Irecv);
	expect(calls, trace_Cancel);
	struct trace_call call = expect(calls, trace_Wait);
	assert_int_equal(call.n_done, 1);
	assert_int_equal(call.done[0].source, TRACE_CANCELLED);
	call = expect(calls, trace_Recv);
	expect_side(&call.receive, 1, 3, 100);
	expect_end(calls);
	close_archive(&a);
}

static void a_persistent_request_is_a_message_each_time_it_starts(void **state)
{
	static const struct trace_completion sent[] = {{1, -1, -1}}, got[] = {{5, -1, -1}};
	static const uint64_t started[] = {5};
	struct memory_trace t;
	struct archive a;
	struct trace_call *k;
	(void)state;
	memory_init(&t, 2);
	k = memory_call(&t, 0, trace_Send_init, 0, 1);
	k->send = memory_side(1, 3, 70);
	k->request = 1;
	k = memory_call(&t, 1, trace_Recv_init, 0, 1);
	k->receive = memory_side(0, 3, 7000);
	k->request = 5;
	for (int i = 1; i <= 2; i++) {
		memory_call(&t, 0, trace_Start, 10 * i, 10 * i + 1)->request = 1;
		k = memory_call(&t, 0, trace_Wait, 10 * i + 2, 10 * i + 3);
		k->n_done = 1;
		k->done = sent;
		memory_call(&t, 1, trace_Startall, 10 * i, 10 * i + 1)->started = (struct trace_requests){1, started};
		k = memory_call(&t, 1, trace_Wait, 10 * i + 2, 10 * i + 3);
		k->n_done = 1;
		k->done = got;
	}
	memory_call(&t, 0, trace_Request_free, 100, 101)->request = 1;
	memory_call(&t, 0, trace_Start, 102, 103)->request = 1; /* of no request: nothing */
	write_and_open(&a, &t);
	assert_int_equal(a.written.messages, 2);
	assert_int_equal(a.written.unsent + a.written.unreceived, 0);
	struct trace_calls *calls = open_calls(&a, 1);
	expect(calls, trace_Recv_init);
	for (int i = 1; i <= 2; i++) {
		expect(calls, trace_Startall);
		struct trace_call call = expect(calls, trace_Irecv);
		uint64_t request = call.request;
		expect_side(&call.receive, 0, 3, 70);
		call = expect(calls, trace_Wait);
		assert_int_equal(call.n_done, 1);
		assert_int_equal(call.done[0].request, request);
	}
	expect_end(calls);
	close_archive(&a);
}

static void collectives_have_the_bytes_that_they_were_given(void **state)
{
	static const int64_t each[] = {10, 20, 30};
	static const struct {
		enum trace_function function;
		int root;          /* -1: none */
		bool send_root;    /* only the root gives bytes to send */
		bool receive_root; /* only the root gives bytes to receive */
		bool sends, receives;
	} cases[] = {{trace_Bcast, 1, true, false, true, true},       {trace_Gather, 2, false, true, true, true},
		     {trace_Scatter, 0, true, false, true, true},     {trace_Allgather, -1, false, false, true, true},
		     {trace_Alltoall, -1, false, false, true, true},  {trace_Reduce, 1, false, true, true, true},
		     {trace_Allreduce, -1, false, false, true, true}, {trace_Scan, -1, false, false, true, true},
		     {trace_Barrier, -1, false, false, false, false}};
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 3);
	for (int p = 0; p < 3; p++) {
		for (size_t i = 0; i < COUNT(cases); i++) {
			struct trace_call *k =
				memory_call(&t, p, cases[i].function, 10 * (double)i, 10 * (double)i + 5);
			k->root = cases[i].root;
			if (cases[i].sends && (!cases[i].send_root || p == cases[i].root))
				k->send = memory_side(TRACE_NOBODY, -1, 8);
			if (cases[i].receives && (!cases[i].receive_root || p == cases[i].root))
				k->receive = memory_side(TRACE_NOBODY, -1, 8);
		}
		struct trace_call *k = memory_call(&t, p, trace_Allgatherv, 200, 210);
		k->send = memory_side(TRACE_NOBODY, -1, (uint64_t)each[p]);
		k->receive = memory_side(TRACE_NOBODY, -1, 0);
		k->receive.n_each = COUNT(each);
		k->receive.each = each;
	}
	write_and_open(&a, &t);
	for (int p = 0; p < 3; p++) {
		struct trace_calls *calls = open_calls(&a, p);
		for (size_t i = 0; i < COUNT(cases); i++) {
			const struct trace_call *k = &t.calls[p][i];
			struct trace_call call = expect(calls, cases[i].function);
			assert_int_equal(call.root, cases[i].root);
			assert_int_equal(call.comm->n, 3);
			assert_int_equal(call.send.there, k->send.there);
			assert_int_equal(call.send.bytes, k->send.bytes);
			assert_int_equal(call.receive.there, k->receive.there);
			assert_int_equal(call.receive.bytes, k->receive.bytes);
		}
		struct trace_call call = expect(calls, trace_Allgatherv);
		assert_int_equal(call.send.bytes, each[p]);
		assert_int_equal(call.receive.bytes, 60);
		expect_end(calls);
	}
	close_archive(&a);
}

static void a_nonblocking_collective_completes_like_a_message(void **state)
{
	static const struct trace_completion done[] = {{4, -1, -1}};
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 2);
	for (int p = 0; p < 2; p++) {
		struct trace_call *k = memory_call(&t, p, trace_Iallreduce, 0, 1);
		k->send = k->receive = memory_side(TRACE_NOBODY, -1, 800);
		k->request = 4;
		k = memory_call(&t, p, trace_Wait, 2, 3);
		k->n_done = 1;
		k->done = done;
	}
	write_and_open(&a, &t);
	struct trace_calls *calls = open_calls(&a, 1);
	struct trace_call call = expect(calls, trace_Iallreduce);
	uint64_t request = call.request;
	assert_int_equal(call.send.bytes, 800);
	assert_int_equal(call.receive.bytes, 800);
	assert_int_equal(call.comm->n, 2);
	call = expect(calls, trace_Wait);
	assert_int_equal(call.n_done, 1);
	assert_int_equal(call.done[0].request, request);
	expect_end(calls);
	close_archive(&a);
}

static void communicators_are_those_of_all_their_members(void **state)
{
	/* Processes 0 and 2 make one, 1 and 3 another, of the same numbers; then both an intercommunicator. */
	static const int members[2][2] = {{2, 0}, {1, 3}};
	struct trace_communicator half[4], between[4], self[4];
	int own[4];
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 4);
	for (int p = 0; p < 4; p++) {
		const int *mine = members[p % 2];
		own[p] = mine[0] == p ? 0 : 1;
		half[p] = (struct trace_communicator){
			.number = 2, .key = 100 + (uint64_t)(p % 2), .own = own[p], .n = 2, .members = mine};
		between[p] = (struct trace_communicator){.number = 3,
							 .key = 200,
							 .own = own[p],
							 .n = 2,
							 .n_remote = 2,
							 .members = mine,
							 .remote = members[1 - p % 2]};
		self[p] = (struct trace_communicator){
			.number = 1, .key = 300 + (uint64_t)p, .own = 0, .n = 1, .members = &t.world_members[p]};
		memory_call(&t, p, trace_Comm_split, 0, 10)->made = &half[p];
		memory_call(&t, p, trace_Intercomm_create, 11, 20)->made = &between[p];
		struct trace_call *k = memory_call(&t, p, trace_Sendrecv, 30, 40);
		k->comm = &between[p];
		k->send = memory_side(between[p].remote[own[p]], 1, 16);
		k->send.peer_in_comm = own[p];
		k->receive = memory_side(between[p].remote[own[p]], 1, 99);
		k->receive.peer_in_comm = own[p];
		k = memory_call(&t, p, trace_Barrier, 50, 51);
		k->comm = &self[p];
		memory_call(&t, p, trace_Comm_free, 60, 61)->comm = &half[p];
	}
	write_and_open(&a, &t);
	assert_int_equal(a.written.unsent + a.written.unreceived, 0);
	for (int p = 0; p < 4; p++) {
		struct trace_calls *calls = open_calls(&a, p);
		struct trace_call call = expect(calls, trace_Comm_split);
		assert_int_equal(call.comm->n, 4);
		assert_non_null(call.made);
		assert_int_equal(call.made->n, 2);
		assert_int_equal(call.made->own, own[p]);
		assert_memory_equal(call.made->members, members[p % 2], sizeof(members[0]));
		uint64_t key = call.made->key;
		call = expect(calls, trace_Intercomm_create);
		assert_int_equal(call.made->n_remote, 2);
		assert_memory_equal(call.made->members, members[p % 2], sizeof(members[0]));
		assert_memory_equal(call.made->remote, members[1 - p % 2], sizeof(members[0]));
		call = expect(calls, trace_Sendrecv);
		expect_side(&call.send, members[1 - p % 2][own[p]], 1, 16);
		expect_side(&call.receive, members[1 - p % 2][own[p]], 1, 16);
		call = expect(calls, trace_Barrier);
		assert_int_equal(call.comm->n, 1);
		assert_int_equal(call.comm->members[0], p);
		call = expect(calls, trace_Comm_free);
		assert_int_equal(call.comm->key, key);
		expect_end(calls);
	}
	close_archive(&a);
}

static void threads_and_regions_stand_in_the_order_of_their_begins(void **state)
{
	struct memory_trace t;
	struct archive a;
	struct trace_call *k;
	(void)state;
	memory_init(&t, 1);
	memory_call(&t, 0, trace_region_begin, 1, 1)->region = "solve";
	memory_call(&t, 0, trace_Recv, 2, 9)->receive = memory_side(0, 1, 50);
	k = memory_call(&t, 0, trace_Send, 3, 4);
	k->thread = 1;
	k->number = 0;
	k->send = memory_side(0, 1, 5);
	memory_call(&t, 0, trace_region_end, 10, 10)->region = "solve";
	write_and_open(&a, &t);
	assert_int_equal(a.written.unsent + a.written.unreceived, 0);
	assert_int_equal(trace_process(a.trace, 0)->threads, 2);
	struct trace_calls *calls = open_calls(&a, 0);
	struct trace_call call = expect(calls, trace_region_begin);
	assert_string_equal(call.region, "solve");
	call = expect(calls, trace_Recv);
	assert_int_equal(call.thread, 0);
	expect_side(&call.receive, 0, 1, 5);
	call = expect(calls, trace_Send);
	assert_int_equal(call.thread, 1);
	assert_int_equal(call.number, 0);
	call = expect(calls, trace_region_end);
	assert_string_equal(call.region, "solve");
	expect_end(calls);
	close_archive(&a);
}

static void a_folder_that_holds_something_is_refused(void **state)
{
	struct memory_trace t;
	struct archive a;
	struct error err = {0}, damage = {0};
	(void)state;
	memory_init(&t, 1);
	memory_call(&t, 0, trace_Init, 0, 1);
	write_archive(&a, &t);
	assert_int_equal(otf2_write(&t.trace, a.dir, &a.written, &damage, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "not empty"));
	close_archive(&a);
}

/* Reads all that is there: calls until the end or a failure, which err then has. */
static size_t read_all(const char *path, struct error *err)
{
	struct trace *trace;
	size_t n = 0;
	if (trace_otf2.open(&trace, path, err) != OK)
		return 0;
	for (int p = 0; err->status == OK && p < trace_info(trace)->processes; p++) {
		struct trace_calls *calls = NULL;
		struct trace_call call;
		if (trace_calls_open(&calls, trace, p, err) != OK)
			break;
		while (trace_calls_next(calls, &call, err))
			n++;
		trace_calls_free(calls);
	}
	trace_free(trace);
	return n;
}

static void a_damaged_archive_is_refused_or_ends_with_the_reason(void **state)
{
	static const char *const files[] = {"traces.otf2", "traces.def", "traces/0.evt", "traces/1.evt"};
	struct memory_trace t;
	(void)state;
	memory_init(&t, 2);
	for (int i = 0; i < 30; i++) {
		memory_call(&t, 0, trace_Send, 10 * i, 10 * i + 1)->send = memory_side(1, i, 40);
		memory_call(&t, 1, trace_Recv, 10 * i, 10 * i + 2)->receive = memory_side(0, i, 40);
	}
	for (size_t i = 0; i < COUNT(files); i++) {
		for (int quarter = 0; quarter < 4; quarter++) {
			struct archive a;
			struct stat about;
			struct error err = {0};
			char path[160];
			write_archive(&a, &t);
			assert_int_equal(read_all(a.dir, &err), 60);
			assert_string_equal(err.text, "");
			snprintf(path, sizeof(path), "%s/%s", a.dir, files[i]);
			assert_int_equal(stat(path, &about), 0);
			assert_int_equal(truncate(path, about.st_size * quarter / 4), 0);
			assert_true(read_all(a.dir, &err) < 60);
			assert_int_equal(err.status, ERR_INPUT);
			assert_non_null(strstr(err.text, "traces.otf2"));
			close_archive(&a);
		}
	}
}

static void what_is_no_archive_is_refused(void **state)
{
	struct trace *trace;
	struct error err = {0};
	(void)state;
	assert_false(trace_otf2.is("/tmp"));
	assert_false(trace_otf2.is("/nowhere"));
	assert_true(trace_otf2.is("/nowhere/traces.otf2"));
	assert_int_equal(trace_otf2.open(&trace, "/nowhere/traces.otf2", &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "/nowhere/traces.otf2: no OTF2 archive that can be read"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_run_was_comes_back),
		cmocka_unit_test(times_and_functions_come_back),
		cmocka_unit_test(a_receive_has_the_size_of_its_message),
		cmocka_unit_test(a_receive_that_ends_before_its_message_is_sent_waits_for_it),
		cmocka_unit_test(a_message_that_nobody_sends_or_receives_is_counted),
		cmocka_unit_test(requests_complete_where_they_did),
		cmocka_unit_test(receives_complete_out_of_order_with_their_own_sizes),
		cmocka_unit_test(a_cancelled_receive_takes_no_message),
		cmocka_unit_test(a_persistent_request_is_a_message_each_time_it_starts),
		cmocka_unit_test(collectives_have_the_bytes_that_they_were_given),
		cmocka_unit_test(a_nonblocking_collective_completes_like_a_message),
		cmocka_unit_test(communicators_are_those_of_all_their_members),
		cmocka_unit_test(threads_and_regions_stand_in_the_order_of_their_begins),
		cmocka_unit_test(a_folder_that_holds_something_is_refused),
		cmocka_unit_test(a_damaged_archive_is_refused_or_ends_with_the_reason),
		cmocka_unit_test(what_is_no_archive_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
