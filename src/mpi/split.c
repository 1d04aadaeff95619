#include "mpi/split.h"

#include <stdlib.h>

/*
 * Moves part i of k of blocks of one size, whose parts lie as far apart as whole blocks.
 *
 * The root counts no elements where there are no bytes: MPICH looks at counts alone, and would have it wait for
 * messages that others do not send.
 */
static int move_equal(const struct split *s, size_t i, size_t k)
{
	size_t from = s->bytes * i / k, n = s->bytes * (i + 1) / k - from;
	char *all = s->all ? s->all + from : NULL;
	MPI_Datatype part, apart;
	int blocks = n > 0 ? 1 : 0, code;

	PMPI_Type_contiguous((int)n, MPI_BYTE, &part);
	PMPI_Type_create_resized(part, 0, (MPI_Aint)s->bytes, &apart);
	PMPI_Type_commit(&apart);
	if (s->gathers)
		code = PMPI_Gather(s->own + from, (int)n, MPI_BYTE, all, blocks, apart, s->root, s->comm);
	else
		code = PMPI_Scatter(all, blocks, apart, s->own + from, (int)n, MPI_BYTE, s->root, s->comm);
	PMPI_Type_free(&part);
	PMPI_Type_free(&apart);
	return code;
}

/* Moves part i of k of each block. counts: room for the counts and places of all processes. */
static int move_counted(const struct split *s, size_t i, size_t k, int *counts)
{
	size_t begin = 0, from = 0;
	int size, rank, *places;

	PMPI_Comm_size(s->comm, &size);
	PMPI_Comm_rank(s->comm, &rank);
	places = counts + size;
	for (int p = 0; p < size; p++) {
		size_t bytes = s->counts ? s->counts[p] : s->bytes, at = bytes * i / k;

		counts[p] = (int)(bytes * (i + 1) / k - at);
		places[p] = (int)(begin + at);
		begin += bytes;
		from = p == rank ? at : from;
	}
	return s->gathers ? PMPI_Gatherv(s->own + from, counts[rank], MPI_BYTE, s->all, counts, places, MPI_BYTE,
					 s->root, s->comm)
			  : PMPI_Scatterv(s->all, counts, places, MPI_BYTE, s->own + from, counts[rank], MPI_BYTE,
					  s->root, s->comm);
}

int split_run(const struct split *s)
{
	size_t k = s->bytes > s->most ? (s->bytes - 1) / s->most + 1 : 1;
	int size, code = MPI_SUCCESS, *counts = NULL;

	PMPI_Comm_size(s->comm, &size);
	if (s->counted && !(counts = malloc(2 * (size_t)size * sizeof(*counts))))
		return MPI_ERR_NO_MEM;
	for (size_t i = 0; i < k && code == MPI_SUCCESS; i++) {
		if (s->gathers && k > 1)
			code = PMPI_Barrier(s->comm);
		if (code == MPI_SUCCESS)
			code = counts ? move_counted(s, i, k, counts) : move_equal(s, i, k);
	}
	free(counts);
	return code;
}
