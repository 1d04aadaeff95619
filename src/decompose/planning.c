#include "decompose/planning.h"

#include "base/progress.h"
#include "decompose/exchange.h"
#include "decompose/intervals.h"
#include "decompose/states.h"
#include "simulate/simulate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of each step and of the whole, so many grids at most are gone to and from. */
enum { MOVABLE = 24 };

static void free_plans(struct plan **plans, size_t *n)
{
	for (size_t i = 0; i < *n; i++)
		plan_release(&(*plans)[i]);
	free(*plans);
	*plans = NULL;
	*n = 0;
}

void planned_release(struct planned *planned)
{
	free_plans(&planned->whole, &planned->n_whole);
	free_plans(&planned->steps, &planned->n_steps);
}

static int by_seconds(const void *a, const void *b)
{
	const struct plan *x = a, *y = b;
	size_t p, q;

	if (x->seconds != y->seconds)
		return x->seconds > y->seconds ? 1 : -1;
	p = x->n > 0 ? grid_processes(&x->list[0].grid) : 0;
	q = y->n > 0 ? grid_processes(&y->list[0].grid) : 0;
	if (p != q)
		return p > q ? 1 : -1;
	return x->n > 0 && y->n > 0 ? memcmp(x->list[0].grid.n, y->list[0].grid.n, sizeof(x->list[0].grid.n)) : 0;
}

static enum status check(const struct planning_request *request, struct error *err)
{
	const struct domain *domain = &request->sequence->domain;
	enum status status = sequence_check(request->sequence, err);

	if (status == OK && (request->processes < 1 || request->processes > SEQUENCE_PROCESSES_MOST))
		return error_set(err, ERR_INPUT, "%zu processes: 1 to %u are allowed", request->processes,
				 SEQUENCE_PROCESSES_MOST);
	if (status == OK)
		status = model_costs_check(request->model, (int)request->processes, err);
	if (status == OK && domain->node)
		status = model_costs_check(domain->within, (int)request->processes, err);
	return status;
}

static enum status find_grids(const struct planning_request *request, struct grids *grids, struct error *err)
{
	const struct domain *domain = &request->sequence->domain;
	size_t apart = (request->processes + PLANNING_COUNTS - 1) / PLANNING_COUNTS;
	enum status status = OK;
	char text[64];

	for (size_t p = request->processes; status == OK && p > 0; p = request->fewer && p > apart ? p - apart : 0)
		status = grids_append(grids, request->sequence, p, err);
	if (status == OK && grids->n == 0)
		status = error_set(err, ERR_INPUT,
				   "no grid of %zu processes has parts of %s elements that are as large as their "
				   "borders: take fewer processes",
				   request->processes, grid_name(domain->extent, domain->ndims, text, sizeof(text)));
	return status;
}

/* Plans with one grid throughout. */
static enum status plan_grids(struct states *s, struct planned *found, struct error *err)
{
	enum status status = OK;

	found->whole = calloc(s->grids.n + 1, sizeof(*found->whole));
	if (!found->whole)
		return error_memory(err, "plans");
	for (size_t g = 0; status == OK && g < s->grids.n; g++) {
		status = states_shortest(s, (int)g, &found->whole[found->n_whole++], err);
		progress_report(s->costing.progress, "plans", g + 1, s->grids.n, NAN);
	}
	return status;
}

/* The index of a plan's grid. */
static size_t grid_index(const struct states *s, const struct plan *plan)
{
	size_t g = 0;

	while (g + 1 < s->grids.n && plan->n > 0 && !grid_same(&s->grids.list[g], &plan->list[0].grid))
		g++;
	return g;
}

/* The step that a choice carries out is quicker on so few grids. */
static bool is_among(const struct states *s, size_t step, size_t grid)
{
	const double *seconds = &s->step[step * s->grids.n];
	size_t quicker = 0;

	for (size_t g = 0; g < s->grids.n; g++)
		quicker += seconds[g] < seconds[grid];
	return quicker < MOVABLE;
}

/* The grids that are worth going to: those of the best plans, and those on which a step is quick. */
static void find_movable(struct states *s, const struct planned *found)
{
	const struct sequence *sequence = s->costing.sequence;

	for (size_t i = 0; i < found->n_whole && i < MOVABLE; i++)
		s->movable[grid_index(s, &found->whole[i])] = true;
	for (size_t i = 0; i < sequence->n; i++)
		for (size_t g = 0; g < s->grids.n; g++)
			if (sequence->steps[i].kind == STEP_EXCHANGE || sequence->steps[i].kind == STEP_COMPUTE)
				s->movable[g] = s->movable[g] || is_among(s, i, g);
}

/* One with several grids, if that is quicker than the best with one. */
static enum status plan_mixed(struct states *s, struct planned *found, struct error *err)
{
	struct plan mixed = {.n = 0};
	struct grid grid;
	enum status status;

	find_movable(s, found);
	status = states_shortest(s, STATE_ANY_GRID, &mixed, err);
	if (status == OK && !plan_grid(&mixed, &grid) &&
	    mixed.seconds < (1 - TIMES_ROUNDING) * found->whole[0].seconds) {
		memmove(&found->whole[1], &found->whole[0], found->n_whole * sizeof(found->whole[0]));
		found->whole[0] = mixed;
		found->n_whole++;
		return OK;
	}
	plan_release(&mixed);
	return status;
}

/* A step by itself. */
static enum status add_single(struct states *s, struct planned *found, struct plan_choice choice, struct error *err)
{
	struct plan *plan = &found->steps[found->n_steps];
	enum status status = choice_seconds(&s->costing, &choice, &choice.seconds, err);

	if (status != OK)
		return status;
	found->n_steps++;
	plan->seconds = choice.seconds;
	return plan_add(plan, &choice, err);
}

/* All trees of a step on a grid, but those that take exactly as long as one before. */
static enum status add_trees(struct states *s, struct planned *found, struct plan_choice choice, struct error *err)
{
	size_t first = found->n_steps;
	enum status status = OK;

	for (choice.tree = 0; status == OK && choice.tree < s->costing.trees; choice.tree++) {
		bool known = false;

		status = add_single(s, found, choice, err);
		for (size_t i = first; status == OK && i + 1 < found->n_steps; i++)
			known = known || found->steps[i].seconds == found->steps[found->n_steps - 1].seconds;
		if (known)
			plan_release(&found->steps[--found->n_steps]);
	}
	return status;
}

static enum status add_step(struct states *s, struct planned *found, size_t step, size_t processes, struct error *err)
{
	static const enum choice_kind kinds[] = {[STEP_SCATTER] = CHOICE_SCATTER,
						 [STEP_EXCHANGE] = CHOICE_EXCHANGE,
						 [STEP_COMPUTE] = CHOICE_COMPUTE,
						 [STEP_GATHER] = CHOICE_GATHER};
	const enum step_kind kind = s->costing.sequence->steps[step].kind;
	size_t first = found->n_steps;
	enum status status = OK;

	for (size_t g = 0; status == OK && g < s->grids.n; g++) {
		struct plan_choice choice = {.kind = kinds[kind], .step = step, .grid = s->grids.list[g], .times = 1};

		if (grid_processes(&choice.grid) != processes)
			continue;
		status = kind == STEP_SCATTER || kind == STEP_GATHER ? add_trees(s, found, choice, err)
								     : add_single(s, found, choice, err);
		choice.kind = CHOICE_BROADCAST;
		choice.tree = s->spread[g].broadcast_tree;
		if (status == OK && kind == STEP_SCATTER && !s->costing.scatter)
			status = add_single(s, found, choice, err);
	}
	if (status == OK)
		qsort(&found->steps[first], found->n_steps - first, sizeof(found->steps[0]), by_seconds);
	return status;
}

/* A step that is as one before it is left out. */
static bool is_repeated(const struct sequence *sequence, size_t step)
{
	for (size_t i = 0; i < step; i++) {
		const struct domain_step *a = &sequence->steps[i], *b = &sequence->steps[step];

		if (a->kind == b->kind && memcmp(a->border, b->border, sizeof(a->border)) == 0 &&
		    step_cost_same(&a->cost, &b->cost))
			return true;
	}
	return false;
}

static enum status plan_steps(struct states *s, struct planned *found, struct error *err)
{
	const struct sequence *sequence = s->costing.sequence;
	size_t processes = plan_processes(&found->whole[0]);
	enum status status = OK;

	found->steps = calloc(sequence->n * s->grids.n * (DOMAIN_TREES + 1) + 1, sizeof(*found->steps));
	if (!found->steps)
		return error_memory(err, "plans");
	for (size_t i = 0; status == OK && i < sequence->n; i++)
		if (sequence->steps[i].kind != STEP_REPEAT && !is_repeated(sequence, i))
			status = add_step(s, found, i, processes, err);
	return status;
}

static enum status plan_all(struct states *s, bool one_grid, struct planned *found, struct error *err)
{
	enum status status = plan_grids(s, found, err);

	if (status != OK)
		return status;
	qsort(found->whole, found->n_whole, sizeof(found->whole[0]), by_seconds);
	if (!one_grid)
		status = plan_mixed(s, found, err);
	return status == OK ? plan_steps(s, found, err) : status;
}

/* Of two plans that the model's intervals do not tell apart the one with a single grid comes first. */
static enum status prefer_one_grid(const struct planning_request *request, struct plan *plans, size_t n,
				   struct error *err)
{
	struct plan pair[2];
	struct grid grid;
	enum status status;

	if (n < 2 || plan_grid(&plans[0], &grid))
		return OK;
	memcpy(pair, plans, sizeof(pair));
	status = intervals_set(request, pair, 2, err);
	if (status == OK && pair[1].verdict == PLAN_SAME) {
		plans[0] = pair[1];
		plans[1] = pair[0];
	}
	return status;
}

/* What choices take, and the intervals of the best plans: of each step, and of the whole. */
static enum status complete(const struct planning_request *request, struct planned *found, struct error *err)
{
	struct choice_costing costing = {.model = request->model, .sequence = request->sequence};
	enum status status = OK;

	for (size_t i = 0; i < found->n_whole; i++)
		for (size_t k = 0; status == OK && k < found->whole[i].n; k++)
			status = choice_seconds(&costing, &found->whole[i].list[k], &found->whole[i].list[k].seconds,
						err);
	if (status == OK)
		status = prefer_one_grid(request, found->whole, found->n_whole, err);
	if (status == OK)
		status = intervals_set(request, found->whole, found->n_whole, err);
	for (size_t from = 0, to; status == OK && from < found->n_steps; from = to) {
		for (to = from; to < found->n_steps && found->steps[to].list->step == found->steps[from].list->step;)
			to++;
		status = intervals_set(request, &found->steps[from], to - from, err);
	}
	part_messages_release(&costing.messages);
	return status;
}

enum status planning_run(const struct planning_request *request, struct planned *found, struct error *err)
{
	const struct choice_costing costing = {.model = request->model,
					       .sequence = request->sequence,
					       .trees = request->trees > 0 ? request->trees : DOMAIN_TREES,
					       .scatter = request->scatter,
					       .progress = request->progress};
	struct grids grids = {.n = 0};
	struct states states = {.spread = NULL};
	enum status status = check(request, err);

	if (status == OK)
		status = find_grids(request, &grids, err);
	if (status == OK)
		status = states_init(&states, &costing, &grids, err);
	if (status == OK)
		status = plan_all(&states, request->one_grid, found, err);
	if (status == OK)
		status = complete(request, found, err);
	found->intervals = found->n_whole > 0 && !isnan(found->whole[0].low);
	free(grids.list);
	states_release(&states);
	return status;
}
