/* Calls of the program of drawn calls that are not drawn: one for each way that the account of calls knows. */
#include "dropin.h"

#include <stdlib.h>

static void broadcast(const struct trial *t, int bytes)
{
	char *data = calloc((size_t)bytes + 1, 1);

	if (!data)
		MPI_Abort(MPI_COMM_WORLD, 1);
	data[0] = (char)t->world;
	MPI_Bcast(data, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
	free(data);
}

static void broadcast_all(const struct trial *t)
{
	static const int sizes[] = {10, 64, 10, 100, 200, 2048, 0, MANY};
	char none = 0;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		broadcast(t, sizes[i]);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Bcast(&none, -1, MPI_CHAR, 0, MPI_COMM_WORLD);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

void trial_account(struct trial *t)
{
	int counts[64] = {1, 2}, places[64] = {0}, size, one = 1, sum[2];

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 1; i < size; i++) {
		counts[i] = 2;
		places[i] = 2 * i;
	}
	broadcast_all(t);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Gather(t->send, 4, MPI_INT, t->first, 4, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Gather(t->send, 64, MPI_INT, t->first, 64, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Allgatherv(t->send, counts[t->world], MPI_INT, t->first, counts, places, MPI_INT, MPI_COMM_WORLD);
	MPI_Reduce(t->send, t->first, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Reduce(t->send, t->first, 4, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
	MPI_Allreduce(&one, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Scan(&one, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}
