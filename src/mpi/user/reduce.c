/* Operations that reduce: elements of the user's type, by his operation. */
#include "mpi/user/plan.h"

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

/* A copy of elements, at an address as MPI has them; *memory is to be freed. Returns an MPI error code. */
static int copy_of(const struct user_call *call, const void *elements, int count, MPI_Datatype type, const void **copy,
		   void **memory)
{
	MPI_Aint lower, extent, last, low = 0, size = 0;
	char *at;

	PMPI_Type_get_extent(type, &lower, &extent);
	PMPI_Type_get_true_extent(type, &low, &size);
	last = extent * (count - 1); /* of a negative extent below the first */
	low += last < 0 ? last : 0;
	*memory = malloc((size_t)(size + (last < 0 ? -last : last)));
	if (!*memory)
		return MPI_ERR_NO_MEM;
	*copy = at = (char *)*memory - low;
	return PMPI_Sendrecv(elements, count, type, call->comm->rank, 0, at, count, type, call->comm->rank, 0,
			     call->comm->own, MPI_STATUS_IGNORE);
}

int user_call_reduce(const struct user_call *call, const struct user_arguments *given)
{
	bool rooted = call->collective == COLLECTIVE_REDUCE, place = given->send == MPI_IN_PLACE;
	const void *send = place && !rooted ? NULL : given->send;
	MPI_Datatype type = given->receive_type;
	struct call what = user_call_what(call);
	void *memory = NULL;
	int commutes = 0, code = PMPI_Op_commutative(given->op, &commutes);

	what.commutes = commutes;
	what.in_place = place && !rooted;
	if (code == MPI_SUCCESS && place && rooted) /* the root alone knows */
		code = user_call_stop(call, copy_of(call, given->receive, given->receive_count, type, &send, &memory));
	code = user_plan_run(call, &what, type, given->op, is_named(type) && is_predefined(given->op), code, send,
			     given->receive);
	free(memory);
	return code;
}
