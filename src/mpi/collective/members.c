#include "mpi/collective/members.h"

/* Errors of the library are returned, as they are by the communicator of all. */
static void split(struct process *process, int color, MPI_Comm *made)
{
	if (MPI_Comm_split(process->control, color, process->rank, made) == MPI_SUCCESS && *made != MPI_COMM_NULL)
		MPI_Comm_set_errhandler(*made, MPI_ERRORS_RETURN);
}

static void make(struct process *process)
{
	if (process->near != MPI_COMM_NULL)
		return;
	split(process, process->node, &process->near);
	split(process, process->node == process->rank ? 0 : MPI_UNDEFINED, &process->roots);
}

bool members_choose(struct process *process, enum collective_members members, struct collective_data *data)
{
	if (members == MEMBERS_ALL)
		return true;
	make(process);
	data->comm = members == MEMBERS_NODE ? process->near : process->roots;
	if (data->comm == MPI_COMM_NULL)
		return false;
	MPI_Comm_rank(data->comm, &data->rank);
	MPI_Comm_size(data->comm, &data->size);
	return true;
}

void members_release(struct process *process)
{
	if (process->near != MPI_COMM_NULL)
		MPI_Comm_free(&process->near);
	if (process->roots != MPI_COMM_NULL)
		MPI_Comm_free(&process->roots);
}
