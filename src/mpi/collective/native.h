#ifndef SONDE_MPI_COLLECTIVE_NATIVE_H
#define SONDE_MPI_COLLECTIVE_NATIVE_H

#include "mpi/process.h"

struct execute_collective;

/* What an operation works on: contributions lie in send, results in receive, m bytes for each process where the
 * operation has such (sample/collective.h). */
struct collective_data {
	MPI_Comm comm;
	int rank, size, root;
	int bytes;
	unsigned char *send, *receive;
	int *counts, *places;              /* of scatterv, gatherv and reduce_scatterv: bytes each, size of them */
	struct execute_collective *own;    /* by an algorithm of sonde's own (own.h), or NULL */
	const struct user_operation *user; /* the operation of an application's own, or NULL */
};

/*
 * A collective operation as functions, the container of (O'Flynn, thesis, 2009, 3.3.2). To add one: a line
 * in native.c, and its name in sample/collective.c. contribute writes what this process sends, from a seed; execute is
 * what is timed; check returns the first wrong byte of the result, or SIZE_MAX. All required. Collective over
 * data->comm: execute; Local: the others.
 */
struct collective_operation {
	const char *name;
	void (*contribute)(const struct collective_data *data, unsigned long long seed);
	int (*execute)(const struct collective_data *data);
	size_t (*check)(const struct collective_data *data, unsigned long long seed);
};

/* The MPI library's own operation of this name, NULL if there is none. Local. */
const struct collective_operation *collective_native(const char *name);

/* Whether the application's own operation at this process, if it has one, has this name. Local. */
bool collective_is_user(const struct process *process, const char *name);

#endif
