#include "decompose/choice.h"

#include "base/memory.h"
#include "decompose/exchange.h"
#include "decompose/tree_time.h"

#include <stdlib.h>

const char *const choice_names[] = {[CHOICE_SCATTER] = "scatter",
				    [CHOICE_BROADCAST] = "scatter",
				    [CHOICE_EXCHANGE] = "exchange",
				    [CHOICE_COMPUTE] = "compute",
				    [CHOICE_GATHER] = "gather",
				    [CHOICE_REDISTRIBUTE] = "redistribute",
				    NULL};

static enum status tree_choice(struct choice_costing *c, const struct plan_choice *choice, double *seconds,
			       struct error *err)
{
	const struct domain *domain = &c->sequence->domain;
	const struct domain_tree *tree = &domain_trees[choice->tree];
	size_t processes = grid_processes(&choice->grid);
	enum status status = choice->kind == CHOICE_BROADCAST
				     ? tree_broadcast(domain, processes, tree, &c->messages, err)
				     : tree_scatter(domain, &choice->grid, tree, &c->messages, err);

	if (status != OK)
		return status;
	return tree_seconds(c->model, domain, &c->messages, processes, choice->kind == CHOICE_GATHER, seconds, err);
}

static double compute_seconds(const struct choice_costing *c, const struct plan_choice *choice)
{
	struct box part = domain_part(&c->sequence->domain, &choice->grid, 0); /* the largest */
	double elements = (double)part.length[0] * (double)part.length[1] * (double)part.length[2];

	return elements * step_cost_at(&c->sequence->steps[choice->step].cost, elements);
}

enum status choice_seconds(struct choice_costing *costing, const struct plan_choice *choice, double *seconds,
			   struct error *err)
{
	const struct domain *domain = &costing->sequence->domain;

	*seconds = 0;
	switch (choice->kind) {
	case CHOICE_SCATTER:
	case CHOICE_BROADCAST:
	case CHOICE_GATHER:
		return tree_choice(costing, choice, seconds, err);
	case CHOICE_EXCHANGE:
		return choice->spared ? OK
				      : exchange_seconds(costing->model, domain, &choice->grid,
							 costing->sequence->steps[choice->step].border, seconds, err);
	case CHOICE_COMPUTE:
		*seconds = compute_seconds(costing, choice);
		return OK;
	case CHOICE_REDISTRIBUTE:
		return redistribution_seconds(costing->model, domain, &choice->from, &choice->grid, seconds, err);
	}
	return OK;
}

void plan_release(struct plan *plan)
{
	free(plan->list);
	plan->list = NULL;
	plan->n = plan->capacity = 0;
}

enum status plan_add(struct plan *plan, const struct plan_choice *choice, struct error *err)
{
	struct plan_choice *list = memory_grow(plan->list, &plan->capacity, plan->n + 1, sizeof(*list));

	if (!list)
		return error_memory(err, "a plan");
	plan->list = list;
	list[plan->n++] = *choice;
	return OK;
}

enum status plan_seconds(struct choice_costing *costing, const struct plan *plan, double *seconds, struct error *err)
{
	double sum = 0;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < plan->n; i++) {
		double once;

		status = choice_seconds(costing, &plan->list[i], &once, err);
		if (status == OK)
			sum += plan->list[i].times * once;
	}
	*seconds = sum;
	return status;
}

size_t plan_processes(const struct plan *plan)
{
	size_t most = 1;

	for (size_t i = 0; i < plan->n; i++)
		most = grid_processes(&plan->list[i].grid) > most ? grid_processes(&plan->list[i].grid) : most;
	return most;
}

bool plan_grid(const struct plan *plan, struct grid *grid)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (plan->list[i].kind == CHOICE_REDISTRIBUTE || !grid_same(&plan->list[i].grid, &plan->list[0].grid))
			return false;
		*grid = plan->list[i].grid;
	}
	return plan->n > 0;
}
