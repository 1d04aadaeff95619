#include "predict/predict.h"

#include "simulate/simulate.h"

#define NS 1e9

/* What a message costs under the model, in the simulator's terms. Where overheads lie inside the transfer (PLogP) an expected message takes the receiver's CPU no further time when it is all there. */
static void model_message(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	const struct model *model = self;
	struct cost c = model_cost(model, (struct link){from, to}, bytes);

	*cost = (struct message_cost){
		.send = NS * c.send,
		.out = NS * c.gap,
		.flight = NS * (c.latency + (c.overheads_overlap ? 0 : c.send)),
		.in = NS * c.gap,
		.transfer = NS * c.transfer,
		.receive = NS * c.receive,
		.receive_expected = c.overheads_overlap ? 0 : NS * c.receive_expected,
	};
}

static enum status check_processes(const struct model *model, const struct call *call, struct error *err)
{
	if (model->links[0].from == LINK_ANY || (size_t)call->processes <= model->processes)
		return OK;
	return error_set(err, ERR_INPUT, "the model holds for pairs of its own %zu processes, not for %d", model->processes, call->processes);
}

enum status predict_collective(const struct model *model, const struct algorithm_class *algorithm, const struct call *call, double *seconds, struct error *err)
{
	const struct algorithm_use use = {algorithm, call};
	const struct schedule schedule = algorithm_schedule(&use);
	const struct costs costs = {.message = model_message, .self = model, .eager_most = UINT64_MAX};
	struct simulation simulation = {0};
	enum status status = check_processes(model, call, err);

	if (status == OK)
		status = algorithm_check(algorithm, call, err);
	if (status == OK)
		status = simulate(&schedule, &costs, &simulation, err);
	if (status == OK)
		*seconds = simulation.seconds;
	simulation_release(&simulation);
	return status;
}
