/* A trace as a schedule takes what the trace takes, and so does what is read back of the schedule as GOAL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../simulate/loggp.h"
#include "../trace/memory_trace.h"
#include "base/random.h"
#include "replay/schedule.h"
#include "replay/simulated.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"

enum { SEEDS = 300, KINDS = 9, LISTS = 64 };

/* ns: sums of the same times in another order. */
#define EXACT 1e-5

static struct memory_trace t;

/* What calls point at: as many as a trace has. */
static struct trace_completion lists[MEMORY_PROCESSES * LISTS][4];
static size_t n_lists;

/* A program that is drawn: each process' clock in us, and its next request. */
static struct drawing {
	struct random random;
	double now[MEMORY_PROCESSES];
	uint64_t request[MEMORY_PROCESSES];
	int n;
} d;

static const struct replay_options once = {.compute_scale = 1};

/* The next call of a process, after some computation, which takes a little. */
static struct trace_call *add(int rank, enum trace_function function)
{
	double begin = d.now[rank] + (random_below(&d.random, 4) ? (double)random_below(&d.random, 60000) * 1e-3 : 0);
	struct trace_call *call = memory_call(&t, rank, function, begin, begin + 1.5);

	d.now[rank] = begin + 1.5;
	return call;
}

static uint64_t drawn_bytes(void)
{
	static const uint64_t most[] = {1, 100, 5000, 200000};

	return random_below(&d.random, (size_t)most[random_below(&d.random, 4)] + 1);
}

static uint64_t add_message(int rank, enum trace_function function, int peer, int64_t tag, uint64_t bytes)
{
	struct trace_call *call = add(rank, function);
	bool sends =
		trace_function_family(function) == TRACE_SEND || trace_function_family(function) == TRACE_SEND_BEGIN;

	*(sends ? &call->send : &call->receive) = memory_side(peer, tag, bytes);
	if (function == trace_Isend || function == trace_Irecv)
		call->request = ++d.request[rank];
	return call->request;
}

static void add_wait(int rank, size_t n, const uint64_t *requests)
{
	struct trace_call *call = add(rank, trace_Waitall);

	call->done = lists[n_lists];
	call->n_done = n;
	for (size_t i = 0; i < n; i++)
		lists[n_lists][i] = (struct trace_completion){.request = requests[i], .source = -1, .tag = -1};
	n_lists++;
}

/* Each process exchanges messages with both neighbours, and waits for its receives before its sends, or for all. */
static void add_ring(void)
{
	bool apart = random_below(&d.random, 2);
	uint64_t bytes[MEMORY_PROCESSES];

	for (int p = 0; p < d.n; p++)
		bytes[p] = drawn_bytes();
	for (int p = 0; p < d.n; p++) {
		int left = (p + d.n - 1) % d.n, right = (p + 1) % d.n;
		uint64_t r[4] = {add_message(p, trace_Irecv, left, 1, 1 << 20),
				 add_message(p, trace_Irecv, right, 2, 1 << 20),
				 add_message(p, trace_Isend, right, 1, bytes[p]),
				 add_message(p, trace_Isend, left, 2, bytes[p])};

		add_wait(p, apart ? 2 : 4, r);
		if (apart)
			add_wait(p, 2, r + 2);
	}
}

/* Blocking messages along the processes. */
static void add_chain(void)
{
	uint64_t bytes = drawn_bytes();

	for (int p = 0; p < d.n; p++) {
		if (p > 0)
			add_message(p, trace_Recv, p - 1, 5, 1 << 20);
		if (p + 1 < d.n)
			add_message(p, trace_Send, p + 1, 5, bytes);
	}
}

/* Process 0 gets a message of each other one, in the drawn order of the trace. */
static void add_wild(void)
{
	size_t order[MEMORY_PROCESSES] = {0, 1, 2, 3};
	uint64_t bytes = drawn_bytes();

	random_shuffle(&d.random, order, (size_t)d.n);
	for (int i = 0; i < d.n; i++) {
		struct trace_call *call;

		if (order[i] == 0)
			continue;
		add_message((int)order[i], trace_Send, 0, 9, bytes + order[i]);
		call = add(0, trace_Recv);
		call->receive = memory_side(TRACE_ANY, -1, 1 << 20);
		call->receive.got_source = (int)order[i];
		call->receive.got_tag = 9;
	}
}

static void add_exchange(void)
{
	uint64_t bytes = drawn_bytes();

	for (int p = 0; p < d.n; p++) {
		struct trace_call *call = add(p, trace_Sendrecv);

		call->send = memory_side((p + 1) % d.n, 3, bytes);
		call->receive = memory_side((p + d.n - 1) % d.n, 3, 1 << 20);
	}
}

/* A collective operation of all; with a request there is a wait for it. */
static void add_collective(enum trace_function function, bool nonblocking)
{
	uint64_t bytes = drawn_bytes() & ~UINT64_C(7);
	int root = (int)random_below(&d.random, (size_t)d.n);

	for (int p = 0; p < d.n; p++) {
		struct trace_call *call = add(p, function);
		uint64_t request = nonblocking ? ++d.request[p] : 0;

		if (function != trace_Barrier && function != trace_Ibarrier)
			call->send = memory_side(TRACE_NOBODY, -1, bytes);
		if (function == trace_Bcast)
			call->root = root;
		if (function == trace_Allreduce)
			call->operation = "MPI_SUM";
		call->request = request;
		if (nonblocking)
			add_wait(p, 1, &request);
	}
}

/* A receive that is cancelled, and one that gets the message. */
static void add_cancelled(void)
{
	for (int p = 0; p < 2; p++) {
		uint64_t request;

		if (p == 1) {
			add_message(p, trace_Send, 0, 13, 500);
			continue;
		}
		request = add_message(p, trace_Irecv, 1, 12, 1 << 20);
		add_wait(p, 1, &request);
		lists[n_lists - 1][0].source = lists[n_lists - 1][0].tag = -3;
		add_message(p, trace_Recv, 1, 13, 1 << 20);
	}
}

static void add_round(size_t kind)
{
	switch (kind) {
	case 0:
		add_ring();
		break;
	case 1:
		add_chain();
		break;
	case 2:
		add_wild();
		break;
	case 3:
		add_exchange();
		break;
	case 4:
		add_collective(trace_Allreduce, false);
		break;
	case 5:
		add_collective(trace_Bcast, false);
		break;
	case 6:
		add_collective(trace_Alltoall, false);
		break;
	case 7:
		add_collective(trace_Ibarrier, true);
		break;
	default:
		add_cancelled();
		break;
	}
}

static void draw(uint64_t seed)
{
	static const char *const libraries[] = {"test MPI 1.0", "Open MPI v4.1.4", "MPICH Version: 4.0.2"};

	d = (struct drawing){.n = 2};
	random_init(&d.random, seed);
	d.n = 2 + (int)random_below(&d.random, MEMORY_PROCESSES - 1);
	n_lists = 0;
	memory_init(&t, d.n);
	t.info.library = libraries[random_below(&d.random, 3)];
	for (int p = 0; p < d.n; p++) {
		d.now[p] = (double)random_below(&d.random, 20);
		memory_call(&t, p, trace_Init, 0, d.now[p]);
	}
	for (int round = 0; round < 6; round++)
		add_round(random_below(&d.random, KINDS));
	for (int p = 0; p < d.n; p++)
		add(p, trace_Finalize);
}

/* What each process of the trace, and of its schedule, takes must be the same; the schedule goes by way of GOAL. */
static void compare(uint64_t seed, const struct costs *costs)
{
	struct replay *replay = NULL;
	struct replay_schedule *made = NULL;
	struct simulation traced = {0}, read = {0};
	struct schedule schedule;
	struct goal goal = {0};
	struct error err = {0};
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	assert_non_null(out);
	if (replay_simulate(&t.trace, &once, costs, NULL, &traced, &replay, &err) != OK)
		fail_msg("seed %d: %s", (int)seed, err.text);
	if (replay_schedule_open(&made, &t.trace, &once, &err) != OK)
		fail_msg("seed %d: %s", (int)seed, err.text);
	schedule = replay_schedule(made);
	if (goal_write_text(&schedule, out, &err) != OK)
		fail_msg("seed %d: %s", (int)seed, err.text);
	fclose(out);
	if (goal_parse_text(text, length, "made", &goal, &err) != OK)
		fail_msg("seed %d: %s\n%s", (int)seed, err.text, text);
	schedule = goal_schedule(&goal);
	if (simulate(&schedule, costs, &read, &err) != OK)
		fail_msg("seed %d: %s\n%s", (int)seed, err.text, text);
	assert_int_equal(read.unreceived, 0);
	assert_int_equal(replay_schedule_found(made)->calls, replay_found(replay)->calls);
	for (int p = 0; p < d.n; p++) {
		if (!(fabs(read.finish[p] - traced.finish[p]) <= EXACT * 1e-9))
			fail_msg("seed %d: process %d takes %.6f ns as a trace, %.6f ns as a schedule\n%s", (int)seed,
				 p, traced.finish[p] * 1e9, read.finish[p] * 1e9, text);
	}
	simulation_release(&traced);
	simulation_release(&read);
	goal_release(&goal);
	replay_schedule_free(made);
	replay_free(replay);
	free(text);
}

static void a_schedule_takes_what_the_trace_takes_under_a_model(void **state)
{
	struct model *model = loggp_of(
		(struct loggp_times){.L = 10.0123e-6, .o_s = 1.3e-6, .o_r = 1.7e-6, .g = 2.9e-6, .G = 1.01e-9});
	const struct model_use use = {.model = model};

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct costs costs = model_costs(&use, seed % 2 ? 1000 : UINT64_MAX - 1);

		costs.queued = true;
		draw(seed);
		compare(seed, &costs);
	}
	model_free(model);
}

static void a_schedule_takes_what_the_trace_takes_under_loggops(void **state)
{
	const struct loggops loggops = {.L = 2100, .o = 1000, .g = 1500, .G = 1, .O = 0.5, .S = 1000};
	const struct costs costs = loggops_costs(&loggops);

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		draw(seed);
		compare(seed, &costs);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_schedule_takes_what_the_trace_takes_under_a_model),
		cmocka_unit_test(a_schedule_takes_what_the_trace_takes_under_loggops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
