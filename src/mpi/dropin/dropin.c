#include "mpi/dropin/dropin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"
#include "mpi/dropin/call.h"
#include "mpi/dropin/environment.h"

struct dropin dropin;

unsigned long long sonde_collectives_replaced(void)
{
	return dropin.replaced;
}

/* FNV-1a. */
static unsigned long hash_of(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325U;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3U;
	return (unsigned long)hash;
}

/* 0: there is no table. */
static unsigned long read_table(const char *path, struct error *err)
{
	char *text = NULL;
	size_t length = 0;
	unsigned long hash = 0;

	if (file_read(path, "table of algorithms", DROPIN_TABLE_MOST, &text, &length, err) == OK &&
	    choices_read(&dropin.table, text, err) == OK)
		hash = hash_of(text) | 1;
	free(text);
	return hash;
}

/* Returns how many rows can change what is done. */
static size_t note_rows(void)
{
	size_t n = 0;

	for (size_t i = 0; i < dropin.table.n; i++) {
		const struct algorithm_choice *row = &dropin.table.list[i];

		if (!dropin_row_acts(row))
			continue;
		dropin.has[row->collective] = true;
		n++;
	}
	return n;
}

static void tell(size_t acting, const char *path)
{
	size_t others = dropin.table.n - acting;

	if (acting == 0)
		fprintf(stderr, "sonde: no row of %s replaces anything: collective operations are the library's own\n",
			path);
	else if (others == 0)
		fprintf(stderr, "sonde: collective operations by the %zu row%s of %s\n", acting, acting > 1 ? "s" : "",
			path);
	else
		fprintf(stderr, "sonde: collective operations by %zu row%s of %s; %zu leave%s them to the library\n",
			acting, acting > 1 ? "s" : "", path, others, others > 1 ? "" : "s");
}

void dropin_begin(void)
{
	const char *path = getenv(DROPIN_TABLE);
	struct error err = {0};
	unsigned long hash = path ? read_table(path, &err) : 0, ends[3] = {hash, ~hash, LONG_MAX};
	size_t acting;
	int rank = 0;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (path)
		ends[2] = (unsigned long)rank;
	/* The least hash, and the complement of the greatest: of one table all are the same. And who speaks. Open MPI
	 * 4.1 takes the least as of signed numbers, which is as good for the hashes. */
	PMPI_Allreduce(MPI_IN_PLACE, ends, 3, MPI_UNSIGNED_LONG, MPI_MIN, MPI_COMM_WORLD);
	if (path && hash == 0)
		fprintf(stderr, "sonde: " DROPIN_TABLE ": %s: collective operations are the library's own\n", err.text);
	else if (ends[2] == (unsigned long)rank && ends[0] != ~ends[1])
		fputs("sonde: " DROPIN_TABLE
		      ": not all processes have the same table: collective operations are the library's own\n",
		      stderr);
	dropin.on = hash != 0 && ends[0] == ~ends[1] && dropin_communicator_keyval(&dropin.keyval) == MPI_SUCCESS;
	if (!dropin.on)
		return;
	acting = note_rows();
	if (rank == 0 && getenv(DROPIN_VERBOSE))
		tell(acting, path);
}

void dropin_end(void)
{
	if (dropin.on) {
		dropin_communicator_forget(MPI_COMM_WORLD);
		dropin_communicator_forget(MPI_COMM_SELF);
	}
	dropin.ends = true;
}

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

struct call dropin_what(const struct dropin_call *call)
{
	uint64_t segment = call->row->segment, unit = call->unit;

	return (struct call){.collective = call->collective,
			     .processes = call->comm->size,
			     .root = call->root,
			     .count = call->bytes / unit,
			     .segment = segment == 0     ? 0
					: segment > unit ? segment / unit
							 : 1,
			     .fanout = call->row->fanout};
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
