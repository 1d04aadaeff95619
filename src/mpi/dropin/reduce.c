/* Operations that reduce: elements of the user's type, by his operation. */
#include "mpi/dropin/communicator.h"
#include "mpi/dropin/dropin.h"

#include <stdlib.h>

/* Operations that MPI predefines, whose handles mean the same always. */
static bool is_predefined(MPI_Op op)
{
	return op == MPI_SUM || op == MPI_PROD || op == MPI_MAX || op == MPI_MIN || op == MPI_LAND || op == MPI_LOR ||
	       op == MPI_LXOR || op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR || op == MPI_MAXLOC ||
	       op == MPI_MINLOC;
}

static bool is_named(MPI_Datatype type)
{
	int integers, addresses, types, combiner = MPI_UNDEFINED;

	return PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS &&
	       combiner == MPI_COMBINER_NAMED;
}

/* A copy of elements, at an address as MPI has them; *memory is to be freed. NULL without memory. */
static const void *copy_of(const struct dropin_call *call, const void *elements, int count, MPI_Datatype type,
			   void **memory)
{
	MPI_Aint lower, extent, true_lower = 0, true_extent = 0;
	char *at;

	PMPI_Type_get_extent(type, &lower, &extent);
	PMPI_Type_get_true_extent(type, &true_lower, &true_extent);
	*memory = malloc((size_t)(true_extent + extent * (count - 1)));
	if (!*memory)
		return NULL;
	at = (char *)*memory - true_lower;
	if (PMPI_Sendrecv(elements, count, type, call->comm->rank, 0, at, count, type, call->comm->rank, 0,
			  call->comm->own, MPI_STATUS_IGNORE) == MPI_SUCCESS)
		return at;
	return NULL;
}

/* Elements of a segment of so many bytes. */
static uint64_t segment_of(const struct dropin_call *call, MPI_Datatype type)
{
	int size = 1;

	PMPI_Type_size(type, &size);
	if (call->row->segment == 0 || size <= 0)
		return 0;
	return call->row->segment > (uint64_t)size ? call->row->segment / (uint64_t)size : 1;
}

int dropin_reduce(const struct dropin_call *call, const void *send, void *receive, int count, MPI_Datatype type,
		  MPI_Op op)
{
	bool rooted = call->collective == COLLECTIVE_REDUCE, place = send == MPI_IN_PLACE;
	struct call what = {.collective = call->collective,
			    .processes = call->comm->size,
			    .root = call->root,
			    .count = (uint64_t)count,
			    .in_place = place && !rooted,
			    .segment = segment_of(call, type),
			    .fanout = call->row->fanout};
	void *memory = NULL;
	int commutes = 0, code = PMPI_Op_commutative(op, &commutes);

	what.commutes = commutes;
	if (place && rooted) /* the root alone knows */
		send = copy_of(call, receive, count, type, &memory);
	else if (place)
		send = NULL;
	if (place && rooted && !send)
		code = MPI_ERR_NO_MEM;
	if (code == MPI_SUCCESS)
		code = dropin_run(call, &what, type, op, is_named(type) && is_predefined(op), send, receive);
	free(memory);
	return dropin_error(call, code);
}
