/*
 * An MPI library that damages messages, for tests: preloaded, it damages what one process sends from some message on,
 * if it is as long as asked for. Read from the environment:
 *
 * - CORRUPT_RANK: the process whose messages are damaged
 * - CORRUPT_BYTES: messages of this length only
 * - CORRUPT_AFTER: this many of them are left whole first
 * - CORRUPT_HOW: flip: bit 3 of byte CORRUPT_OFFSET is turned over; shorten: the last byte is left out; lengthen:
 *   a byte follows; not set: bit 3 of the last byte is turned over
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static long setting(const char *name)
{
	const char *text = getenv(name);

	return text ? strtol(text, NULL, 10) : 0;
}

/* Whether this message is to be damaged. One process, one thread: the count needs no lock. */
static int is_due(int count, MPI_Datatype type)
{
	static long seen;
	int rank = 0;

	if (type != MPI_BYTE || count != setting("CORRUPT_BYTES"))
		return 0;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank == setting("CORRUPT_RANK") && seen++ >= setting("CORRUPT_AFTER");
}

/* A damaged copy of a message, and its length then. */
static unsigned char *damaged(const void *data, int *count)
{
	const char *how = getenv("CORRUPT_HOW");
	unsigned char *copy = calloc((size_t)*count + 1, 1);

	if (!copy)
		MPI_Abort(MPI_COMM_WORLD, 3);
	memcpy(copy, data, (size_t)*count);
	if (!how)
		copy[*count - 1] ^= 8;
	else if (strcmp(how, "flip") == 0)
		copy[setting("CORRUPT_OFFSET")] ^= 8;
	else
		*count += strcmp(how, "shorten") == 0 ? -1 : 1;
	return copy;
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	unsigned char *copy = NULL;
	int code;

	if (is_due(count, type))
		copy = damaged(data, &count);
	code = PMPI_Send(copy ? copy : data, count, type, to, tag, comm);
	free(copy);
	return code;
}

/* The copy lives as long as the program, since the send may. */
int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
	if (is_due(count, type))
		data = damaged(data, &count);
	return PMPI_Isend(data, count, type, to, tag, comm, request);
}

/* The last byte of what this process broadcasts is another at those that receive it. */
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	unsigned char *copy;
	int rank = 0, code;

	PMPI_Comm_rank(comm, &rank);
	if (rank != root || !is_due(count, type))
		return PMPI_Bcast(data, count, type, root, comm);
	copy = malloc((size_t)count);
	if (!copy)
		MPI_Abort(comm, 3);
	memcpy(copy, data, (size_t)count);
	copy[count - 1] ^= 8;
	code = PMPI_Bcast(copy, count, type, root, comm);
	free(copy);
	return code;
}

/* A block of what this process receives in an all-to-all exchange is shifted by one byte. */
int MPI_Alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive, int count, MPI_Datatype type,
		 MPI_Comm comm)
{
	int code = PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);

	if (is_due(count, type))
		memmove((char *)receive + count, (char *)receive + count + 1, (size_t)count - 1);
	return code;
}
