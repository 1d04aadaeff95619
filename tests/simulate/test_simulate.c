#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "schedule/goal.h"
#include "simulate/simulate.h"

static const struct loggops parameters = {.L = 1000, .o = 100, .g = 200, .G = 1, .O = 0, .S = 1000};

static enum status run(const char *text, struct simulation *found, struct error *err)
{
	struct goal goal = {0};
	struct costs costs = loggops_costs(&parameters);
	struct schedule schedule;
	enum status status;

	if (goal_parse_text(text, strlen(text), "text", &goal, err) != OK)
		fail_msg("%s", err->text);
	schedule = goal_schedule(&goal);
	status = simulate(&schedule, &costs, found, err);
	goal_release(&goal);
	return status;
}

static const struct {
	const char *text, *error;
} deadlocks[] = {
	{"num_ranks 2 rank 0 { recv 8b from 1 tag 3 } rank 1 { calc 5 }",
	 "1 of 2 processes wait for ever: process 0 waits in operation 0 (text:1) for a message of 8 bytes from "
	 "process 1 with tag 3"},
	{"num_ranks 2 rank 0 { recv 8b from -1 tag -1 } rank 1 { calc 5 }", "from process any with tag any"},
	{"num_ranks 2 rank 0 { calc 1 send 5000b to 1 tag 2 } rank 1 { calc 5 }",
	 "process 0 waits in operation 1 (text:1) for process 1 to receive 5000 bytes with tag 2"},
	{"num_ranks 2 rank 0 { a: recv 8b from 1 b: send 8b to 1 b requires a } rank 1 { a: recv 8b from 0 b: send 8b "
	 "to 0 b requires a }",
	 "2 of 2 processes wait for ever: process 0 waits in operation 0 (text:1) for a message of 8 bytes from "
	 "process 1 with tag 0; process 1 waits in operation 0 (text:1)"},
};

static void a_deadlock_names_who_waits_where_for_what(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(deadlocks) / sizeof(deadlocks[0]); i++) {
		struct simulation found = {0};
		struct error err = {0};

		assert_int_equal(run(deadlocks[i].text, &found, &err), ERR_INPUT);
		if (!strstr(err.text, deadlocks[i].error))
			fail_msg("\"%s\" instead of \"%s\"", err.text, deadlocks[i].error);
		assert_null(found.finish);
	}
}

/* By hand, in the terms of the reference semantics; nanoseconds. */
static const struct {
	const char *text;
	double finish[3];
} programs[] = {
	{"num_ranks 1 rank 0 { }", {0}},
	{"num_ranks 1 rank 0 { calc 5 }", {5}},
	{"num_ranks 2 rank 0 { send 1b to 1 } rank 1 { recv 1b from 0 }", {100, 1200}},
	{"num_ranks 2 rank 0 { send 0b to 1 } rank 1 { recv 0b from 0 }", {100, 1200}},
	{"num_ranks 2 rank 0 { send 11b to 1 send 11b to 1 } rank 1 { recv 11b from 0 recv 11b from 0 }", {310, 1420}},
	/* An eager message that nobody receives costs its receiver's CPU. */
	{"num_ranks 2 rank 0 { send 1b to 1 } rank 1 { calc 5 }", {100, 1200}},
	/* Two CPUs work at a time; what waits for both starts when the later one is done. */
	{"num_ranks 1 rank 0 { a: calc 50 cpu 1 b: calc 20 c: calc 7 c requires a c requires b }", {57}},
	{"num_ranks 1 rank 0 { a: calc 50 cpu 1 b: calc 20 c: calc 7 c irequires a c requires b }", {50}},
	/* A message to oneself. */
	{"num_ranks 1 rank 0 { send 1b to 0 recv 1b from 0 }", {1200}},
	/* Rendezvous: done when the message is taken in, at 9000, which the receiver is busy with for 1100 then. */
	{"num_ranks 2 rank 0 { a: send 1001b to 1 b: calc 5 b requires a} rank 1 { a: calc 9000 b: recv 1001b from 0 b "
	 "requires a}",
	 {9005, 10100}},
};

static void small_programs_finish_when_they_do_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		struct simulation found = {0};
		struct error err = {0};

		if (run(programs[i].text, &found, &err) != OK)
			fail_msg("%s: %s", programs[i].text, err.text);
		for (int p = 0; p < found.processes; p++) {
			if (fabs(found.finish[p] * 1e9 - programs[i].finish[p]) > 1e-6)
				fail_msg("%s: process %d finishes at %.17g instead of %.17g", programs[i].text, p,
					 found.finish[p] * 1e9, programs[i].finish[p]);
		}
		simulation_release(&found);
	}
}

static void each_receive_of_a_process_has_its_sender_and_its_times(void **state)
{
	/* The first waits from the start on; what comes from anybody is the sooner one. */
	static const char text[] =
		"num_ranks 3 rank 0 { x: calc 50 s: send 11b to 1 s requires x t: send 11b to 1 t requires s } "
		"rank 1 { a: recv 20b from -1 b: recv 11b from 0 b requires a c: recv 11b from 0 c requires b d: send "
		"1b to 2 } rank 2 { send 8b to 1 recv 1b from 1 }";
	static const struct {
		int from;
		uint64_t bytes;
		uint32_t operation;
	} expected[] = {{2, 8, 0}, {0, 11, 1}, {0, 11, 2}};
	struct receives_asked received = {.process = 1};
	struct simulation found = {.receives = &received};
	struct error err = {0};

	(void)state;
	assert_int_equal(run(text, &found, &err), OK);
	assert_int_equal(received.n, 3);
	for (size_t i = 0; i < received.n; i++) {
		const struct simulated_receive *receive = &received.list[i];

		assert_int_equal(receive->from, expected[i].from);
		assert_int_equal(receive->bytes, expected[i].bytes);
		assert_int_equal(receive->operation, expected[i].operation);
		assert_true(receive->posted == (i > 0 ? received.list[i - 1].done : 0));
	}
	assert_true(received.list[0].done > 1e-6 && received.list[2].done <= found.finish[1]);
	simulation_release(&found);
	receives_release(&received);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_receive_of_a_process_has_its_sender_and_its_times),
		cmocka_unit_test(a_deadlock_names_who_waits_where_for_what),
		cmocka_unit_test(small_programs_finish_when_they_do_by_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
