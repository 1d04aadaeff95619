/* Programs drawn at random, each with one planted cause of waits, under LogGP. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define MEMORY_PROCESSES 8
#define MEMORY_CALLS 256
#include "../simulate/loggp.h"
#include "../trace/memory_trace.h"
#include "base/random.h"
#include "explain/waits.h"
#include "replay/simulated.h"
#include "report/waits.h"
#include "simulate/breakdown.h"

/* s: the sums of waits are exact to the nanosecond. */
#define NANOSECOND 0.5e-9

static struct memory_trace t;

/* What a program has that others wait for. */
struct planted {
	const char *name; /* wait_cause_name */
	enum cause_kind kind;
	int process;
};

/* A program that is being written: us that each process has come to, and requests. */
struct writing {
	struct random random;
	double at[MEMORY_PROCESSES];
	struct trace_completion done[2048];
	size_t n_done;
	uint64_t request;
	int processes;
};

static struct writing w;

static double between(double low, double high)
{
	return low + (high - low) * random_uniform(&w.random);
}

static int below(int n)
{
	return (int)random_below(&w.random, (size_t)n);
}

static void compute(int p, double us)
{
	w.at[p] += us * between(0.99, 1.01);
}

static struct trace_call *call(int p, enum trace_function function)
{
	return memory_call(&t, p, function, w.at[p], w.at[p]);
}

static uint64_t begin_send(int p, int to, uint64_t bytes, int tag)
{
	struct trace_call *made = call(p, trace_Isend);

	made->send = memory_side(to, tag, bytes);
	return made->request = ++w.request;
}

static uint64_t begin_receive(int p, int from, int tag)
{
	struct trace_call *made = call(p, trace_Irecv);

	made->receive = memory_side(from, tag, 1 << 22);
	return made->request = ++w.request;
}

static void wait_for(int p, enum trace_function function, const uint64_t *requests, size_t n)
{
	struct trace_call *made = call(p, function);

	made->done = &w.done[w.n_done];
	made->n_done = n;
	for (size_t i = 0; i < n; i++)
		w.done[w.n_done++] = (struct trace_completion){.request = requests[i], .source = -1, .tag = -1};
}

static void begin_program(uint64_t seed, int least, int most)
{
	w = (struct writing){.n_done = 0};
	random_init(&w.random, seed);
	w.processes = least + below(most - least + 1);
	memory_init(&t, w.processes);
	for (int p = 0; p < w.processes; p++)
		memory_call(&t, p, trace_Init, -5, 0);
}

/* Each process gives its neighbours in a ring a message. */
static void exchange(uint64_t bytes)
{
	int n = w.processes;

	for (int p = 0; p < n; p++) {
		const uint64_t requests[] = {begin_receive(p, (p + n - 1) % n, 1), begin_receive(p, (p + 1) % n, 2),
					     begin_send(p, (p + 1) % n, bytes, 1),
					     begin_send(p, (p + n - 1) % n, bytes, 2)};

		wait_for(p, trace_Waitall, requests, 4);
	}
}

/* Steps of a stencil, of which one process has one that takes longer, or that all take longer. */
static struct planted write_stencil(uint64_t seed, bool slow)
{
	int steps, who, when;
	double work, more;
	uint64_t bytes;

	begin_program(seed, 3, MEMORY_PROCESSES);
	steps = 4 + below(8);
	who = below(w.processes);
	when = below(steps - 1);
	work = between(100, 1000);
	more = slow ? between(1.3, 2) : between(3, 10);
	bytes = 1 + (uint64_t)below(20000);
	for (int s = 0; s < steps; s++) {
		for (int p = 0; p < w.processes; p++)
			compute(p, p == who && (slow || s == when) ? more * work : work);
		exchange(bytes);
	}
	return (struct planted){slow ? "slow process" : "late computation", CAUSE_COMPUTATION, who};
}

/* One process sends a long message before the short ones that its neighbours wait for. */
static struct planted write_long_before_short(uint64_t seed)
{
	int n, steps, who, far;
	double work;

	begin_program(seed, 4, MEMORY_PROCESSES);
	n = w.processes;
	steps = 3 + below(6);
	who = below(n);
	far = (who + 2 + below(n - 3)) % n;
	work = between(100, 400);
	for (int s = 0; s < steps; s++) {
		uint64_t bytes = 300000 + (uint64_t)below(700000), sent, received;

		for (int p = 0; p < n; p++)
			compute(p, work);
		received = begin_receive(far, who, 9);
		sent = begin_send(who, far, bytes, 9);
		exchange(100);
		compute(far, 10);
		wait_for(far, trace_Wait, &received, 1);
		wait_for(who, trace_Wait, &sent, 1);
	}
	return (struct planted){"message before", CAUSE_QUEUE, who};
}

/* A process takes the results of others in an order in which the last one comes first. */
static struct planted write_order(uint64_t seed)
{
	int steps, master;
	double work, late;

	begin_program(seed, 4, MEMORY_PROCESSES);
	steps = 2 + below(4);
	master = below(w.processes);
	work = between(100, 500);
	late = between(2, 4);
	for (int s = 0; s < steps; s++) {
		uint64_t got[MEMORY_PROCESSES], answer[MEMORY_PROCESSES];
		int last = (master + 1 + below(w.processes - 1)) % w.processes;

		for (int p = 0; p < w.processes; p++) {
			if (p == master)
				continue;
			got[p] = begin_receive(master, p, 3);
			compute(p, p == last ? late * work : work);
			begin_send(p, master, 1000, 3);
			answer[p] = begin_receive(p, master, 4);
			wait_for(p, trace_Wait, &answer[p], 1);
		}
		for (int k = 0; k < w.processes; k++) {
			int p = (last + k) % w.processes;

			if (p == master)
				continue;
			wait_for(master, trace_Waitany, &got[p], 1);
			compute(master, work / 10);
			begin_send(master, p, 100, 4);
		}
	}
	return (struct planted){"order of completion", CAUSE_ORDER, master};
}

/* Each process waited whenever its CPU did not work, and all of that has a cause. */
static void assert_sums_are_exact(uint64_t seed, const struct simulation *found, const struct wait_causes *causes)
{
	struct spent *spent = calloc((size_t)found->processes + 1, sizeof(*spent));
	double waits = 0, caused = 0;

	assert_non_null(spent);
	assert_int_equal(simulation_spent(found, spent, NULL), OK);
	for (int p = 0; p < found->processes; p++) {
		double idle = found->finish[p] - spent[p].compute - spent[p].kept - spent[p].overhead;

		if (fabs(idle - causes->waits[p].seconds) > NANOSECOND)
			fail_msg("seed %llu: process %d waited %.12g s instead of %.12g", (unsigned long long)seed, p,
				 causes->waits[p].seconds, idle);
		waits += causes->waits[p].seconds;
	}
	for (size_t i = 0; i < causes->n; i++) {
		caused += causes->at[i].seconds;
		assert_true(causes->at[i].seconds > 0);
		assert_true(causes->at[i].direct >= 0 && causes->at[i].direct <= causes->at[i].seconds + NANOSECOND);
	}
	if (fabs(waits - caused) > NANOSECOND || fabs(waits - causes->seconds) > NANOSECOND)
		fail_msg("seed %llu: of %.12g s of waiting %.12g have a cause", (unsigned long long)seed, waits,
			 caused);
	free(spent);
}

/* The operation, and the message, that a cause is told with are of the place that it is told with. */
static void assert_examples_are_there(uint64_t seed, const struct simulation *found, const struct wait_causes *causes)
{
	for (size_t i = 0; i < causes->n; i++) {
		const struct wait_cause *cause = &causes->at[i];
		bool there = cause->kind == CAUSE_ORDER;

		for (size_t k = 1; k < found->n_intervals && !there; k++) {
			const struct interval *interval = &found->intervals[k];

			there = interval->site == cause->site && interval->operation == cause->operation &&
				interval->bytes == cause->bytes;
		}
		if (!there)
			fail_msg("seed %llu: cause %zu of process %d has no operation %u in its place",
				 (unsigned long long)seed, i + 1, cause->process, cause->operation);
	}
}

/* Whether the planted cause is named first. */
static bool is_found(uint64_t seed, const struct planted *planted)
{
	struct model *model = loggp_of((struct loggp_times){.L = 10e-6, .o_s = 1e-6, .o_r = 1e-6, .g = 0, .G = 1e-9});
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {.record = true};
	struct replay *replay = NULL;
	struct wait_causes causes;
	struct error err = {0};
	char text[CAUSE_TEXT];
	bool right;

	for (int p = 0; p < w.processes; p++)
		call(p, trace_Finalize);
	costs.queued = true;
	if (replay_simulate(&t.trace, &(struct replay_options){.compute_scale = 1}, &costs, NULL, &found, &replay,
			    &err) != OK ||
	    wait_causes_find(&found, &causes, &err) != OK)
		fail_msg("seed %llu: %s", (unsigned long long)seed, err.text);
	assert_sums_are_exact(seed, &found, &causes);
	assert_examples_are_there(seed, &found, &causes);
	right = causes.n > 0 && causes.at[0].kind == planted->kind && causes.at[0].process == planted->process &&
		strcmp(wait_cause_name(&causes.at[0]), planted->name) == 0;
	if (!right)
		print_message("seed %llu: %s of process %d was planted, found first: %s\n", (unsigned long long)seed,
			      planted->name, planted->process,
			      causes.n > 0 ? wait_cause_words(&causes.at[0], replay, text) : "nothing");
	wait_causes_release(&causes);
	simulation_release(&found);
	replay_free(replay);
	model_free(model);
	return right;
}

static void the_planted_cause_is_named_first(void **state)
{
	enum { PROGRAMS = 50, FIRST_SEED = 2026 };
	int right = 0;

	(void)state;
	for (int i = 0; i < PROGRAMS; i++) {
		uint64_t seed = FIRST_SEED + (uint64_t)i;
		struct planted planted = i % 4 == 0   ? write_stencil(seed, false)
					 : i % 4 == 1 ? write_stencil(seed, true)
					 : i % 4 == 2 ? write_long_before_short(seed)
						      : write_order(seed);

		right += is_found(seed, &planted);
	}
	print_message("seeds %d to %d: %d of %d\n", FIRST_SEED, FIRST_SEED + PROGRAMS - 1, right, PROGRAMS);
	assert_true(right >= 48);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(the_planted_cause_is_named_first)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
