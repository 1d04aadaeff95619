/* The cheapest way through drawn sequences of operations against all ways there are, under drawn costs. They are whole
 * numbers, so that sums are exact and equal ones are equal. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "decompose/states.h"

enum { GRIDS = 4, STEPS = 5, MOST_STEPS = 16, TRIALS = 3000 };

#define FIRST_SEED 20261126

static uint64_t current_seed;

static void draw_steps(struct random *random, struct sequence *s, size_t *left, bool *at_all, size_t depth);

static void add(struct sequence *s, struct domain_step step)
{
	assert_int_equal(sequence_add(s, &step, NULL), OK);
}

/* What is repeated ends as it begins. */
static void draw_repeat(struct random *random, struct sequence *s, size_t *left, bool *at_all, size_t depth)
{
	size_t at = s->n, body = 2 + random_below(random, 2);
	bool before = *at_all;

	add(s, (struct domain_step){.kind = STEP_REPEAT, .times = (double)(1 + random_below(random, 5))});
	body = body < *left ? body : *left;
	*left -= body;
	draw_steps(random, s, &body, at_all, depth + 1);
	if (*at_all != before)
		add(s, (struct domain_step){.kind = before ? STEP_SCATTER : STEP_GATHER, .times = 1});
	*at_all = before;
	s->steps[at].body = s->n - at - 1;
}

static void draw_steps(struct random *random, struct sequence *s, size_t *left, bool *at_all, size_t depth)
{
	while (*left > 0) {
		size_t what = random_below(random, 8);
		double times = random_below(random, 3) == 0 ? 3 : 1;

		if (what < 2 && depth < 2 && *left > 1) {
			--*left;
			draw_repeat(random, s, left, at_all, depth);
			continue;
		}
		--*left;
		if (!*at_all) {
			add(s, (struct domain_step){.kind = STEP_SCATTER, .times = 1});
			*at_all = true;
		} else if (what == 2) {
			add(s, (struct domain_step){.kind = STEP_GATHER, .times = 1});
			*at_all = false;
		} else {
			add(s, (struct domain_step){.kind = what < 5 ? STEP_EXCHANGE : STEP_COMPUTE,
						    .keep = what == 5,
						    .times = times});
		}
	}
}

static double some(struct random *random)
{
	return (double)random_below(random, 12);
}

/* Grids of 4, 2 and 1 processes, all of which are gone to, and what everything takes on them. */
static void draw_states(struct random *random, const struct sequence *sequence, struct states *s)
{
	static const struct grid all[] = {{{4, 1, 1}}, {{2, 2, 1}}, {{1, 4, 1}}, {{2, 1, 1}}, {{1, 2, 1}}, {{1, 1, 1}}};
	size_t n = 2 + random_below(random, GRIDS - 1), order[] = {0, 1, 2, 3, 4, 5};

	*s = (struct states){.costing = {.sequence = sequence}, .grids = {.n = n}};
	s->grids.list = calloc(n, sizeof(*s->grids.list));
	s->spread = calloc(n, sizeof(*s->spread));
	s->step = calloc(n * sequence->n, sizeof(*s->step));
	s->moves = calloc(n * n, sizeof(*s->moves));
	s->closed = calloc(sequence->n * (2 * n + 1), sizeof(*s->closed));
	s->movable = calloc(n, sizeof(*s->movable));
	assert_true(s->grids.list && s->spread && s->step && s->moves && s->closed && s->movable);
	random_shuffle(random, order, 6);
	for (size_t g = 0; g < n; g++) {
		s->grids.list[g] = all[order[g]];
		s->movable[g] = true;
		s->spread[g] = (struct spread_costs){some(random), some(random), 3 * some(random), 0, 0, 0};
	}
	for (size_t i = 0; i < n * sequence->n; i++)
		s->step[i] = some(random);
	for (size_t i = 0; i < n * n; i++)
		s->moves[i] = some(random);
	for (size_t i = 0; i < sequence->n * (2 * n + 1); i++)
		s->closed[i] = NAN;
}

/* What is looked for: ways through steps, on one grid or on any. */
struct ways {
	const struct states *s;
	int only;
	double closed[MOST_STEPS][2 * GRIDS + 1]; /* of what a step repeats, once, as found; NAN: not known yet */
};

static bool may_go(const struct ways *w, size_t grid)
{
	return w->only == STATE_ANY_GRID || (size_t)w->only == grid;
}

/* From parts on a grid to parts on another one. */
static double redistribution(const struct ways *w, size_t from, size_t to)
{
	return from == to ? 0 : may_go(w, from) && may_go(w, to) ? w->s->moves[from * w->s->grids.n + to] : INFINITY;
}

/* The least of all ways from a state to another one before a step: none, directly, of what all have, by process 0. */
static double move(const struct ways *w, size_t from, size_t to)
{
	size_t n = w->s->grids.n, root = 2 * n;
	double least = from == to ? 0 : INFINITY, gather;

	if (from == root || to == root || !may_go(w, to % n))
		return least;
	gather = from < n ? w->s->spread[from].gather : 0;
	least = fmin(least, gather + (to < n ? w->s->spread[to].scatter : w->s->spread[to % n].broadcast));
	if (from < n)
		return to < n ? fmin(least, redistribution(w, from, to)) : least;
	for (size_t g = 0; g < n; g++) {
		bool has = g == from % n || (may_go(w, g) && grid_processes(&w->s->grids.list[g]) <=
								     grid_processes(&w->s->grids.list[from % n]));

		if (has && to >= n && to % n == g)
			least = 0;
		if (has && to < n)
			least = fmin(least, redistribution(w, g, to));
	}
	return least;
}

static double closed(struct ways *w, size_t step, size_t state);

/* What a step takes in a state, and the state after it. */
static double carry_out(struct ways *w, size_t step, size_t state, size_t *after)
{
	const struct domain_step *what = &w->s->costing.sequence->steps[step];
	size_t n = w->s->grids.n, root = 2 * n;
	bool whole = state >= n && state < root;

	*after = state;
	if (what->kind == STEP_REPEAT)
		return what->times * closed(w, step, state);
	if (state == root)
		return INFINITY;
	if (what->kind == STEP_GATHER) {
		*after = root;
		return whole ? 0 : w->s->spread[state].gather;
	}
	if (what->kind == STEP_EXCHANGE && whole)
		return 0;
	if (what->kind == STEP_COMPUTE && !what->keep)
		*after = state % n;
	return what->times * w->s->step[step * n + state % n];
}

/* The least of all ways through steps from a state to a certain one (or any: SIZE_MAX). */
static double all_ways(struct ways *w, size_t step, size_t end, size_t state, size_t last)
{
	size_t n = w->s->grids.n, root = 2 * n;
	const struct domain_step *what = &w->s->costing.sequence->steps[step];
	double least = INFINITY;

	if (step == end)
		return last == SIZE_MAX ? 0 : move(w, state, last);
	for (size_t during = 0; during <= root; during++) {
		size_t after = during;
		double seconds;

		if (what->kind == STEP_SCATTER) {
			if (state != root || during == root || !may_go(w, during % n))
				continue;
			seconds = during < n ? w->s->spread[during].scatter : w->s->spread[during % n].broadcast;
		} else {
			seconds = move(w, state, during);
			if (seconds < INFINITY)
				seconds += carry_out(w, step, during, &after);
		}
		if (seconds < INFINITY)
			least = fmin(least, seconds + all_ways(w, step + 1 + what->body, end, after, last));
	}
	return least;
}

static double closed(struct ways *w, size_t step, size_t state)
{
	const struct domain_step *what = &w->s->costing.sequence->steps[step];
	double *known = &w->closed[step][state];

	if (isnan(*known))
		*known = all_ways(w, step + 1, step + 1 + what->body, state, state);
	return *known;
}

static bool begins_at_root(const struct sequence *sequence)
{
	const struct domain_step *first = sequence->steps;

	while (first->kind == STEP_REPEAT)
		first++;
	return first->kind == STEP_SCATTER;
}

static double cheapest(struct ways *w)
{
	const struct sequence *sequence = w->s->costing.sequence;
	size_t n = w->s->grids.n;
	double least = INFINITY;

	for (size_t i = 0; i < MOST_STEPS; i++)
		for (size_t k = 0; k <= 2 * GRIDS; k++)
			w->closed[i][k] = NAN;
	if (begins_at_root(sequence))
		return all_ways(w, 0, sequence->n, 2 * n, SIZE_MAX);
	for (size_t g = 0; g < n; g++)
		if (may_go(w, g))
			least = fmin(least, all_ways(w, 0, sequence->n, g, SIZE_MAX));
	return least;
}

static size_t index_of(const struct states *s, const struct grid *grid)
{
	for (size_t g = 0; g < s->grids.n; g++)
		if (grid_same(&s->grids.list[g], grid))
			return g;
	fail_msg("seed %llu: a grid that is none of those", (unsigned long long)current_seed);
	return 0;
}

/* What the choices of a plan take by themselves. */
static double sum_of(const struct states *s, const struct plan *plan)
{
	double sum = 0;

	for (size_t i = 0; i < plan->n; i++) {
		const struct plan_choice *c = &plan->list[i];
		size_t g = index_of(s, &c->grid);
		double once = 0;

		switch (c->kind) {
		case CHOICE_SCATTER:
			once = s->spread[g].scatter;
			break;
		case CHOICE_BROADCAST:
			once = s->spread[g].broadcast;
			break;
		case CHOICE_GATHER:
			once = s->spread[g].gather;
			break;
		case CHOICE_REDISTRIBUTE:
			once = s->moves[index_of(s, &c->from) * s->grids.n + g];
			break;
		case CHOICE_EXCHANGE:
		case CHOICE_COMPUTE:
			once = c->spared ? 0 : s->step[c->step * s->grids.n + g];
			break;
		}
		sum += c->times * once;
	}
	return sum;
}

static void compare(struct states *s, int only)
{
	struct ways w = {.s = s, .only = only};
	struct plan plan = {.n = 0};
	double least = cheapest(&w);

	assert_int_equal(states_shortest(s, only, &plan, NULL), OK);
	if (plan.seconds != least)
		fail_msg("seed %llu, grid %d: a plan of %g, where %g is the least of all ways",
			 (unsigned long long)current_seed, only, plan.seconds, least);
	if (sum_of(s, &plan) != plan.seconds)
		fail_msg("seed %llu, grid %d: a plan of %g, whose choices take %g", (unsigned long long)current_seed,
			 only, plan.seconds, sum_of(s, &plan));
	plan_release(&plan);
}

static void the_cheapest_way_is_that_of_all_ways(void **state)
{
	size_t repeats = 0;

	(void)state;
	for (current_seed = FIRST_SEED; current_seed < FIRST_SEED + TRIALS; current_seed++) {
		struct sequence sequence = {.domain = {.ndims = 2, .extent = {8, 8, 1}, .element = 1}};
		struct random random;
		struct error err = {0};
		struct states s;
		size_t left;
		bool at_all;

		random_init(&random, current_seed);
		left = 1 + random_below(&random, STEPS);
		at_all = random_below(&random, 2) == 0;
		draw_steps(&random, &sequence, &left, &at_all, 0);
		assert_true(sequence.n <= MOST_STEPS);
		if (sequence_check(&sequence, &err) != OK)
			fail_msg("seed %llu: %s", (unsigned long long)current_seed, err.text);
		for (size_t i = 0; i < sequence.n; i++)
			repeats += sequence.steps[i].kind == STEP_REPEAT;
		draw_states(&random, &sequence, &s);
		compare(&s, STATE_ANY_GRID);
		for (size_t g = 0; g < s.grids.n; g++)
			compare(&s, (int)g);
		states_release(&s);
		sequence_release(&sequence);
	}
	assert_true(repeats > TRIALS / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cheapest_way_is_that_of_all_ways),
	};

	printf("seeds from %d on\n", FIRST_SEED);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
