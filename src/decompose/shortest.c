/*
 * A shortest path over layers of states, one layer for each step: from the state before it, perhaps by a redistribution
 * or by process 0, to the state in which the step is carried out, and to the state after it.
 */
#include "decompose/states.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How a state after a step was reached: from which state, in which one the step was carried out, and by which one in
 * between: that of process 0, the parts that are redistributed, or during itself. */
struct hop {
	size_t before, by, during;
};

/* A walk through some steps that follow each other. */
struct state_walk {
	struct states *states;
	int only;
	size_t first, n; /* steps */
	double *at;      /* seconds until each state is reached */
	double *next;
	struct hop *moved; /* how each state was reached before the step */
	struct hop *hops;  /* the same after it, of layer i at i * states */
	size_t layers;
};

static size_t n_states(const struct states *s)
{
	return 2 * s->grids.n + 1;
}

static size_t root_of(const struct states *s)
{
	return 2 * s->grids.n;
}

static size_t grid_of(const struct states *s, size_t state)
{
	return state % s->grids.n;
}

static bool is_whole(const struct states *s, size_t state)
{
	return state >= s->grids.n && state < 2 * s->grids.n;
}

static enum status walk_init(struct state_walk *w, struct states *s, int only, size_t first, size_t n,
			     struct error *err)
{
	size_t states = n_states(s);

	*w = (struct state_walk){.states = s, .only = only, .first = first, .n = n};
	w->at = calloc(states, sizeof(*w->at));
	w->next = calloc(states, sizeof(*w->next));
	w->moved = calloc(states, sizeof(*w->moved));
	w->hops = calloc(states * n, sizeof(*w->hops));
	if (!w->at || !w->next || !w->moved || !w->hops)
		return error_memory(err, "a path over states");
	for (size_t i = 0; i < states; i++)
		w->at[i] = INFINITY;
	return OK;
}

static void walk_release(struct state_walk *w)
{
	free(w->at);
	free(w->next);
	free(w->moved);
	free(w->hops);
}

/* Whether a grid may be gone to. */
static bool goes_to(const struct state_walk *w, size_t grid)
{
	return w->only == STATE_ANY_GRID ? w->states->movable[grid] : (size_t)w->only == grid;
}

static enum status move_seconds(struct states *s, size_t from, size_t to, double *seconds, struct error *err)
{
	double *known = &s->moves[from * s->grids.n + to];
	const struct plan_choice choice = {
		.kind = CHOICE_REDISTRIBUTE, .from = s->grids.list[from], .grid = s->grids.list[to]};
	enum status status = OK;

	if (isnan(*known))
		status = choice_seconds(&s->costing, &choice, known, err);
	*seconds = *known;
	return status;
}

static void reach(struct state_walk *w, size_t state, double seconds, struct hop hop)
{
	if (seconds < w->next[state]) {
		w->next[state] = seconds;
		w->moved[state] = hop;
	}
}

/* By process 0, which has the whole domain then. */
static void move_by_root(struct state_walk *w)
{
	struct states *s = w->states;
	size_t n = s->grids.n, best = 0;
	double least = INFINITY;

	for (size_t g = 0; g < 2 * n; g++) {
		double there = w->at[g] + (g < n ? s->spread[g].gather : 0);

		if (there < least) {
			least = there;
			best = g;
		}
	}
	for (size_t g = 0; g < n && least < INFINITY; g++) {
		if (!goes_to(w, g))
			continue;
		reach(w, g, least + s->spread[g].scatter, (struct hop){best, root_of(s), g});
		reach(w, n + g, least + s->spread[g].broadcast, (struct hop){best, root_of(s), n + g});
	}
}

/* Whoever has the whole domain has his part of any grid. The state from which the processes of this grid have got
 * theirs without a message, soonest: parts of it, or the whole. */
static size_t soonest(const struct state_walk *w, size_t grid, bool whole)
{
	const struct grids *grids = &w->states->grids;
	size_t n = grids->n, best = whole ? n + grid : grid;

	for (size_t g = 0; g < n; g++) {
		bool has = g == grid ||
			   (goes_to(w, grid) && grid_processes(&grids->list[grid]) <= grid_processes(&grids->list[g]));

		if (has && w->at[n + g] < w->at[best])
			best = n + g;
	}
	return best;
}

/* From the parts of a grid, which are there after state before, to those of others. */
static enum status redistribute(struct state_walk *w, size_t from, size_t before, struct error *err)
{
	struct states *s = w->states;
	enum status status = OK;

	for (size_t to = 0; status == OK && to < s->grids.n && s->movable[from]; to++) {
		double seconds;

		if (to == from || !goes_to(w, to) || w->at[before] >= w->next[to])
			continue;
		status = move_seconds(s, from, to, &seconds, err);
		if (status == OK)
			reach(w, to, w->at[before] + seconds, (struct hop){before, from, to});
	}
	return status;
}

/* The states in which the next step can be carried out: into next. */
static enum status move(struct state_walk *w, struct error *err)
{
	struct states *s = w->states;
	size_t n = s->grids.n;
	enum status status = OK;

	for (size_t i = 0; i < n_states(s); i++) {
		size_t before = i < root_of(s) ? soonest(w, grid_of(s, i), is_whole(s, i)) : i;

		w->next[i] = w->at[before];
		w->moved[i] = (struct hop){before, i, i};
	}
	move_by_root(w);
	for (size_t from = 0; status == OK && from < n; from++) {
		size_t before = soonest(w, from, false);

		if (w->at[before] < INFINITY)
			status = redistribute(w, from, before, err);
	}
	return status;
}

static enum status closed_seconds(struct state_walk *w, size_t step, size_t state, double *seconds, struct error *err);

/* Seconds of a step in a state, with repetitions; INFINITY: it cannot be carried out there. */
static enum status step_seconds(struct state_walk *w, size_t step, size_t state, double *seconds, struct error *err)
{
	const struct states *s = w->states;
	const struct domain_step *what = &s->costing.sequence->steps[step];
	enum status status = OK;

	*seconds = INFINITY;
	if (what->kind == STEP_REPEAT)
		status = closed_seconds(w, step, state, seconds, err);
	else if (what->kind == STEP_GATHER && state < root_of(s))
		*seconds = is_whole(s, state) ? 0 : s->spread[state].gather;
	else if (what->kind == STEP_EXCHANGE && is_whole(s, state))
		*seconds = 0;
	else if (state < root_of(s))
		*seconds = s->step[step * s->grids.n + grid_of(s, state)];
	*seconds *= what->times;
	return status;
}

/* The state after a step, which was carried out in this one. */
static size_t state_after(const struct states *s, const struct domain_step *step, size_t state)
{
	if (step->kind == STEP_GATHER)
		return root_of(s);
	return step->kind == STEP_COMPUTE && !step->keep ? grid_of(s, state) : state;
}

static void scatter(struct state_walk *w, struct hop *hops)
{
	const struct states *s = w->states;
	size_t root = root_of(s), n = s->grids.n;
	double begin = w->at[root];

	for (size_t g = 0; g < n; g++) {
		bool may = w->only == STATE_ANY_GRID || (size_t)w->only == g;

		w->at[g] = may ? begin + s->spread[g].scatter : INFINITY;
		w->at[n + g] = may ? begin + s->spread[g].broadcast : INFINITY;
		hops[g] = (struct hop){root, g, g};
		hops[n + g] = (struct hop){root, n + g, n + g};
	}
	w->at[root] = INFINITY;
}

/* A step other than a scatter. */
static enum status carry_out(struct state_walk *w, size_t step, struct hop *hops, struct error *err)
{
	struct states *s = w->states;
	const struct domain_step *what = &s->costing.sequence->steps[step];
	enum status status = move(w, err);

	for (size_t i = 0; i < n_states(s); i++)
		w->at[i] = INFINITY;
	for (size_t i = 0; status == OK && i < n_states(s); i++) {
		size_t after = state_after(s, what, i);
		double seconds;

		if (w->next[i] == INFINITY)
			continue;
		status = step_seconds(w, step, i, &seconds, err);
		if (status == OK && w->next[i] + seconds < w->at[after]) {
			w->at[after] = w->next[i] + seconds;
			hops[after] = w->moved[i];
		}
	}
	return status;
}

static enum status walk_all(struct state_walk *w, struct error *err)
{
	const struct sequence *sequence = w->states->costing.sequence;
	enum status status = OK;

	for (size_t i = w->first; status == OK && i < w->first + w->n; i += 1 + sequence->steps[i].body) {
		struct hop *hops = &w->hops[w->layers++ * n_states(w->states)];

		if (sequence->steps[i].kind == STEP_SCATTER)
			scatter(w, hops);
		else
			status = carry_out(w, i, hops, err);
	}
	return status;
}

/* Of what is repeated: from a state back to it, once. */
static enum status closed_seconds(struct state_walk *w, size_t step, size_t state, double *seconds, struct error *err)
{
	const struct domain_step *repeat = &w->states->costing.sequence->steps[step];
	double *known = &w->states->closed[step * n_states(w->states) + state];
	struct state_walk body;
	enum status status;

	if (w->only == STATE_ANY_GRID && !isnan(*known)) {
		*seconds = *known;
		return OK;
	}
	status = walk_init(&body, w->states, w->only, step + 1, repeat->body, err);
	if (status == OK) {
		body.at[state] = 0;
		status = walk_all(&body, err);
	}
	if (status == OK && state < root_of(w->states))
		status = move(&body, err);
	if (status == OK)
		*seconds = state < root_of(w->states) ? body.next[state] : body.at[state];
	if (status == OK && w->only == STATE_ANY_GRID)
		*known = *seconds;
	walk_release(&body);
	return status;
}

static enum status collect(struct state_walk *w, size_t end, double times, struct plan *plan, struct error *err);

static enum status collect_body(struct state_walk *w, size_t step, size_t state, double times, struct plan *plan,
				struct error *err)
{
	const struct domain_step *repeat = &w->states->costing.sequence->steps[step];
	struct state_walk body;
	enum status status = walk_init(&body, w->states, w->only, step + 1, repeat->body, err);

	if (status == OK) {
		body.at[state] = 0;
		status = walk_all(&body, err);
	}
	if (status == OK)
		status = collect(&body, state, times * repeat->times, plan, err);
	walk_release(&body);
	return status;
}

/* A choice for a step in a state. */
static struct plan_choice choice_of(const struct states *s, enum choice_kind kind, size_t step, size_t state,
				    double times)
{
	struct plan_choice choice = {
		.kind = kind, .step = step, .grid = s->grids.list[grid_of(s, state)], .times = times};
	const struct spread_costs *spread = &s->spread[grid_of(s, state)];

	if (kind == CHOICE_SCATTER)
		choice.tree = spread->scatter_tree;
	else if (kind == CHOICE_BROADCAST)
		choice.tree = spread->broadcast_tree;
	else if (kind == CHOICE_GATHER)
		choice.tree = spread->gather_tree;
	choice.spared = kind == CHOICE_EXCHANGE && is_whole(s, state);
	return choice;
}

static enum status add(struct plan *plan, const struct states *s, enum choice_kind kind, size_t step, size_t state,
		       double times, struct error *err)
{
	const struct plan_choice choice = choice_of(s, kind, step, state, times);

	return plan_add(plan, &choice, err);
}

/* How the domain came to where a step is carried out. */
static enum status add_move(struct plan *plan, const struct states *s, const struct hop *hop, size_t step, double times,
			    struct error *err)
{
	size_t n = s->grids.n;
	struct plan_choice choice = choice_of(s, CHOICE_REDISTRIBUTE, step, hop->during, times);
	enum status status = OK;

	if (hop->by == root_of(s) && hop->during != hop->by) {
		if (hop->before < n)
			status = add(plan, s, CHOICE_GATHER, step, hop->before, times, err);
		return status == OK ? add(plan, s, is_whole(s, hop->during) ? CHOICE_BROADCAST : CHOICE_SCATTER, step,
					  hop->during, times, err)
				    : status;
	}
	if (hop->by == hop->during)
		return OK;
	choice.from = s->grids.list[hop->by];
	return plan_add(plan, &choice, err);
}

static enum status add_step(struct state_walk *w, size_t step, const struct hop *hop, double times, struct plan *plan,
			    struct error *err)
{
	static const enum choice_kind kinds[] = {
		[STEP_EXCHANGE] = CHOICE_EXCHANGE, [STEP_COMPUTE] = CHOICE_COMPUTE, [STEP_GATHER] = CHOICE_GATHER};
	const struct states *s = w->states;
	const struct domain_step *what = &s->costing.sequence->steps[step];
	enum status status;

	if (what->kind == STEP_SCATTER)
		return add(plan, s, is_whole(s, hop->during) ? CHOICE_BROADCAST : CHOICE_SCATTER, step, hop->during,
			   times * what->times, err);
	status = add_move(plan, s, hop, step, times, err);
	if (status != OK || (what->kind == STEP_GATHER && is_whole(s, hop->during)))
		return status;
	if (what->kind == STEP_REPEAT)
		return collect_body(w, step, hop->during, times, plan, err);
	return add(plan, s, kinds[what->kind], step, hop->during, times * what->times, err);
}

/* The choices of a walk that ends in a state; if it must come back there, that is a move of the last step's. */
static enum status collect(struct state_walk *w, size_t end, double times, struct plan *plan, struct error *err)
{
	const struct states *s = w->states;
	const struct sequence *sequence = s->costing.sequence;
	struct hop back = {end, end, end};
	size_t *during = calloc(w->layers, sizeof(*during));
	enum status status = during ? OK : error_memory(err, "a path over states");
	size_t layer, step = w->first;

	if (status == OK && end < root_of(s)) {
		status = move(w, err);
		back = w->moved[end];
	}
	for (layer = w->layers, end = back.before; status == OK && layer-- > 0;) {
		during[layer] = end;
		end = w->hops[layer * n_states(s) + end].before;
	}
	for (layer = 0; status == OK && layer < w->layers; layer++, step += 1 + sequence->steps[step].body)
		status = add_step(w, step, &w->hops[layer * n_states(s) + during[layer]], times, plan, err);
	if (status == OK)
		status = add_move(plan, s, &back, w->first, times, err);
	free(during);
	return status;
}

enum status states_shortest(struct states *states, int only, struct plan *plan, struct error *err)
{
	const struct sequence *sequence = states->costing.sequence;
	const struct domain_step *first = sequence->steps;
	struct state_walk w;
	size_t end = 0;
	enum status status = walk_init(&w, states, only, 0, sequence->n, err);

	while (first->kind == STEP_REPEAT)
		first++;
	for (size_t g = 0; status == OK && g < states->grids.n && first->kind != STEP_SCATTER; g++)
		w.at[g] = only == STATE_ANY_GRID || (size_t)only == g ? 0 : INFINITY;
	if (status == OK && first->kind == STEP_SCATTER)
		w.at[root_of(states)] = 0;
	if (status == OK)
		status = walk_all(&w, err);
	for (size_t i = 1; status == OK && i < n_states(states); i++)
		end = w.at[i] < w.at[end] ? i : end;
	plan->n = 0;
	if (status == OK)
		plan->seconds = w.at[end];
	if (status == OK)
		status = collect(&w, end, 1, plan, err);
	walk_release(&w);
	return status;
}
