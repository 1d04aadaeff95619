#include "mpi/live/stress_run.h"

#include "mpi/live/order.h"
#include "mpi/live/platform.h"
#include "mpi/stress/walk.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST_DEFAULT ((size_t)256 << 20)
#define LARGEST_EVER ((size_t)1 << 30)

/* The operations that are asked for, as bits. */
static enum status choose_operations(const char *name, unsigned *operations, struct error *err)
{
	*operations = (1u << STRESS_OPERATIONS) - 1;
	if (!name)
		return OK;
	for (int o = 0; o < STRESS_OPERATIONS; o++)
		if (strcmp(name, stress_operation_names[o]) == 0) {
			*operations = 1u << o;
			return OK;
		}
	return error_set(err, ERR_INPUT,
			 "there is no operation \"%s\": there are send, ssend, isend, persistent, sendrecv, put, "
			 "put-lock, get, get-lock, bcast, gather, scatter, alltoall, allreduce",
			 name);
}

static void choose_largest(const struct stress_options *options, const struct process *process,
			   const struct progress *progress, struct stress_plan *plan)
{
	plan->largest = options->largest ? options->largest : LARGEST_DEFAULT;
	while (!options->largest && plan->largest > 1 && !stress_fits(plan, process->neighbours))
		plan->largest /= 2;
	if (!options->largest && plan->largest < LARGEST_DEFAULT)
		progress_warn(progress, "memory has room for messages of up to %zu bytes; larger ones are not sent",
			      plan->largest);
}

enum status stress_check(const struct stress_options *options, struct error *err)
{
	unsigned operations;

	if (options->largest > LARGEST_EVER)
		return error_set(err, ERR_INPUT,
				 "messages of at most %zu bytes can be sent, so that a row of them fits MPI's counts",
				 LARGEST_EVER);
	return choose_operations(options->operation, &operations, err);
}

static void name_operations(const struct stress_plan *plan, struct stress_result *result)
{
	for (int o = 0; o < STRESS_OPERATIONS; o++)
		if (plan->operations >> o & 1)
			result->operations[o] = stress_operation_names[o];
}

enum status stress_run(struct platform *platform, const struct stress_options *options, const struct progress *progress,
		       struct stress_result *result, struct error *err)
{
	struct process *process = live_process(platform);
	struct order order = {.kind = ORDER_STRESS, .stress = {.seed = options->seed, .processes = process->size}};
	struct stress_driver driver = {.options = options,
				       .progress = progress,
				       .result = result,
				       .err = err,
				       .begin = MPI_Wtime(),
				       .processes = process->size};
	enum status status;

	if (process->size < 2)
		return error_set(err, ERR_INPUT, "messages need two processes at least, and there is 1");
	status = stress_check(options, err);
	if (status == OK)
		status = choose_operations(options->operation, &order.stress.operations, err);
	if (status != OK)
		return status;
	choose_largest(options, process, progress, &order.stress);
	driver.seen = calloc(2 * (size_t)stress_pairings(process->size), sizeof(*driver.seen));
	if (!driver.seen)
		return error_memory(err, "the list of pairs");
	result->largest = order.stress.largest;
	name_operations(&order.stress, result);
	for (int rank = 1; rank < process->size; rank++)
		MPI_Send(&order, (int)sizeof(order), MPI_BYTE, rank, TAG_ORDER, process->control);
	stress_walk(process, &order.stress, &driver);
	free(driver.seen);
	return err->status;
}
