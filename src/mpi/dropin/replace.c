#include "mpi/dropin/replace.h"

#include <string.h>

#include "mpi/dropin/bytes.h"
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
	return call->bytes <= dropin.longest / (uint64_t)call->comm->size;
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

static bool is_counted(enum collective collective)
{
	return collective == COLLECTIVE_GATHERV || collective == COLLECTIVE_SCATTERV;
}

/* The row that is for all sizes, where messages go between the root and each other process alone: then each pair needs
 * to know no more than its own message, whatever the others have. NULL: there is none. */
static const struct algorithm_choice *row_of_pairs(const struct dropin_communicator *c, enum collective collective)
{
	const struct algorithm_choice *row = c->rows[c->first[collective]];

	return row->algorithm && strncmp(row->algorithm->name, "linear", strlen("linear")) == 0 && row->bytes[0] == 0 &&
			       row->bytes[1] == UINT64_MAX
		       ? row
		       : NULL;
}

/* The bytes of the blocks that a process knows: the root all, others their own. Those that are longer than a message
 * can be count as one byte more than that. False: MPI refuses the call. */
static bool count_blocks(const struct dropin_call *call, const struct dropin_arguments *given, uint64_t *counts)
{
	bool root = call->comm->rank == call->root, sent = root == (call->collective == COLLECTIVE_SCATTERV);
	const int *list = sent ? given->send_counts : given->receive_counts;
	MPI_Datatype type = sent ? given->send_type : given->receive_type;
	int own = sent ? given->send_count : given->receive_count;
	uint64_t size;

	memset(counts, 0, (size_t)call->comm->size * sizeof(*counts));
	if (!user_type_size(type, &size) || (root && !list))
		return false;
	for (int i = 0; i < call->comm->size; i++) {
		int count = root ? list[i] : i == call->comm->rank ? own : 0;

		if (count < 0)
			return false;
		counts[i] = (uint64_t)count * size > dropin.longest ? dropin.longest + 1 : (uint64_t)count * size;
	}
	return true;
}

/* The root tells the others all counts; where they cannot be it tells that. */
static bool tell_blocks(const struct dropin_call *call, uint64_t *counts, bool known)
{
	if (!known)
		counts[0] = UINT64_MAX;
	return PMPI_Bcast(counts, call->comm->size, MPI_UINT64_T, call->root, call->comm->own) == MPI_SUCCESS &&
	       counts[0] != UINT64_MAX;
}

/* Of gatherv and scatterv: looks at the counts, and finds the row. */
static bool take_counted(struct dropin_call *call, const struct dropin_arguments *given)
{
	uint64_t *counts = call->comm->counts, sum = 0;
	bool root = call->comm->rank == call->root, known;

	call->row = row_of_pairs(call->comm, call->collective);
	call->alone = call->row;
	call->unit = 1;
	call->counts = counts;
	known = (root || call->alone) && count_blocks(call, given, counts);
	if (call->alone ? !known : !tell_blocks(call, counts, known || !root))
		return false;
	for (int i = 0; i < call->comm->size; i++) {
		sum += counts[i];
		if (call->alone && counts[i] > dropin.longest) {
			counts[i] = 0;
			call->huge = true;
		}
		if (counts[i] > call->bytes)
			call->bytes = counts[i];
	}
	if (call->alone)
		return true;
	call->row = sum == 0 || sum > dropin.longest ? NULL : row_for(call);
	return call->row && is_possible(call);
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
	if (is_counted(collective))
		return take_counted(call, given);
	if (!is_in_range(call, given))
		return false;
	call->row = row_for(call);
	return call->row && is_possible(call);
}

bool dropin_replace(enum collective collective, const struct dropin_arguments *given, int *code)
{
	struct dropin_call call;

	if (!take(&call, collective, given))
		return false;
	__atomic_fetch_add(&dropin.replaced, 1, __ATOMIC_RELAXED);
	if (collective == COLLECTIVE_BARRIER)
		*code = dropin_barrier(&call);
	else if (collective == COLLECTIVE_BCAST)
		*code = dropin_bcast(&call, given);
	else if (collective_reduces(collective))
		*code = dropin_reduce(&call, given);
	else if (is_counted(collective))
		*code = dropin_counted(&call, given);
	else
		*code = dropin_move(&call, given);
	return true;
}
