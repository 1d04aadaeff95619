/* Which receive gets which message, and who goes first of those that wait. */
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

/* How messages travel. */
enum manner { IN_TURN, FAIR, PARALLEL, LOGGOPS };

static const char *const manners[] = {"one after the other", "fair", "parallel", "LogGOPS"};

static enum status run(const struct schedule *schedule, const struct model *model, enum manner manner, uint64_t eager, struct simulation *found, struct error *err)
{
	struct model_use use = {.model = model, .fair = manner == FAIR, .parallel = manner == PARALLEL};
	struct loggops loggops = {.L = 10000, .o = 1000, .g = 3000, .G = 1, .O = 0, .S = eager};
	struct costs costs = manner == LOGGOPS ? loggops_costs(&loggops) : model_costs(&use, eager);

	return simulate(schedule, &costs, found, err);
}

static struct model *new_model(const char *class, const char *const *names, const double *values)
{
	struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find(class, NULL), 4, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (; *names; names++, values++)
		assert_int_equal(model_set(model, 0, *names, *values, &err), OK);
	if (model_check(model, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

static struct model *new_loggp(void)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 1e-6, 2e-6, 3e-6, 1e-9};

	return new_model("loggp", names, values);
}

/* Messages from 0 to 1 of this many tags, long and short ones in turn, all unexpected, received from the last to the first. */
static enum status build_backwards(const void *self, int process, struct part *part, struct error *err)
{
	int n = *(const int *)self;
	struct place place = {BUFFER_RECEIVE, 0};
	size_t before = NO_OPERATION;

	(void)err;
	for (int i = 0; i < n && process == 0; i++)
		part_send(part, 1, i, place, i % 3 == 0 ? 4096 : 8);
	if (process == 1)
		before = part_compute(part, 100000000);
	for (int i = n - 1; i >= 0 && process == 1; i--) {
		size_t receive = part_receive(part, 0, i, place, i % 3 == 0 ? 4096 : 8);

		part_after(part, before);
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

struct lanes {
	int n, cpu, nic;
};

/* Sends that are all ready at the start. */
static enum status build_lanes(const void *self, int process, struct part *part, struct error *err)
{
	const struct lanes *lanes = self;
	struct place place = {BUFFER_RECEIVE, 0};

	(void)err;
	for (int i = 0; i < lanes->n; i++) {
		if (process == 0) {
			size_t send = part_send(part, 1, 0, place, 8);

			if (send == NO_OPERATION)
				return ERR_MEMORY;
			part->operations[send].cpu = (uint8_t)lanes->cpu;
			part->operations[send].nic = (uint8_t)lanes->nic;
		} else {
			part_receive(part, 0, 0, place, 8);
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
	static const char text[] = "num_ranks 2 rank 0 { send 1b to 1 tag 1 cpu 1 nic 1 send 1b to 1 tag 2 cpu 1 nic 1 send 1b to 1 tag 3 cpu 1 nic 2 send 1b to 1 tag 4 cpu 2 nic 1 }"
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
	/* Port 1 sends at 0, 3000 and 6000, port 2 at 1000. They are there at 11000, 14000, 17000 and 12000; the port in takes one in each 3000 ns, the last one from 20000 on. */
	assert_int_equal(llround(found.finish[0] * 1e9), 7000);
	assert_int_equal(llround(found.finish[1] * 1e9), 21000);
	simulation_release(&found);
	goal_release(&goal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unexpected_messages_of_both_protocols_are_found_however_many_there_are),
		cmocka_unit_test(many_that_wait_for_another_cpu_or_port_end_when_those_of_the_first_do),
		cmocka_unit_test(who_needs_another_port_does_not_wait_in_the_line_of_one_that_is_busy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
