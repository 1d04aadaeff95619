#ifndef SONDE_MPI_TRACER_PROCESS_H
#define SONDE_MPI_TRACER_PROCESS_H

#include "mpi/tracer/tracer.h"

/* Begin and end of the tracing of a process. */

/* What is known of a call of MPI_Init before it is made. */
struct process_begin {
	struct tracer_process *process; /* NULL: nothing is to be traced */
	struct tracer_instant before;
};

/* Before MPI_Init. Local. */
struct process_begin process_before_init(void);

/* Behind MPI_Init, or MPI_Init_thread, if good: opens the streams and records the call. Collective over MPI_COMM_WORLD
 * where SONDE_TRACE_DIR is set. */
void process_begin(const struct process_begin *begin, enum trace_function function, bool good, const void *caller);

/* For a program whose MPI_Init was not seen, at its first call: Local. */
void process_begin_late(struct tracer_process *process);

/*
 * Before MPI_Finalize, which began at that tick: writes all that there is, since some libraries end the program there.
 * Collective over MPI_COMM_WORLD. NULL: nothing is traced.
 */
struct tracer_process *process_before_finalize(uint64_t *begin);

/* Behind MPI_Finalize: says when it ended. Local. */
void process_end(struct tracer_process *process, uint64_t begin, uint64_t end);

/* The program ends without MPI_Finalize, as by MPI_Abort: writes what this thread may write. Local. */
void process_leave(struct tracer_process *process);

/* What the environment says of a process. False: nothing is to be traced. Local. */
bool process_options(struct tracer_process *process);

/* Whether calls are recorded from now on; what later ones need is recorded in any case. Local. */
void process_switch(struct tracer_process *process, bool on);

/* MPI_Abort, MPI_Pcontrol that a program calls, before the real one. Local. */
void tracer_abort(MPI_Comm comm, int code, const void *caller);
void tracer_control(int level, const void *caller);

/* Writes trace.json at rank 0, or at a process that is traced alone. together: asks all processes, a collective over
 * process->all; else Local. ERR_IO, ERR_MEMORY. */
enum status process_information(const struct tracer_process *process, bool together, struct error *err);

/* Writes network.json at rank 0, where the processes are on several hosts; a file that cannot be written is missing.
 * Collective over process->all. */
void process_network(const struct tracer_process *process);

/* Whether all processes have the same clock. Collective over process->all. */
bool process_has_one_clock(const struct tracer_process *process);

/* s that rank 0's clock is ahead of this node's; 0 where both are the same clock. Collective over process->all, but
 * without messages if it is known that there is one clock. */
double process_clock_ahead(const struct tracer_process *process);

/* One line on standard error. */
void process_say(const struct tracer_process *process, const char *what, const char *more);

#endif
