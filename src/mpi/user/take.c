#include "mpi/user/take.h"

/* How many elements a process's block or message has; -1: blocks have lists of counts that differ. */
static int count_of(const struct user_call *call, const struct user_arguments *given, MPI_Datatype *type)
{
	bool root = call->comm->rank == call->root,
	     sent = call->collective == COLLECTIVE_SCATTER ? root : call->collective == COLLECTIVE_GATHER && !root;
	const int *counts = given->receive_counts;

	*type = sent ? given->send_type : given->receive_type;
	if (!counts)
		return sent ? given->send_count : given->receive_count;
	for (int i = 1; i < call->comm->size; i++)
		if (counts[i] != counts[0])
			return -1;
	return counts[0];
}

bool user_call_take(struct user_call *call, const struct user_arguments *given)
{
	MPI_Datatype type;
	int size = 0, count;

	call->unit = 1;
	call->bytes = 0;
	if (call->collective == COLLECTIVE_BARRIER)
		return true;
	count = count_of(call, given, &type);
	if (count <= 0 || type == MPI_DATATYPE_NULL || PMPI_Type_size(type, &size) != MPI_SUCCESS || size <= 0)
		return false;
	call->bytes = (size_t)count * (size_t)size;
	if (collective_reduces(call->collective))
		call->unit = (size_t)size;
	return call->bytes <= call->longest / (uint64_t)call->comm->size;
}

bool user_call_take_counts(struct user_call *call, const struct user_arguments *given, uint64_t *counts)
{
	bool scatters = call->collective == COLLECTIVE_SCATTERV;
	const int *list = scatters ? given->send_counts : given->receive_counts;
	MPI_Datatype type = scatters ? given->send_type : given->receive_type;
	uint64_t sum = 0;
	int size = 0;

	call->unit = 1;
	call->bytes = 0;
	call->counts = counts;
	if (!list || type == MPI_DATATYPE_NULL || PMPI_Type_size(type, &size) != MPI_SUCCESS)
		return false;
	for (int i = 0; i < call->comm->size; i++) {
		if (list[i] < 0)
			return false;
		counts[i] = (uint64_t)list[i] * (uint64_t)size;
		call->bytes = counts[i] > call->bytes ? (size_t)counts[i] : call->bytes;
		sum += counts[i];
	}
	return sum > 0 && sum <= call->longest;
}

bool user_op_commutes(MPI_Op op)
{
	int commutes = 0;

	return op != MPI_OP_NULL && PMPI_Op_commutative(op, &commutes) == MPI_SUCCESS && commutes;
}
