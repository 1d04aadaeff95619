#ifndef SONDE_SIMULATE_BYTE_STREAM_H
#define SONDE_SIMULATE_BYTE_STREAM_H

#include "base/lookup.h"

/* All functions are Local. */

/* The data that one process has sent to another, which leave one after the other, as in one stream of TCP. */
struct byte_stream {
	uint32_t last; /* of those that have come to the port out the item that leaves last */
	double until;  /* when it has left, nanoseconds */
	double link;   /* when the link is free, nanoseconds */
	double front;  /* when the front of the last message had passed it */
	uint32_t kept; /* the interval that this had to wait for; by slopes the moment from which on the link is free */
	uint32_t head,
		tail; /* items without data that go behind others; linked by next, other is what they go behind */
};

/* The streams of all pairs that data were sent between. Zero-initialise it. */
struct byte_streams {
	struct lookup numbers; /* by pair: index of list */
	struct byte_stream *list;
	size_t n, capacity;
};

/* Returns a number of the pair, 0 for process 0 with itself. */
static inline uint64_t byte_stream_number(int from, int to)
{
	return (uint64_t)(uint32_t)to << 32 | (uint32_t)from;
}

/* Frees what it holds; it is empty then. */
void byte_streams_release(struct byte_streams *streams);

/*
 * The stream of a pair; NULL if there is none.
 *
 * - Valid until the next one is made.
 */
struct byte_stream *byte_streams_find(const struct byte_streams *streams, int from, int to);

/* As byte_streams_find, made if there is none; NULL without memory. */
struct byte_stream *byte_streams_of(struct byte_streams *streams, int from, int to);

#endif
