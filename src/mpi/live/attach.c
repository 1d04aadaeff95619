#include "mpi/live/attach.h"

#include "mpi/clock.h"
#include "mpi/collective/forced.h"
#include "mpi/collective/members.h"

#include <stdlib.h>

void process_detach(struct process *process)
{
	buffers_release(&process->buffers);
	cache_release(&process->cache);
	free(process->counts);
	free(process->acknowledgements);
	forced_release(process);
	members_release(process);
	MPI_Comm_free(&process->control);
	MPI_Comm_free(&process->data);
}

/* What a collective operation needs beside buffers: had once, since nobody could be told of its want within one.
 * Collective. */
static enum status reserve(struct process *process, struct error *err)
{
	int lacks, any = 0;

	process->counts = calloc(2 * (size_t)process->size, sizeof(*process->counts));
	process->acknowledgements = calloc((size_t)process->size, sizeof(*process->acknowledgements));
	lacks = !process->counts || !process->acknowledgements;
	MPI_Allreduce(&lacks, &any, 1, MPI_INT, MPI_MAX, process->control);
	return any ? error_memory(err, "what each process has of a collective operation") : OK;
}

enum status process_attach(struct process *process, MPI_Comm comm, struct error *err)
{
	MPI_Comm machine;

	*process = (struct process){.control = MPI_COMM_NULL,
				    .data = MPI_COMM_NULL,
				    .near = MPI_COMM_NULL,
				    .roots = MPI_COMM_NULL,
				    .clock = clock_measure()};
	if (MPI_Comm_dup(comm, &process->control) != MPI_SUCCESS || MPI_Comm_dup(comm, &process->data) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI could not duplicate the communicator");
	MPI_Comm_set_errhandler(process->data, MPI_ERRORS_RETURN);
	MPI_Comm_rank(process->control, &process->rank);
	MPI_Comm_size(process->control, &process->size);
	MPI_Comm_split_type(process->control, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
	MPI_Comm_size(machine, &process->neighbours);
	process->node = process->rank;
	MPI_Bcast(&process->node, 1, MPI_INT, 0, machine);
	MPI_Comm_free(&machine);
	if (reserve(process, err) == OK)
		return OK;
	process_detach(process);
	return ERR_MEMORY;
}
