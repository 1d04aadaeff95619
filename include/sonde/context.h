/* A context, budgets and errors; included by sonde.h, which says what holds for all functions. */
#ifndef SONDE_CONTEXT_H
#define SONDE_CONTEXT_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sonde_status {
	SONDE_OK = 0,
	SONDE_ERROR_ARGUMENT, /* an argument is wrong, or differs between processes; nothing was measured */
	SONDE_ERROR_MEMORY,   /* memory could not be had at some process */
	SONDE_ERROR_FILE,     /* a file could not be read or written */
	SONDE_ERROR_PLATFORM, /* MPI failed, or a message arrived damaged: the text names processes and place */
	SONDE_ERROR_BUDGET,   /* the budget ended before there was anything to give */
	SONDE_ERROR_MODEL     /* by the model times are below 0, which no time can be: they are given all the same, and
			       * the text names the least, and the parameters that are negative */
};

#define SONDE_TEXT_MOST 1024

struct sonde_error {
	enum sonde_status status;
	char text[SONDE_TEXT_MOST];
};

/* A context: the application's communicator, duplicated, and buffers. */
struct sonde;

/* A communication model with the values of its parameters. */
struct sonde_model;

/*
 * When measuring ends: at the precision, after max_reps timings of each point, or when the time is over, whichever
 * comes first (O'Flynn, MPIB_precision: min_reps, max_reps, cl, eps).
 *
 * - min_reps, max_reps: how often each point is timed at least and at most. Both the same: a fixed number of times,
 *   whatever the precision is, if the time suffices; both 1: once, without an interval. Long messages and trains count
 *   too then. 0: 6 and 1000; max_reps alone: at least 6 or max_reps, whichever is less.
 *
 * seconds counts from when the last process has entered the call, on process 0's MPI_Wtime. Nothing is begun of which
 * is known that it would end later; what something takes is learnt from smaller messages first. So the time is passed
 * only by
 *
 * - the first exchange of an empty message;
 * - having buffers of a size for the first time (seen: 80 ms for 100 MB);
 * - a process that lost its processor, and messages that take much longer than those of the same pair before;
 * - pairs that are measured at the same time: the first of them stands for all until they were measured once;
 * - a search for thresholds or for how messages are treated, by a few operations that take longer than those before.
 */
struct sonde_budget {
	double seconds;    /* greater than 0 */
	double error;      /* half the interval over the median: 0.05 is 5 %; 0: as precise as the time allows */
	double confidence; /* of the intervals, between 0 and 1; 0 stands for 0.95 */
	size_t min_reps, max_reps;
};

/*
 * Makes a context for the processes of comm, an intracommunicator of at least 2, of which it makes duplicates; comm
 * itself is left alone and may be freed. Collective over comm. *context is to be given to sonde_close before
 * MPI_Finalize. Another context, also of the same communicator, may be made at any time. SONDE_ERROR_ARGUMENT: MPI is
 * not running, comm is not such a communicator, context is NULL; *context is then NULL.
 */
enum sonde_status sonde_open(MPI_Comm comm, struct sonde **context, struct sonde_error *error);

/* Frees the context (NULL is allowed, at all processes). Collective over its communicator. Models stay. */
void sonde_close(struct sonde *context);

#ifdef __cplusplus
}
#endif

#endif
