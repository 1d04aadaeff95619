#ifndef SONDE_MPI_LIVE_ORDER_H
#define SONDE_MPI_LIVE_ORDER_H

#include "mpi/live/place.h"
#include "mpi/live/schedule_part.h"
#include "mpi/process.h"
#include "mpi/stress/plan.h"

/* What process 0 tells the others to do. */
enum order_kind {
	ORDER_QUIT,       /* to all */
	ORDER_PREPARE,    /* to all: room for messages of bytes; each answers with a reply */
	ORDER_DESCRIBE,   /* to all: each answers with a description */
	ORDER_TRAFFIC,    /* to all: each answers with what its host has sent, see traffic.h */
	ORDER_CPU,        /* to all: each answers with its CPU time during timings, see cpu_times.h */
	ORDER_RUN,        /* to the processes of the experiment: each answers with a reply, the one that measures with n
			     observations before it */
	ORDER_STAND_BY,   /* to those without an experiment while others begin theirs at the same time (ORDER_RUN,
			     together); no answer */
	ORDER_BACKGROUND, /* to all: from now on be busy, or not, while there is nothing to do */
	ORDER_STRESS,     /* to all: walk through a plan together, see stress/walk.h */
	ORDER_SCHEDULE    /* to all: carry out a schedule together, see schedule_part.h; each answers with a reply */
};

/* The most repetitions that one order asks for: a serving process has room for their observations without asking for
 * memory while its peer waits. */
#define ORDER_BATCH 64

/* Sent as bytes: the processes of one MPI job run the same binary; machines of unlike number formats are not served. */
struct order {
	enum order_kind kind;
	union {                                 /* what this kind has */
		size_t bytes;                   /* ORDER_PREPARE */
		struct batch batch;             /* ORDER_RUN, ORDER_STAND_BY: at most ORDER_BATCH repetitions */
		bool busy;                      /* ORDER_BACKGROUND */
		struct stress_plan stress;      /* ORDER_STRESS */
		struct schedule_order schedule; /* ORDER_SCHEDULE */
	};
};

/* A process as it describes itself. */
struct description {
	char host[MPI_MAX_PROCESSOR_NAME];
	char binding[PLACE_BINDING_ROOM];
	char place[64];
	int node;    /* the first process that shares its memory */
	bool yields; /* while it waits inside MPI, by sonde's doing */
};

#endif
