#ifndef SONDE_SCHEDULE_CHECK_H
#define SONDE_SCHEDULE_CHECK_H

#include "schedule/holding.h"
#include "schedule/schedule.h"

/* All functions are Local. */

/* What a schedule is to bring about. Elements of BUFFER_RECEIVE that after does not name must be left as they were;
 * BUFFER_SEND is never written. */
struct contract {
	bool commutes;     /* operands of reductions may change their order */
	bool synchronises; /* no process may be finished before all have begun */
	/* The elements that the user's buffers have at process, and what they hold before and must hold after; both
	 * lists come empty. Gives the same each time. */
	void (*describe)(const void *self, int process, uint64_t *send_elements, uint64_t *receive_elements,
			 struct holdings *before, struct holdings *after);
	const void *self;
};

/*
 * The memory that checks need, kept from one to the next; NULL without memory.
 *
 * - Ownership: check_free frees it (NULL is allowed).
 */
struct check *check_new(void);
void check_free(struct check *check);

/*
 * Checks a schedule by running it on the contributions themselves.
 *
 * ERR_INPUT names process and operation, if
 *
 * - a place is out of range, a send buffer is written, a peer does not exist, or an operation overlaps itself;
 * - requirements go in a cycle;
 * - two operations of a process touch the same elements, one of them writing, and no requirements order them;
 * - two sends, or two receives, of a process that the same messages could match are not started in a certain order
 *   (operations that get ready together start in the order of their indexes);
 * - a message is longer than the receive that MPI's matching order gives it, is never received, or a receive gets
 *   none;
 * - processes wait for each other, when every send waits for its receive;
 * - elements are used that hold nothing, reduced with other elements or twice with the same, or in another order than
 *   the contract allows;
 * - a buffer does not hold in the end what it must, or a process may be finished before all have begun though the
 *   contract forbids it.
 *
 * Limits and other errors:
 *
 * - Receives from PEER_ANY or with TAG_ANY are checked for one order of the messages only.
 * - Time grows with the operations and the pieces that buffers consist of. Memory grows besides with the square of a
 *   process's operations (in bits).
 * - ERR_MEMORY.
 */
enum status check_run(struct check *check, const struct schedule *schedule, const struct contract *contract,
		      struct error *err);

#endif
