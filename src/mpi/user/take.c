#include "mpi/user/take.h"

/* How many elements a process's block or message has. */
static int count_of(const struct user_call *call, const struct user_arguments *given, MPI_Datatype *type)
{
	bool root = call->comm->rank == call->root,
	     sent = call->collective == COLLECTIVE_SCATTER ? root : call->collective == COLLECTIVE_GATHER && !root;
	const int *counts = given->receive_counts;

	*type = sent ? given->send_type : given->receive_type;
	return counts ? counts[0] : sent ? given->send_count : given->receive_count;
}

/* Whether a list of counts, if there is one, has the same count for all. */
static bool has_one_count(const struct user_call *call, const int *counts)
{
	for (int i = 1; counts && i < call->comm->size; i++)
		if (counts[i] != counts[0])
			return false;
	return true;
}

enum user_taken user_call_take(struct user_call *call, const struct user_arguments *given)
{
	MPI_Datatype type;
	int size = 0, count;

	call->unit = 1;
	call->bytes = 0;
	if (call->collective == COLLECTIVE_BARRIER)
		return USER_TAKEN;
	if (!has_one_count(call, given->receive_counts))
		return USER_UNLIKE;
	count = count_of(call, given, &type);
	if (count == 0)
		return USER_WITHOUT_DATA;
	if (count < 0 || type == MPI_DATATYPE_NULL || PMPI_Type_size(type, &size) != MPI_SUCCESS)
		return USER_REFUSED;
	if (size <= 0) /* MPI_UNDEFINED: more than an int holds */
		return size == 0 ? USER_WITHOUT_DATA : USER_LONG;
	call->bytes = (size_t)count * (size_t)size;
	if (collective_reduces(call->collective))
		call->unit = (size_t)size;
	return call->bytes <= call->longest / (uint64_t)call->comm->size ? USER_TAKEN : USER_LONG;
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
