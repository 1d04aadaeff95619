#include "api/model.h"
#include "api/options.h"
#include "api/ports.h"
#include "api/request.h"
#include "predict/tree_mapping.h"

#include <string.h>

static enum status check(const struct sonde_model *model, const struct sonde_call *call, const int *order,
			 const struct sonde_order *found, struct error *err)
{
	if (!order || !found)
		return error_set(err, ERR_INPUT, "there is no place for the order: order or found is NULL");
	return predict_call_check(model, call, err);
}

static void give(const struct tree_mapping *mapping, const struct call *call, int *order, struct sonde_order *found)
{
	for (int i = 0; i < call->processes; i++)
		order[i] = mapping->order ? mapping->order[i]
			   : call->order  ? call->order[i]
					  : (call->root + i) % call->processes;
	*found = (struct sonde_order){
		.seconds = mapping->seconds, .plain = mapping->plain, .bound = mapping->bound, .all = mapping->all};
}

static enum status find(const struct model *model, const struct sonde_call *call, size_t simulations, int *order,
			struct sonde_order *found, struct error *err)
{
	const struct predict_options options = predict_options_with(model, call->ports, call->eager_bytes);
	const struct tree_mapping_options limits = {.simulations = simulations};
	struct collective_request request = {.processes = 0};
	struct tree_mapping mapping = {.order = NULL};
	struct algorithm_use use;
	enum status status =
		request_of_call(&request, call, call->processes > 0 ? call->processes : (int)model->processes, err);

	if (status == OK)
		status = collective_request_use(&request, request.algorithm, call->bytes, &use, err);
	if (status == OK && !(use.algorithm->takes & TAKES_ORDER))
		status = error_set(err, ERR_INPUT, "%s by %s has no order of processes to choose", call->operation,
				   call->algorithm);
	if (status == OK)
		status = tree_mapping_find(&options, &use, &limits, &mapping, err);
	if (status == OK)
		give(&mapping, use.call, order, found);
	tree_mapping_release(&mapping);
	collective_request_release(&request);
	return status;
}

enum sonde_status sonde_best_order(const struct sonde_model *model, const struct sonde_call *given, size_t simulations,
				   int *order, struct sonde_order *found, struct sonde_error *error)
{
	struct sonde_call call;
	struct error err = {0};

	if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK &&
	    check(model, &call, order, found, &err) == OK)
		find(model->model, &call, simulations, order, found, &err);
	return context_give(&err, error);
}
