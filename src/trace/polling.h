#ifndef SONDE_TRACE_POLLING_H
#define SONDE_TRACE_POLLING_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/stream.h"

/*
 * Calls that found nothing, on their way to become one record of each kind. All functions are Local.
 *
 * - A program that asks in turns for several things (MPI_Iprobe, then MPI_Testany) has several kinds under way at once.
 * Their order is not kept: when polling ends, the records follow each other, in the order in which the kinds came
 * first.
 * - Together the records begin when the first call began, and end when the last one ended. Each lasts as long as its
 *   calls took inside MPI, and a share of the time between calls by how many they were.
 */

enum { TRACE_POLLING_KINDS = 8, TRACE_POLLING_FIELDS = 12 };

/* Calls of equal signatures. */
struct trace_poll {
	uint64_t n, inside; /* calls; ticks inside MPI */
	uint16_t function, place;
	bool zero; /* all fields are 0 */
	uint32_t n_fields;
	int64_t fields[TRACE_POLLING_FIELDS];
};

struct trace_polling {
	size_t n, last; /* kinds; the one of the last call */
	uint64_t begin, end;
	struct trace_poll kind[TRACE_POLLING_KINDS];
};

/*
 * Takes up a call; where it does not fit, those before it are appended to the stream.
 *
 * - place: of TRACE_POLLS among the fields of the function; TRACE_INSIDE follows it. What the call has there is left
 *   out of account.
 * - begin, end: ticks; no earlier than the end of the call before.
 */
void trace_polling_add(struct trace_polling *polling, struct trace_stream *stream,
		       const struct trace_signature *signature, size_t place, uint64_t begin, uint64_t end);

/* Takes up a call of the kind that came after the last one the time before, if that is of this function and all its
 * fields are 0; false if not. */
static inline bool trace_polling_again(struct trace_polling *polling, uint16_t function, uint64_t begin, uint64_t end)
{
	size_t at = polling->last + 1 < polling->n ? polling->last + 1 : 0;
	struct trace_poll *poll = &polling->kind[at];

	if (polling->n == 0 || poll->function != function || !poll->zero)
		return false;
	poll->n++;
	poll->inside += end - begin;
	polling->end = end;
	polling->last = at;
	return true;
}

/* Appends what there is to the stream; nothing, if there is none. */
void trace_polling_end(struct trace_polling *polling, struct trace_stream *stream);

#endif
