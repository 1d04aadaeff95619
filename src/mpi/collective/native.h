#ifndef SONDE_MPI_COLLECTIVE_NATIVE_H
#define SONDE_MPI_COLLECTIVE_NATIVE_H

#include "mpi/process.h"
#include "mpi/split.h"

struct execute_collective;

/* What an operation works on: contributions lie in send, results in receive, m bytes for each process where the
 * operation has such (sample/collective.h). */
struct collective_data {
	MPI_Comm comm;
	int rank, size, root;
	int bytes;
	unsigned char *send, *receive;
	struct layout layout[2];           /* of blocks, where scatters and gathers send and receive them */
	MPI_Datatype types[2];             /* by which they send and receive them */
	int of[2];                         /* elements of the type in a block */
	bool gathers;                      /* the root receives all blocks, else it sends them */
	struct split split;                /* a gather or scatter in parts; most 0: in one */
	int *counts, *places;              /* of scatterv, gatherv and reduce_scatterv: of each block, size of them */
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

/* Carries the operation out in parts, by data->split. Returns an MPI error code. Collective. */
int collective_split(const struct collective_data *data);

/*
 * How the data of a scatter or gather lie, and in which parts they are moved, as the setup says; another operation has
 * contiguous data. What MPI says; collective_data_close frees the types. Local, as are all of these.
 */
int collective_data_open(struct collective_data *data, const struct setup *setup);
void collective_data_close(struct collective_data *data);

/* ERR_INPUT for layouts or parts of what is no scatter or gather of the MPI library, and for parts without a length. */
enum status collective_data_check(const struct setup *setup, struct error *err);

/* Moves what was contributed to where it is sent from, and what was received to where it is checked, block after block,
 * if either is not contiguous. */
void collective_data_spread(const struct collective_data *data);
void collective_data_collect(const struct collective_data *data);

/* Whether the application's own operation at this process, if it has one, has this name. Local. */
bool collective_is_user(const struct process *process, const char *name);

#endif
