/* Calls of traces as what is simulated. */
#include "replayed.h"

static void computation_is_kept_and_messages_are_simulated(void **state)
{
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;

	(void)state;
	begin(2);
	call_send(0, trace_Send, 20, 500, 1, 3, 1001, 0);
	memory_call(&t, 0, trace_Finalize, 505, 600);
	call_receive(1, trace_Recv, 7, 900, 0, 3, 0);
	memory_call(&t, 1, trace_Finalize, 907, 1000);
	/* 20 computed, o, and 5 more; o, L, 1000 bytes after the first, o, and 7 more. */
	EXPECT_TIMES(20 + 1 + 5, 20 + 1 + 10 + 1 + 1 + 7);
	/* Twice the computation. */
	assert_true(fabs(replayed(&(struct replay_options){.compute_scale = 2}, us, &replay)->recorded[1] * 1e6 -
			 907) <= EXACT);
	assert_true(fabs(us[0] - (40 + 1 + 10)) <= EXACT);
	assert_true(fabs(us[1] - (40 + 1 + 10 + 1 + 1 + 14)) <= EXACT);
	replay_free(replay);
}

/* Of gaps of 5, 8 and 1 us the tracer took 2, 3 and what is more than there was: of 21 us 6 in all. */
static void what_the_tracer_took_is_no_computation(void **state)
{
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;

	(void)state;
	begin(1);
	memory_call(&t, 0, trace_Pcontrol, 5, 6)->before.own = 2e-6;
	memory_call(&t, 0, trace_Pcontrol, 14, 20)->before.own = 3e-6;
	memory_call(&t, 0, trace_Finalize, 21, 22)->before.own = 4e-6;
	EXPECT_TIMES(3 + 5);
	assert_true(fabs(replayed(&(struct replay_options){.compute_scale = 1}, us, &replay)->recorded[0] * 1e6 - 15) <
		    EXACT);
	replay_free(replay);
}

static void processes_begin_when_they_left_init(void **state)
{
	(void)state;
	memory_init(&t, 2);
	memory_call(&t, 0, trace_Init, 0, 100);
	memory_call(&t, 0, trace_Finalize, 110, 120);
	memory_call(&t, 1, trace_Init, 0, 130);
	memory_call(&t, 1, trace_Finalize, 135, 140);
	EXPECT_TIMES(10, 35);
}

static void what_is_begun_goes_on_beside_computation(void **state)
{
	static const struct trace_completion both[] = {{.request = 11, .source = -1, .tag = -1},
						       {.request = 12, .source = -1, .tag = -1}};

	(void)state;
	begin(2);
	for (int p = 0; p < 2; p++) {
		call_receive(p, trace_Irecv, 0, 1, 1 - p, 0, 11);
		call_send(p, trace_Isend, 1, 2, 1 - p, 0, 5001, 12);
		call_wait(p, trace_Waitall, 40, 90, 2, both);
		memory_call(&t, p, trace_Finalize, 90, 91);
	}
	/* The message is there after 1 + 10 + 5; the computation of 38 begins after o, and o follows it. */
	EXPECT_TIMES(1 + 38 + 1, 1 + 38 + 1);
}

static void a_receive_of_any_message_gets_the_one_that_it_got(void **state)
{
	static const struct trace_completion first = {.request = 5, .source = 2, .tag = 4},
					     second = {.request = 6, .source = 1, .tag = 9};

	(void)state;
	begin(3);
	call_receive(0, trace_Irecv, 0, 0, TRACE_ANY, -1, 5);
	call_receive(0, trace_Irecv, 0, 0, TRACE_ANY, -1, 6);
	call_wait(0, trace_Wait, 0, 200, 1, &first);
	memory_call(&t, 0, trace_region_begin, 250, 250);
	call_wait(0, trace_Wait, 250, 260, 1, &second);
	memory_call(&t, 0, trace_Finalize, 260, 260);
	call_send(1, trace_Send, 5, 6, 0, 9, 1, 0);
	memory_call(&t, 1, trace_Finalize, 6, 6);
	call_send(2, trace_Send, 100, 101, 0, 4, 1, 0);
	memory_call(&t, 2, trace_Finalize, 101, 101);
	/* The message of 2 comes at 100 + 1 + 10 and is taken by 112; 50 are computed, the other one is there. That was
	 * taken when it came, before. */
	EXPECT_TIMES(112 + 50, 6, 101);
}

static void messages_of_two_communicators_are_apart(void **state)
{
	static const int members[] = {0, 1};
	static struct trace_communicator dup[2] = {{.number = 2, .key = 99, .own = 0, .n = 2, .members = members},
						   {.number = 2, .key = 99, .own = 1, .n = 2, .members = members}};

	(void)state;
	begin(2);
	call_send(0, trace_Send, 10, 11, 1, 0, 1, 0);
	call_send(0, trace_Send, 50, 51, 1, 0, 1, 0)->comm = &dup[0];
	memory_call(&t, 0, trace_Finalize, 51, 51);
	call_receive(1, trace_Recv, 0, 100, 0, 0, 0)->comm = &dup[1];
	call_receive(1, trace_Recv, 100, 101, 0, 0, 0);
	memory_call(&t, 1, trace_Finalize, 101, 101);
	/* The second message, sent after 10 + 1 + 39, is what the first receive waits for. */
	EXPECT_TIMES(10 + 1 + 39 + 1, 50 + 1 + 10 + 1 + 1);
}

static void a_persistent_request_is_a_message_each_time_it_starts(void **state)
{
	static const struct trace_completion done = {.request = 3, .source = -1, .tag = -1};

	(void)state;
	begin(2);
	call_send(0, trace_Send_init, 0, 0, 1, 0, 1, 3);
	call_receive(1, trace_Recv_init, 0, 0, 0, 0, 3);
	for (int p = 0; p < 2; p++) {
		for (int i = 0; i < 3; i++) {
			memory_call(&t, p, trace_Start, 100 * i, 100 * i)->request = 3;
			call_wait(p, trace_Wait, 100 * i, 100 * i + 100, 1, &done);
		}
		memory_call(&t, p, trace_Request_free, 300, 300)->request = 3;
		memory_call(&t, p, trace_Finalize, 300, 300);
	}
	EXPECT_TIMES(3, 3 + 10 + 1);
}

static void polling_is_waiting(void **state)
{
	static const struct trace_completion done = {.request = 8, .source = -1, .tag = -1};
	struct trace_call *polls;

	(void)state;
	begin(2);
	call_receive(1, trace_Irecv, 0, 0, 0, 0, 8);
	polls = memory_call(&t, 1, trace_Test, 1, 401);
	polls->polls = 1000;
	polls->inside = 350e-6;
	call_wait(1, trace_Test, 401, 402, 1, &done);
	memory_call(&t, 1, trace_Finalize, 402, 402);
	call_send(0, trace_Send, 30, 31, 1, 0, 1, 0);
	memory_call(&t, 0, trace_Finalize, 31, 31);
	EXPECT_TIMES(31, 31 + 10 + 1);
	/* Fewer calls with work between them: the work is done. */
	polls->polls = 10;
	EXPECT_TIMES(31, 51 + 1);
}

/* A program that does something else next has not waited: it did a little between its polls, until it had enough. */
static void polls_that_are_left_without_a_message_are_the_program_s_own_time(void **state)
{
	static const struct trace_completion done = {.request = 8, .source = -1, .tag = -1};
	struct trace_call *polls;

	(void)state;
	begin(2);
	call_receive(1, trace_Irecv, 0, 0, 0, 0, 8);
	polls = memory_call(&t, 1, trace_Testany, 1, 401);
	polls->polls = 1000;
	polls->inside = 350e-6;
	memory_call(&t, 1, trace_Iprobe, 401, 411)->polls = 100;
	call_wait(1, trace_Wait, 411, 412, 1, &done);
	memory_call(&t, 1, trace_Finalize, 412, 412);
	call_send(0, trace_Send, 30, 31, 1, 0, 1, 0);
	memory_call(&t, 0, trace_Finalize, 31, 31);
	EXPECT_TIMES(31, 411 + 1);
}

static void a_receive_that_was_cancelled_gets_no_message(void **state)
{
	static const struct trace_completion cancelled = {.request = 4, .source = -3, .tag = -3};

	(void)state;
	begin(2);
	call_receive(1, trace_Irecv, 0, 0, 0, 5, 4);
	memory_call(&t, 1, trace_Cancel, 10, 10)->request = 4;
	call_wait(1, trace_Wait, 10, 11, 1, &cancelled);
	call_receive(1, trace_Irecv, 11, 11, 0, 6, 7);
	memory_call(&t, 1, trace_Request_free, 11, 11)->request = 7;
	call_receive(1, trace_Recv, 12, 60, 0, 5, 0);
	memory_call(&t, 1, trace_Finalize, 60, 60);
	call_send(0, trace_Send, 30, 31, 1, 5, 1, 0);
	memory_call(&t, 0, trace_Finalize, 31, 31);
	EXPECT_TIMES(31, 31 + 10 + 1);
}

static void a_persistent_receive_of_any_message_gets_what_it_got(void **state)
{
	static const struct trace_completion done = {.request = 3, .source = 0, .tag = 8};

	(void)state;
	begin(2);
	call_receive(1, trace_Recv_init, 0, 0, TRACE_ANY, -1, 3);
	memory_call(&t, 1, trace_Start, 0, 0)->request = 3;
	call_wait(1, trace_Wait, 0, 50, 1, &done);
	memory_call(&t, 1, trace_Finalize, 50, 50);
	call_send(0, trace_Send, 20, 21, 1, 8, 1, 0);
	memory_call(&t, 0, trace_Finalize, 21, 21);
	EXPECT_TIMES(21, 21 + 10 + 1);
}

static void what_is_less_than_a_nanosecond_adds_up(void **state)
{
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;

	(void)state;
	begin(1);
	for (int i = 1; i <= 50; i++)
		memory_call(&t, 0, trace_Pcontrol, 0.1 * i, 0.1 * i);
	memory_call(&t, 0, trace_Finalize, 5, 5);
	/* Of 100 ns each time 0.4. */
	replayed(&(struct replay_options){.compute_scale = 0.004}, us, &replay);
	assert_true(fabs(us[0] - 0.02) <= EXACT);
	replay_free(replay);
}

static void waits_for_what_is_not_simulated_keep_their_time(void **state)
{
	static const struct trace_completion done = {.request = 3, .source = -1, .tag = -1};

	(void)state;
	begin(1);
	memory_call(&t, 0, trace_Rget, 10, 11)->request = 3;
	call_wait(0, trace_Wait, 15, 40, 1, &done);
	memory_call(&t, 0, trace_Finalize, 40, 40);
	EXPECT_TIMES(40);
}

static void what_is_not_simulated_keeps_its_time(void **state)
{
	const struct replay_found *found;
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;

	(void)state;
	begin(1);
	memory_call(&t, 0, trace_Put, 10, 30);
	memory_call(&t, 0, trace_Finalize, 35, 36);
	found = replayed(&(struct replay_options){.compute_scale = 1}, us, &replay);
	assert_true(fabs(us[0] - 35) <= EXACT);
	assert_int_equal(found->kept[trace_Put], 1);
	assert_true(fabs(1e6 * found->kept_seconds[trace_Put] - 20) <= EXACT);
	replay_free(replay);
}

static void collectives_of_a_part_of_the_processes_are_its_messages(void **state)
{
	static const int members[] = {3, 1};
	static struct trace_communicator part[2] = {{.number = 2, .key = 5, .own = 0, .n = 2, .members = members},
						    {.number = 2, .key = 5, .own = 1, .n = 2, .members = members}};

	(void)state;
	begin(4);
	for (int own = 0; own < 2; own++) {
		struct trace_call *call = memory_call(&t, members[own], trace_Bcast, own == 0 ? 40 : 0, 100);

		call->comm = &part[own];
		call->root = 0;
		call->send = call->receive = memory_side(TRACE_NOBODY, -1, 2001);
	}
	for (int p = 0; p < 4; p++)
		memory_call(&t, p, trace_Finalize, 100, 101);
	EXPECT_TIMES(100, 40 + 1 + 10 + 2 + 1, 100, 41);
}

static void each_gets_the_block_that_is_its_own(void **state)
{
	static const int64_t counts[] = {0, 3001, 1001};

	(void)state;
	begin(3);
	for (int p = 0; p < 3; p++) {
		struct trace_call *call = memory_call(&t, p, trace_Scatterv, 0, 100);

		call->root = 0;
		if (p == 0) {
			call->send = memory_side(TRACE_NOBODY, -1, 4002);
			call->send.each = counts;
			call->send.n_each = 3;
		} else {
			call->receive = memory_side(TRACE_NOBODY, -1, (uint64_t)counts[p]);
		}
		memory_call(&t, p, trace_Finalize, 100, 101);
	}
	/* The second message leaves when the port has done with the first: the least gap, which is o, and 3 us. */
	EXPECT_TIMES(2, 1 + 10 + 3 + 1, 1 + 3 + 10 + 1 + 1);
}

static void threads_of_a_process_have_a_cpu_each(void **state)
{
	(void)state;
	begin(1);
	t.process[0].threads = 2;
	memory_call(&t, 0, trace_Put, 50, 90)->thread = 1;
	memory_call(&t, 0, trace_Finalize, 70, 71);
	EXPECT_TIMES(90);
}

/* The first process ends where its file is damaged, which is told; a file that cannot be read ends the simulation. */
static void what_cannot_be_read_is_told(void **state)
{
	const struct replay_options options = {.compute_scale = 1};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct error err = {0};
	double us[MEMORY_PROCESSES];

	(void)state;
	begin(2);
	memory_call(&t, 0, trace_Comm_free, 30, 31);
	memory_call(&t, 1, trace_Finalize, 40, 50);
	t.fault[0] = ERR_INPUT;
	assert_string_equal(replayed(&options, us, &replay)->damage.text, "process 0 cannot be read on");
	assert_true(fabs(us[1] - 40) <= EXACT);
	replay_free(replay);
	t.fault[0] = ERR_IO;
	assert_int_equal(replay_simulate(&t.trace, &options, &costs, NULL, &found, &replay, &err), ERR_IO);
	assert_string_equal(err.text, "process 0 cannot be read on");
	replay_free(replay);
	/* Of what cannot go on without what is missing both are said. */
	err = (struct error){.status = OK};
	begin(2);
	t.fault[0] = ERR_INPUT;
	call_receive(1, trace_Recv, 5, 6, 0, 3, 0);
	assert_int_equal(replay_simulate(&t.trace, &options, &costs, NULL, &found, &replay, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "process 0 cannot be read on"));
	assert_non_null(strstr(err.text, "process 1 waits in MPI_Recv"));
	simulation_release(&found);
	replay_free(replay);
	model_free(model);
}

/* A trace that cannot be: each receives before it sends. */
static void who_waits_for_what_is_said(void **state)
{
	static const struct trace_completion done = {.request = 5, .source = -1, .tag = -1};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	const struct costs costs = model_costs(&use, 1000);
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct error err = {0};

	(void)state;
	begin(3);
	call_receive(0, trace_Recv, 5, 6, 1, 3, 0);
	call_send(0, trace_Send, 7, 8, 1, 3, 10, 0);
	call_receive(1, trace_Irecv, 2, 2, 0, 3, 5);
	call_wait(1, trace_Wait, 5, 6, 1, &done);
	call_send(1, trace_Send, 7, 8, 0, 3, 10, 0);
	call_send(2, trace_Send, 7, 8, 1, 9, 5000, 0);
	assert_int_equal(replay_simulate(&t.trace, &(struct replay_options){.compute_scale = 1}, &costs, NULL, &found,
					 &replay, &err),
			 ERR_INPUT);
	assert_string_equal(err.text,
			    "the program never ends: 3 of 3 processes wait for ever: process 0 waits in MPI_Recv, call "
			    "1, for a message from process 1 to its MPI_Recv, call 1; process 1 waits in MPI_Wait, "
			    "call 2, for a message from process 0 to its MPI_Irecv, call 1; process 2 waits in "
			    "MPI_Send, call 1, for process 1 to receive the 5000 bytes of its MPI_Send, call 1");
	simulation_release(&found);
	replay_free(replay);
	model_free(model);
}

/* Open MPI 4.1 has algorithms of its own for these, which sonde's are only near to. */
static void what_is_only_near_is_counted(void **state)
{
	static const int64_t even[] = {800, 800}, uneven[] = {800, 1600};
	static const struct {
		enum trace_function function;
		const int64_t *each;
		bool in_place;
		uint64_t approximate; /* at each of two processes */
	} list[] = {{trace_Reduce_scatter, even, false, 0},
		    {trace_Reduce_scatter, uneven, false, 1},
		    {trace_Alltoall, NULL, false, 0},
		    {trace_Alltoall, NULL, true, 1}};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		double us[MEMORY_PROCESSES];
		struct replay *replay = NULL;

		begin(2);
		t.info.library = "Open MPI v4.1.4";
		for (int p = 0; p < 2; p++) {
			struct trace_call *call = memory_call(&t, p, list[i].function, 10, 20);

			call->send = memory_side(TRACE_NOBODY, -1, 1600);
			call->send.there = !list[i].in_place;
			call->receive = memory_side(TRACE_NOBODY, -1, 1600);
			call->receive.each = list[i].each;
			call->receive.n_each = list[i].each ? 2 : 0;
			if (list[i].each) {
				call->receive.bytes = (uint64_t)(list[i].each[0] + list[i].each[1]);
				call->operation = "MPI_SUM";
			}
			memory_call(&t, p, trace_Finalize, 30, 40);
		}
		assert_int_equal(replayed(&(struct replay_options){.compute_scale = 1}, us, &replay)->approximate,
				 2 * list[i].approximate);
		replay_free(replay);
	}
}

static void too_many_threads_are_refused(void **state)
{
	struct replay *replay = NULL;
	struct error err = {0};

	(void)state;
	begin(2);
	t.process[1].threads = 201;
	assert_int_equal(replay_open(&replay, &t.trace, &(struct replay_options){.compute_scale = 1}, &err), ERR_INPUT);
	assert_string_equal(err.text,
			    "process 1 called MPI in 201 threads, and at most 200 of a process can be simulated");
}

static struct trace_call *call_region(int rank, enum trace_function function, double at, const char *name)
{
	struct trace_call *call = memory_call(&t, rank, function, at, at);

	call->region = name;
	return call;
}

/* What the tracer took for itself, 3 us in "inner", is in neither. */
static void regions_are_predicted_beside_what_was_recorded(void **state)
{
	static const struct replay_region wanted[] = {
		{0, "inner", 1, 17, 17}, {0, "outer", 1, 70, 5 + 17 + 1 + 5}, {1, "inner", 1, 40, 28 + 10 + 1 - 2}};
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;
	const struct replay_found *found;

	(void)state;
	begin(2);
	call_region(0, trace_region_begin, 5, "outer");
	call_region(0, trace_region_begin, 10, "inner");
	call_region(0, trace_region_end, 30, "inner")->before.own = 3e-6;
	call_send(0, trace_Send, 30, 73, 1, 3, 1, 0);
	call_region(0, trace_region_end, 78, "outer");
	memory_call(&t, 0, trace_Finalize, 78, 80);
	call_region(1, trace_region_begin, 2, "inner");
	call_receive(1, trace_Recv, 2, 42, 0, 3, 0);
	call_region(1, trace_region_end, 42, "inner");
	memory_call(&t, 1, trace_Finalize, 42, 80);
	found = replayed(&(struct replay_options){.compute_scale = 1}, us, &replay);
	assert_int_equal(found->n_regions, 3);
	for (size_t i = 0; i < 9; i++) {
		const struct replay_region *region = &found->regions[i / 3], *right = &wanted[i % 3];

		if (region->process != right->process || strcmp(region->name, right->name) != 0)
			continue;
		if (region->times != 1 || fabs(1e6 * region->recorded - right->recorded) > EXACT ||
		    fabs(1e6 * region->seconds - right->seconds) > EXACT)
			fail_msg("%s of process %d: %.6f us, recorded %.6f", region->name, region->process,
				 1e6 * region->seconds, 1e6 * region->recorded);
	}
	replay_free(replay);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(regions_are_predicted_beside_what_was_recorded),
		cmocka_unit_test(who_waits_for_what_is_said),
		cmocka_unit_test(computation_is_kept_and_messages_are_simulated),
		cmocka_unit_test(what_the_tracer_took_is_no_computation),
		cmocka_unit_test(processes_begin_when_they_left_init),
		cmocka_unit_test(what_is_begun_goes_on_beside_computation),
		cmocka_unit_test(a_receive_of_any_message_gets_the_one_that_it_got),
		cmocka_unit_test(messages_of_two_communicators_are_apart),
		cmocka_unit_test(a_persistent_request_is_a_message_each_time_it_starts),
		cmocka_unit_test(polling_is_waiting),
		cmocka_unit_test(polls_that_are_left_without_a_message_are_the_program_s_own_time),
		cmocka_unit_test(a_receive_that_was_cancelled_gets_no_message),
		cmocka_unit_test(a_persistent_receive_of_any_message_gets_what_it_got),
		cmocka_unit_test(waits_for_what_is_not_simulated_keep_their_time),
		cmocka_unit_test(what_is_less_than_a_nanosecond_adds_up),
		cmocka_unit_test(what_is_not_simulated_keeps_its_time),
		cmocka_unit_test(collectives_of_a_part_of_the_processes_are_its_messages),
		cmocka_unit_test(each_gets_the_block_that_is_its_own),
		cmocka_unit_test(threads_of_a_process_have_a_cpu_each),
		cmocka_unit_test(what_cannot_be_read_is_told),
		cmocka_unit_test(what_is_only_near_is_counted),
		cmocka_unit_test(too_many_threads_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
