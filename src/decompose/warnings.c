#include "decompose/warnings.h"

#include "decompose/exchange.h"

#include <math.h>

struct negative_times planned_negative(const struct planned *found)
{
	struct negative_times times = {.all = 0};

	for (size_t i = 0; i < found->n_steps; i++)
		negative_times_add(&times, found->steps[i].seconds);
	for (size_t i = 0; i < found->n_whole; i++) {
		negative_times_add(&times, found->whole[i].seconds);
		for (size_t k = 0; k < found->whole[i].n; k++)
			negative_times_add(&times, found->whole[i].list[k].seconds);
	}
	return times;
}

static void widen(struct stride_range *range, double least, double most)
{
	range->least = fmin(range->least, least);
	range->most = fmax(range->most, most);
}

static enum status widen_by(const struct planning_request *request, const struct plan_choice *choice,
			    struct part_messages *messages, struct stride_range *range, struct error *err)
{
	const struct domain *domain = &request->sequence->domain;
	enum status status;
	double least, most;

	if (choice->kind == CHOICE_EXCHANGE &&
	    exchange_strides(domain, &choice->grid, request->sequence->steps[choice->step].border, &least, &most))
		widen(range, least, most);
	if (choice->kind != CHOICE_SCATTER && choice->kind != CHOICE_GATHER)
		return OK;
	status = tree_scatter(domain, &choice->grid, &domain_trees[choice->tree], messages, err);
	for (size_t i = 0; status == OK && i < messages->n; i++)
		if (messages->list[i].strided_sender)
			widen(range, messages->list[i].stride, messages->list[i].stride);
	return status;
}

enum status planned_strides(const struct planning_request *request, const struct planned *found,
			    struct stride_range *needed, struct stride_range *known, bool *unknown, struct error *err)
{
	struct part_messages messages = {.n = 0};
	enum status status = OK;

	*needed = (struct stride_range){INFINITY, 0};
	if (!paths_strides(request->model, (struct link){0, 1}, &known->least, &known->most))
		*known = (struct stride_range){NAN, NAN};
	for (size_t i = 0; i < found->n_whole; i++)
		for (size_t k = 0; status == OK && k < found->whole[i].n; k++)
			status = widen_by(request, &found->whole[i].list[k], &messages, needed, err);
	*unknown = paths_know_layouts(request->model) && needed->least <= needed->most &&
		   !(needed->least >= known->least && needed->most <= known->most); /* so for NAN */
	part_messages_release(&messages);
	return status;
}
