#ifndef SONDE_MPI_EXECUTE_EXECUTE_H
#define SONDE_MPI_EXECUTE_EXECUTE_H

#include <mpi.h>
#include <stdbool.h>

#include "schedule/schedule.h"

/*
 * A process's program of a schedule, carried out over MPI: the user's datatype is the schedule's element. A plan is
 * prepared once and run many times.
 *
 * All sends and receives are nonblocking. An operation starts as soon as what it waits for is done (or has started); of
 * several that may start, messages go first, then local work, each in the order in which they became ready, and at the
 * beginning in the order of the program. When nothing can start the process waits inside MPI, without polling.
 *
 * Runs of one plan never take each other's messages, though all use the same peers and tags: a process posts the sends
 * of a run after all of those of the run before, and its receives after all of those before are done. MPI matches
 * messages from one process with one tag in the order in which they were sent, to receives in the order in which they
 * were posted; and a schedule has as many sends as receives for each pair of processes and tag. So the first n messages
 * of a pair and tag are those of the first run. With receives from anyone or of any tag that does not hold, since a
 * quick process may be a run ahead: they are refused.
 */
struct execution {
	MPI_Comm comm;
	MPI_Datatype type;
	MPI_Op op;
	MPI_Aint extent;
	struct rank_program program;
	size_t *waits;                 /* by operation: how many requirements it has */
	size_t *left;                  /* of them, in the run under way: not yet met */
	struct requirement *followers; /* who waits for it, for its start or its end: of operation i from first[i] to
					  first[i + 1] */
	uint32_t *first;
	struct execution_queue {
		size_t *operations, begin, end; /* an operation is in a queue once in a run */
	} messages, local;
	MPI_Request *requests; /* those under way, messages_most at most, and what they belong to */
	size_t *requested;
	MPI_Status *statuses;
	int *completed;
	int under_way;
	size_t finished; /* operations, in the run under way */
	char *bases[3];  /* by enum buffer: the address of element 0 */
	bool abandoned;  /* a failed run left sends under way, which read scratch and packed: these are never freed */
	char *scratch, *packed; /* allocated; packed: a copy's elements on their way, NULL if elements have no gaps */
	int packed_bytes;
	bool plain; /* elements have no gaps, and lie one after the other from true_lower on */
	MPI_Aint true_lower;
};

/*
 * Prepares the program of this process, its rank in comm, of a schedule of as many processes as comm has. type and op
 * (used by reductions only; MPI_OP_NULL without) are borrowed until the release, as is comm, on which nothing else may
 * be sent with the schedule's tags during a run. *plan need not be initialised; after a failure there is nothing to
 * release. ERR_INPUT with process and operation if a count is larger than INT_MAX, a peer does not exist, a tag is
 * negative or larger than MPI allows, a receive is from anyone or of any tag, operations wait for each other in a
 * cycle, or there is a reduction without op; ERR_MEMORY; ERR_PLATFORM if MPI refuses the type. Local: the processes
 * must agree on the outcome before they run, since those that run wait for all.
 */
enum status execute_prepare(struct execution *plan, const struct schedule *schedule, MPI_Comm comm, MPI_Datatype type,
			    MPI_Op op, struct error *err);

/*
 * Runs the program once, on the user's buffers (addresses as MPI's: a datatype's lower bound is relative to them; NULL
 * for one that the schedule does not use, as the one that MPI_IN_PLACE stands for). Returns an MPI error code; after a
 * failure receives under way are cancelled, sends go on by themselves, and the buffers are undefined. Collective over
 * comm, as the operation that the schedule is of.
 */
int execute_run(struct execution *plan, const void *send, void *receive);

/* Frees what the plan holds; fine for one that is all zero. Local. */
void execute_release(struct execution *plan);

#endif
