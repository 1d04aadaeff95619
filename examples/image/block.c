#include "block.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stop(const char *why)
{
	fprintf(stderr, "image: %s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

void *some(size_t n, size_t each)
{
	void *made = calloc(n > 0 ? n : 1, each);

	if (!made)
		stop("no memory");
	return made;
}

static MPI_Datatype type_of(const struct block *block)
{
	MPI_Datatype type;

	if (block->columns == block->pitch || block->rows == 1)
		MPI_Type_contiguous(block->rows * block->columns, MPI_FLOAT, &type);
	else
		MPI_Type_vector(block->rows, block->columns, block->pitch, MPI_FLOAT, &type);
	MPI_Type_commit(&type);
	return type;
}

void block_send(const struct block *block, int to)
{
	MPI_Datatype type = type_of(block);

	MPI_Send(block->at, 1, type, to, 0, MPI_COMM_WORLD);
	MPI_Type_free(&type);
}

void block_receive(const struct block *block, int from)
{
	MPI_Datatype type = type_of(block);

	MPI_Recv(block->at, 1, type, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Type_free(&type);
}

void block_exchange(const struct block *out, int to, const struct block *in, int from)
{
	MPI_Datatype sent = type_of(out), received = type_of(in);

	MPI_Sendrecv(out->at, 1, sent, to, 0, in->at, 1, received, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Type_free(&sent);
	MPI_Type_free(&received);
}

void block_copy(const struct block *from, const struct block *to)
{
	for (int y = 0; y < from->rows; y++)
		memcpy(&to->at[(size_t)y * (size_t)to->pitch], &from->at[(size_t)y * (size_t)from->pitch],
		       (size_t)from->columns * sizeof(float));
}
