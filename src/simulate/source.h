#ifndef SONDE_SIMULATE_SOURCE_H
#define SONDE_SIMULATE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "schedule/schedule.h"

struct costs;
struct simulation;

/*
 * Programs that are made while they are simulated, since they would not fit into memory: traces.
 *
 * - Each thread of a process is a row of actions, each on a CPU of its own: thread 0 on CPU 0.
 * - An action is asked for when the one before it has let the thread go on.
 */

enum action_kind {
	ACTION_COMPUTE, /* count nanoseconds */
	ACTION_SEND,    /* count bytes to peer with tag: MPI_Isend's, or without a request MPI_Send's */
	ACTION_RECEIVE, /* up to count bytes from peer or PEER_ANY with tag, TAG_ANY or a wildcard */
	ACTION_PART,    /* the operations of part, as of a collective operation */
	ACTION_WAIT,    /* for requests */
	ACTION_PROBE,   /* until a message from peer with tag, or any, is there that has met no receive */
	ACTION_EXPECT,  /* another thread is about to begin the request: who waits for it waits for that too */
	ACTION_SETTLE,  /* the request has begun, and is done */
	ACTION_FREE,    /* nobody waits for the request: program_source.over says when it is done */
	ACTION_CANCEL,  /* of the request's receive, if no message has met it: it is done */
	ACTION_END      /* of the thread */
};

/* Requests are numbers that the source chooses, from 0 and without large gaps; one can be used again when a wait for it
 * is over. */
#define REQUEST_NONE UINT32_MAX

struct source_action {
	enum action_kind kind;
	uint64_t count;
	int32_t peer, tag;
	uint32_t request;                /* of a send, a receive or a part: the thread goes on when it has started;
					    REQUEST_NONE: when it is done */
	uint32_t label;                  /* what the intervals of a recorded simulation have as their operation */
	uint32_t site;                   /* where in the program that is, the same number in all processes: small, 0 for
					    none; intervals have it too */
	bool kept;                       /* of ACTION_COMPUTE: no computation of the program's */
	bool chosen;                     /* of ACTION_WAIT: the program would have gone on with any of several requests,
					    and got these */
	const struct rank_program *part; /* the source's; the simulation has taken what it needs when it asks again */
	const uint32_t *waited;          /* n_waited requests */
	size_t n_waited;
	bool any;         /* one of them is enough */
	bool synchronous; /* of ACTION_SEND: it waits for its receive, however short it is: MPI_Ssend */
	bool joins;       /* the request has begun with another operation: this is one more of it */
	double since;     /* nanoseconds: when the thread goes on, which the simulation says when it asks */
};

struct program_source {
	int processes;
	int (*threads)(void *self, int process); /* at least 1, at most 200 */

	/*
	 * The next action of a thread.
	 *
	 * - *action is zero but for request, REQUEST_NONE, and since.
	 * - After ACTION_END it is not asked again.
	 * - Errors end the simulation.
	 */
	enum status (*next)(void *self, int process, int thread, struct source_action *action, struct error *err);
	void *self;
	int32_t (*wildcard)(const void *self, int32_t tag);      /* below TAG_ANY: what stands for any tag of the tag's
								    communicator; NULL: TAG_ANY alone is one */
	void (*over)(void *self, int process, uint32_t request); /* one that was freed is done; may be NULL */
	void (*place)(const void *self, int process, size_t label, char *text, size_t room); /* as a schedule's; may be
											       NULL */
	/* What errors call an action: "MPI_Recv, call 3"; text has room bytes. May be NULL. */
	void (*describe)(const void *self, int process, uint32_t label, uint32_t site, char *text, size_t room);
};

/*
 * As simulate, of such a source.
 *
 * - Memory: proportional to the operations that are under way, and to the messages that are pending.
 */
enum status simulate_source(const struct program_source *source, const struct costs *costs,
			    struct simulation *simulation, struct error *err);

#endif
