/* Which receive gets which message, and who goes first of those that wait. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "match_support.h"

/* Messages from 0 to 1 of this many tags, long and short ones in turn, all unexpected, received from the last to the
 * first. */
static enum status build_backwards(const void *self, int process, struct rank_program *program, struct error *err)
{
	int n = *(const int *)self;
	struct place place = {BUFFER_RECEIVE, 0};
	size_t before = NO_OPERATION;

	(void)err;
	for (int i = 0; i < n && process == 0; i++)
		rank_program_send(program, 1, i, place, i % 3 == 0 ? 4096 : 8);
	if (process == 1)
		before = rank_program_compute(program, 100000000);
	for (int i = n - 1; i >= 0 && process == 1; i--) {
		size_t receive = rank_program_receive(program, 0, i, place, i % 3 == 0 ? 4096 : 8);

		rank_program_after(program, before);
		before = receive;
	}
	return OK;
}

static void unexpected_messages_of_both_protocols_are_found_however_many_there_are(void **state)
{
	static const int counts[] = {1, 2, 6, 7, 8, 9, 20, 300};
	struct model *model = new_loggp();

	(void)state;
	for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
		struct schedule schedule = {.processes = 2, .build = build_backwards, .self = &counts[c]};

		for (int manner = IN_TURN; manner <= LOGGOPS; manner++) {
			struct simulation found = {0};
			struct error err = {0};

			if (run(&schedule, model, (enum manner)manner, 1024, &found, &err) != OK)
				fail_msg("%d messages, %s: %s", counts[c], manners[manner], err.text);
			assert_int_equal(found.operations, 2 * counts[c] + 1);
			simulation_release(&found);
		}
	}
	model_free(model);
}

/* Process 0 receives from any process, by tag, what processes 1 to n sent, and then once more, from each, with any tag;
 * both times from the last to the first, all of it long there. */
static enum status build_anybody(const void *self, int process, struct rank_program *program, struct error *err)
{
	int n = *(const int *)self;
	struct place place = {BUFFER_RECEIVE, 0};
	size_t before;

	(void)err;
	if (process > 0) {
		rank_program_send(program, 0, process, place, 8);
		rank_program_send(program, 0, process, place, 16);
		return OK;
	}
	before = rank_program_compute(program, 1000000000);
	for (int i = 2 * n; i > 0; i--) {
		size_t receive = i > n ? rank_program_receive(program, PEER_ANY, i - n, place, 8)
				       : rank_program_receive(program, i, TAG_ANY, place, 16);

		rank_program_after(program, before);
		before = receive;
	}
	return OK;
}

static void receives_of_anybodys_message_or_any_tag_find_the_oldest_one(void **state)
{
	static const int n = 20000;
	struct model *model = new_loggp();
	struct schedule schedule = {.processes = n + 1, .build = build_anybody, .self = &n};
	struct simulation found = {.record = true};
	struct error err = {0};
	int last = n, count = 0;

	(void)state;
	if (run(&schedule, model, IN_TURN, UINT64_MAX, &found, &err) != OK)
		fail_msg("%s", err.text);
	for (size_t i = 1; i < found.n_intervals; i++) {
		if (found.intervals[i].kind != INTERVAL_RECEIVE)
			continue;
		assert_int_equal(found.intervals[i].peer, last);
		assert_int_equal(found.intervals[i].bytes, count < n ? 8 : 16);
		last = last > 1 ? last - 1 : n;
		count++;
	}
	assert_int_equal(count, 2 * n);
	simulation_release(&found);
	model_free(model);
}

struct lanes {
	int n, cpu, nic;
};

/* Sends, and their receives, that are all ready at the start. */
static enum status build_lanes(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct lanes *lanes = self;
	struct place place = {BUFFER_RECEIVE, 0};

	(void)err;
	for (int i = 0; i < lanes->n; i++) {
		if (process == 0) {
			size_t send = rank_program_send(program, 1, 0, place, 8);

			if (send == NO_OPERATION)
				return ERR_MEMORY;
			program->operations[send].cpu = (uint8_t)lanes->cpu;
			program->operations[send].nic = (uint8_t)lanes->nic;
		} else {
			size_t receive = rank_program_receive(program, 0, 0, place, 8);

			if (receive == NO_OPERATION)
				return ERR_MEMORY;
			program->operations[receive].cpu = (uint8_t)lanes->cpu;
		}
	}
	return OK;
}

/* If each of them asked again whenever one has left, each of these would take a minute. */
static void many_that_wait_for_another_cpu_or_port_end_when_those_of_the_first_do(void **state)
{
	static const struct lanes others[] = {{50000, 1, 1}, {50000, 0, 1}, {50000, 2, 0}, {50000, 3, 255}};
	static const struct lanes first = {50000, 0, 0};
	struct model *model = new_loggp();

	(void)state;
	for (int manner = IN_TURN; manner <= LOGGOPS; manner++) {
		struct schedule schedule = {.processes = 2, .build = build_lanes, .self = &first};
		struct simulation wanted = {0}, found = {0};

		assert_int_equal(run(&schedule, model, (enum manner)manner, UINT64_MAX, &wanted, NULL), OK);
		for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
			schedule.self = &others[i];
			assert_int_equal(run(&schedule, model, (enum manner)manner, UINT64_MAX, &found, NULL), OK);
			for (int p = 0; p < 2; p++)
				assert_true(found.finish[p] == wanted.finish[p]);
			simulation_release(&found);
		}
		simulation_release(&wanted);
	}
	model_free(model);
}

/* By hand: o is 1000, g 3000, L 10000. */
static void who_needs_another_port_does_not_wait_in_the_line_of_one_that_is_busy(void **state)
{
	static const char text[] =
		"num_ranks 2 rank 0 { send 1b to 1 tag 1 cpu 1 nic 1 send 1b to 1 tag 2 cpu 1 nic 1 send 1b to 1 tag 3 "
		"cpu 1 nic 2 send 1b to 1 tag 4 cpu 2 nic 1 }"
		" rank 1 { recv 1b from 0 tag 1 recv 1b from 0 tag 2 recv 1b from 0 tag 3 recv 1b from 0 tag 4 }";
	struct goal goal = {0};
	struct simulation found = {0};
	struct error err = {0};
	struct schedule schedule;

	(void)state;
	if (goal_parse_text(text, strlen(text), "text", &goal, &err) != OK)
		fail_msg("%s", err.text);
	schedule = goal_schedule(&goal);
	assert_int_equal(run(&schedule, NULL, LOGGOPS, UINT64_MAX, &found, &err), OK);
	/* Port 1 sends at 0, 3000 and 6000, port 2 at 1000. They are there at 11000, 14000, 17000 and 12000; the port
	 * in takes one in each 3000 ns, the last one from 20000 on. */
	assert_int_equal(llround(found.finish[0] * 1e9), 7000);
	assert_int_equal(llround(found.finish[1] * 1e9), 21000);
	simulation_release(&found);
	goal_release(&goal);
}

/* Under a model: L is 10000, o_s 1000, o_r 2000. The message of 1 byte is there at 11000, however ports serve. Process
 * 1 computes meanwhile on its CPU 0; what follows a receive on another CPU begins 2000 after the message is there, or
 * after what that CPU is at. */
static void a_receive_pays_its_overhead_on_the_cpu_that_it_names(void **state)
{
	static const struct {
		const char *text;
		double end; /* nanoseconds */
	} cases[] = {
		{"num_ranks 2 rank 0 { send 1b to 1 } rank 1 { calc 500000 r: recv 1b from 0 cpu 1 c: calc 1000000 cpu "
		 "1 c requires r }",
		 1013000},
		{"num_ranks 2 rank 0 { send 1b to 1 } rank 1 { calc 500000 r: recv 1b from 0 cpu 1 c: calc 1000000 cpu "
		 "2 c requires r }",
		 1013000},
		/* It waits for the work of its own CPU, which ends at 20000. */
		{"num_ranks 2 rank 0 { send 1b to 1 } rank 1 { calc 500000 calc 20000 cpu 1 r: recv 1b from 0 cpu 1 c: "
		 "calc 1000000 cpu 2 c requires r }",
		 1022000},
		/* On CPU 0 it waits for that of the other one. */
		{"num_ranks 2 rank 0 { send 1b to 1 } rank 1 { calc 500000 r: recv 1b from 0 c: calc 1000000 cpu 2 c "
		 "requires r }",
		 1502000},
	};
	struct model *model = new_loggp();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int manner = IN_TURN; manner <= PARALLEL; manner++) {
			for (int record = 0; record < 2; record++) {
				struct goal goal = {0};
				struct simulation found = {.record = record};
				struct error err = {0};
				struct schedule schedule;

				if (goal_parse_text(cases[i].text, strlen(cases[i].text), "text", &goal, &err) != OK)
					fail_msg("%s", err.text);
				schedule = goal_schedule(&goal);
				if (run(&schedule, model, (enum manner)manner, UINT64_MAX, &found, &err) != OK)
					fail_msg("%s", err.text);
				if (llround(found.finish[1] * 1e9) != llround(cases[i].end))
					fail_msg("%s, %s: process 1 ends at %.0f ns instead of %.0f", cases[i].text,
						 manners[manner], found.finish[1] * 1e9, cases[i].end);
				simulation_release(&found);
				goal_release(&goal);
			}
		}
	}
	model_free(model);
}

/* A schedule of two processes, by hand, and when the second one ends. */
static const struct {
	const char *text, *model;
	enum manner manner;
	double end; /* nanoseconds */
} overtaking[] = {
	/* The long message waits for the envelope of the short one, from 1000 to 11000, and goes to the second receive:
	   what the first one lets begin, at 11000 + 511 + 2000, does not wait for the long one. After that its
	   overhead. */
	{"num_ranks 2 rank 0 { a: send 512b to 1 b: send 100000b to 1 b requires a } rank 1 { r1: recv 512b from 0 r2: "
	 "recv 100000b from 0 c: calc 1000000 c requires r1 }",
	 "loggp", IN_TURN, 1015511},
	{"num_ranks 2 rank 0 { a: send 512b to 1 b: send 100000b to 1 b requires a } rank 1 { r1: recv 512b from 0 r2: "
	 "recv 100000b from 0 c: calc 1000000 c requires r1 }",
	 "loggp", FAIR, 1015511},
	/* A message to another receiver waits for the port only. */
	{"num_ranks 3 rank 0 { a: send 512b to 2 b: send 100000b to 1 b requires a } rank 1 { recv 100000b from 0 } "
	 "rank 2 { recv 512b from 0 }",
	 "loggp", IN_TURN, 3000 + 511 + 1000 + 10000 + 99999 + 2000},
	/* The short message is there first, and waits for its turn: 10000 + 1000000, then the work. */
	{"num_ranks 2 rank 0 { a: send 1000000b to 1 b: send 8b to 1 b requires a } rank 1 { r1: recv 1000000b from 0 "
	 "r2: recv 8b from 0 c: calc 1000000 c requires r1 }",
	 "hockney", PARALLEL, 2010000},
	{"num_ranks 2 rank 0 { a: send 1000000b to 1 b: send 8b to 1 b requires a } rank 1 { r1: recv 1000000b from 0 "
	 "r2: recv 8b from 0 c: calc 1000000 c requires r2 }",
	 "hockney", PARALLEL, 1010008},
};

static void a_message_goes_to_the_receive_that_is_its_own_whichever_is_there_first(void **state)
{
	static const char *const names[] = {"alpha", "beta", NULL};
	static const double values[] = {10e-6, 1e-9};
	struct model *loggp = new_loggp(), *hockney = new_model("hockney", names, values);

	(void)state;
	for (size_t i = 0; i < sizeof(overtaking) / sizeof(overtaking[0]); i++) {
		bool is_loggp = strcmp(overtaking[i].model, "loggp") == 0;
		struct goal goal = {0};
		struct simulation found = {0};
		struct error err = {0};
		struct schedule schedule;

		if (goal_parse_text(overtaking[i].text, strlen(overtaking[i].text), "text", &goal, &err) != OK)
			fail_msg("%s", err.text);
		schedule = goal_schedule(&goal);
		if (run(&schedule, is_loggp ? loggp : hockney, overtaking[i].manner, is_loggp ? 1024 : UINT64_MAX,
			&found, &err) != OK)
			fail_msg("%s", err.text);
		if (llround(found.finish[1] * 1e9) != llround(overtaking[i].end))
			fail_msg("%s: process 1 ends at %.0f ns instead of %.0f", overtaking[i].text,
				 found.finish[1] * 1e9, overtaking[i].end);
		simulation_release(&found);
		goal_release(&goal);
	}
	model_free(loggp);
	model_free(hockney);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unexpected_messages_of_both_protocols_are_found_however_many_there_are),
		cmocka_unit_test(receives_of_anybodys_message_or_any_tag_find_the_oldest_one),
		cmocka_unit_test(many_that_wait_for_another_cpu_or_port_end_when_those_of_the_first_do),
		cmocka_unit_test(a_message_goes_to_the_receive_that_is_its_own_whichever_is_there_first),
		cmocka_unit_test(a_receive_pays_its_overhead_on_the_cpu_that_it_names),
		cmocka_unit_test(who_needs_another_port_does_not_wait_in_the_line_of_one_that_is_busy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
