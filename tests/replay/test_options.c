/* How a trace is simulated: wildcards as they fall, chosen algorithms, the CPU's time. */
#include "replayed.h"

#include "algorithm/choice.h"

static void end(int processes, double at)
{
	for (int p = 0; p < processes; p++)
		memory_call(&t, p, trace_Finalize, at, at);
}

static struct trace_call *receive_any(double at, double until, int got_source, int64_t got_tag)
{
	struct trace_call *call = call_receive(0, trace_Recv, at, until, TRACE_ANY, -1, 0);

	call->receive.got_source = got_source;
	call->receive.got_tag = got_tag;
	return call;
}

static void wildcards_get_what_they_got_or_what_is_there_first(void **state)
{
	const struct replay_options simulated = {.compute_scale = 1, .wildcards = true};

	(void)state;
	begin(3);
	receive_any(0, 128, 2, 4);
	receive_any(192, 210, 1, 9);
	memory_call(&t, 0, trace_Finalize, 210, 210);
	call_send(1, trace_Send, 5, 6, 0, 9, 1, 0);
	memory_call(&t, 1, trace_Finalize, 6, 6);
	call_send(2, trace_Send, 100, 101, 0, 4, 1, 0);
	memory_call(&t, 2, trace_Finalize, 101, 101);
	/* The message of 2 is there at 100 + o + L, and taken; 64 are computed; the other one is taken. */
	EXPECT_TIMES(112 + 64 + 1, 6, 101);
	/* That of 1 comes first, and the other one when 64 have been computed. */
	expect_times_with(&simulated, (const double[]){112, 6, 101});
}

/* Process 1 sends ten messages on another communicator, then one on the world; process 0 comes late. */
static void send_eleven(struct trace_communicator dup[2])
{
	static const int members[] = {0, 1};

	for (int i = 0; i < 2; i++)
		dup[i] = (struct trace_communicator){.number = 2, .key = 99, .own = i, .n = 2, .members = members};
	begin(2);
	for (int i = 0; i < 10; i++)
		call_send(1, trace_Send, i, i + 1, 0, 1, 1, 0)->comm = &dup[1];
	call_send(1, trace_Send, 10, 11, 0, 9, 1, 0);
}

static void a_wildcard_gets_messages_of_its_communicator_alone(void **state)
{
	const struct replay_options simulated = {.compute_scale = 1, .wildcards = true};
	struct trace_communicator dup[2];

	(void)state;
	for (int known = 0; known < 2; known++) {
		struct trace_call *call;

		send_eleven(dup);
		call = receive_any(200, 201, 1, 9);
		if (known)
			call->receive.peer = 1;
		for (int i = 0; i < 10; i++)
			receive_any(201, 201, 1, 1)->comm = &dup[0];
		end(2, 201);
		expect_times_with(&simulated, (const double[]){200 + 1 + 10, 11 + 190});
		EXPECT_TIMES(200 + 1 + 10, 11 + 190);
	}
}

static void a_persistent_wildcard_gets_each_time_what_it_got(void **state)
{
	static const struct trace_completion first = {.request = 3, .source = 1, .tag = 8},
					     second = {.request = 3, .source = 2, .tag = 8},
					     late = {.request = 4, .source = 1, .tag = 7};

	(void)state;
	begin(3);
	call_receive(0, trace_Irecv, 0, 0, TRACE_ANY, -1, 4);
	call_receive(0, trace_Recv_init, 0, 0, TRACE_ANY, 8, 3);
	for (int i = 0; i < 2; i++) {
		memory_call(&t, 0, trace_Start, 0, 0)->request = 3;
		call_wait(0, trace_Wait, 0, 0, 1, i == 0 ? &first : &second);
	}
	call_wait(0, trace_Wait, 0, 0, 1, &late);
	memory_call(&t, 0, trace_Finalize, 0, 0);
	call_send(1, trace_Send, 50, 51, 0, 8, 1, 0);
	call_send(1, trace_Send, 100, 101, 0, 7, 1, 0);
	memory_call(&t, 1, trace_Finalize, 101, 101);
	call_send(2, trace_Send, 10, 11, 0, 8, 1, 0);
	memory_call(&t, 2, trace_Finalize, 11, 11);
	/* That of 2 waits until that of 1 has come. */
	EXPECT_TIMES(100 + 1 + 10 + 1, 101, 11);
}

/* Of 4 processes, an operation with 2001 bytes. */
static void call_collective(enum trace_function function, int root)
{
	begin(4);
	for (int p = 0; p < 4; p++) {
		struct trace_call *call = memory_call(&t, p, function, 0, 100);

		call->root = root;
		call->send = call->receive = memory_side(TRACE_NOBODY, -1, 2001);
	}
	end(4, 100);
}

static void chosen_algorithms_take_the_place_of_the_librarys(void **state)
{
	struct choices choices = {.n = 0};
	struct replay_options options = {.compute_scale = 1, .choices = &choices};
	struct error err = {0};
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;

	(void)state;
	call_collective(trace_Bcast, 0);
	assert_int_equal(choices_parse(&choices, "bcast=linear", &err), OK);
	/* A message after the other, each of which keeps the port for o and 2 us. */
	expect_times_with(&options, (const double[]){3, 1 + 10 + 2 + 1, 3 + 13, 6 + 13});
	choices_release(&choices);
	assert_int_equal(choices_read(&choices, "bcast 4 2K- linear\nbcast any any chain fanout=1\n", &err), OK);
	/* Each passes on what it has got. */
	expect_times_with(&options, (const double[]){1, 14 + 1, 28 + 1, 42});
	choices_release(&choices);
	call_collective(trace_Allreduce, -1);
	assert_int_equal(choices_parse(&choices, "bcast=linear,reduce=linear", &err), OK);
	assert_int_equal(replayed(&options, us, &replay)->unfit, 0);
	replay_free(replay);
	choices_release(&choices);
}

static void of_a_crowded_run_the_cpus_time_counts(void **state)
{
	const struct replay_options cpu = {.compute_scale = 1, .cpu_time = true}, half = {.compute_scale = 0.5};
	const struct replay_found *found;
	struct replay *replay = NULL;
	double us[MEMORY_PROCESSES];
	struct error err = {0};
	char text[400] = "";
	bool crowded = true;

	(void)state;
	begin(2);
	for (int p = 0; p < 2; p++) {
		memory_call(&t, p, trace_Pcontrol, 1000, 1000)->before.cpu = 400e-6;
		memory_call(&t, p, trace_Finalize, 1010, 1010);
		t.process[p].host = "one";
		t.process[p].binding = p == 0 ? "0-1" : "1";
	}
	assert_int_equal(replay_crowded(&t.trace, &crowded, text, sizeof(text), &err), OK);
	assert_false(crowded);
	t.process[0].binding = "1";
	assert_int_equal(replay_crowded(&t.trace, &crowded, text, sizeof(text), &err), OK);
	assert_true(crowded);
	assert_string_equal(text, "one: 2 processes take turns on 1 CPU");
	EXPECT_TIMES(1010, 1010);
	expect_times_with(&cpu, (const double[]){410, 410});
	found = replayed(&half, us, &replay);
	assert_true(fabs(found->cpu - 2 * 400e-6) < 1e-12 && fabs(found->cpu_gaps - 2 * 1000e-6) < 1e-12);
	for (int p = 0; p < 2; p++)
		assert_true(fabs(found->computing[p] - 0.5 * 1010e-6) < 1e-12);
	replay_free(replay);
	t.info.library = "SMPI Version 3.32";
	assert_int_equal(replay_crowded(&t.trace, &crowded, text, sizeof(text), &err), OK);
	assert_false(crowded);
}

/* Process 0 computes 100 us outside of regions, 40 in "solve" and 20 in "halo" inside it, then 8 outside; the others
 * 100. */
static void compute_in_regions(void)
{
	begin(3);
	memory_call(&t, 0, trace_region_begin, 100, 100)->region = "solve";
	memory_call(&t, 0, trace_region_begin, 140, 140)->region = "the halo";
	memory_call(&t, 0, trace_region_end, 160, 160);
	memory_call(&t, 0, trace_region_end, 160, 160);
	memory_call(&t, 0, trace_Finalize, 168, 168);
	for (int p = 1; p < 3; p++)
		memory_call(&t, p, trace_Finalize, 100, 100);
}

static void computation_is_scaled_by_process_and_region(void **state)
{
	static const struct {
		const char *text;
		double times[3];
		size_t unused; /* the row that nothing belongs to, and 1 */
	} cases[] = {
		{"", {168, 100, 100}, 0},
		{"any 0.5\n", {84, 50, 50}, 0},
		{"# all of a region\n0 2 solve # and what is inside\n", {108 + 120, 100, 100}, 0},
		{"any 3 the halo\n0-1 0.5\n", {54 + 20 + 60, 50, 100}, 0},
		{"1- 0 solve\n 0,2 2\r\n", {336, 100, 200}, 1},
		{"2 0.25\nany 1\n0 5\n", {168, 100, 25}, 3},
		{"0 3 \t the halo  \n", {148 + 60, 100, 100}, 0},
	};
	struct error err = {0};

	(void)state;
	compute_in_regions();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct computation_scales scales = {.n = 0};
		const struct replay_options options = {.compute_scale = 1, .scales = &scales},
					    half = {.compute_scale = 0.5, .scales = &scales};
		struct replay *replay = NULL;
		double us[MEMORY_PROCESSES];

		assert_int_equal(scales_read(&scales, cases[i].text, &err), OK);
		expect_times_with(&options, cases[i].times);
		replayed(&half, us, &replay);
		for (int p = 0; p < 3; p++)
			assert_true(fabs(us[p] - 0.5 * cases[i].times[p]) <= EXACT);
		for (size_t row = 0; row < scales.n; row++)
			assert_int_equal(replay_found(replay)->scaled[row] == 0, row + 1 == cases[i].unused);
		replay_free(replay);
		scales_release(&scales);
	}
}

static void a_table_of_computation_that_cannot_be_read_is_refused_with_its_line(void **state)
{
	static const char *const wrong[] = {"0-3\n",
					    "any fast\n",
					    "0 -1\n",
					    "x 2\n",
					    "3-1 2\n",
					    "0,,1 2\n",
					    "0, 2\n",
					    "0-3 0.5x\n",
					    "anything 1\n",
					    "0 inf\n",
					    "- 1\n",
					    "0 1e999\n",
					    "99999999999999999999 1\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct computation_scales scales = {.n = 0};
		struct error err = {0};
		char text[100];

		snprintf(text, sizeof(text), "any 1 solve\n\n%s", wrong[i]);
		if (scales_read(&scales, text, &err) != ERR_INPUT || !strstr(err.text, "line 3: "))
			fail_msg("\"%s\": %s", wrong[i], err.text);
		scales_release(&scales);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wildcards_get_what_they_got_or_what_is_there_first),
		cmocka_unit_test(a_wildcard_gets_messages_of_its_communicator_alone),
		cmocka_unit_test(a_persistent_wildcard_gets_each_time_what_it_got),
		cmocka_unit_test(chosen_algorithms_take_the_place_of_the_librarys),
		cmocka_unit_test(of_a_crowded_run_the_cpus_time_counts),
		cmocka_unit_test(computation_is_scaled_by_process_and_region),
		cmocka_unit_test(a_table_of_computation_that_cannot_be_read_is_refused_with_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
