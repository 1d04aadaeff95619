#ifndef SONDE_REPLAY_CHANNELS_H
#define SONDE_REPLAY_CHANNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lookup.h"

/* Messages with one sender, receiver and tag are received in the order in which they are sent. All functions are
 * Local. */

/* Sizes of messages, in the order in which they are sent: equal ones in a row are one entry. */
struct channel {
	struct channel_run {
		uint64_t bytes, n;
	} * runs;
	size_t n_runs, capacity;
	size_t next;  /* to the same receiver, and 1; 0: there is none */
	size_t run;   /* the one whose messages are received now */
	uint64_t got; /* of it */
};

/* Those to each process. */
struct channels {
	struct channel_receiver {
		struct lookup numbers; /* of channels, by sender and tag */
		size_t first;          /* channel, and 1; 0: there is none */
	} * receivers;
	int processes;
	struct channel *at;
	size_t n, capacity;
};

/* false without memory; channels_release in any case. */
bool channels_init(struct channels *channels, int processes);
void channels_release(struct channels *channels);

/* A message is sent; false without memory. */
bool channels_send(struct channels *channels, int from, int to, int tag, uint64_t bytes);

/* All messages to the process are to be received anew. */
void channels_rewind(struct channels *channels, int to);

/* The bytes of the next message; 0 if there is none. */
uint64_t channels_receive(struct channels *channels, int from, int to, int tag);

#endif
