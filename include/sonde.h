/*
 * sonde inside an application: measures messages on a communicator of its own at run time, within a budget of time,
 * fits a communication model to what it measured and predicts with it.
 *
 * What holds for all of it. Times are seconds, sizes are bytes, processes are ranks of the communicator that the
 * context was made from. MPI must be initialised, by the application and at any thread level; calls on one context must
 * not overlap. The library keeps nothing global, prints nothing, ends no process, sets no signal handler, looks at no
 * environment variable; files are read and written only by sonde_model_read and sonde_model_write. All its messages go
 * through communicators of its own, and none is under way when a call returns.
 *
 * A Collective function is called by all processes of the communicator, with the same arguments, in the same order as
 * MPI's own collectives; the others may be anywhere else. It returns the same status, text and results at all of them.
 * Processes that take no part in a measurement wait inside the call, mostly asleep. A Local function needs nobody else.
 *
 * Where a function takes an error (NULL is allowed), it is written at every call: SONDE_OK and an empty text, or what
 * went wrong: what, where, what is allowed. Results are written only with SONDE_OK. A failure of MPI itself goes to the
 * error handler of the application's communicator first; what it lets pass becomes SONDE_ERROR_PLATFORM.
 */
#ifndef SONDE_H
#define SONDE_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows by one when something is added here. */
#define SONDE_INTERFACE 1

enum sonde_status {
	SONDE_OK = 0,
	SONDE_ERROR_ARGUMENT, /* an argument is wrong, or differs between processes; nothing was measured */
	SONDE_ERROR_MEMORY,   /* memory could not be had at some process */
	SONDE_ERROR_FILE,     /* a file could not be read or written */
	SONDE_ERROR_PLATFORM, /* MPI failed, or a message arrived damaged: the text names processes and place */
	SONDE_ERROR_BUDGET    /* the budget ended before there was anything to give */
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
 * When measuring ends: at the precision or when the time is over, whichever comes first.
 *
 * seconds counts from when the last process has entered the call, on process 0's MPI_Wtime. Nothing is begun of which
 * is known that it would end later; what something takes is learnt from smaller messages first. So the time is passed
 * only by the first exchange of an empty message, by having buffers of a size for the first time (seen: 80 ms for 100
 * MB), and by the operating system taking the CPU away.
 */
struct sonde_budget {
	double seconds;    /* greater than 0 */
	double error;      /* half the interval over the median: 0.05 is 5 %; 0: as precise as the time allows */
	double confidence; /* of the intervals, between 0 and 1; 0 stands for 0.95 */
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

/* What is timed between two processes. Every message is written afresh and checked to the last byte, outside the time.
 */
enum sonde_operation {
	SONDE_ROUNDTRIP,   /* a message, and one of the same size back */
	SONDE_ONEWAY,      /* half of that */
	SONDE_ACKNOWLEDGED /* a message, and an empty one back */
};

/* Why there are no more timings of a size. */
enum sonde_ending {
	SONDE_PRECISE,    /* the precision was reached, or all timings were the same */
	SONDE_TIME_OVER,  /* the budget ended first */
	SONDE_REPETITIONS /* 1000 timings did not suffice */
};

/*
 * The timings of one size, in seconds, without those of a warm-up if the first timings of the call's sizes are slower
 * than the rest. Short operations are timed in loops: minimum and maximum are then those of averages over a loop. n ==
 * 0: no time was left for this size; the numbers are NAN.
 */
struct sonde_result {
	size_t bytes;
	double median;
	double low, high; /* the median's confidence interval; 0 and infinite where n is too small */
	double minimum, maximum;
	double error; /* half the interval over the median; infinite for n < 2 */
	size_t n;     /* timings that count */
	enum sonde_ending ending;
};

/*
 * Measures messages of bytes[0 .. n-1] from process from to process to, by MPI_Send and MPI_Recv; results[i], the
 * caller's, receives what was found for bytes[i], at all processes. The sizes are visited in turn, in random order,
 * again and again. Collective. 1 <= n <= 10000. SONDE_ERROR_ARGUMENT also for messages that memory cannot hold: each
 * process has three buffers of the largest size, kept until sonde_close; having them the first time takes part of the
 * budget.
 */
enum sonde_status sonde_measure(struct sonde *context, enum sonde_operation operation, int from, int to,
				const size_t *bytes, size_t n, const struct sonde_budget *budget,
				struct sonde_result *results, struct sonde_error *error);

/* How a collective operation is timed. */
enum sonde_timing {
	SONDE_GLOBAL, /* from an agreed beginning to the last end, on the clock of process 0 */
	SONDE_ROOT,   /* at the root, until a barrier confirms the end, less what a barrier takes */
	SONDE_MAX     /* the longest time of any process */
};

/*
 * A collective operation of the application's own, at each process. execute carries it out once and is what is timed;
 * initialise and finalise are called before and after a few executions and may be NULL. All get state and a
 * communicator of the context's processes that is theirs meanwhile, and return an MPI error code. A point-to-point
 * operation is one in which two processes exchange messages and the others return at once: time it at its root. The
 * library knows nothing of the operation's data: check them in finalise.
 */
struct sonde_collective {
	const char *name; /* at most 31 characters */
	int (*initialise)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*execute)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*finalise)(void *state, MPI_Comm comm, int root, size_t bytes);
	void *state;
};

/*
 * Measures a collective operation of all processes with bytes[0 .. n-1]; results[i] receives what was found for
 * bytes[i], at all processes. own: the application's operation, or NULL for MPI's own of this name: bcast, scatter,
 * scatterv, gather, gatherv, reduce, allreduce, scan, exscan, barrier, allgather, alltoall, reduce_scatter. bytes are
 * those of the message (bcast, reduce, allreduce, scan, exscan), or for and from each process. Reductions are MPI_BXOR
 * of MPI_BYTE. Every result of MPI's own is checked. name is used where own is NULL. Collective; own's functions and
 * state may differ between processes. Errors as sonde_measure.
 */
enum sonde_status sonde_measure_collective(struct sonde *context, const char *name, const struct sonde_collective *own,
					   enum sonde_timing timing, int root, const size_t *bytes, size_t n,
					   const struct sonde_budget *budget, struct sonde_result *results,
					   struct sonde_error *error);

/*
 * Measures what a model needs between two processes, with messages of up to largest bytes (at least 16), and fits it.
 * name: "hockney", "logp", "loggp", "plogp". *model is the same at all processes, and holds for any pair of them that
 * is as these two; sonde_model_free frees it. Collective. SONDE_ERROR_BUDGET if the time did not suffice to measure
 * everything that the model needs at least once: allow more, a smaller largest message, or a simpler model (hockney
 * needs the least). *model is then NULL. A tenth of the time is kept for the fit.
 */
enum sonde_status sonde_estimate(struct sonde *context, const char *name, int from, int to, size_t largest,
				 const struct sonde_budget *budget, struct sonde_model **model,
				 struct sonde_error *error);

/*
 * Seconds from the start of a send until the waiting receiver has the message, as the model says: into *seconds. Local.
 * SONDE_ERROR_ARGUMENT if the model has no such processes; from = to = -1 stands for the model's own pair.
 */
enum sonde_status sonde_predict(const struct sonde_model *model, int from, int to, size_t bytes, double *seconds,
				struct sonde_error *error);

/*
 * A parameter of the model's own pair at a size (ignored for those that do not depend on it), in seconds or seconds per
 * byte, into *value: hockney has alpha, beta; logp L, o_s, o_r, g; loggp also G; plogp L, o_s, o_r, g. Local.
 * SONDE_ERROR_ARGUMENT names those there are.
 */
enum sonde_status sonde_parameter(const struct sonde_model *model, const char *name, size_t bytes, double *value,
				  struct sonde_error *error);

/* The model's name, "plogp"; the model's own. Local. */
const char *sonde_model_name(const struct sonde_model *model);

/*
 * Reads a model file, as the command sonde writes them too. *model is for sonde_model_free; NULL on failure. Local: no
 * other process is told. SONDE_ERROR_FILE, SONDE_ERROR_ARGUMENT for what is no model; the text names line and key.
 */
enum sonde_status sonde_model_read(const char *path, struct sonde_model **model, struct sonde_error *error);

/* Writes the model to a file, by way of path.new; a failure leaves the file that was there. Local: one process is
 * enough. */
enum sonde_status sonde_model_write(const struct sonde_model *model, const char *path, struct sonde_error *error);

/* NULL is allowed. Local. */
void sonde_model_free(struct sonde_model *model);

#ifdef __cplusplus
}
#endif

#endif
