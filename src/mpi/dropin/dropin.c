#include "mpi/dropin/dropin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"
#include "mpi/dropin/communicator.h"
#include "mpi/dropin/environment.h"

enum { TABLE_MOST = 1 << 24 };

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

	if (file_read(path, "table of algorithms", TABLE_MOST, &text, &length, err) == OK &&
	    choices_read(&dropin.table, text, err) == OK)
		hash = hash_of(text) | 1;
	free(text);
	return hash;
}

static void note_rows(void)
{
	for (size_t i = 0; i < dropin.table.n; i++) {
		const struct algorithm_choice *row = &dropin.table.list[i];

		if (row->algorithm || row->split > 0)
			dropin.has[row->collective] = true;
	}
}

void dropin_begin(void)
{
	const char *path = getenv(DROPIN_TABLE);
	struct error err = {0};
	unsigned long hash = path ? read_table(path, &err) : 0, ends[2] = {hash, ~hash};
	int rank = 0;

	/* The least hash, and the complement of the greatest: of one table all are the same. */
	PMPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_UNSIGNED_LONG, MPI_MIN, MPI_COMM_WORLD);
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (path && hash == 0)
		fprintf(stderr, "sonde: " DROPIN_TABLE ": %s: collective operations are the library's own\n", err.text);
	else if (path && rank == 0 && ends[0] != ~ends[1])
		fputs("sonde: " DROPIN_TABLE
		      ": not all processes have the same table: collective operations are the library's own\n",
		      stderr);
	dropin.on = hash != 0 && ends[0] == ~ends[1] && dropin_communicator_keyval(&dropin.keyval) == MPI_SUCCESS;
	if (!dropin.on)
		return;
	note_rows();
	if (rank == 0 && getenv(DROPIN_VERBOSE))
		fprintf(stderr, "sonde: collective operations by the %zu rows of %s\n", dropin.table.n, path);
}

static bool is_in_range(const struct dropin_call *call, const struct dropin_data *data, size_t *bytes)
{
	int size = 0;

	if (call->collective == COLLECTIVE_BARRIER) {
		*bytes = 0;
		return true;
	}
	if (data->count <= 0 || data->type == MPI_DATATYPE_NULL || PMPI_Type_size(data->type, &size) != MPI_SUCCESS ||
	    size <= 0)
		return false;
	*bytes = (size_t)data->count * (size_t)size;
	return *bytes <= (size_t)INT_MAX / (size_t)call->comm->size;
}

/* A row's algorithm, or what it splits, fits the call as all processes know it. */
static bool is_possible(const struct dropin_call *call)
{
	const struct algorithm_choice *row = call->row;
	const struct call what = {.collective = call->collective,
				  .processes = call->comm->size,
				  .root = call->root,
				  .count = 1,
				  .fanout = row->fanout};

	if (!row->algorithm)
		return row->split > 1 && call->bytes >= row->split;
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

bool dropin_take(struct dropin_call *call, enum collective collective, struct dropin_data data,
		 struct dropin_data at_root, int root, MPI_Comm comm)
{
	struct dropin_communicator *c;

	if (!dropin.on || dropin.ends || comm == MPI_COMM_NULL)
		return false;
	c = dropin_communicator(comm);
	if (!c || c->passes || c->first[collective] == c->first[collective + 1] || root < 0 || root >= c->size)
		return false;
	*call = (struct dropin_call){.comm = c, .given = comm, .collective = collective, .root = root};
	if (!is_in_range(call, c->rank == root ? &at_root : &data, &call->bytes))
		return false;
	call->row = row_for(call);
	if (!call->row || !is_possible(call))
		return false;
	__atomic_fetch_add(&dropin.replaced, 1, __ATOMIC_RELAXED);
	return true;
}
