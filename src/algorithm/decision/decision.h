#ifndef SONDE_ALGORITHM_DECISION_DECISION_H
#define SONDE_ALGORITHM_DECISION_DECISION_H

#include "algorithm/decision/case.h"

/* What MPI libraries choose by themselves; case.h has the call and the answer. All functions are Local. */

/* The operation of this name of a function, such as "MPI_Iallgatherv", and whether it is nonblocking. False if it is no
 * collective operation that is known here. */
bool decision_of_function(const char *name, enum decision_operation *operation, bool *nonblocking);

/*
 * What the library does at a process.
 *
 * - found: decision_release frees it, also after a failure.
 * - ERR_INPUT if process or root are out of range, or a node is.
 */
enum status decision_find(const struct decision_case *what, int process, struct decision *found, struct error *err);
void decision_release(struct decision *found);

/* The operation that a step carries out: that of the call, or in MPICH the broadcast or the reduction that a barrier or
 * an allreduce has on each node. */
enum decision_operation decision_step_operation(const struct decision_case *what, const struct decision_step *step);

/* Whether a step is one message from its root, by no algorithm. */
bool decision_is_message(const struct decision_step *step);

/*
 * Appends the operations of a process to program, which may have some already: the first of them wait for nothing new.
 *
 * - Counts are bytes.
 * - It is for simulation: each step's operations name places in buffers of that step, so that data do not get from one
 *   step to the next.
 */
enum status decision_build(const struct decision_case *what, int process, struct rank_program *program,
			   struct error *err);

/* The same, of what the library does as decision_find has found it for this process. */
enum status decision_build_found(const struct decision_case *what, const struct decision *found,
				 struct rank_program *program, struct error *err);

#endif
