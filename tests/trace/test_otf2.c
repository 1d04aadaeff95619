#include "archive.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_and_functions_come_back),
		cmocka_unit_test(a_receive_has_the_size_of_its_message),
		cmocka_unit_test(a_receive_that_ends_before_its_message_is_sent_waits_for_it),
		cmocka_unit_test(a_message_that_nobody_sends_or_receives_is_counted),
		cmocka_unit_test(requests_complete_where_they_did),
		cmocka_unit_test(receives_complete_out_of_order_with_their_own_sizes),
		cmocka_unit_test(a_cancelled_receive_takes_no_message),
		cmocka_unit_test(a_persistent_request_is_a_message_each_time_it_starts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
