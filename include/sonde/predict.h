/* What is predicted of an operation beside its time; included by sonde.h. */
#ifndef SONDE_PREDICT_H
#define SONDE_PREDICT_H

#include <sonde/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A message that a process receives. */
struct sonde_receive {
	int from;
	size_t bytes;
	double posted; /* seconds from the common start: when the process begins to receive it */
	double done;   /* when it has it */
};

/*
 * When a process receives each of its messages in the call, by its algorithm, whose schedule is simulated under the
 * model: the first room of them into receives, in the order in which they are done; *n is how many there are, perhaps
 * none. Local. Errors as sonde_predict_collective, and SONDE_ERROR_ARGUMENT if there is no such process.
 */
enum sonde_status sonde_predict_receives(const struct sonde_model *model, const struct sonde_call *call, int process,
					 struct sonde_receive *receives, size_t room, size_t *n,
					 struct sonde_error *error);

/*
 * Messages that process to receives one after the other, in the order of the lists, as a root does in a linear gather.
 * Each sender sends its own in a row, without waiting for anything else; all processes begin at the same time.
 *
 * - from, bytes: of each message, n of them, at least 1.
 * - ports, eager_bytes: as in struct sonde_call.
 */
struct sonde_series {
	size_t size; /* sizeof(struct sonde_series) */
	int to;
	const int *from;
	const size_t *bytes;
	size_t n;
	enum sonde_ports ports;
	size_t eager_bytes;
};

/*
 * When each message of the series is received, into receives, which has room for n. Local. SONDE_ERROR_ARGUMENT: a
 * message goes from a process to itself, or the model holds for fewer processes.
 */
enum sonde_status sonde_predict_series(const struct sonde_model *model, const struct sonde_series *series,
				       struct sonde_receive *receives, struct sonde_error *error);

/* The segment by which an algorithm is quickest, and what it takes, in seconds. */
struct sonde_segment {
	size_t segment;  /* bytes, as struct sonde_call has it; 0: in one piece */
	size_t segments; /* so many the message has; 1 in one piece */
	double seconds;  /* predicted with it */
	double whole;    /* predicted in one piece; both without what escalations add */
};

/*
 * Finds the segment by which the call takes least, by its algorithm, of all sizes from a byte to the whole message,
 * into *found; the call's own segment is not used. Local. The same at all processes that have the same model, and
 * memory left for what is simulated.
 *
 * - At most 1000 simulations; in tests on models drawn at random, with messages to 2000 bytes, it is within 1 % of the
 *   best.
 * - SONDE_ERROR_ARGUMENT as sonde_predict_collective, and if the algorithm takes no segments.
 */
enum sonde_status sonde_best_segment(const struct sonde_model *model, const struct sonde_call *call,
				     struct sonde_segment *found, struct sonde_error *error);

#ifdef __cplusplus
}
#endif

#endif
