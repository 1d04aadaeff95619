#include "archive.h"

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

/* Processes 0 and 2, 1 and 3, by their ranks in their communicators. */
static const int halves[2][2] = {{2, 0}, {1, 3}};

static void expect_communicators(const struct archive *a, int p)
{
	const int *mine = halves[p % 2], *others = halves[1 - p % 2];
	int own = mine[0] == p ? 0 : 1;
	struct trace_calls *calls = open_calls(a, p);
	struct trace_call call = expect(calls, trace_Comm_split);
	assert_int_equal(call.comm->n, 4);
	assert_non_null(call.made);
	assert_int_equal(call.made->n, 2);
	assert_int_equal(call.made->own, own);
	assert_memory_equal(call.made->members, mine, sizeof(halves[0]));
	uint64_t key = call.made->key;
	call = expect(calls, trace_Intercomm_create);
	assert_int_equal(call.made->n_remote, 2);
	assert_memory_equal(call.made->members, mine, sizeof(halves[0]));
	assert_memory_equal(call.made->remote, others, sizeof(halves[0]));
	call = expect(calls, trace_Sendrecv);
	expect_side(&call.send, others[own], 1, 16);
	expect_side(&call.receive, others[own], 1, 16);
	call = expect(calls, trace_Barrier);
	assert_int_equal(call.comm->n, 1);
	assert_int_equal(call.comm->members[0], p);
	call = expect(calls, trace_Comm_free);
	assert_int_equal(call.comm->key, key);
	expect_end(calls);
}

static void communicators_are_those_of_all_their_members(void **state)
{
	/* Processes 0 and 2 make one, 1 and 3 another, of the same numbers; then both an intercommunicator. */
	struct trace_communicator half[4], between[4], self[4];
	int own[4];
	struct memory_trace t;
	struct archive a;
	(void)state;
	memory_init(&t, 4);
	for (int p = 0; p < 4; p++) {
		const int *mine = halves[p % 2];
		own[p] = mine[0] == p ? 0 : 1;
		half[p] = (struct trace_communicator){
			.number = 2, .key = 100 + (uint64_t)(p % 2), .own = own[p], .n = 2, .members = mine};
		between[p] = (struct trace_communicator){.number = 3,
							 .key = 200,
							 .own = own[p],
							 .n = 2,
							 .n_remote = 2,
							 .members = mine,
							 .remote = halves[1 - p % 2]};
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
	for (int p = 0; p < 4; p++)
		expect_communicators(&a, p);
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
