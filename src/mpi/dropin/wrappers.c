/* The functions that programs call. What goes on to the MPI library takes a look at one flag more. */
#include "mpi/dropin/dropin.h"

int MPI_Init(int *argc, char ***argv)
{
	int code = PMPI_Init(argc, argv);

	if (code == MPI_SUCCESS)
		dropin_begin();
	return code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	int code = PMPI_Init_thread(argc, argv, required, provided);

	if (code == MPI_SUCCESS)
		dropin_begin();
	return code;
}

int MPI_Finalize(void)
{
	dropin_end();
	return PMPI_Finalize();
}

/* Of operations whose data are the same at all processes. */
static bool take(struct dropin_call *call, enum collective collective, int count, MPI_Datatype type, int root,
		 MPI_Comm comm)
{
	const struct dropin_data data = {count, type};

	return dropin_take(call, collective, data, data, root, comm);
}

int MPI_Barrier(MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_BARRIER] && take(&call, COLLECTIVE_BARRIER, 0, MPI_BYTE, 0, comm))
		return dropin_barrier(&call);
	return PMPI_Barrier(comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_BCAST] && take(&call, COLLECTIVE_BCAST, count, type, root, comm))
		return dropin_bcast(&call, buffer, count, type);
	return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Gather(const void *send, int send_count, MPI_Datatype send_type, void *receive, int receive_count,
	       MPI_Datatype receive_type, int root, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_GATHER] &&
	    dropin_take(&call, COLLECTIVE_GATHER, (struct dropin_data){send_count, send_type},
			(struct dropin_data){receive_count, receive_type}, root, comm))
		return dropin_move(&call, send, send_count, send_type, receive, receive_count, receive_type);
	return PMPI_Gather(send, send_count, send_type, receive, receive_count, receive_type, root, comm);
}

int MPI_Scatter(const void *send, int send_count, MPI_Datatype send_type, void *receive, int receive_count,
		MPI_Datatype receive_type, int root, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_SCATTER] &&
	    dropin_take(&call, COLLECTIVE_SCATTER, (struct dropin_data){receive_count, receive_type},
			(struct dropin_data){send_count, send_type}, root, comm))
		return dropin_move(&call, send, send_count, send_type, receive, receive_count, receive_type);
	return PMPI_Scatter(send, send_count, send_type, receive, receive_count, receive_type, root, comm);
}

int MPI_Allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive, int receive_count,
		  MPI_Datatype receive_type, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_ALLGATHER] && take(&call, COLLECTIVE_ALLGATHER, receive_count, receive_type, 0, comm))
		return dropin_move(&call, send, send_count, send_type, receive, receive_count, receive_type);
	return PMPI_Allgather(send, send_count, send_type, receive, receive_count, receive_type, comm);
}

int MPI_Alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive, int receive_count,
		 MPI_Datatype receive_type, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_ALLTOALL] && take(&call, COLLECTIVE_ALLTOALL, receive_count, receive_type, 0, comm))
		return dropin_move(&call, send, send_count, send_type, receive, receive_count, receive_type);
	return PMPI_Alltoall(send, send_count, send_type, receive, receive_count, receive_type, comm);
}

int MPI_Reduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_REDUCE] && take(&call, COLLECTIVE_REDUCE, count, type, root, comm))
		return dropin_reduce(&call, send, receive, count, type, op);
	return PMPI_Reduce(send, receive, count, type, op, root, comm);
}

int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_ALLREDUCE] && take(&call, COLLECTIVE_ALLREDUCE, count, type, 0, comm))
		return dropin_reduce(&call, send, receive, count, type, op);
	return PMPI_Allreduce(send, receive, count, type, op, comm);
}

int MPI_Reduce_scatter_block(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_REDUCE_SCATTER] && take(&call, COLLECTIVE_REDUCE_SCATTER, count, type, 0, comm))
		return dropin_reduce(&call, send, receive, count, type, op);
	return PMPI_Reduce_scatter_block(send, receive, count, type, op, comm);
}

int MPI_Scan(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct dropin_call call;

	if (dropin.has[COLLECTIVE_SCAN] && take(&call, COLLECTIVE_SCAN, count, type, 0, comm))
		return dropin_reduce(&call, send, receive, count, type, op);
	return PMPI_Scan(send, receive, count, type, op, comm);
}
