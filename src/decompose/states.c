#include "decompose/states.h"

#include "base/progress.h"

#include <math.h>
#include <stdlib.h>

void states_release(struct states *states)
{
	part_messages_release(&states->costing.messages);
	free(states->grids.list);
	free(states->spread);
	free(states->step);
	free(states->moves);
	free(states->closed);
	free(states->movable);
	*states = (struct states){.spread = NULL};
}

/* The quickest tree, the first of equally quick ones. */
static enum status quickest(struct choice_costing *costing, struct plan_choice choice, double *seconds, unsigned *tree,
			    struct error *err)
{
	enum status status = OK;

	*seconds = INFINITY;
	for (choice.tree = 0; status == OK && choice.tree < costing->trees; choice.tree++) {
		double one;

		status = choice_seconds(costing, &choice, &one, err);
		if (status == OK && one < *seconds) {
			*seconds = one;
			*tree = choice.tree;
		}
	}
	return status;
}

static enum status cost_grid(struct states *s, size_t g, struct error *err)
{
	const struct sequence *sequence = s->costing.sequence;
	struct spread_costs *spread = &s->spread[g];
	struct plan_choice choice = {.kind = CHOICE_SCATTER, .grid = s->grids.list[g]};
	enum status status = quickest(&s->costing, choice, &spread->scatter, &spread->scatter_tree, err);

	choice.kind = CHOICE_GATHER;
	if (status == OK)
		status = quickest(&s->costing, choice, &spread->gather, &spread->gather_tree, err);
	choice.kind = CHOICE_BROADCAST;
	spread->broadcast = INFINITY;
	if (status == OK && !s->costing.scatter)
		status = quickest(&s->costing, choice, &spread->broadcast, &spread->broadcast_tree, err);
	for (choice.step = 0; status == OK && choice.step < sequence->n; choice.step++) {
		enum step_kind kind = sequence->steps[choice.step].kind;

		if (kind != STEP_EXCHANGE && kind != STEP_COMPUTE)
			continue;
		choice.kind = kind == STEP_EXCHANGE ? CHOICE_EXCHANGE : CHOICE_COMPUTE;
		status = choice_seconds(&s->costing, &choice, &s->step[choice.step * s->grids.n + g], err);
	}
	return status;
}

enum status states_init(struct states *states, const struct choice_costing *costing, struct grids *grids,
			struct error *err)
{
	size_t n = grids->n, n_closed = costing->sequence->n * (2 * n + 1);
	enum status status = OK;

	*states = (struct states){.costing = *costing, .grids = *grids};
	*grids = (struct grids){.n = 0};
	states->spread = calloc(n, sizeof(*states->spread));
	states->step = calloc(n * costing->sequence->n, sizeof(*states->step));
	states->moves = calloc(n * n, sizeof(*states->moves));
	states->closed = calloc(n_closed, sizeof(*states->closed));
	states->movable = calloc(n, sizeof(*states->movable));
	if (!states->spread || !states->step || !states->moves || !states->closed || !states->movable)
		return error_memory(err, "the states of a domain");
	for (size_t i = 0; i < n_closed; i++)
		states->closed[i] = NAN;
	for (size_t i = 0; i < n * n; i++)
		states->moves[i] = NAN;
	for (size_t g = 0; status == OK && g < n; g++) {
		status = cost_grid(states, g, err);
		progress_report(costing->progress, "grids", g + 1, n, NAN);
	}
	return status;
}
