/* Models; included by sonde.h. */
#ifndef SONDE_MODEL_H
#define SONDE_MODEL_H

#include <sonde/measure.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Between which processes a model is estimated. */
enum sonde_pairs {
	SONDE_ONE_PAIR,        /* between from and to: the model holds for any two that are as these */
	SONDE_EACH_PAIR,       /* between all pairs: each keeps parameters of its own */
	SONDE_MEAN_OF_PAIRS,   /* between all pairs: the model is their mean, and holds for any two */
	SONDE_PAIRS_OF_CLASSES /* of many processes: those that are alike are a class, of which two are measured and
				  stand for the rest; each two classes keep parameters of their own */
};

/*
 * The classes of processes that are alike. All 0: they are found by round trips with a few processes.
 *
 * - given: the class of each process, numbers from 0 of which none is left out; NULL: not given.
 * - places: 1: processes of the same host, package and NUMA node are of one class.
 * - tolerance: of classes that are found: processes whose round trips differ by more are unlike; 0: 0.05.
 */
struct sonde_classes {
	const int *given;
	int places;
	double tolerance;
};

/*
 * Which model is estimated, and how. The models are those of the command sonde: "hockney", "logp", "loggp", "plogp",
 * "3pc", "p3pc", "loggp-star" and the like (sonde_model_class lists them); "lmo" tells processes and links apart, needs
 * 3 processes and always measures all pairs and triplets.
 *
 * - method: of those that the model has, such as "fast" and "saturation" of plogp; NULL: the first.
 * - largest: bytes of the largest message, at least 16, and the long message of models that take one (hockney by
 *   "two-point", loggp, lmo); 0: 64 KiB; for lmo, whose long message must be sent without waiting for its receiver,
 *   half the switch to rendezvous, at most 64 KiB, or 16 KiB without one.
 * - bytes[0 .. n-1]: the sizes, ascending, for models with parameters that depend on the size and for hockney's
 *   "regression"; the first is 0, but for the latter. NULL: a few, up to largest.
 * - adaptive: hockney's "regression": how many sizes at most are chosen between the two of bytes, until the line
 * through them says what the next one takes; 0: bytes are all.
 * - switch_bytes: lmo: the longest message that does not wait for its receiver, if it is known. Longer ones, of up to
 *   four times as much and at least 64 KiB, are measured too then. 0: not.
 * - strides[0 .. n_strides-1]: 3pc, p3pc: from block to block of noncontiguous data, in blocks; NULL: 2.
 * - classes: SONDE_PAIRS_OF_CLASSES; lmo then measures triplets of members. Classes are found by the longest messages,
 *   up to largest, that three tenths of the time suffice for.
 * - thresholds: lmo: 1: S, M1, M2 and the escalations are found first, and S is then switch_bytes.
 * - protocol: whether it is found out how the platform treats messages. 0: as the command does: lmo looks for
 *   switch_bytes first, in three tenths of the time at most, if neither that nor largest is given; plogp gets the facts
 *   "eager_bytes" and "ports" (sonde_fact), in half of the time. 1: so does every model. -1: not. The fact
 *   "protocol" says if there was no time for it.
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
	struct sonde_classes classes;
	int thresholds;
	int protocol;
	size_t adaptive;
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

/*
 * A message as it lies at its two ends, from -> to; -1 and -1 stand for the model's own pair.
 *
 * - strided_sender, strided_receiver: 1: the data there are noncontiguous.
 * - stride: from block to block of such data, in blocks; 0: as the model was estimated.
 */
struct sonde_message {
	size_t size; /* sizeof(struct sonde_message) */
	int from, to;
	size_t bytes;
	int strided_sender, strided_receiver;
	size_t stride;
};

/* In seconds: how long the sender and the receiver are busy with a message, and from the start of the send until the
 * receiver has it (Seinstra, Koelma 2002). */
struct sonde_paths {
	double send, receive, full;
};

/*
 * Predicts the paths of a message. Models other than 3pc, p3pc and loggp-star know no layouts: theirs makes no
 * difference. Local. SONDE_ERROR_ARGUMENT also if the model was not estimated at such a stride.
 */
enum sonde_status sonde_predict_paths(const struct sonde_model *model, const struct sonde_message *message,
				      struct sonde_paths *paths, struct sonde_error *error);

/*
 * A domain of width x height elements, stored row by row, that is scattered over a grid of processes, exchanges its
 * borders and is gathered again.
 *
 * - element: bytes; 0: 4.
 * - border: elements of its neighbours that each part keeps on every side.
 * - processes: 0: as many as the model was estimated among.
 * - exchanges: of borders, between scatter and gather.
 */
struct sonde_domain {
	size_t size; /* sizeof(struct sonde_domain) */
	size_t width, height;
	size_t element, border;
	size_t processes;
	size_t exchanges;
};

/* A grid of x processes side by side and y one above the other, and what its messages take in seconds. */
struct sonde_decomposition {
	size_t x, y;
	double scatter, gather, exchange;      /* once each */
	double seconds;                        /* all of them */
	int binomial_scatter, binomial_gather; /* 1: by a binomial tree; 0: one process after the other */
};

/*
 * Ranks all grids of so many processes, the quickest first: the first room of them into list; *n is how many there are.
 * Grids whose parts are narrower than their borders are left out. Local. SONDE_ERROR_ARGUMENT if there is none.
 */
enum sonde_status sonde_decompose(const struct sonde_model *model, const struct sonde_domain *domain,
				  struct sonde_decomposition *list, size_t room, size_t *n, struct sonde_error *error);

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

/* What is known of an order of processes, in seconds. */
struct sonde_order {
	double seconds; /* predicted in this order */
	double plain;   /* in the algorithm's own, or the call's */
	double bound;   /* no order of this algorithm's places takes less */
	int all;        /* 1: no order is quicker: all were tried (of 8 processes at most), or the bound is reached */
};

/*
 * Finds the order of processes in the places of the call's algorithm that the model has for the quickest, into order,
 * which has room for the call's processes, and what is known of it into *found. Local. The same at all processes that
 * have the same model.
 *
 * - Where no order is quicker, it is the call's own or the one by rank from the root on.
 * - simulations: at most so many; 0: 20000.
 * - SONDE_ERROR_ARGUMENT as sonde_predict_collective, and if the algorithm takes no order.
 */
enum sonde_status sonde_best_order(const struct sonde_model *model, const struct sonde_call *call, size_t simulations,
				   int *order, struct sonde_order *found, struct sonde_error *error);

/* How a formula is to the simulated schedule of its algorithm, with ports in turn and messages that do not wait. */
enum sonde_relation { SONDE_UNRELATED, SONDE_EXACT, SONDE_LOWER_BOUND, SONDE_UPPER_BOUND };

/* What a formula of the literature says of a call; the texts are the library's. */
struct sonde_closed_form {
	const char *algorithm;
	const char *name;   /* "sequential", "with an escalation, median"; "" if the model has one form for the call */
	const char *source; /* the paper */
	enum sonde_relation relation;
	const char *about; /* why it is so */
	double seconds;
	double escalation; /* the probability of one; 0 where it cannot be */
};

/*
 * The closed forms that the model has for the call, by its algorithm or, if that is NULL, by all: the first room of
 * them into forms; *n is how many there are, perhaps none. ports and eager_bytes are not used. Local. Errors as
 * sonde_rank.
 */
enum sonde_status sonde_closed_forms(const struct sonde_model *model, const struct sonde_call *call,
				     struct sonde_closed_form *forms, size_t room, size_t *n,
				     struct sonde_error *error);

/*
 * Writes what each process does in the call, by its algorithm, to a file in GOAL (Hoefler, Siebert, Lumsdaine 2009): as
 * text, or if binary is 1 in LogGOPSim's form. Local.
 *
 * - call: processes must be said; ports and eager_bytes are not used.
 * - A failure leaves the file that was there. SONDE_ERROR_FILE, SONDE_ERROR_ARGUMENT as sonde_predict_collective.
 */
enum sonde_status sonde_schedule_write(const struct sonde_call *call, const char *path, int binary,
				       struct sonde_error *error);

/* A program in GOAL, a file of either form; ports and eager_bytes as in struct sonde_call. */
struct sonde_program {
	size_t size; /* sizeof(struct sonde_program) */
	const char *path;
	enum sonde_ports ports;
	size_t eager_bytes;
};

/* What a program takes. */
struct sonde_simulation {
	double seconds; /* until its last process has finished */
	int processes;
	unsigned long long operations;
	unsigned long long unreceived; /* messages that no receive asked for */
};

/*
 * Simulates the program under the model, into *simulation, and when each process has finished, the first room of them,
 * into finish (NULL: not wanted). Local.
 *
 * - SONDE_ERROR_FILE: the file cannot be read.
 * - SONDE_ERROR_ARGUMENT: it is no such program, processes wait for ever, or the model holds for fewer of them; the
 *   text names line or operation.
 */
enum sonde_status sonde_simulate(const struct sonde_model *model, const struct sonde_program *program, double *finish,
				 size_t room, struct sonde_simulation *simulation, struct sonde_error *error);

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

/* Where a model comes from and what else is known of its platform: a name with a text, or with a number where text is
 * NULL. The texts live as long as the model. */
struct sonde_fact {
	const char *name; /* "eager_bytes" */
	const char *text;
	double number;
};

/* Writes the i-th fact of the model, from 0, to *fact; returns 1, or 0 if it has fewer. Local. */
int sonde_fact(const struct sonde_model *model, size_t i, struct sonde_fact *fact);

/*
 * Writes the fact of this name to *fact; returns 1, or 0 if there is none. Local.
 *
 * - "eager_bytes": the longest message whose send does not wait for its receiver.
 * - "ports": how a process serves several messages at a time: "in turn", "fair" or "parallel".
 * - "link": how the link between two processes serves several messages to one of them: as "ports", or "with ports",
 *   one after the other while both ports wait.
 * - "classes", "class_width", "class_spread": how many classes of processes there are, and how unlike those of one are.
 * - "method", "platform", "measuring_seconds" and others: how it was estimated.
 */
int sonde_fact_named(const struct sonde_model *model, const char *name, struct sonde_fact *fact);

/* The class of the process, from 0; -1 if the model has no classes or no such process. Local. */
int sonde_class_of(const struct sonde_model *model, int process);

/* Sets S, M1, M2 and the escalations of an lmo model, in place of those it has; what was not found is absent then.
 * Local. SONDE_ERROR_ARGUMENT for a model that has no such parameters, and for thresholds and times that cannot be. */
enum sonde_status sonde_model_set_thresholds(struct sonde_model *model, const struct sonde_thresholds *found,
					     struct sonde_error *error);

/* The model's name, "plogp"; the library's own. Local. */
const char *sonde_model_name(const struct sonde_model *model);

/* How many processes the model was estimated among. Local. */
int sonde_model_processes(const struct sonde_model *model);

/* The name of the i-th kind of model that can be estimated, from 0; NULL if there are fewer. Local. */
const char *sonde_model_class(size_t i);

/*
 * A new model of this name from one that says more: plogp converts to loggp and logp, loggp to logp, lmo to hockney,
 * 3pc to loggp, p3pc to loggp-star. Its values have no intervals. *made is for sonde_model_free; NULL on failure.
 * Local. SONDE_ERROR_ARGUMENT if there is no such conversion.
 */
enum sonde_status sonde_model_convert(const struct sonde_model *model, const char *name, struct sonde_model **made,
				      struct sonde_error *error);

/* A new model, the mean over the pairs of one that keeps them apart. As above. */
enum sonde_status sonde_model_average(const struct sonde_model *model, struct sonde_model **made,
				      struct sonde_error *error);

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
