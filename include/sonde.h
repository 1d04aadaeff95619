/*
 * sonde inside an application: measures messages on a communicator of its own at run time, within a budget of time,
 * fits communication models to what it measured, predicts messages and collective operations with them and ranks
 * algorithms, so that the application can choose.
 *
 * What holds for all of it.
 *
 * - Times are seconds, sizes are bytes, processes are ranks of the communicator that the context was made from.
 * - MPI must be initialised, by the application and at any thread level; calls on one context must not overlap.
 * - The library keeps nothing global, prints nothing, ends no process, sets no signal handler, looks at no environment
 *   variable; files are read and written only by sonde_model_read and sonde_model_write.
 * - All its messages go through communicators of its own, and none is under way when a call returns.
 *
 * A Collective function is called by all processes of the communicator, with the same arguments, in the same order as
 * MPI's own collectives; the others may be anywhere else. It returns the same status, text and results at all of them.
 * Processes that take no part in a measurement wait inside the call, mostly asleep. A Local function needs nobody else.
 *
 * Where a function takes an error (NULL is allowed), it is written at every call: SONDE_OK and an empty text, or what
 * went wrong: what, where, what is allowed. Results are written only with SONDE_OK. A failure of MPI itself goes to the
 * error handler of the application's communicator first; what it lets pass becomes SONDE_ERROR_PLATFORM.
 *
 * Options are structs that may get more members at their end. Their first member is their size, by which the library
 * knows what the application was compiled with; the others mean the default if they are 0 or NULL:
 *
 *   struct sonde_estimation what = {.size = sizeof(what), .model = "lmo", .budget = {.seconds = 0.5, .error = 0.05}};
 *
 * The size must be set; members that this library does not know must be 0. Structs without a size do not change.
 */
#ifndef SONDE_H
#define SONDE_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows by one when something is added or changed here. 2: options are structs. */
#define SONDE_INTERFACE 2

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
 * only by
 *
 * - the first exchange of an empty message;
 * - having buffers of a size for the first time (seen: 80 ms for 100 MB);
 * - a process that lost its processor, and messages that take much longer than those of the same pair before;
 * - pairs that are measured at the same time: the first of them stands for all until they were measured once.
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

/*
 * Measuring.
 */

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

/* Which messages are measured: of bytes[0 .. n-1], 1 <= n <= 10000, by MPI_Send and MPI_Recv. */
struct sonde_measurement {
	size_t size; /* sizeof(struct sonde_measurement) */
	enum sonde_operation operation;
	int from, to; /* two processes; not used by sonde_measure_pairs */
	const size_t *bytes;
	size_t n;
	struct sonde_budget budget;
	int parallel; /* sonde_measure_pairs. 0: one pair after the other; else rounds of pairs of different processes,
			 which are measured at the same time and may slow each other down */
};

/*
 * Measures messages from process from to process to; results[i], the caller's, receives what was found for bytes[i], at
 * all processes. The sizes are visited in turn, in random order, again and again. Collective. SONDE_ERROR_ARGUMENT also
 * for messages that memory cannot hold: each process has three buffers of the largest size, kept until sonde_close;
 * having them the first time takes part of the budget.
 */
enum sonde_status sonde_measure(struct sonde *context, const struct sonde_measurement *what,
				struct sonde_result *results, struct sonde_error *error);

/*
 * The same between all pairs of processes: results[sonde_pair(processes, from, to) * n + i] receives what was found for
 * bytes[i] from the lower process to the higher. The budget is for all of them together. At most 1000000 results.
 * Collective.
 */
enum sonde_status sonde_measure_pairs(struct sonde *context, const struct sonde_measurement *what,
				      struct sonde_result *results, struct sonde_error *error);

/* The index of the pair of two different processes among all pairs: 0:1, 0:2, ..., 1:2, ...; either may be the lower.
 * There are sonde_pair(processes, processes - 2, processes - 1) + 1 pairs. Local. */
size_t sonde_pair(int processes, int one, int other);

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
 * A collective operation of all processes that is measured with bytes[0 .. n-1], 1 <= n <= 10000: those of the message
 * (bcast, reduce, allreduce, scan, exscan), or for and from each process.
 *
 * - own: the application's operation. NULL: that of this name by the MPI library: bcast, scatter, scatterv, gather,
 *   gatherv, reduce, allreduce, scan, exscan, barrier, allgather, alltoall, reduce_scatter.
 * - algorithm: one of sonde's own for the operation of this name, "binomial" for example, as sonde_rank lists them, in
 *   place of the MPI library's; segment, fanout, order and group are then as in struct sonde_call.
 *
 * Reductions are MPI_BXOR of MPI_BYTE. Every result of an operation that is not the application's is checked.
 */
struct sonde_collective_measurement {
	size_t size;      /* sizeof(struct sonde_collective_measurement) */
	const char *name; /* not used where own is given */
	const struct sonde_collective *own;
	const char *algorithm;
	size_t segment; /* bytes */
	int fanout;
	const int *order;
	const int *group;
	enum sonde_timing timing;
	int root;
	const size_t *bytes;
	size_t n;
	struct sonde_budget budget;
};

/*
 * Measures it; results[i] receives what was found for bytes[i], at all processes. Collective; own's functions and state
 * may differ between processes. Errors as sonde_measure.
 */
enum sonde_status sonde_measure_collective(struct sonde *context, const struct sonde_collective_measurement *what,
					   struct sonde_result *results, struct sonde_error *error);

/*
 * Models.
 */

/* Between which processes a model is estimated. */
enum sonde_pairs {
	SONDE_ONE_PAIR,     /* between from and to: the model holds for any two that are as these */
	SONDE_EACH_PAIR,    /* between all pairs: each keeps parameters of its own */
	SONDE_MEAN_OF_PAIRS /* between all pairs: the model is their mean, and holds for any two */
};

/*
 * Which model is estimated, and how. The models are those of the command sonde: "hockney", "logp", "loggp", "plogp",
 * "3pc", "p3pc", "loggp-star" and the like (sonde_model_class lists them); "lmo" tells processes and links apart, needs
 * 3 processes and always measures all pairs and triplets.
 *
 * - method: of those that the model has, such as "fast" and "saturation" of plogp; NULL: the first.
 * - largest: bytes of the largest message, at least 16, and the long message of models that take one (hockney by
 *   "two-point", loggp, lmo); 0: 64 KiB, 16 KiB for lmo, whose long message must be sent without waiting for its
 *   receiver.
 * - bytes[0 .. n-1]: the sizes, ascending, for models with parameters that depend on the size and for hockney's
 *   "regression"; the first is 0, but for the latter. NULL: a few, up to largest.
 * - switch_bytes: lmo: the longest message that does not wait for its receiver, if it is known. Longer ones, of up to
 *   four times as much, are measured too then. 0: not.
 * - strides[0 .. n_strides-1]: 3pc, p3pc: from block to block of noncontiguous data, in blocks; NULL: 2.
 */
struct sonde_estimation {
	size_t size; /* sizeof(struct sonde_estimation) */
	const char *model;
	const char *method;
	enum sonde_pairs pairs;
	int from, to;        /* SONDE_ONE_PAIR */
	int parallel;        /* pairs, or triplets, of different processes at the same time */
	int both_directions; /* parameters of each direction; always of all pairs whose directions the method tells
			      * apart
			      */
	size_t largest;
	const size_t *bytes;
	size_t n;
	size_t switch_bytes;
	const size_t *strides;
	size_t n_strides; /* at most 4 */
	struct sonde_budget budget;
	unsigned long long seed; /* of the order in which is measured, and of the draws that intervals come from */
};

/*
 * Measures what the model needs and fits it. *model is the same at all processes; sonde_model_free frees it.
 * Collective. A tenth of the time is kept for the fit, which takes longer only for a great many pairs; the rest is
 * shared out evenly among the rounds of pairs. SONDE_ERROR_BUDGET if the time did not suffice to measure everything
 * that the model needs at least once: allow more, a smaller largest message, or a simpler model (hockney needs the
 * least). *model is then NULL.
 */
enum sonde_status sonde_estimate(struct sonde *context, const struct sonde_estimation *what, struct sonde_model **model,
				 struct sonde_error *error);

/*
 * Seconds from the start of a send until the waiting receiver has the message, as the model says: into *seconds. Local.
 * SONDE_ERROR_ARGUMENT if the model has no such processes; from = to = -1 stands for the model's own pair.
 */
enum sonde_status sonde_predict(const struct sonde_model *model, int from, int to, size_t bytes, double *seconds,
				struct sonde_error *error);

/* The same of a message and an answer of reply_bytes. */
enum sonde_status sonde_predict_roundtrip(const struct sonde_model *model, int from, int to, size_t bytes,
					  size_t reply_bytes, double *seconds, struct sonde_error *error);

/* How a port serves several messages at a time; SONDE_PORTS_OF_MODEL: as the model says, else one after the other. */
enum sonde_ports { SONDE_PORTS_OF_MODEL, SONDE_PORTS_IN_TURN, SONDE_PORTS_FAIR, SONDE_PORTS_PARALLEL };

/*
 * A call of a collective operation by one of sonde's algorithms. The operations are barrier, bcast, scatter, scatterv,
 * gather, gatherv, reduce, allreduce, allgather, alltoall, reduce_scatter and scan; bytes are those of the message
 * (bcast, reduce, allreduce, scan), or for and from each process.
 *
 * - algorithm: "binomial" for example, as sonde_rank names them; not used by sonde_rank.
 * - processes: 0: as many as the model was estimated among.
 * - segment, fanout, order, group: for algorithms that have segments, children or chains, an order of processes (the
 *   process at each place of the tree, the root first; processes of them) or groups (that of each process, 0, 1, ...);
 *   0 or NULL: as the algorithm has it. sonde_rank gives each algorithm what it takes.
 * - eager_bytes: a longer message waits for its receiver; 0: as the model says.
 */
struct sonde_call {
	size_t size; /* sizeof(struct sonde_call) */
	const char *operation;
	const char *algorithm;
	int processes;
	int root;
	size_t bytes;
	size_t segment;
	int fanout;
	const int *order;
	const int *group;
	enum sonde_ports ports;
	size_t eager_bytes;
};

/* What a call takes by an algorithm, in seconds from a common start until the last process has finished. */
struct sonde_prediction {
	const char *algorithm; /* its name; the library's own */
	double seconds;        /* the least: of a gather, without escalations */
	double expected;       /* the mean, with them, by which algorithms are ranked */
	double escalation;     /* the probability of one; 0 where the model has none */
};

/*
 * Predicts the call by its algorithm, whose schedule is simulated under the model, into *prediction. Local.
 * SONDE_ERROR_ARGUMENT: there is no such operation or algorithm, the algorithm cannot do the call, or the model holds
 * for fewer processes.
 */
enum sonde_status sonde_predict_collective(const struct sonde_model *model, const struct sonde_call *call,
					   struct sonde_prediction *prediction, struct sonde_error *error);

/*
 * Predicts the call by all algorithms that can do it, the quickest first: the first room of them into predictions; *n
 * is how many there are. The same at all processes that have the same model. Local. Errors as above; also if no
 * algorithm can do the call.
 */
enum sonde_status sonde_rank(const struct sonde_model *model, const struct sonde_call *call,
			     struct sonde_prediction *predictions, size_t room, size_t *n, struct sonde_error *error);

/* A parameter's value and its confidence interval, NAN where the model does not know it; in seconds, seconds per byte
 * or bytes. */
struct sonde_value {
	double value, low, high;
};

/* What a parameter belongs to. */
enum sonde_scope { SONDE_OF_PAIR, SONDE_OF_PROCESS, SONDE_OF_ALL };

/* A parameter as its model describes it; the texts are the library's. */
struct sonde_parameter_kind {
	const char *name;  /* "L", "o_s" */
	const char *unit;  /* "s", "s/B", "B", "" */
	const char *about; /* one line */
	enum sonde_scope scope;
	int by_size; /* 1: it depends on the size */
};

/* Writes the description of the i-th parameter of the model, from 0, to *kind; returns 1, or 0 if it has fewer. Local.
 */
int sonde_parameter_kind(const struct sonde_model *model, size_t i, struct sonde_parameter_kind *kind);

/*
 * The parameter of this name at a size (ignored by those that do not depend on it), into *value. Local.
 *
 * - of a pair: that of a message from -> to; -1 and -1 stand for the model's own pair;
 * - of a process: from, to is -1; both -1 for that of any process;
 * - of all: both -1.
 *
 * SONDE_ERROR_ARGUMENT names the parameters there are, or the processes, or says that the model holds no value.
 */
enum sonde_status sonde_parameter(const struct sonde_model *model, const char *name, int from, int to, size_t bytes,
				  struct sonde_value *value, struct sonde_error *error);

/* The model's name, "plogp"; the library's own. Local. */
const char *sonde_model_name(const struct sonde_model *model);

/* How many processes the model was estimated among. Local. */
int sonde_model_processes(const struct sonde_model *model);

/* The name of the i-th kind of model that can be estimated, from 0; NULL if there are fewer. Local. */
const char *sonde_model_class(size_t i);

/*
 * Reads a model file, as the command sonde writes them too. *model is for sonde_model_free; NULL on failure. Local: no
 * other process is told, but by sonde_model_share. SONDE_ERROR_FILE, SONDE_ERROR_ARGUMENT for what is no model; the
 * text names line and key.
 */
enum sonde_status sonde_model_read(const char *path, struct sonde_model **model, struct sonde_error *error);

/* Writes the model to a file, by way of a new one beside it; a failure leaves the file that was there. Local: one
 * process is enough. */
enum sonde_status sonde_model_write(const struct sonde_model *model, const char *path, struct sonde_error *error);

/*
 * How a model is given to all processes, and whether it is refreshed.
 *
 * - root: the process whose model it is.
 * - bytes[0 .. n-1]: a few sizes, ascending, of which the first is 0 and the last at least 16; NULL: the model stays as
 *   it is, and budget, from, to and seed are not used. Models whose method has fixed sizes take the last for their long
 *   message.
 * - from, to: the processes between which is measured, of those that the model holds for; both 0: 0 and 1.
 */
struct sonde_sharing {
	size_t size; /* sizeof(struct sonde_sharing) */
	int root;
	const size_t *bytes;
	size_t n;
	int from, to;
	struct sonde_budget budget;
	unsigned long long seed;
};

/*
 * Gives the model that process root has to all processes, refreshed within the budget if sizes are given: *shared, a
 * new model, for sonde_model_free. Others than root may give NULL; theirs is not used. Collective.
 *
 * - What the model's method measures is measured at these sizes between the two processes: those values are taken. Of
 *   lmo round trips are measured.
 * - All other times are multiplied by the factor by which the same parameter, or else the round trip, changed: between
 *   two sizes by one between theirs, beyond them by the nearest. Their intervals hold both neighbours' factors.
 * - Times of other processes and pairs get the same factors, and their intervals hold the value before too.
 * - Thresholds, and what belongs to all processes, stay.
 *
 * SONDE_ERROR_BUDGET if the time did not suffice for what the sizes need; *shared is then NULL.
 */
enum sonde_status sonde_model_share(struct sonde *context, const struct sonde_model *model,
				    const struct sonde_sharing *how, struct sonde_model **shared,
				    struct sonde_error *error);

/* By what a value of a shared model moved. from and to as sonde_parameter takes them. */
struct sonde_drift {
	const char *parameter; /* its name; the library's own */
	int from, to;
	size_t bytes; /* 0 of a parameter that does not depend on the size */
	double before, after;
	double low, high; /* the interval of after */
	int measured;     /* 1: measured anew; 0: scaled */
};

/* Writes the i-th drift, from 0, of a model that was shared and refreshed to *drift; returns 1, or 0 if it has fewer.
 * Local. */
int sonde_drift(const struct sonde_model *model, size_t i, struct sonde_drift *drift);

/* NULL is allowed. Local. */
void sonde_model_free(struct sonde_model *model);

#ifdef __cplusplus
}
#endif

#endif
