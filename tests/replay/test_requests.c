/* Requests of a trace: probes, several threads, numbers that are used again, labels. */
#include "replayed.h"

#include "replay/parts.h"

static const struct trace_completion seven = {.request = 7, .source = -1, .tag = -1};

static void a_probe_waits_for_its_message(void **state)
{
	struct trace_call *polls;

	(void)state;
	for (int wild = 0; wild < 2; wild++) {
		struct trace_call *probe;

		begin(2);
		call_send(0, trace_Send, 20, 21, 1, 3, 1, 0);
		memory_call(&t, 0, trace_Finalize, 21, 21);
		polls = call_receive(1, trace_Iprobe, 0, 0, 0, 3, 0);
		polls->polls = 5;
		probe = call_receive(1, wild ? trace_Iprobe : trace_Probe, 0, 60, wild ? TRACE_ANY : 0, wild ? -1 : 3,
				     0);
		probe->receive.got_source = wild ? 0 : -1;
		probe->receive.got_tag = wild ? 3 : -1;
		call_receive(1, trace_Recv, 100, 101, 0, 3, 0);
		memory_call(&t, 1, trace_Finalize, 101, 101);
		/* It is there at 20 + 1 + 10; 40 are computed; it is taken. */
		EXPECT_TIMES(21, 31 + 40 + 1);
		expect_times_with(&(struct replay_options){.compute_scale = 1, .wildcards = true},
				  (const double[]){21, 31 + 40 + 1});
	}
}

static void a_probe_for_what_is_there_does_not_wait(void **state)
{
	(void)state;
	begin(2);
	call_send(0, trace_Send, 20, 21, 1, 3, 1, 0);
	memory_call(&t, 0, trace_Finalize, 21, 21);
	call_receive(1, trace_Probe, 50, 60, 0, 3, 0);
	call_receive(1, trace_Recv, 60, 61, 0, 3, 0);
	memory_call(&t, 1, trace_Finalize, 61, 61);
	EXPECT_TIMES(21, 50 + 1);
}

/* Thread 0 receives a message, which comes later than it did, and begins a request; thread 1 has waited for that. */
static void begin_late(enum trace_function function)
{
	begin(2);
	t.process[0].threads = 2;
	call_receive(0, trace_Recv, 0, 10, 1, 1, 0);
	call_receive(0, function, 11, 12, 1, 2, 7)->receive.there = function == trace_Irecv;
	memory_call(&t, 0, trace_Wait, 20, 30)->thread = 1;
	t.calls[0][t.n_calls[0] - 1].n_done = 1;
	t.calls[0][t.n_calls[0] - 1].done = &seven;
	memory_call(&t, 0, trace_Put, 35, 45)->thread = 1;
	memory_call(&t, 0, trace_Finalize, 14, 14);
	call_send(1, trace_Send, 300, 301, 0, 1, 1, 0);
	if (function == trace_Irecv)
		call_send(1, trace_Send, 310, 311, 0, 2, 1, 0);
	memory_call(&t, 1, trace_Finalize, 311, 311);
}

static void a_thread_waits_for_what_another_one_begins_later(void **state)
{
	(void)state;
	begin_late(trace_Irecv);
	/* The second message is there at 311 + 10 and taken; thread 1 then computes 5, and is busy for 10. */
	EXPECT_TIMES(322 + 5 + 10, 311);
	/* Of what is not simulated it waits for the beginning: 300 + 1 + 10 + 1, 1 computed and 1 kept. */
	begin_late(trace_Rget);
	EXPECT_TIMES(312 + 1 + 1 + 5 + 10, 311);
}

static void what_was_begun_before_is_not_waited_for_twice(void **state)
{
	(void)state;
	begin(2);
	t.process[0].threads = 2;
	call_receive(0, trace_Irecv, 0, 1, 1, 2, 7);
	memory_call(&t, 0, trace_Request_get_status, 100, 101)->thread = 1;
	t.calls[0][t.n_calls[0] - 1].n_done = 1;
	t.calls[0][t.n_calls[0] - 1].done = &seven;
	call_wait(0, trace_Wait, 200, 201, 1, &seven);
	memory_call(&t, 0, trace_Finalize, 201, 201);
	call_send(1, trace_Send, 10, 11, 0, 2, 1, 0);
	memory_call(&t, 1, trace_Finalize, 11, 11);
	EXPECT_TIMES(200, 11);
}

static void numbers_of_requests_are_used_again(void **state)
{
	static struct trace_completion done[5];
	struct replay *replay = NULL;
	double us[MEMORY_PROCESSES];

	(void)state;
	begin(2);
	for (uint64_t i = 0; i < 10; i++) {
		call_send(0, trace_Bsend, 10 * (double)i, 10 * (double)i + 1, 1, 0, 1, 0);
		call_send(0, trace_Isend, 10 * (double)i + 1, 10 * (double)i + 2, 1, 0, 1, 100 + i);
		memory_call(&t, 0, trace_Request_free, 10 * (double)i + 2, 10 * (double)i + 2)->request = 100 + i;
	}
	for (uint64_t i = 0; i < 5; i++) {
		done[i] = (struct trace_completion){.request = 200 + i, .source = -1, .tag = -1};
		call_send(0, trace_Isendrecv, 200, 200, 1, 0, 1, 200 + i)->receive = memory_side(1, 5, 1);
		call_wait(0, trace_Wait, 200, 200, 1, &done[i]);
		call_receive(0, trace_Recv_init, 200, 200, 1, 9, 300 + i);
		memory_call(&t, 0, trace_Request_free, 200, 200)->request = 300 + i;
		call_send(1, trace_Send, 0, 0, 0, 5, 1, 0);
	}
	for (int i = 0; i < 25; i++)
		call_receive(1, trace_Recv, 0, 0, 0, 0, 0);
	memory_call(&t, 0, trace_Finalize, 200, 200);
	memory_call(&t, 1, trace_Finalize, 0, 0);
	replayed(&(struct replay_options){.compute_scale = 1}, us, &replay);
	assert_true(replay->processes[0].requests.n <= 3);
	replay_free(replay);
}

/* A short message at 0 and 100 by an operation that begins a request, to a process that receives them at 50 and 150. */
static void send_two(enum trace_function begins)
{
	static const struct trace_completion done = {.request = 7, .source = -1, .tag = -1};
	bool persistent = begins == trace_Ssend_init || begins == trace_Bsend_init;

	begin(2);
	if (persistent)
		call_send(0, begins, 0, 0, 1, 0, 1, 7);
	for (int i = 0; i < 2; i++) {
		double at = 100 * i;

		if (persistent)
			memory_call(&t, 0, trace_Start, at, at)->request = 7;
		else
			call_send(0, begins, at, at, 1, 0, 1, 7);
		call_wait(0, trace_Wait, at, at, 1, &done);
		call_receive(1, trace_Recv, at + 50, at + 50, 0, 0, 0);
	}
	memory_call(&t, 0, trace_Finalize, 100, 100);
	memory_call(&t, 1, trace_Finalize, 150, 150);
}

static void a_synchronous_send_waits_for_its_receive(void **state)
{
	static const enum trace_function begins[] = {trace_Issend, trace_Ssend_init};

	(void)state;
	/* Each message leaves when its receive is there: at 50, and 100 after the end of that, which is 12 later. */
	for (size_t i = 0; i < 2; i++) {
		send_two(begins[i]);
		EXPECT_TIMES(50 + 12 + 100 + 1, 50 + 12 + 100 + 12);
	}
}

static void a_buffered_send_is_done_at_once(void **state)
{
	static const enum trace_function begins[] = {trace_Ibsend, trace_Bsend_init};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		send_two(begins[i]);
		EXPECT_TIMES(100 + 2, 150 + 2);
	}
}

static void the_wait_for_an_exchange_is_for_both_messages(void **state)
{
	(void)state;
	begin(2);
	for (int p = 0; p < 2; p++) {
		call_send(p, trace_Isendrecv, 0, 1, 1 - p, 0, 1001, 7)->receive = memory_side(1 - p, 0, 1001);
		call_wait(p, trace_Wait, 1, 100, 1, &seven);
		memory_call(&t, p, trace_Finalize, 100, 100);
	}
	EXPECT_TIMES(1 + 10 + 1 + 1, 1 + 10 + 1 + 1);
}

/* The late one finds a message there. The libraries look for it when they wait, after the send has begun. */
static void an_exchange_sends_before_it_takes_in_what_has_come(void **state)
{
	static const char *const libraries[] = {"Open MPI v4.1.4", "MPICH Version: 4.0.2", "test MPI 1.0"};

	(void)state;
	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
		begin(2);
		t.info.library = libraries[i];
		for (int p = 0; p < 2; p++) {
			call_send(p, trace_Sendrecv, 100 * p, 200, 1 - p, 0, 1001, 0)->receive =
				memory_side(1 - p, 0, 1001);
			memory_call(&t, p, trace_Finalize, 200, 200);
		}
		EXPECT_TIMES(100 + 1 + 10 + 1 + 1, 100 + 1 + 1);
	}
}

/* Of messages that leave after their send is done. */
static void intervals_have_the_call_that_they_are_of(void **state)
{
	static const struct trace_completion both[] = {{.request = 8, .source = -1, .tag = -1},
						       {.request = 9, .source = -1, .tag = -1}};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {.record = true};
	struct replay *replay = NULL;
	size_t seen[3] = {0};

	(void)state;
	begin(2);
	call_send(0, trace_Isend, 0, 1, 1, 0, 50001, 8);
	call_send(0, trace_Isend, 1, 2, 1, 0, 50001, 9);
	call_wait(0, trace_Waitall, 2, 3, 2, both);
	for (int i = 0; i < 5; i++)
		memory_call(&t, 0, trace_Pcontrol, 4 + i, 4 + i);
	memory_call(&t, 0, trace_Finalize, 9, 9);
	call_receive(1, trace_Recv, 0, 0, 0, 0, 0);
	call_receive(1, trace_Recv, 0, 0, 0, 0, 0);
	memory_call(&t, 1, trace_Finalize, 0, 0);
	costs.queued = true;
	assert_int_equal(replay_simulate(&t.trace, &(struct replay_options){.compute_scale = 1}, &costs, NULL, &found,
					 &replay, NULL),
			 OK);
	for (size_t i = 0; i < found.n_intervals; i++) {
		const struct interval *interval = &found.intervals[i];

		if (interval->process != 0 || interval->kind < INTERVAL_SEND)
			continue;
		assert_in_range(interval->operation, 1, 2);
		seen[interval->operation]++;
	}
	assert_true(seen[1] > 1);
	assert_int_equal(seen[1], seen[2]);
	simulation_release(&found);
	replay_free(replay);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_probe_waits_for_its_message),
		cmocka_unit_test(a_probe_for_what_is_there_does_not_wait),
		cmocka_unit_test(a_thread_waits_for_what_another_one_begins_later),
		cmocka_unit_test(what_was_begun_before_is_not_waited_for_twice),
		cmocka_unit_test(numbers_of_requests_are_used_again),
		cmocka_unit_test(a_synchronous_send_waits_for_its_receive),
		cmocka_unit_test(a_buffered_send_is_done_at_once),
		cmocka_unit_test(the_wait_for_an_exchange_is_for_both_messages),
		cmocka_unit_test(an_exchange_sends_before_it_takes_in_what_has_come),
		cmocka_unit_test(intervals_have_the_call_that_they_are_of),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
