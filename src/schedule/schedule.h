#ifndef SONDE_SCHEDULE_SCHEDULE_H
#define SONDE_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A schedule is what each process does: its operations, and which of them must wait for which.
 *
 * - It is held one process at a time, as a rank program. The same programs are checked without MPI (check.h), executed
 * over MPI (mpi/execute/execute.h), simulated under a model (simulate/simulate.h) and written as GOAL (goal.h).
 * - Counts and offsets are elements, the datatype's own unit: 1 byte for a simulation, the user's MPI datatype for an
 *   execution.
 * - All functions are Local.
 */

enum operation_kind {
	OP_SEND,    /* count elements at from, to process peer, with tag */
	OP_RECEIVE, /* up to count elements into to, from process peer or PEER_ANY, with tag or TAG_ANY */
	OP_COPY,    /* count elements at from into to */
	OP_REDUCE, /* count elements: to = from (op) to, as MPI_Reduce_local does; from holds what stands on the left */
	OP_COMPUTE /* count nanoseconds */
};

enum { PEER_ANY = -1, TAG_ANY = -1 };

/* The memory of a process. A collective operation in place has its data in BUFFER_RECEIVE and no BUFFER_SEND; of bcast
 * there is BUFFER_RECEIVE only. */
enum buffer {
	BUFFER_SEND,    /* the user's, only read */
	BUFFER_RECEIVE, /* the user's */
	BUFFER_SCRATCH  /* rank_program.scratch elements of the schedule's own, not initialised */
};

struct operation {
	uint64_t count;       /* elements, or nanoseconds */
	uint64_t from_offset; /* elements, in buffer from */
	uint64_t to_offset;
	int32_t peer;
	int32_t tag;
	uint32_t first; /* its requirements are those from here to the next operation's first */
	uint8_t kind;   /* enum operation_kind */
	uint8_t from;   /* enum buffer */
	uint8_t to;
	uint8_t cpu; /* which of the process's CPUs and network ports; 0 but for GOAL files */
	uint8_t nic;
	bool blocking; /* a send of MPI_Send, in simulations: what comes after it waits for it; else it is MPI_Isend's
			*/
};

/* An operation waits until another one of the same process, at index on, is done; or, if start, has only started. */
struct requirement {
	uint32_t on : 31;
	uint32_t start : 1;
};

/* What one process does. Operations without requirements start at once; those that get ready together start in the
 * order of their indexes, which is the order in which messages are matched. Zero-initialise it; rank_program_release
 * frees it, rank_program_clear keeps the memory for the next process. */
struct rank_program {
	struct operation *operations;
	size_t n, capacity;
	struct requirement *requirements;
	size_t n_requirements, requirement_capacity;
	uint64_t scratch;   /* elements */
	bool out_of_memory; /* set by the functions below, which then do nothing: a builder asks once, at its end, with
			       rank_program_status */
};

/* A place in a process's memory. */
struct place {
	enum buffer buffer;
	uint64_t offset; /* elements */
};

/*
 * Each appends an operation, which waits for nothing yet, and returns its index.
 *
 * - Without memory they set program->out_of_memory.
 */
size_t rank_program_send(struct rank_program *program, int peer, int tag, struct place from, uint64_t count);
size_t rank_program_receive(struct rank_program *program, int peer, int tag, struct place to, uint64_t count);
size_t rank_program_copy(struct rank_program *program, struct place from, struct place to, uint64_t count);
size_t rank_program_reduce(struct rank_program *program, struct place from, struct place to, uint64_t count);
size_t rank_program_compute(struct rank_program *program, uint64_t nanoseconds);

/*
 * Makes the newest operation wait until operation on is done, or has started.
 *
 * - on: may be a later one (GOAL allows it); NO_OPERATION is ignored.
 */
#define NO_OPERATION SIZE_MAX
void rank_program_after(struct rank_program *program, size_t on);
void rank_program_after_start(struct rank_program *program, size_t on);

/* Appends operation i of another program, whose operations stand from place begin on: it waits for what it waited for
 * there; one that waits for nothing waits for operation behind. */
void rank_program_append(struct rank_program *program, const struct rank_program *from, size_t i, size_t begin,
			 size_t behind);

/* Makes the newest operation, a send, one of MPI_Send. */
void rank_program_blocking(struct rank_program *program);

/* A place of elements in the scratch buffer that nothing else uses. */
struct place rank_program_scratch(struct rank_program *program, uint64_t elements);

/* The place elements further on. */
struct place place_at(struct place place, uint64_t elements);

/* How many requirements operation i has; the first is requirements[operations[i].first]. */
static inline size_t rank_program_requirement_count(const struct rank_program *program, size_t i)
{
	size_t end = i + 1 < program->n ? program->operations[i + 1].first : program->n_requirements;

	return end - program->operations[i].first;
}

/*
 * OK, or why the program could not be built.
 *
 * - ERR_MEMORY without memory, or if the program has more than 2^31 - 1 operations.
 */
enum status rank_program_status(const struct rank_program *program, struct error *err);

void rank_program_clear(struct rank_program *program);
void rank_program_release(struct rank_program *program);

/*
 * Where rank programs come from: a collective algorithm, a GOAL file, a trace.
 *
 * - build appends the program of a process to an empty one.
 * - It may be called for any process, in any order, more than once, and gives the same each time.
 */
struct schedule {
	int processes;
	enum status (*build)(const void *self, int process, struct rank_program *program, struct error *err);
	const void *self;
	void (*place)(const void *self, int process, size_t operation, char *text,
		      size_t room); /* where an operation comes from, for errors: "file:12", "file: offset 97"; NULL if
				       there is no such place */
};

#endif
