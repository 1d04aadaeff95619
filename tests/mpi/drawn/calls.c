#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/native.h"

/*
 * Calls collective operations one after the other: calls FILE FIRST, from the FIRST line of the file on. A line is an
 * operation, or comm_dup or comm_split, a number of processes, bytes, and 1 if counts that MPI says are not significant
 * differ. Process 0 prints "did I" behind each call, "wrong I" if a result is not right. Between calls there are
 * messages alone, which no rule is for.
 */
enum { ROOM = 8 << 20, TAG = 7 };

struct line {
	char operation[32];
	int processes, bytes, unlike;
};

static int rank, size;
static MPI_Comm comms[64];

/* A communicator of the first processes, made without a collective operation. */
static MPI_Comm of_first(int processes)
{
	int list[64];
	MPI_Group all, first;

	if (comms[processes] != MPI_COMM_NULL)
		return comms[processes];
	for (int i = 0; i < processes; i++)
		list[i] = i;
	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Group_incl(all, processes, list, &first);
	MPI_Comm_create_group(MPI_COMM_WORLD, first, processes, &comms[processes]);
	MPI_Group_free(&first);
	MPI_Group_free(&all);
	return comms[processes];
}

/* Whether all are right. */
static int meet(int right)
{
	for (int i = 1; rank == 0 && i < size; i++) {
		int its;

		MPI_Recv(&its, 1, MPI_INT, i, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		right = right && its;
	}
	if (rank > 0)
		MPI_Send(&right, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
	for (int i = 1; rank == 0 && i < size; i++)
		MPI_Send(&right, 1, MPI_INT, i, TAG, MPI_COMM_WORLD);
	if (rank > 0)
		MPI_Recv(&right, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return right;
}

/* Scatter whose processes but the root give no count, or gather in place; true: results are right. */
static bool call_unlike(struct collective_data *d, const char *operation)
{
	bool right = true;

	for (int i = 0; i < d->bytes * d->size; i++)
		d->send[i] = (unsigned char)(i / d->bytes + 1);
	if (strcmp(operation, "scatter") == 0) {
		MPI_Scatter(d->send, d->rank == 0 ? d->bytes : 0, MPI_BYTE, d->receive, d->bytes, MPI_BYTE, 0, d->comm);
		for (int i = 0; i < d->bytes; i++)
			right = right && d->receive[i] == d->rank + 1;
		return right;
	}
	memset(d->receive, 1, (size_t)d->bytes);
	memset(d->send, d->rank + 1, (size_t)d->bytes);
	MPI_Gather(d->rank == 0 ? MPI_IN_PLACE : d->send, d->rank == 0 ? 0 : d->bytes, MPI_BYTE, d->receive, d->bytes,
		   MPI_BYTE, 0, d->comm);
	for (int i = 0; d->rank == 0 && i < d->bytes * d->size; i++)
		right = right && d->receive[i] == i / d->bytes + 1;
	return right;
}

/* Whether the communicator that is made has all processes. */
static bool make(MPI_Comm from, bool split)
{
	MPI_Comm made;
	int all, its;

	if (split)
		MPI_Comm_split(from, 0, 0, &made);
	else
		MPI_Comm_dup(from, &made);
	MPI_Comm_size(from, &all);
	MPI_Comm_size(made, &its);
	MPI_Comm_free(&made);
	return its == all;
}

static bool call(struct collective_data *d, const struct line *line)
{
	const struct collective_operation *operation = collective_native(line->operation);
	const struct setup plain = {.operation = OPERATION_SEND};

	if (rank >= line->processes)
		return true;
	d->comm = of_first(line->processes);
	d->rank = rank;
	d->size = line->processes;
	d->bytes = line->bytes;
	collective_data_open(d, &plain);
	if (line->unlike)
		return call_unlike(d, line->operation);
	if (!operation)
		return make(d->comm, strcmp(line->operation, "comm_split") == 0);
	operation->contribute(d, 5);
	operation->execute(d);
	return operation->check(d, 5) == SIZE_MAX;
}

int main(int argc, char **argv)
{
	static int counts[64], places[64];
	struct collective_data data = {
		.send = calloc(ROOM, 1), .receive = calloc(ROOM, 1), .counts = counts, .places = places};
	FILE *file = argc > 2 ? fopen(argv[1], "r") : NULL;
	struct line line;

	if (!file || !data.send || !data.receive)
		return 2;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < 64; i++)
		comms[i] = MPI_COMM_NULL;
	for (int i = 0;
	     fscanf(file, "%31s %d %d %d%*[^\n]", line.operation, &line.processes, &line.bytes, &line.unlike) == 4;
	     i++) {
		bool right;

		if (i < atoi(argv[2]))
			continue;
		right = meet(call(&data, &line));
		if (rank == 0) {
			printf("%s %d\n", right ? "did" : "wrong", i);
			fflush(stdout);
		}
	}
	fclose(file);
	MPI_Finalize();
	return 0;
}
