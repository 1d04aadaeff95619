#ifndef SONDE_MPI_PROCESS_H
#define SONDE_MPI_PROCESS_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/buffers.h"
#include "mpi/cache.h"
#include "mpi/synchronise.h"
#include "platform/platform.h"
#include "sample/sample.h"

enum { TAG_ORDER = 1, TAG_REPLY, TAG_OBSERVATIONS, TAG_DESCRIPTION, TAG_TURN, TAG_DATA };

/* How an order went at one process. */
struct reply {
	enum status status;
	char text[ERROR_TEXT_MAX];
};

/*
 * What an application measures of its own, at one process: sonde.h's struct sonde_collective, struct sonde_exchange and
 * struct sonde_timer. Functions may be NULL, but execute of a collective operation, measure and mirror of an exchange;
 * what they return is an MPI error code.
 */
struct user_operation {
	char name[SETUP_NAME_MOST];
	int (*initialise)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*execute)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*finalise)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*measure)(void *state, MPI_Comm comm, int mirror, size_t bytes);
	int (*mirror)(void *state, MPI_Comm comm, int measure, size_t bytes);
	void *state;
	int (*time)(void *state, MPI_Comm comm, int root, int (*execute)(void *operation), void *operation,
		    double *seconds); /* of whichever operation */
	void *time_state;
};

struct forced;

/* A process' part in the measuring: two communicators, so that what is timed never meets control messages. */
struct process {
	MPI_Comm control, data;
	int rank, size;
	int neighbours;       /* processes on the same machine, itself included */
	int node;             /* the first of them */
	MPI_Comm near, roots; /* of a node, of the first ones of nodes (collective/members.h); MPI_COMM_NULL: not made,
				 or it is none of these */
	struct buffers buffers;
	struct cache cache;       /* for data that are not in cache */
	int *counts;              /* of a collective operation, bytes and places of each process' block: 2 * size */
	double *acknowledgements; /* s, what an empty message of each process takes */
	bool busy;                /* computes while it waits for orders */
	bool crowded;             /* processes outnumber the CPUs of their machine */
	bool yields;              /* leaves its CPU to them while it waits inside MPI */
	struct clock clock;       /* this process' own */
	struct synchronised clocks;
	struct user_operation user; /* execute NULL: none */
	struct forced *forced;      /* communicators whose algorithm was chosen (collective/forced.h), n_forced of them;
				       NULL: none */
	size_t n_forced, forced_room;
	struct cpu_time cpu; /* of all timings so far */
	size_t discarded;    /* collective operations that did not begin at the agreed time and were left out */
	double readied; /* s: so far, on what orders need beside their repetitions, as long as that usually takes: what
			   is made once, clocks that are read */
};

/* An experiment, as many times as given, as all processes that take part in it know it. */
struct batch {
	struct experiment what;
	size_t n;                /* repetitions */
	unsigned long long seed; /* of the first repetition's content; each repetition has the next */
	bool together;           /* other experiments begin at the same time */
	size_t bytes;            /* of a collective operation: those of a buffer that it uses */
};

#endif
