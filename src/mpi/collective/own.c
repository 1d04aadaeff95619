#include "mpi/collective/own.h"

#include "sample/process_list.h"

#include <stdlib.h>
#include <string.h>

/* The order of the processes and their groups, which are texts in the setup. */
static enum status read_lists(struct execute_collective *own, const struct setup *setup, size_t processes,
			      struct error *err)
{
	enum status status = OK;

	if (!setup->order[0] && !setup->groups[0])
		return OK;
	own->lists = malloc((2 * processes + 1) * sizeof(*own->lists));
	if (!own->lists)
		return error_memory(err, "the order of the processes");
	if (setup->order[0]) {
		status = process_list_parse(setup->order, processes, own->lists, err);
		own->call.order = own->lists;
	}
	if (status == OK && setup->groups[0]) {
		status = process_groups_parse(setup->groups, processes, own->lists + processes, err);
		own->call.group = own->lists + processes;
	}
	return status;
}

static void close_call(struct execute_collective *own)
{
	free(own->counts);
	free(own->lists);
}

static enum status open_call(struct execute_collective *own, const struct experiment *what, int processes,
			     struct error *err)
{
	int collective = collective_of_word(what->setup.collective);
	enum status status;

	*own = (struct execute_collective){.use = {.call = &own->call}};
	if (collective < 0)
		return error_set(err, ERR_INPUT,
				 "%s has no algorithm \"%s\": there are none of sonde's own, only the MPI library's",
				 what->setup.collective, what->setup.algorithm);
	if (what->setup.fanout > INT32_MAX)
		return error_set(err, ERR_INPUT, "a fan-out of %zu cannot be; at most %d", what->setup.fanout,
				 INT32_MAX);
	own->use.algorithm = algorithm_find((enum collective)collective, what->setup.algorithm, err);
	if (!own->use.algorithm)
		return ERR_USAGE;
	own->counts = calloc((size_t)processes, sizeof(*own->counts));
	if (!own->counts)
		return error_memory(err, "the counts of a collective operation");
	for (int i = 0; i < processes; i++)
		own->counts[i] = what->bytes;
	own->call = (struct call){.collective = (enum collective)collective,
				  .processes = processes,
				  .count = what->bytes,
				  .commutes = true,
				  .segment = what->setup.segment,
				  .fanout = (int)what->setup.fanout};
	if (collective == COLLECTIVE_SCATTERV || collective == COLLECTIVE_GATHERV)
		own->call.counts = own->counts;
	if (collective_has_root(own->call.collective))
		own->call.root = what->from;
	status = read_lists(own, &what->setup, (size_t)processes, err);
	if (status == OK)
		status = algorithm_check(own->use.algorithm, &own->call, err);
	if (status != OK)
		close_call(own);
	return status;
}

enum status execute_collective_check(const struct experiment *what, int processes, struct error *err)
{
	struct execute_collective own;
	enum status status = open_call(&own, what, processes, err);

	if (status == OK)
		close_call(&own);
	return status;
}

enum status execute_collective_prepare(struct execute_collective *own, const struct experiment *what,
				       const struct collective_data *data, struct error *err)
{
	enum status status = open_call(own, what, data->size, err);
	struct schedule schedule;

	if (status != OK)
		return status;
	schedule = algorithm_schedule(&own->use);
	status = execute_prepare(&own->plan, &schedule, data->comm, MPI_BYTE, MPI_BXOR, err);
	if (status != OK)
		close_call(own);
	return status;
}

/* A native bcast works in the send buffer, a schedule's in the one to receive into. */
int execute_collective(const struct collective_data *data)
{
	if (data->own->call.collective == COLLECTIVE_BCAST)
		return execute_run(&data->own->plan, NULL, data->send);
	return execute_run(&data->own->plan, data->send, data->receive);
}

void execute_collective_release(struct execute_collective *own)
{
	execute_release(&own->plan);
	close_call(own);
}
