/* A program that is made while it is simulated takes what the same one takes as a whole. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "model/classes.h"
#include "simulate/simulate.h"
#include "simulate/source.h"

/* Nanoseconds: differences of sums of the same times. */
#define EXACT 1e-6

enum { PROCESSES = 6, STEPS = 20, SEEDS = 200, REQUESTS = 4, TREE_TAG = 7 };

/*
 * Each process computes, posts receives from both neighbours on a ring and sends to them, computes beside, waits for
 * all, and takes part in a broadcast down a binary tree. Times and sizes are drawn, of each process and step.
 */
struct ring {
	uint64_t before[PROCESSES][STEPS], beside[PROCESSES][STEPS];
	uint64_t bytes[PROCESSES][STEPS]; /* that it sends to either side */
};

static const struct place somewhere = {BUFFER_RECEIVE, 0};

/* Of the receives from the left, from the right, of the sends to the left, to the right. */
static int neighbour(int process, int which)
{
	return (process + (which % 2 ? 1 : PROCESSES - 1)) % PROCESSES;
}

static uint64_t bytes_of(const struct ring *ring, int process, int step, int which)
{
	return ring->bytes[which < 2 ? neighbour(process, which) : process][step];
}

/* The tag tells the direction: of what goes to the left 0, to the right 1. */
static int tag_of(int which)
{
	return which == 0 || which == 3;
}

static void after_all(struct rank_program *program, const size_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		rank_program_after(program, list[i]);
}

/* A broadcast down a binary tree: the first operation waits for n others. Sets the last ones; returns how many. */
static size_t add_tree(int process, struct rank_program *part, const size_t *waited, size_t n, size_t last[2])
{
	size_t received = NO_OPERATION, n_last = 0;

	if (process > 0) {
		last[n_last++] = received = rank_program_receive(part, (process - 1) / 2, TREE_TAG, somewhere, 3000);
		after_all(part, waited, n);
	}
	for (int child = 2 * process + 1; child <= 2 * process + 2 && child < PROCESSES; child++) {
		size_t sent = rank_program_send(part, child, TREE_TAG, somewhere, 3000);

		if (received == NO_OPERATION)
			after_all(part, waited, n);
		rank_program_after(part, received);
		if (child % 2)
			n_last = 0;
		last[n_last++] = sent;
	}
	return n_last;
}

/* As a whole. */
static enum status build_ring(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct ring *ring = self;
	size_t waited[REQUESTS + 1], before[2], n_before = 0;

	(void)err;
	for (int step = 0; step < STEPS; step++) {
		size_t previous = rank_program_compute(program, ring->before[process][step]);

		after_all(program, before, n_before);
		for (int which = 0; which < REQUESTS; which++) {
			uint64_t bytes = bytes_of(ring, process, step, which);
			int peer = neighbour(process, which), tag = tag_of(which);
			size_t made = which < 2 ? rank_program_receive(program, peer, tag, somewhere, bytes)
						: rank_program_send(program, peer, tag, somewhere, bytes);

			if (which == 0)
				rank_program_after(program, previous);
			else
				rank_program_after_start(program, previous);
			waited[which] = previous = made;
		}
		waited[REQUESTS] = rank_program_compute(program, ring->beside[process][step]);
		rank_program_after_start(program, previous);
		n_before = add_tree(process, program, waited, REQUESTS + 1, before);
	}
	return OK;
}

/* The same, action by action. */
struct walk {
	const struct ring *ring;
	int step[PROCESSES], place[PROCESSES];
	struct rank_program part;
};

static int one_thread(void *self, int process)
{
	(void)self, (void)process;
	return 1;
}

static enum status next_action(void *self, int process, int thread, struct source_action *action, struct error *err)
{
	static const uint32_t all[REQUESTS] = {0, 1, 2, 3};
	struct walk *walk = self;
	int step = walk->step[process], which = walk->place[process]++ - 1;
	size_t last[2];

	assert_int_equal(thread, 0);
	if (step == STEPS) {
		action->kind = ACTION_END;
	} else if (which < 0 || which == REQUESTS) {
		action->kind = ACTION_COMPUTE;
		action->count = which < 0 ? walk->ring->before[process][step] : walk->ring->beside[process][step];
	} else if (which < REQUESTS) {
		action->kind = which < 2 ? ACTION_RECEIVE : ACTION_SEND;
		action->count = bytes_of(walk->ring, process, step, which);
		action->peer = neighbour(process, which);
		action->tag = tag_of(which);
		action->request = (uint32_t)which;
	} else if (which == REQUESTS + 1) {
		action->kind = ACTION_WAIT;
		action->waited = all;
		action->n_waited = REQUESTS;
	} else {
		rank_program_clear(&walk->part);
		add_tree(process, &walk->part, NULL, 0, last);
		assert_int_equal(rank_program_status(&walk->part, err), OK);
		action->kind = ACTION_PART;
		action->part = &walk->part;
		walk->step[process]++;
		walk->place[process] = 0;
	}
	return OK;
}

static struct ring draw_ring(struct random *random)
{
	struct ring ring;

	for (int p = 0; p < PROCESSES; p++) {
		for (int s = 0; s < STEPS; s++) {
			ring.before[p][s] = 1 + random_below(random, 20000);
			ring.beside[p][s] = 1 + random_below(random, 20000);
			ring.bytes[p][s] = random_below(random, 9000);
		}
	}
	return ring;
}

/* Fractions, so that nothing happens at the same time by chance. protocol 0: LogGP-like, all are eager. */
static struct model *draw_model(struct random *random, int protocol)
{
	static const char *const names[] = {"L", "O_control", "O_i", "O_c", "S", "T_m", "S_cp", "G"};
	const double values[] = {1e-6 + 4e-6 * random_uniform(random),
				 4e-7 * random_uniform(random),
				 1e-6 * random_uniform(random),
				 1e-6 * random_uniform(random),
				 4096,
				 protocol,
				 (double)random_below(random, 3),
				 1e-9 * random_uniform(random)};
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_loggpo, PROCESSES, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(model_set(model, 0, names[i], values[i], &err), OK);
	return model;
}

static void compare(const struct ring *ring, const struct model *model, bool record, unsigned seed)
{
	const struct schedule schedule = {.processes = PROCESSES, .build = build_ring, .self = ring};
	struct walk walk = {.ring = ring};
	const struct program_source source = {
		.processes = PROCESSES, .threads = one_thread, .next = next_action, .self = &walk};
	const struct model_use use = model_use_default(model);
	const struct costs costs = model_costs(&use, SIZE_MAX);
	struct simulation whole = {.record = record}, made = {.record = record};
	struct error err = {0};

	if (simulate(&schedule, &costs, &whole, &err) != OK || simulate_source(&source, &costs, &made, &err) != OK)
		fail_msg("seed %u: %s", seed, err.text);
	assert_int_equal(made.operations, whole.operations);
	for (int p = 0; p < PROCESSES; p++) {
		if (!(fabs(made.finish[p] - whole.finish[p]) <= EXACT * 1e-9))
			fail_msg("seed %u: process %d ends at %.12g s instead of %.12g", seed, p, made.finish[p],
				 whole.finish[p]);
	}
	simulation_release(&whole);
	simulation_release(&made);
	rank_program_release(&walk.part);
}

static void a_program_takes_the_same_made_while_it_is_simulated(void **state)
{
	(void)state;
	for (unsigned seed = 0; seed < SEEDS; seed++) {
		struct random random;
		struct ring ring;
		struct model *model;

		random_init(&random, seed);
		ring = draw_ring(&random);
		model = draw_model(&random, (int)(seed % 4));
		compare(&ring, model, seed % 8 >= 4, seed);
		model_free(model);
	}
}

/* Sends to a process that is not there. */
static enum status astray(void *self, int process, int thread, struct source_action *action, struct error *err)
{
	(void)self, (void)process, (void)thread, (void)err;
	action->kind = ACTION_SEND;
	action->peer = PROCESSES;
	action->label = 5;
	return OK;
}

static void a_peer_that_is_not_there_is_refused(void **state)
{
	const struct program_source source = {.processes = PROCESSES, .threads = one_thread, .next = astray};
	struct random random;
	struct model *model;
	struct simulation found = {0};
	struct error err = {0};

	(void)state;
	random_init(&random, 1);
	model = draw_model(&random, 0);
	const struct model_use use = model_use_default(model);
	const struct costs costs = model_costs(&use, SIZE_MAX);

	assert_int_equal(simulate_source(&source, &costs, &found, &err), ERR_INPUT);
	assert_string_equal(err.text, "process 0, call 5: there is no process 6, only 0 to 5");
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_program_takes_the_same_made_while_it_is_simulated),
		cmocka_unit_test(a_peer_that_is_not_there_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
