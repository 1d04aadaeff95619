/* What is measured; included by sonde.h. */
#ifndef SONDE_MEASURE_H
#define SONDE_MEASURE_H

#include <sonde/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is timed between two processes. Every message is written afresh and checked to the last byte, outside the time.
 */
enum sonde_operation {
	SONDE_ROUNDTRIP,    /* a message, and one of the same size back */
	SONDE_ONEWAY,       /* half of that */
	SONDE_ACKNOWLEDGED, /* a message, or count of them in a row, and an empty one back */
	SONDE_HEAD_TO_HEAD, /* both send at once, and each receives the other's message */
	SONDE_SEND_CALL,    /* the send call alone */
	SONDE_RECEIVE_CALL, /* the receive call alone, of a message that is there already */
	SONDE_ONE_TO_TWO    /* a message to each of two receivers, and an empty one back from each: point-to-two
			     (O'Flynn, thesis, 2009, 6.1), by SONDE_SEND or SONDE_ISEND; sonde_measure_triplets alone */
};

/* By which MPI calls a message goes: MPI_Send and MPI_Recv; MPI_Ssend; MPI_Isend and MPI_Irecv; persistent requests;
 * MPI_Sendrecv; MPI_Put and MPI_Get between MPI_Win_fence or under MPI_Win_lock. */
enum sonde_calls {
	SONDE_SEND,
	SONDE_SSEND,
	SONDE_ISEND,
	SONDE_PERSISTENT,
	SONDE_SENDRECV,
	SONDE_PUT_FENCE,
	SONDE_PUT_LOCK,
	SONDE_GET_FENCE,
	SONDE_GET_LOCK
};

/* By which derived datatype noncontiguous data are sent. */
enum sonde_layout_kind { SONDE_CONTIGUOUS, SONDE_VECTOR, SONDE_INDEXED, SONDE_SUBARRAY };

/* How a message lies in memory: in blocks of so many bytes, each of which starts stride blocks' length after the one
 * before (0: 2, a gap as large as a block). Contiguous: all 0. */
struct sonde_layout {
	enum sonde_layout_kind kind;
	size_t block;
	size_t stride;
};

/* Why there are no more timings of a size. */
enum sonde_ending {
	SONDE_PRECISE,    /* the precision was reached, or all timings were the same */
	SONDE_TIME_OVER,  /* the budget ended first */
	SONDE_REPETITIONS /* as many timings as the budget allows did not suffice */
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
	double resolution; /* of the clock: the least difference between two of its readings */
};

/*
 * An exchange between two processes of the application's own (O'Flynn, thesis, 2009, 3.2.1). One of them, which is
 * timed, calls measure, and the other one at the same time mirror: for example a send and a receive, and a receive and
 * a send.
 *
 * - name: 1 to 31 characters, none of MPI's collective operations.
 * - Both get state, a communicator of the context's processes that is theirs meanwhile, and the rank of the other
 *   process in it. They return an MPI error code.
 * - They are called without a pause for short messages, whose times are those of a loop; in C's locale. The library
 *   knows nothing of the data: check them afterwards.
 */
struct sonde_exchange {
	const char *name;
	int (*measure)(void *state, MPI_Comm comm, int mirror, size_t bytes);
	int (*mirror)(void *state, MPI_Comm comm, int measure, size_t bytes);
	void *state;
};

/*
 * Which messages are measured: of bytes[0 .. n-1], 1 <= n <= 10000.
 *
 * - parallel: sonde_measure_pairs. 0: one pair after the other; else rounds of pairs of different processes, which are
 *   measured at the same time and may slow each other down.
 * - cold_sender, cold_receiver: 1: the data there are not in cache. Where both ends share the last cache, either evicts
 *   the data of both.
 * - count: SONDE_ACKNOWLEDGED: so many messages before the answer; 0 stands for 1.
 * - busy: 1: the other processes compute meanwhile; else they sleep. Not with parallel or partners.
 * - partners: sonde_measure_pairs: not all pairs, but a bisection, of which all pairs send at the same time:
 *   "neighbours" (0:1, 2:3, ...), "far" (0 and processes / 2, ...) or a list like "0:3,1:2". By SONDE_ROUNDTRIP or
 *   SONDE_ONEWAY. sonde_measure_triplets: not all triplets, but a list of senders with two receivers: "0:1:2,1:0:2".
 * - exchange: of the application's own, in place of MPI's calls: what process from takes for measure, of all pairs the
 *   lower process. With SONDE_ROUNDTRIP and SONDE_SEND, without layouts, cold data and partners. Functions and state
 *   may differ between processes.
 */
struct sonde_measurement {
	size_t size; /* sizeof(struct sonde_measurement) */
	enum sonde_operation operation;
	int from, to; /* two processes; not used by sonde_measure_pairs */
	const size_t *bytes;
	size_t n;
	struct sonde_budget budget;
	int parallel;
	enum sonde_calls calls;
	struct sonde_layout sender, receiver;
	int cold_sender, cold_receiver;
	size_t count;
	int busy;
	const char *partners;
	const struct sonde_exchange *exchange;
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
 * bytes[i] from the lower process to the higher. With partners results[k * n + i] is that of the k-th of their pairs,
 * of which there are processes / 2 of "neighbours" and of "far". The budget is for all of them together. At most
 * 1000000 results. Collective.
 */
enum sonde_status sonde_measure_pairs(struct sonde *context, const struct sonde_measurement *what,
				      struct sonde_result *results, struct sonde_error *error);

/*
 * Measures SONDE_ONE_TO_TWO from every process to every two others: the seconds until both answers are there.
 *
 * - results: the caller's, filled in at all processes. Of triplet t = sonde_triplet(processes, from, one, other),
 *   results[t * n + i] is of bytes[i]. With partners, results[k * n + i] is of the k-th of their triplets.
 * - parallel: in rounds of triplets of different processes.
 * - At least three processes, at most 1000000 results.
 * - Collective. Errors as sonde_measure. (CPM_measure_p2pp of O'Flynn, thesis, 2009, 6.1.)
 */
enum sonde_status sonde_measure_triplets(struct sonde *context, const struct sonde_measurement *what,
					 struct sonde_result *results, struct sonde_error *error);

/* Returns the index of a sender and two receivers, in either order, among all triplets of `processes` processes, all
 * three different: 0:1:2, 0:1:3, ..., 1:0:2, ... There are processes (processes - 1) (processes - 2) / 2. Local. */
size_t sonde_triplet(int processes, int from, int one, int other);

/* Which number represents a sample. */
enum sonde_statistic { SONDE_MEDIAN, SONDE_MEAN, SONDE_MINIMUM };

/* A number that represents a sample, and its confidence interval, whose ends are infinite if the sample is too small.
 */
struct sonde_interval {
	double value, low, high;
};

/*
 * Finds the statistic of sample[0 .. n-1], finite numbers, n >= 1, with its interval (O'Flynn, thesis, 2009, MPIB_ci),
 * into *interval. Local. SONDE_ERROR_ARGUMENT if a number is not finite or the confidence not between 0 and 1.
 *
 * - Mean: Student's t; from 20 numbers on Hall's, which allows for how skewed they are (1992).
 * - Median: from order statistics, exact for any distribution (sign test; Hettmansperger, Sheather 1986).
 * - Minimum: of the least that the numbers could be, by the smallest ones; its upper end is the least number.
 */
enum sonde_status sonde_interval(const double *sample, size_t n, enum sonde_statistic statistic, double confidence,
				 struct sonde_interval *interval, struct sonde_error *error);

/* The index of the pair of two different processes among all pairs: 0:1, 0:2, ..., 1:2, ...; either may be the lower.
 * There are sonde_pair(processes, processes - 2, processes - 1) + 1 pairs. Local. */
size_t sonde_pair(int processes, int one, int other);

/* How a collective operation is timed. What takes little may come out below 0 where something is subtracted. */
enum sonde_timing {
	SONDE_GLOBAL,             /* from an agreed beginning to the last end, on the clock of process 0 */
	SONDE_ROOT,               /* at the root, until a barrier confirms the end, less what a barrier takes */
	SONDE_MAX,                /* the longest time of any process */
	SONDE_TIMING_ACKNOWLEDGED /* bcast alone: at the root, until a receiver's acknowledgement, less what that takes:
			      the longest of all receivers, with a bcast for each */
};

/*
 * A collective operation of the application's own, at each process. execute carries it out once and is what is timed;
 * initialise and finalise are called before and after a few executions and may be NULL. All get state and a
 * communicator of the context's processes that is theirs meanwhile, and return an MPI error code. A point-to-point
 * operation is one in which two processes exchange messages and the others return at once: time it at its root. The
 * library knows nothing of the operation's data: check them in finalise. They are called in C's locale.
 */
struct sonde_collective {
	const char *name; /* at most 31 characters */
	int (*initialise)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*execute)(void *state, MPI_Comm comm, int root, size_t bytes);
	int (*finalise)(void *state, MPI_Comm comm, int root, size_t bytes);
	void *state;
};

/*
 * How a collective operation is timed by the application itself (O'Flynn, thesis, 2009, Fig. 3.5). Every process calls
 * measure for each timing: it carries the operation out once, by execute(operation), which returns an MPI error code,
 * and sets *seconds, of which those of the root count: finite, and below 0 only if something was subtracted.
 *
 * - It gets state, and a communicator of the context's processes that is its own meanwhile. It returns an MPI error
 *   code.
 * - All processes leave a barrier before it is called.
 */
struct sonde_timer {
	int (*measure)(void *state, MPI_Comm comm, int root, int (*execute)(void *operation), void *operation,
		       double *seconds);
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
 * - sender, receiver: of scatter, scatterv, gather and gatherv by the MPI library: how each process's block lies where
 *   it is sent and where it is received, by derived datatypes. The root's blocks lie one after the other.
 *
 * - timer: times the operation in place of the library; timing is not used then. NULL: the library does.
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
	struct sonde_layout sender, receiver;
	const struct sonde_timer *timer;
};

/*
 * Measures it; results[i] receives what was found for bytes[i], at all processes. Collective; own's functions and state
 * may differ between processes. Errors as sonde_measure.
 */
enum sonde_status sonde_measure_collective(struct sonde *context, const struct sonde_collective_measurement *what,
					   struct sonde_result *results, struct sonde_error *error);

/* Which sizes an exploration adds: between two, where the middle one is off the line through them (Gropp, Lusk 1999),
 * or where a size is off the line through the two before it (Kielmann, Bal, Verstoep 2000). */
enum sonde_rule { SONDE_MIDPOINT, SONDE_EXTRAPOLATION };

/*
 * A curve over the sizes from least to most, of messages between two processes or of a collective operation: one of
 * messages and collective is NULL. Of that struct bytes and n are not used; its budget is for the whole curve.
 *
 * - epsilon: what deviates by less, as a part of the time, is agreement; 0: 0.025.
 * - sizes_most: at most so many sizes; 0: 200.
 */
struct sonde_exploration {
	size_t size; /* sizeof(struct sonde_exploration) */
	const struct sonde_measurement *messages;
	const struct sonde_collective_measurement *collective;
	size_t least, most;
	enum sonde_rule rule;
	double epsilon;
	size_t sizes_most;
};

/* Where a curve breaks: it goes on at another level, or with another slope. */
enum sonde_break_kind { SONDE_JUMP, SONDE_SLOPE };

struct sonde_break {
	enum sonde_break_kind kind;
	size_t before, after; /* it lies between these two sizes, which were measured */
	double place;         /* bytes: a jump's first size on the new level; where the lines of two slopes meet */
	double from, to;      /* of a jump: seconds that the line before and the line after it give there */
	double slope_before, slope_after; /* s/B; NAN where a line is a single size */
};

/* What an exploration found. sonde_curve_free frees it. */
struct sonde_curve {
	struct sonde_result *results; /* n, by ascending size */
	size_t n;
	struct sonde_break *breaks; /* n_breaks, ascending */
	size_t n_breaks;
	int complete; /* 1: as many sizes as the rules ask for, each as precise as was asked for; 0: the time was over
			 first, or there were too many repetitions */
};

/*
 * Explores a curve: measures powers of two, then more sizes where it bends, and down to the byte where it jumps. *curve
 * is the same at all processes. Collective. Errors as sonde_measure; *curve is then NULL.
 */
enum sonde_status sonde_explore(struct sonde *context, const struct sonde_exploration *what, struct sonde_curve **curve,
				struct sonde_error *error);

/* NULL is allowed. Local. */
void sonde_curve_free(struct sonde_curve *curve);

/*
 * Messages of bytes[0 .. n-1] with computation beside them: begun by MPI_Isend, or MPI_Irecv where the receiver
 * computes, and completed after the computation.
 *
 * - at_receiver: 1: the receiver computes; 0: the sender.
 * - parts[0 .. n_parts-1]: how long is computed, as parts of the time of the message alone; at most 32. NULL: 0, 0.25,
 *   0.5, 0.75, 1, 1.5 and 2.
 */
struct sonde_overlap {
	size_t size; /* sizeof(struct sonde_overlap) */
	int from, to;
	int at_receiver;
	const size_t *bytes;
	size_t n;
	const double *parts;
	size_t n_parts;
	struct sonde_budget budget;
};

/* A size with so much computation beside it; times in seconds. */
struct sonde_overlap_result {
	struct sonde_result whole; /* message and computation */
	double compute;            /* computation alone */
	double alone;              /* the message alone; NAN if there was no time for it */
	double overlap; /* of the shorter of the two, the part that took no time of its own: 1 if the whole takes as
			   long as the longer, 0 if as long as both together; NAN without computation */
};

/*
 * Measures it; results[i * n_parts + k], the caller's, receives what was found for bytes[i] and parts[k], at all
 * processes: of seven parts, if parts is NULL. Collective. Errors as sonde_measure.
 */
enum sonde_status sonde_measure_overlap(struct sonde *context, const struct sonde_overlap *what,
					struct sonde_overlap_result *results, struct sonde_error *error);

/*
 * How the thresholds of linear scatter and gather are looked for, which lmo has as parameters (O'Flynn, thesis, 2009):
 * S, above which messages wait for their receiver, and M1 and M2, from and below which gathers take much longer now and
 * then.
 *
 * - most, stride: sizes of the sweeps in bytes; 0: up to 128 KiB by 2 KiB. At least ten sizes.
 * - tries: gathers of a size at most, until it is known whether they escalate; 0: 100.
 * - repeats: gathers of each size between M1 and M2 that are counted; 0: 60.
 * - factor: how many times as long as others a gather takes that escalates; 0: 2.
 */
struct sonde_threshold_search {
	size_t size; /* sizeof(struct sonde_threshold_search) */
	size_t most, stride;
	size_t tries, repeats;
	double factor;
	int root;
	enum sonde_timing timing;
	struct sonde_budget budget; /* error is not used */
};

#define SONDE_ESCALATIONS_MOST 16

/* Gathers of a size: how many were made, how many of them escalated, and deciles and median of the seconds that this
 * added, NAN if none did. */
struct sonde_escalations {
	size_t bytes, made, escalated;
	double q10, q50, q90;
};

/* What was found. */
struct sonde_thresholds {
	double S;      /* bytes; NAN if scatter has no leap */
	double M1, M2; /* bytes; NAN if no gather escalates; M2 is infinite if the largest size still does */
	double regular_intercept, regular_slope; /* s, s/B: what a gather below M2 takes that does not escalate */
	double noise;                            /* s: what an escalation must add at least */
	double factor;                           /* as it was asked for */
	size_t measurements;
	size_t n;
	struct sonde_escalations list[SONDE_ESCALATIONS_MOST]; /* n sizes between M1 and M2, ascending */
};

/*
 * Looks for them, with all processes, of which 3 at least are needed; *found is the same at all of them. Collective.
 * SONDE_ERROR_BUDGET if the time did not suffice for the whole search, of which nothing is then kept: sweeps of fewer
 * or smaller messages take less.
 */
enum sonde_status sonde_measure_thresholds(struct sonde *context, const struct sonde_threshold_search *what,
					   struct sonde_thresholds *found, struct sonde_error *error);

#ifdef __cplusplus
}
#endif

#endif
