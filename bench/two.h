/* A program of bench/ that two processes run. */
#ifndef SONDE_BENCH_TWO_H
#define SONDE_BENCH_TWO_H

#include "mpi/process.h"

#include <mpi.h>

#include <stdio.h>

enum { PEERS = 2 };

/* Starts MPI, and ends the program unless there are two processes with room for messages of so many bytes. Process 0
 * prints the heading of its table. Collective. */
static inline void two_begin(struct process *p, int *argc, char ***argv, size_t bytes, const char *name,
			     const char *heading)
{
	*p = (struct process){.neighbours = PEERS};
	MPI_Init(argc, argv);
	MPI_Comm_dup(MPI_COMM_WORLD, &p->data);
	MPI_Comm_rank(p->data, &p->rank);
	MPI_Comm_size(p->data, &p->size);
	if (p->size != PEERS || buffers_reserve(&p->buffers, bytes, PEERS, NULL) != OK) {
		fprintf(stderr, "%s: start it with mpirun -n 2\n", name);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	if (p->rank == 0)
		printf("%s\n", heading);
}

/* Ends MPI. Collective. */
static inline void two_end(struct process *p)
{
	buffers_release(&p->buffers);
	MPI_Comm_free(&p->data);
	MPI_Finalize();
}

#endif
