/* The event queue against a list that is searched from end to end, and a time that rounding puts before the present. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "simulate/queue.h"
#include "simulate/simulate.h"

enum { SEEDS = 60, STEPS = 2000, ROOM = 4000 };

struct plain {
	double time[ROOM];
	uint32_t item[ROOM];
	size_t n;
};

/* The place of the first by time, then by order. */
static size_t first_of(const struct plain *plain, const struct items *items)
{
	size_t first = 0;

	for (size_t i = 1; i < plain->n; i++)
		if (plain->time[i] < plain->time[first] ||
		    (plain->time[i] == plain->time[first] &&
		     items->at[plain->item[i]].order < items->at[plain->item[first]].order))
			first = i;
	return first;
}

/* Times at and behind the present one: now, soon, of few values, across powers of two, the next one that there is. */
static double drawn_time(struct random *random, double now)
{
	static const double steps[] = {0, 1, 64, 1000, 4096, 65536, 1e9, 1099511627776.0};
	const size_t n = sizeof(steps) / sizeof(steps[0]);

	switch (random_below(random, 4)) {
	case 0:
		return now + steps[random_below(random, n)];
	case 1:
		return now + (double)random_below(random, 5);
	case 2:
		return now + steps[random_below(random, n)] * random_uniform(random);
	default:
		return now > 0 ? now * (1 + 2.3e-16) : 1e-9;
	}
}

static void push(struct queue *queue, struct items *items, struct plain *plain, double time, uint64_t order)
{
	uint32_t i = items_take(items);

	assert_true(i > 0 && plain->n < ROOM);
	items->at[i] = (struct item){.order = order};
	plain->time[plain->n] = time;
	plain->item[plain->n++] = i;
	assert_true(queue_push(queue, items, i, time));
}

static double pop(struct queue *queue, struct items *items, struct plain *plain)
{
	size_t first = first_of(plain, items);
	double time = 0;
	uint32_t i = queue_pop(queue, items, &time);

	assert_int_equal(i, plain->item[first]);
	assert_true(time == plain->time[first]);
	plain->n--;
	plain->time[first] = plain->time[plain->n];
	plain->item[first] = plain->item[plain->n];
	items_give(items, i);
	return time;
}

/* Orders go up, but for some that come again because they had to wait. */
static void items_come_by_time_then_by_order(void **state)
{
	static struct plain plain;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct queue *queue = calloc(1, sizeof(*queue));
		struct items items = {.n = 0};
		struct random random;
		double now = 0, nothing;

		assert_non_null(queue);
		random_init(&random, seed);
		plain.n = 0;
		for (uint64_t step = 1; step <= STEPS; step++) {
			uint64_t order =
				random_below(&random, 8) == 0 ? (random_below(&random, step) << 20) + step : step << 20;

			push(queue, &items, &plain, drawn_time(&random, now), order);
			while (plain.n > 0 && random_below(&random, 2) == 0)
				now = pop(queue, &items, &plain);
		}
		while (plain.n > 0)
			now = pop(queue, &items, &plain);
		assert_int_equal(queue_pop(queue, &items, &nothing), 0);
		queue_release(queue);
		free(queue);
		free(items.at);
	}
}

/* Process 0 computes 55.536 us and process 2 56 us; each then sends 8 B to process 1, which receives them in any order
 * and sends to 3 after the first. */
static enum status build_crossing(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t before = NO_OPERATION;

	(void)self;
	(void)err;
	if (process == 0 || process == 2) {
		before = rank_program_compute(program, process == 0 ? 55536 : 56000);
		rank_program_send(program, 1, 0, somewhere, 8);
		rank_program_after(program, before);
	} else if (process == 1) {
		before = rank_program_receive(program, 0, 0, somewhere, 8);
		rank_program_receive(program, 2, 0, somewhere, 8);
		rank_program_send(program, 3, 0, somewhere, 8);
		rank_program_after(program, before);
	} else {
		rank_program_receive(program, 1, 0, somewhere, 8);
	}
	return OK;
}

/* Where receiving a message takes its CPU longer than its port, the CPU is free the moment that the data have landed.
 * Rounding may put that an ulp before the present: at 65.536 us, whose last bits are zeros, the message was taken 2.4
 * us late. */
static void data_land_no_earlier_than_they_arrive(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g"};
	static const double values[] = {10e-6, 0.1e-6, 2e-6, 0.2004e-6};
	const struct schedule schedule = {.processes = 4, .build = build_crossing};
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("plogp", NULL), 4, &any, 1);
	struct model_use use = {.model = model};
	struct simulation found = {.seconds = 0};
	struct error err = {0};
	struct costs costs;

	(void)state;
	assert_non_null(model);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(model_set(model, 0, names[i], values[i], NULL), OK);
	costs = model_costs(&use, UINT64_MAX);
	if (simulate(&schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	if (!(fabs(found.seconds - 79.536e-6) <= 1e-15))
		fail_msg("%.17g s", found.seconds);
	simulation_release(&found);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_come_by_time_then_by_order),
		cmocka_unit_test(data_land_no_earlier_than_they_arrive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
