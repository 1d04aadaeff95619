#ifndef SONDE_MPI_ORDER_H
#define SONDE_MPI_ORDER_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/buffers.h"
#include "mpi/cache.h"
#include "mpi/stress_plan.h"
#include "mpi/synchronise.h"
#include "sample/sample.h"

/* What process 0 tells the others to do. */
enum order_kind {
	ORDER_QUIT,     /* to all */
	ORDER_PREPARE,  /* to all: room for messages of bytes; each answers with a verdict */
	ORDER_DESCRIBE, /* to all: each answers with a description */
	ORDER_RUN,      /* to the processes of the experiment: each answers with a verdict, the one that measures with n
			   observations before it */
	ORDER_STAND_BY, /* to those without an experiment while others begin theirs at the same time (ORDER_RUN,
			   together); no answer */
	ORDER_COMPANY,  /* to all: from now on be busy, or not, while there is nothing to do */
	ORDER_STRESS    /* to all: walk through a plan together, see stress_walk.h */
};

/* Sent as bytes: the processes of one MPI job run the same binary; machines of unlike number formats are not served. */
struct order {
	enum order_kind kind;
	size_t bytes;              /* ORDER_PREPARE; ORDER_RUN of a collective: those of a buffer that it uses */
	struct experiment what;    /* ORDER_RUN */
	bool together;             /* ORDER_RUN: other experiments begin at the same time */
	bool busy;                 /* ORDER_COMPANY */
	size_t n;                  /* ORDER_RUN, ORDER_STAND_BY: repetitions, at most ATTACH_BATCH (attach.h) */
	unsigned long long seed;   /* ORDER_RUN: of the first repetition's content; each repetition has the next */
	struct stress_plan stress; /* ORDER_STRESS */
};

/* How an order went at one process. */
struct verdict {
	enum status status;
	char text[ERROR_TEXT_MAX];
};

/* A process as it describes itself. */
struct description {
	char host[MPI_MAX_PROCESSOR_NAME];
	char binding[256];
	char place[64];
};

enum { TAG_ORDER = 1, TAG_VERDICT, TAG_OBSERVATIONS, TAG_DESCRIPTION, TAG_TURN, TAG_DATA };

/* A collective operation of an application's own, at one process: sonde.h's struct sonde_collective. Functions but
 * execute may be NULL; what they return is an MPI error code. */
struct supplied {
	char name[SETUP_NAME_MOST];
	int (*initialise)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*execute)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*finalise)(void *state, MPI_Comm comm, int root, size_t bytes);
	void *state;
};

/* A process' part in the measuring: two communicators, so that what is timed never meets control messages. */
struct process {
	MPI_Comm control, data;
	int rank, size;
	int neighbours; /* processes on the same machine, itself included */
	struct buffers buffers;
	struct cache cache; /* for data that are not in cache */
	bool busy;          /* computes while it waits for orders */
	struct synchronised clocks;
	struct supplied supplied; /* execute NULL: none */
	size_t substituted;       /* global timings that could not be had, in whose place those of max timing stand */
	size_t discarded;         /* collective operations that did not begin at the agreed time and were left out */
};

#endif
