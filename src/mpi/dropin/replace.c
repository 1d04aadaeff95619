#include "mpi/dropin/replace.h"

#include <string.h>

#include "mpi/dropin/account.h"
#include "mpi/dropin/communicator.h"
#include "mpi/user/bytes.h"
#include "mpi/user/take.h"

/* A row's algorithm, or what it splits, fits the call as all processes know it. */
static bool is_possible(const struct user_call *call)
{
	const struct algorithm_choice *row = call->row;
	struct call what;

	if (!row->algorithm)
		return row->split > 1 && call->bytes >= row->split;
	what = user_call_what(call);
	return algorithm_check(row->algorithm, &what, NULL) == OK;
}

/* An order of processes is one for calls with its root. */
static bool is_for_root(const struct algorithm_choice *row, int root)
{
	return !row->order || row->order[0] == root;
}

/* Finds the first row for so many bytes, and whether it can be followed. */
static enum passed find_row(const struct dropin_communicator *c, struct user_call *call)
{
	enum passed passed = PASSED_SIZE;

	for (size_t i = c->first[call->collective]; i < c->first[call->collective + 1]; i++) {
		const struct algorithm_choice *row = c->rows[i];

		if (call->bytes < row->bytes[0] || call->bytes > row->bytes[1])
			continue;
		passed = PASSED_ROOT;
		if (!is_for_root(row, call->root))
			continue;
		call->row = row;
		return is_possible(call) ? PASSED_NOT : row->algorithm ? PASSED_IMPOSSIBLE : PASSED_OWN;
	}
	return passed;
}

/* The row that is for all sizes, where messages go between the root and each other process alone: then each pair needs
 * to know no more than its own message, whatever the others have. NULL: there is none. */
static const struct algorithm_choice *row_of_pairs(const struct dropin_communicator *c, const struct user_call *call)
{
	size_t i = c->first[call->collective];
	const struct algorithm_choice *row;

	while (i < c->first[call->collective + 1] && !is_for_root(c->rows[i], call->root))
		i++;
	row = i < c->first[call->collective + 1] ? c->rows[i] : NULL;
	return row && row->algorithm && row->algorithm->takes & ROOT_WITH_EACH && row->bytes[0] == 0 &&
			       row->bytes[1] == UINT64_MAX
		       ? row
		       : NULL;
}

/* The bytes of the blocks that a process knows: the root all, others their own. Those that are longer than a message
 * can be count as one byte more than that. False: MPI refuses the call. */
static bool count_blocks(const struct user_call *call, const struct user_arguments *given, uint64_t *counts)
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
		counts[i] = (uint64_t)count * size > call->longest ? call->longest + 1 : (uint64_t)count * size;
	}
	return true;
}

/* The root tells the others all counts; where they cannot be it tells that. */
static bool tell_blocks(const struct user_call *call, uint64_t *counts, bool known)
{
	if (!known)
		counts[0] = UINT64_MAX;
	return PMPI_Bcast(counts, call->comm->size, MPI_UINT64_T, call->root, call->comm->own) == MPI_SUCCESS &&
	       counts[0] != UINT64_MAX;
}

/* Of gatherv and scatterv: looks at the counts, and finds the row. */
static enum passed take_counted(struct dropin_communicator *c, struct user_call *call,
				const struct user_arguments *given)
{
	uint64_t *counts = c->counts, sum = 0;
	bool root = call->comm->rank == call->root, known;

	call->row = row_of_pairs(c, call);
	call->alone = call->row;
	call->unit = 1;
	call->counts = counts;
	known = (root || call->alone) && count_blocks(call, given, counts);
	if (call->alone ? !known : !tell_blocks(call, counts, known || !root))
		return PASSED_REFUSED;
	for (int i = 0; i < call->comm->size; i++) {
		sum += counts[i];
		if (call->alone && counts[i] > call->longest) {
			counts[i] = 0;
			call->huge = true;
		}
		if (counts[i] > call->bytes)
			call->bytes = counts[i];
	}
	if (call->alone)
		return PASSED_NOT;
	return sum == 0 ? PASSED_WITHOUT_DATA : sum > call->longest ? PASSED_LONG : find_row(c, call);
}

/* Whether the table is for the call, as all its processes find alike: fills in *call. */
static enum passed take(struct user_call *call, enum collective collective, const struct user_arguments *given)
{
	static const enum passed why[] = {[USER_TAKEN] = PASSED_NOT,
					  [USER_WITHOUT_DATA] = PASSED_WITHOUT_DATA,
					  [USER_LONG] = PASSED_LONG,
					  [USER_UNLIKE] = PASSED_UNLIKE,
					  [USER_REFUSED] = PASSED_REFUSED};
	int root = collective_has_root(collective) ? given->root : 0;
	struct dropin_communicator *c;
	enum passed passed;

	if (!dropin_state()->on || dropin_state()->ends || given->comm == MPI_COMM_NULL)
		return PASSED_REFUSED;
	if (!dropin_state()->has[collective])
		return PASSED_OPERATION;
	c = dropin_communicator(given->comm);
	if (!c)
		return PASSED_REFUSED;
	call->comm = &c->user;
	if (c->passes)
		return PASSED_GROUPS;
	if (c->first[collective] == c->first[collective + 1])
		return PASSED_PROCESSES;
	if (root < 0 || root >= c->user.size)
		return PASSED_REFUSED;
	call->collective = collective;
	call->root = root;
	call->longest = dropin_state()->longest;
	if (collective_has_counts(collective))
		return take_counted(c, call, given);
	passed = why[user_call_take(call, given)];
	return passed == PASSED_NOT ? find_row(c, call) : passed;
}

/* Of a call that has been taken: its error code. */
static int carry_out(enum collective collective, struct user_call *call, const struct user_arguments *given)
{
	struct error stuck = {.status = OK};
	int code;

	call->stuck = &stuck;
	__atomic_fetch_add(&dropin_state()->replaced, 1, __ATOMIC_RELAXED);
	code = user_call_run(call, given);
	if (stuck.status != OK)
		dropin_abort(given->comm, collective, &stuck);
	else
		dropin_error(given->comm, code);
	return code;
}

bool dropin_replace(enum collective collective, const struct user_arguments *given, int *code)
{
	struct user_call call;
	enum passed passed;

	user_call_clear(&call);
	passed = take(&call, collective, given);
	if (dropin_state()->account)
		dropin_account_note(dropin_state()->account, collective, &call, passed);
	if (passed != PASSED_NOT)
		return false;
	*code = carry_out(collective, &call, given);
	return true;
}
