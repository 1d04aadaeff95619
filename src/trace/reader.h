#ifndef SONDE_TRACE_READER_H
#define SONDE_TRACE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/function.h"
#include "trace/info.h"

/* All functions are Local. Memory goes by processes and rules of structure, not by calls. */

enum { TRACE_ANY = -3, TRACE_NOBODY = -2 };

/* A trace that is open: a folder as doc/trace.md has it. */
struct trace;

/* What a trace says of its run. Strings belong to the trace. */
struct trace_info {
	int processes;
	const char *library;    /* MPI library with its version */
	const char *command;    /* the program and its arguments */
	const char *only;       /* the functions that were recorded, with a comma between each two; NULL: all */
	double resolution;      /* s: the smallest step of times; 0: every tick */
	bool complete;          /* each process called MPI_Finalize and nothing was lost */
	const char *incomplete; /* why not: which processes, what is missing; NULL if complete */
	bool blocks_unknown;    /* collectives with blocks of different sizes do not say how large each is: OTF2 */
	size_t n_variables;     /* OMPI_MCA_*, MPIR_CVAR_* in force, as NAME=VALUE */
	const char *const *variables;
	struct trace_network network; /* no hosts: not known */
};

struct trace_process {
	const char *host;
	const char *binding; /* CPUs, such as "0-1" */
	int threads;         /* that called MPI */
	bool complete;
	int clock;    /* number of the clock by which its times were taken; rank 0's is 0 */
	double drift; /* s/s: of that clock against rank 0's, as it was measured and is in the times already */
};

/* Several clocks, and what messages between processes of different ones say of them. */
struct trace_clocks {
	int n;
	uint64_t messages; /* collective operations of all count as one from each clock to each other one */
	uint64_t early;    /* that were received before they were sent, by the clocks as they were measured */
	double earliest;   /* s: by how much at most */
	double most;       /* s: by which a time was corrected at most; 0: nothing was */
	double left;       /* s: by how much a message still is early at most */
	bool unsure;       /* nothing was corrected, since not all messages were recorded */
};

struct trace_communicator {
	int number;                  /* in its process */
	uint64_t key;                /* the same at all members */
	int own;                     /* this process' rank in it, -1: none */
	int n, n_remote;             /* processes; of the other group of an intercommunicator, else 0 */
	const int *members, *remote; /* as ranks of the world */
};

/* One side of what a call moves. */
struct trace_side {
	bool there;       /* the call has this side */
	int peer;         /* rank of the world; TRACE_ANY, TRACE_NOBODY; of collectives TRACE_NOBODY */
	int peer_in_comm; /* the same as rank in comm, of an intercommunicator in its other group */
	int64_t tag;      /* -1 of a receive: any */
	int got_source;   /* rank of the world that a wildcard of this call got, -1: none */
	int64_t got_tag;  /* that a wildcard got, else -1 */
	uint64_t bytes;   /* of a collective: as given at this process */
	bool contiguous;
	size_t n_each; /* of v and w collectives: bytes with each rank of the communicator */
	const int64_t *each;
	size_t n_neighbours;   /* of neighbourhood collectives */
	const int *neighbours; /* ranks of the world, TRACE_NOBODY */
};

struct trace_completion {
	uint64_t request; /* as trace_call.request of the call that began it */
	int source;       /* rank of the world that a wildcard got; -1: it was no wildcard; -3: cancelled */
	int64_t tag;      /* that a wildcard got, else -1; -3: cancelled */
};

/* Requests, as trace_call.request. */
struct trace_requests {
	size_t n;
	const uint64_t *ids;
};

/* Of the time since the call before, s. */
struct trace_gap {
	double cpu; /* of CPU time, NAN if it was not read */
	double own; /* that the tracer took for itself, about */
};

/* One call. What it points at stays until the next one is read. */
struct trace_call {
	enum trace_function function;
	int thread;
	uint64_t number;   /* of the call in its thread, from 0 */
	double begin, end; /* s since the trace began, by rank 0's clock */
	struct trace_gap before;
	const struct trace_communicator *comm, *made; /* NULL: none */
	struct trace_side send, receive;
	int root;              /* rank in comm, -1: none; TRACE_NOBODY, TRACE_THIS_ROOT of intercommunicators */
	const char *operation; /* "MPI_SUM", "user", "user, not commutative"; NULL */
	uint64_t request;      /* that the call begins, starts, frees or cancels; unique in its process; 0: none */
	struct trace_requests started; /* by Startall */
	size_t n_done;                 /* requests that it completes */
	const struct trace_completion *done;
	uint64_t polls;       /* calls that found nothing and stand in this one, 0: it is one call */
	double inside;        /* s inside MPI: of polls less than end - begin */
	const char *region;   /* of region begin and end */
	int64_t number_given; /* Pcontrol's level and its like */
};

/* Opens a trace; where processes have different clocks, all calls are read once. ERR_INPUT (no trace, a newer version,
 * damaged: file and place), ERR_IO, ERR_MEMORY. */
enum status trace_open(struct trace **trace, const char *dir, struct error *err);
void trace_free(struct trace *trace);
const struct trace_info *trace_info(const struct trace *trace);
const struct trace_process *trace_process(const struct trace *trace, int rank);

/* Its clocks, of which times are corrected where messages are early; NULL: there is only one. */
const struct trace_clocks *trace_clocks(const struct trace *trace);

/* Bytes of the files: all, structures alone. */
uint64_t trace_bytes(const struct trace *trace);
uint64_t trace_structure_bytes(const struct trace *trace);

/* The calls of one process, of all its threads in the order of their begins. Several may be open at a time. */
struct trace_calls;
enum status trace_calls_open(struct trace_calls **calls, struct trace *trace, int rank, struct error *err);

/* Sets *call and returns true, or false at the end, or after a failure, which *err then has. A damaged file ends with
 * what was right before the damage. */
bool trace_calls_next(struct trace_calls *calls, struct trace_call *call, struct error *err);
void trace_calls_free(struct trace_calls *calls);

#endif
