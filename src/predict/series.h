#ifndef SONDE_PREDICT_SERIES_H
#define SONDE_PREDICT_SERIES_H

#include "predict/predict.h"
#include "simulate/receives.h"

/* All functions are Local. */

/* A message of a series. */
struct series_message {
	int from;
	uint64_t bytes;
};

/*
 * Messages that a process receives one after the other, by MPI_Recv in the order of the list. Each sender sends its own
 * in a row by MPI_Send; all begin at the same time.
 */
struct series {
	int to;
	const struct series_message *list; /* n of them; borrowed */
	size_t n;
};

/*
 * When each message of the series is received.
 *
 * - The model is complete.
 * - receives->process is set; receives_release frees what it holds.
 * - ERR_INPUT: a message goes from a process to itself, there are no such processes, the model holds for fewer, or
 *   there are no messages. ERR_MEMORY.
 */
enum status predict_series(const struct predict_options *options, const struct series *series,
			   struct receives_asked *receives, struct error *err);

#endif
