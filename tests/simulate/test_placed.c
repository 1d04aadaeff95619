/* Two models: of processes on one node, and of those on several. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "loggp.h"
#include "simulate/breakdown.h"
#include "simulate/simulate.h"

#define EXACT 1e-12

enum { PROCESSES = 4, BYTES = 1001 };

/* L us, o = 1 us, no gap, 1 ns a byte. */
static struct model *loggp(double latency)
{
	struct model *model =
		loggp_of((struct loggp_times){.L = 1e-6 * latency, .o_s = 1e-6, .o_r = 1e-6, .g = 0, .G = 1e-9});

	assert_non_null(model);
	return model;
}

/* Process 0 sends to 1, 2 to 3, once 3 has computed 100 us; 1 and 2 are next to each other. */
static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct place somewhere = {BUFFER_RECEIVE, 0};

	(void)self;
	(void)err;
	if (process % 2 == 0) {
		rank_program_send(program, process + 1, 0, somewhere, BYTES);
	} else {
		size_t before = process == 3 ? rank_program_compute(program, 100000) : NO_OPERATION;

		rank_program_receive(program, process - 1, 0, somewhere, BYTES);
		rank_program_after(program, before);
	}
	return OK;
}

/* Processes 0 and 1 send to 2 and 3. */
static enum status build_across(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct place somewhere = {BUFFER_RECEIVE, 0};

	(void)self;
	(void)err;
	if (process < 2)
		rank_program_send(program, process + 2, 0, somewhere, BYTES);
	else
		rank_program_receive(program, process - 2, 0, somewhere, BYTES);
	return OK;
}

static bool across, shared, record;

/* The parts of the critical path are as long as the whole. */
static void assert_path(const struct simulation *found)
{
	struct interval *path = NULL;
	double sum = 0;
	size_t n = 0;

	assert_int_equal(simulation_path(found, &path, &n, NULL), OK);
	for (size_t i = 0; i < n; i++)
		sum += path[i].end - path[i].start;
	assert_true(fabs(sum - found->seconds) <= EXACT);
	free(path);
}

/* What each process takes, in us, where the nodes are these. */
static void simulate_on(const int node[PROCESSES], uint64_t eager, uint64_t within_eager, double us[PROCESSES])
{
	const struct schedule schedule = {.processes = PROCESSES, .build = across ? build_across : build};
	struct model *between = loggp(10), *within = loggp(2);
	struct model_use use = {.model = between, .fair = shared}, inside = model_use_within(within, &use);
	struct simulation found = {.record = record};
	struct error err = {0};
	struct costs costs;

	use.within = &inside;
	use.within_eager = within_eager;
	use.node = node;
	assert_int_equal(model_use_check(&use, PROCESSES, &err), OK);
	costs = model_costs(&use, eager);
	if (simulate(&schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	for (int p = 0; p < PROCESSES; p++)
		us[p] = 1e6 * found.finish[p];
	if (record)
		assert_path(&found);
	simulation_release(&found);
	model_free(between);
	model_free(within);
}

static void assert_times(const double us[PROCESSES], const double wanted[PROCESSES])
{
	for (int p = 0; p < PROCESSES; p++) {
		if (!(fabs(us[p] - wanted[p]) <= EXACT * 1e6))
			fail_msg("process %d takes %.9g us instead of %.9g", p, us[p], wanted[p]);
	}
}

static void messages_cost_what_their_pair_does(void **state)
{
	static const int together[] = {0, 0, 0, 0}, apart[] = {0, 1, 2, 3}, first[] = {0, 0, 2, 3};
	const uint64_t none = UINT64_MAX - 1;
	double us[PROCESSES];

	(void)state;
	simulate_on(together, none, none, us);
	assert_times(us, (const double[]){1, 1 + 2 + 1 + 1, 1, 101});
	simulate_on(apart, none, none, us);
	assert_times(us, (const double[]){1, 1 + 10 + 1 + 1, 1, 101});
	simulate_on(first, none, none, us);
	assert_times(us, (const double[]){1, 1 + 2 + 1 + 1, 1, 101});
}

/* Processes 1 and 2 of process 0's node, and 3 and 4 of two other ones, each send to process 0, those of its own node
 * 15 us later. It answers 1 when it has what 2 sent. */
static enum status build_both_ports(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t before;

	(void)self;
	(void)err;
	if (process == 0) {
		for (int from = 1; from <= 4; from++) {
			before = rank_program_receive(program, from, 0, somewhere, from <= 2 ? 50001 : 100001);
			if (from != 2)
				continue;
			rank_program_send(program, 1, 0, somewhere, 1);
			rank_program_after(program, before);
		}
		return OK;
	}
	before = process <= 2 ? rank_program_compute(program, 15000) : NO_OPERATION;
	rank_program_send(program, 0, 0, somewhere, process <= 2 ? 50001 : 100001);
	rank_program_after(program, before);
	if (process == 1)
		rank_program_receive(program, 0, 0, somewhere, 1);
	return OK;
}

/* A message keeps a port for o and 1 ns a byte. At that of the node 4's message waits for 3's from 11 to 112 us, at
 * that of process 0 2's for 1's from 18 to 69: not behind 4's. It is all there at 119 us, and received and answered
 * in 5. */
static void messages_wait_for_their_own_port_alone(void **state)
{
	static const int node[] = {0, 0, 0, 3, 4};
	const struct schedule schedule = {.processes = 5, .build = build_both_ports};
	struct model *between = loggp(10), *within = loggp(2);
	struct model_use use = {.model = between, .in_turn = true}, inside = model_use_within(within, &use);
	struct simulation found = {.seconds = 0};
	struct error err = {0};
	struct costs costs;

	(void)state;
	use.within = &inside;
	use.within_eager = UINT64_MAX - 1;
	use.node = node;
	costs = model_costs(&use, UINT64_MAX - 1);
	if (simulate(&schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	if (!(fabs(found.finish[1] - 124e-6) <= EXACT) || !(fabs(found.finish[0] - 213e-6) <= EXACT))
		fail_msg("process 1 takes %.9g us, process 0 %.9g", 1e6 * found.finish[1], 1e6 * found.finish[0]);
	simulation_release(&found);
	model_free(between);
	model_free(within);
}

/* The sender waits for its receiver where its pair's messages of this size do. */
static void pairs_have_their_own_eager_limit(void **state)
{
	static const int together[] = {0, 0, 0, 0}, second[] = {0, 1, 2, 2};
	double us[PROCESSES];

	(void)state;
	simulate_on(together, UINT64_MAX - 1, 1000, us);
	assert_true(us[2] > 100);
	assert_times(us, (const double[]){us[0], 1 + 2 + 1 + 1, us[2], 100 + 1 + 2 + 1 + 1});
	simulate_on(second, 1000, UINT64_MAX - 1, us);
	assert_times(us, (const double[]){us[0], 1 + 10 + 1 + 1, 1, 101});
	simulate_on(second, UINT64_MAX - 1, 1000, us);
	assert_true(us[2] > 100);
	assert_true(us[0] < 2);
}

/* A process has one port: of a model of a node it serves messages as between nodes. */
static void ports_are_served_as_between_nodes(void **state)
{
	struct model *model = loggp(1);
	const struct model_use turn = {.model = model}, fair = {.model = model, .fair = true};

	(void)state;
	assert_int_equal(model_fact_text(model, MODEL_PORTS, MODEL_PORTS_FAIR, NULL), OK);
	assert_true(model_use_within(model, &fair).fair);
	assert_false(model_use_within(model, &turn).fair);
	assert_true(model_use_within(model, &turn).in_turn);
	assert_int_equal(model_fact_text(model, MODEL_PORTS, MODEL_PORTS_PARALLEL, NULL), OK);
	assert_true(model_use_within(model, &turn).parallel);
	assert_false(model_use_within(model, &fair).parallel);
	assert_true(model_use_within(model, &fair).fair);
	model_free(model);
}

/* Between nodes they share the node's: the second message of a node leaves after the first one, or beside it. */
static void processes_of_a_node_share_its_port(void **state)
{
	static const int two[] = {0, 0, 2, 2}, apart[] = {0, 1, 2, 3}, mixed[] = {0, 1, 2, 2};
	const uint64_t none = UINT64_MAX - 1;
	double us[PROCESSES];

	(void)state;
	across = true;
	for (int recorded = 0; recorded < 2; recorded++) {
		record = recorded > 0;
		simulate_on(apart, none, none, us);
		assert_times(us, (const double[]){1, 1, 13, 13});
		/* o and 1 us a message. */
		simulate_on(two, none, none, us);
		assert_times(us, (const double[]){1, 3, 13, 15});
		simulate_on(mixed, none, none, us);
		assert_times(us, (const double[]){1, 1, 13, 15});
		shared = true;
		simulate_on(apart, none, none, us);
		assert_times(us, (const double[]){1, 1, 13, 13});
		simulate_on(two, none, none, us);
		assert_times(us, (const double[]){1, 1, 14, 14});
		shared = false;
	}
	across = record = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_cost_what_their_pair_does),
		cmocka_unit_test(messages_wait_for_their_own_port_alone),
		cmocka_unit_test(pairs_have_their_own_eager_limit),
		cmocka_unit_test(ports_are_served_as_between_nodes),
		cmocka_unit_test(processes_of_a_node_share_its_port),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
