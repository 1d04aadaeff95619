#ifndef SONDE_TRACE_OTF2_MESSAGES_H
#define SONDE_TRACE_OTF2_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/*
 * Messages that were sent and not yet received, and receives that were posted before their message was sent. A trace
 * knows the size of a receive's buffer; its message's size is the sender's.
 *
 * Both are matched in their orders by sender, receiver, communicator and tag, as MPI does. A receive with a wildcard is
 * posted when it completes, since only then it is known what it got: if it overlaps receives of the same sender and tag
 * without a wildcard, their sizes may be given to one another.
 */

struct otf2_envelope {
	int sender, receiver; /* ranks of the world */
	uint32_t communicator;
	int64_t tag;
};

/* A receive. Its memory is the caller's, and stays until it is matched or withdrawn. */
struct otf2_receive {
	bool matched;
	uint64_t bytes; /* of the message, if matched */
	struct otf2_receive *next;
};

struct otf2_messages {
	struct otf2_mailbox **boxes; /* by a hash of the envelope */
	size_t n, capacity;          /* envelopes with something in them; boxes */
	uint64_t unreceived;         /* messages that nobody has received */
};

/* Adds a message; the earliest receive that waits for it gets it. ERR_MEMORY. */
enum status otf2_messages_send(struct otf2_messages *messages, const struct otf2_envelope *envelope, uint64_t bytes,
			       struct error *err);

/* Posts a receive, which gets the earliest message that is there. ERR_MEMORY. */
enum status otf2_messages_post(struct otf2_messages *messages, const struct otf2_envelope *envelope,
			       struct otf2_receive *receive, struct error *err);

/* Takes a receive back that was not matched. */
void otf2_messages_withdraw(struct otf2_messages *messages, const struct otf2_envelope *envelope,
			    const struct otf2_receive *receive);

void otf2_messages_release(struct otf2_messages *messages);

#endif
