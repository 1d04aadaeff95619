#ifndef SONDE_MPI_USER_CALL_H
#define SONDE_MPI_USER_CALL_H

#include <mpi.h>
#include <stdbool.h>

#include "algorithm/choice.h"
#include "mpi/execute/execute.h"

enum { USER_PLANS = 16 };

/* A schedule that was prepared, and what for. */
struct user_plan {
	bool prepared, in_place;
	const struct algorithm_choice *row;
	enum collective collective;
	int root;
	uint64_t count;
	MPI_Datatype type; /* predefined, and so is op */
	MPI_Op op;
	struct execution execution;
};

/* A communicator for the messages of schedules, whose errors are returned, and plans that are kept. */
struct user_communicator {
	MPI_Comm own;
	int rank, size;
	struct user_plan plans[USER_PLANS];
};

/* What a collective function of MPI was given, as far as it has it; one of a single buffer has it in receive, as have
 * reductions their count and type. */
struct user_arguments {
	const void *send;
	int send_count;
	const int *send_counts, *send_displacements;
	MPI_Datatype send_type;
	void *receive;
	int receive_count;
	const int *receive_counts, *receive_displacements;
	MPI_Datatype receive_type;
	MPI_Op op;
	int root;
	MPI_Comm comm;
};

/* All zero, by stores: clearing such a struct at once takes 10 ns (rep stos), as long as many a call. Local. */
static inline void user_arguments_clear(struct user_arguments *given)
{
	given->send = given->receive = NULL;
	given->send_count = given->receive_count = given->root = 0;
	given->send_counts = given->send_displacements = given->receive_counts = given->receive_displacements = NULL;
	given->send_type = given->receive_type = (MPI_Datatype)0;
	given->op = (MPI_Op)0;
	given->comm = (MPI_Comm)0;
}

/* A call: who calls, and what all processes of it know alike. */
struct user_call {
	struct user_communicator *comm;
	const struct algorithm_choice *row;
	enum collective collective;
	int root;
	size_t bytes;           /* that the count has, of gatherv and scatterv the largest: what rows are chosen by */
	const uint64_t *counts; /* of gatherv and scatterv: bytes of each process's block */
	bool fixed;             /* the row belongs to calls of these very counts, so that plans may be kept */
	bool alone;             /* of these a process knows its own, the root all */
	bool huge;              /* blocks that are longer than longest, which alone has, stand with 0 there */
	size_t unit;            /* bytes of an element of schedules: of a reduction the type's, else 1 */
	uint64_t longest;       /* bytes of a message, which MPI counts in an int: INT_MAX, in tests fewer */
	struct error *stuck;    /* why this process cannot take part, while others wait for it; its status is OK else */
	/* Asked when all is prepared, or cannot be (then with another code than MPI_SUCCESS), and before data move:
	 * what it returns is gone on with. NULL: nobody is asked. Collective. */
	int (*ready)(void *argument, int code);
	void *argument;
};

/* All zero; as user_arguments_clear. Local. */
static inline void user_call_clear(struct user_call *call)
{
	call->comm = NULL;
	call->row = NULL;
	call->collective = COLLECTIVE_BARRIER;
	call->root = 0;
	call->bytes = call->unit = 0;
	call->counts = NULL;
	call->fixed = call->alone = call->huge = false;
	call->longest = 0;
	call->stuck = NULL;
	call->ready = NULL;
	call->argument = NULL;
}

/* A taken call as algorithms know it, in units; a reduction's caller adds in_place and commutes. Local. */
struct call user_call_what(const struct user_call *call);

/*
 * Carry out calls that have been taken; the results are those of the MPI functions.
 *
 * - Return an MPI error code; with *call->stuck the others wait for this process, unless call->ready tells them.
 * - Collective.
 */
int user_call_barrier(const struct user_call *call);
int user_call_bcast(const struct user_call *call, const struct user_arguments *given);
int user_call_move(const struct user_call *call, const struct user_arguments *given);
int user_call_counted(const struct user_call *call, const struct user_arguments *given);
int user_call_reduce(const struct user_call *call, const struct user_arguments *given);

/* The one of these that the operation is done by. Collective. */
int user_call_run(const struct user_call *call, const struct user_arguments *given);

/* Frees the plans, or those of a row that goes. Local. */
void user_plans_release(struct user_communicator *comm);
void user_plans_forget(struct user_communicator *comm, const struct algorithm_choice *row);

#endif
