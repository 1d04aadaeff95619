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

#ifdef __cplusplus
}
#endif

#endif
