#include "mpi/collective/own.h"

static enum status open_request(struct execute_collective *own, const struct experiment *what, int processes,
				struct error *err)
{
	enum status status;

	*own = (struct execute_collective){.use = {.algorithm = NULL}};
	status = collective_request_of_experiment(&own->request, what, (size_t)processes, err);
	if (status == OK)
		status = collective_request_use(&own->request, own->request.algorithm, what->bytes, &own->use, err);
	if (status != OK)
		collective_request_release(&own->request);
	return status;
}

enum status execute_collective_check(const struct experiment *what, int processes, struct error *err)
{
	struct execute_collective own;
	enum status status = open_request(&own, what, processes, err);

	if (status == OK)
		collective_request_release(&own.request);
	return status;
}

enum status execute_collective_prepare(struct execute_collective *own, const struct experiment *what,
				       const struct collective_data *data, struct error *err)
{
	enum status status = open_request(own, what, data->size, err);
	struct schedule schedule;

	if (status != OK)
		return status;
	schedule = algorithm_schedule(&own->use);
	status = execute_prepare(&own->plan, &schedule, data->comm, MPI_BYTE, MPI_BXOR, err);
	if (status != OK)
		collective_request_release(&own->request);
	return status;
}

/* A native bcast works in the send buffer, a schedule's in the one to receive into. */
int execute_collective(const struct collective_data *data)
{
	if (data->own->request.collective == COLLECTIVE_BCAST)
		return execute_run(&data->own->plan, NULL, data->send);
	return execute_run(&data->own->plan, data->send, data->receive);
}

void execute_collective_release(struct execute_collective *own)
{
	execute_release(&own->plan);
	collective_request_release(&own->request);
}
