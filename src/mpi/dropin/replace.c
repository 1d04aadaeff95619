#include "mpi/dropin/replace.h"

#include <limits.h>

#include "mpi/dropin/call.h"

/* How many elements a process's block or message has; -1: blocks have lists of counts that differ. */
static int count_of(const struct dropin_call *call, const struct dropin_arguments *given, MPI_Datatype *type)
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

static bool is_in_range(struct dropin_call *call, const struct dropin_arguments *given)
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
	return call->bytes <= (size_t)INT_MAX / (size_t)call->comm->size;
}

/* A row's algorithm, or what it splits, fits the call as all processes know it. */
static bool is_possible(const struct dropin_call *call)
{
	const struct algorithm_choice *row = call->row;
	struct call what;

	if (!row->algorithm)
		return row->split > 1 && call->bytes >= row->split;
	what = dropin_what(call);
	return algorithm_check(row->algorithm, &what, NULL) == OK;
}

/* The first row for so many bytes. */
static const struct algorithm_choice *row_for(const struct dropin_call *call)
{
	const struct dropin_communicator *c = call->comm;

	for (size_t i = c->first[call->collective]; i < c->first[call->collective + 1]; i++)
		if (call->bytes >= c->rows[i]->bytes[0] && call->bytes <= c->rows[i]->bytes[1])
			return c->rows[i];
	return NULL;
}

/* Whether the table is for the call, as all its processes find alike: fills in *call. */
static bool take(struct dropin_call *call, enum collective collective, const struct dropin_arguments *given)
{
	int root = collective_has_root(collective) ? given->root : 0;
	struct dropin_communicator *c;

	if (!dropin.on || dropin.ends || given->comm == MPI_COMM_NULL)
		return false;
	c = dropin_communicator(given->comm);
	if (!c || c->passes || c->first[collective] == c->first[collective + 1] || root < 0 || root >= c->size)
		return false;
	*call = (struct dropin_call){.comm = c, .given = given->comm, .collective = collective, .root = root};
	if (!is_in_range(call, given))
		return false;
	call->row = row_for(call);
	if (!call->row || !is_possible(call))
		return false;
	__atomic_fetch_add(&dropin.replaced, 1, __ATOMIC_RELAXED);
	return true;
}

bool dropin_replace(enum collective collective, const struct dropin_arguments *given, int *code)
{
	struct dropin_call call;

	if (!take(&call, collective, given))
		return false;
	if (collective == COLLECTIVE_BARRIER)
		*code = dropin_barrier(&call);
	else if (collective == COLLECTIVE_BCAST)
		*code = dropin_bcast(&call, given);
	else if (collective_reduces(collective))
		*code = dropin_reduce(&call, given);
	else
		*code = dropin_move(&call, given);
	return true;
}
