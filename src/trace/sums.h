#ifndef SONDE_TRACE_SUMS_H
#define SONDE_TRACE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/function.h"

/* All functions are Local. */

/*
 * What a trace holds, in numbers. The time in MPI is that between MPI_Init and MPI_Finalize, without these two.
 * Messages are point-to-point sends that a program began, to a process and not to MPI_PROC_NULL; those of persistent
 * requests count each time they are started.
 */

/* Of some calls. A polling that stands for many calls counts as these. */
struct trace_count {
	uint64_t calls;
	uint64_t messages;
	uint64_t bytes; /* of the messages */
	double inside;  /* s in MPI; of several threads together */
};

struct trace_process_sum {
	struct trace_count count;
	double begin, end; /* s: from the end of MPI_Init to the beginning of MPI_Finalize, or from the first call to
			      the last; NAN: it has none */
	double cpu;        /* s of CPU time between calls, where it was read */
	double cpu_gaps;   /* s by the clock of those times between calls */
};

struct trace_function_sum {
	struct trace_count count;
	uint64_t collective_bytes; /* as its calls were given at each process, to receive where nothing is sent */
	double longest;            /* s: of one call */
	int processes;             /* that call it */
};

/* Sizes from one power of two to the next: 0, 1, 2 to 3, 4 to 7 … */
struct trace_size_sum {
	uint64_t messages, bytes;
	uint64_t collectives, collective_bytes; /* calls of collectives of that size, as given at each process */
};

enum { TRACE_SIZES = 65 };

struct trace_comm_sum {
	uint64_t key;
	int number;    /* in the process that was seen first: 0 MPI_COMM_WORLD, 1 the MPI_COMM_SELF of all */
	int processes; /* those of both groups of an intercommunicator */
	enum trace_function made_by; /* TRACE_FUNCTIONS: that was not seen */
	char *members;               /* ranks of the world, as "0-3,8"; cut where they are many */
	struct trace_count count;
	uint64_t collectives;
};

struct trace_pair_sum {
	int from, to;
	uint64_t messages, bytes;
};

struct trace_region_sum {
	char *name;
	uint64_t entered;
	int processes;  /* that enter it */
	double seconds; /* of all processes and threads together; inside another one counts for both */
	double longest; /* s: of the process that is in it for longest */
	int longest_process;
	struct trace_count count; /* of the calls inside */
};

struct trace_summary {
	int processes;
	struct trace_process_sum *process; /* by rank */
	struct trace_function_sum function[TRACE_FUNCTIONS];
	struct trace_size_sum size[TRACE_SIZES]; /* [0]: 0 bytes, [i]: 2^(i-1) to 2^i - 1 */
	struct trace_comm_sum *comm;             /* in the order in which they appear */
	size_t n_comms;
	struct trace_pair_sum *pair; /* by from, then by to */
	size_t n_pairs;
	struct trace_region_sum *region; /* in the order in which they appear */
	size_t n_regions;
	struct trace_count count; /* of all */
	double begin, end;        /* s: of the first call of all, of the last; NAN: there is none */
};

/* MPI_Init, MPI_Init_thread, MPI_Finalize: a process' time is between them, theirs is no part of it. */
bool trace_is_bracket(enum trace_function function);

void trace_count_add(struct trace_count *to, const struct trace_count *more);

/* Frees what a summary holds. */
void trace_summary_release(struct trace_summary *summary);

#endif
