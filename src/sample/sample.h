#ifndef SONDE_SAMPLE_SAMPLE_H
#define SONDE_SAMPLE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sample/setup.h"
#include "stats/regimes.h"

/* All functions are Local. */

/* What is timed. The process that measures is the receiver of EXPERIMENT_RECEIVE*, else the sender. */
enum experiment_kind {
	/* from sends bytes, to answers with reply_bytes. seconds: until the answer is there; send_seconds: the send
	 * call alone. */
	EXPERIMENT_ROUNDTRIP,
	/* from sends count messages of bytes in a row, to answers the last with reply_bytes. seconds: until the answer
	 * is there (RTT_n); send_seconds: all sends. */
	EXPERIMENT_TRAIN,
	/* A send call: loop of them in a row, then an empty answer that is not timed. seconds: one call. */
	EXPERIMENT_SEND,
	/* A send call by itself: before the next of loop such calls an empty answer comes, which is not timed. seconds:
	 * one call. */
	EXPERIMENT_SEND_ALONE,
	/* A send call whose receiver is late: it lets delay pass before it receives, then answers. seconds: the call.
	 */
	EXPERIMENT_SEND_EARLY,
	/* A receive call for a message that came, unexpected, during delay. seconds: one call. */
	EXPERIMENT_RECEIVE,
	/* MPI_Irecv before the message comes during delay, MPI_Wait after. seconds: the two calls together. */
	EXPERIMENT_RECEIVE_EXPECTED,
	/* Head-to-head: both send bytes at once, and each receives the other's. seconds: until from has its message,
	 * averaged over two in a row; send_seconds: the same of the first of them. Of a single one, the message of the
	 * side that begins first may be there already when the other begins. count > 1: a window; both send so many
	 * messages without waiting and receive as many, and seconds are until from has all of its own. */
	EXPERIMENT_EXCHANGE,
	/* A round trip of bytes with an empty answer, begun, setup.compute of computation at setup.side, then
	 * completed. seconds: the whole; send_seconds: the call that begins it. */
	EXPERIMENT_OVERLAP,
	/* from sends bytes to to, then to setup.third, which is not 0; both answer with reply_bytes. seconds: until
	 * both answers are there. By MPI_Isend (setup.operation) both are sent at once, perhaps to one process as to;
	 * send_seconds: until the first answer is there.
	 */
	EXPERIMENT_ONE_TO_TWO,
	/* setup.collective of all processes, with root from and to = from; bytes as the operation's standard counts
	 * them. count > 1: a series; each process begins again as soon as it is done, and seconds are of all of them.
	 */
	EXPERIMENT_COLLECTIVE,
	/* to begins a message of reply_bytes, whose receive is posted; when from has taken notice of it, from sends
	 * bytes, which to waits for. seconds: from's MPI_Isend and MPI_Wait. */
	EXPERIMENT_CROSSED
};

#define EXPERIMENT_KINDS 12

/*
 * "roundtrip", "train", "send", "send-alone", "send-early", "receive", "receive-expected", "exchange", "overlap",
 * "one-to-two", "collective", "crossed".
 */
const char *experiment_name(enum experiment_kind kind);

/* An experiment. Two are the same point of a campaign if they agree in all but loop, warmup and delay. Times in
 * seconds. */
struct experiment {
	enum experiment_kind kind;
	int from, to; /* process numbers: the message under study goes this way */
	size_t bytes, reply_bytes;
	size_t count; /* messages in a row: 1 but for trains, windows of an exchange and series of collective operations
		       */
	size_t loop;  /* operations timed as one observation, which then holds their average */
	size_t warmup; /* exchanges as the experiment's own just before, not timed */
	double delay;  /* EXPERIMENT_RECEIVE*: the time that the receiver lets pass, longer than the message needs */
	struct setup setup; /* zero: plain messages */
};

/* How many messages go from from to to in one operation: count, or those of two head-to-head exchanges, of which a
 * window has count. */
size_t experiment_messages(const struct experiment *what);

/* Returns whether the operation is MPI_Gather or MPI_Gatherv, in which all may send to one at once, and escalate. */
bool experiment_is_gather(const struct experiment *what);

/* The bytes that one operation moves, both ways together; NAN for collective operations. */
double experiment_bytes_moved(const struct experiment *what);

/* Messages of a loop lie side by side, in whole cache lines, as far as they fit this room (bytes); then places come
 * again. */
#define EXPERIMENT_ROOM ((size_t)256 << 10)
#define EXPERIMENT_REQUESTS \
	((size_t)256) /* and as far as there are persistent requests, for operations that have one for each place */

/* OK; ERR_INPUT if no memory could hold the message as it is laid out. */
enum status experiment_check(const struct experiment *what, struct error *err);

/* How many messages there are places for, at least 1; SIZE_MAX for empty ones. */
size_t experiment_places(const struct experiment *what);

/* The most operations of a loop in which no message lies where another one did, at least 1. */
size_t experiment_loop_most(const struct experiment *what);

/* Whether it is two exchanges: into the second none begins early, so that both ends have the time of all. */
bool experiment_is_pair(const struct experiment *what);

/* How many times as long as an observation's seconds its timing took: the operations of the loop, twice of a pair. */
double experiment_timed_times(const struct experiment *what);

/* Returns the bytes from the first to the last of the larger message, or of a block of a collective operation, at the
 * end where it lies wider; SIZE_MAX where no memory could hold that. */
size_t experiment_span(const struct experiment *what);

/* The bytes of each buffer that a message needs; exchanges of cold data need room for two messages. SIZE_MAX where no
 * memory could hold that. */
size_t experiment_room(const struct experiment *what);

/* True if both are the same point of a campaign. */
bool experiment_same_point(const struct experiment *a, const struct experiment *b);

enum { STATE_NONE = -1 };

/* One observation: the average over the experiment's loop. */
struct observation {
	double at;            /* the platform's clock when it was taken */
	double seconds;       /* per operation */
	double send_seconds;  /* roundtrip with loop = 1 and train: the send calls alone; overlap: the MPI_Isend call;
				 exchange of a single message with loop = 1: the first of the two;
				 collective with root timing: what was subtracted for a barrier; with acknowledged
				 timing: for the acknowledgement of who was last, 0 if that was the root; NAN
				 elsewhere */
	double before, after; /* what the sentinel took that tells the machine's state (probe/tracking.h), just before
				 and just after; 0: it was not timed */
	int state_before,
		state_after; /* the machine's state then: 0 for the main one, then from the quickest; different:
				the observation lies between two; STATE_NONE both: it is too long for one */
	double level; /* what the sentinel takes in the state, or probably took meanwhile of what is of none; 0: not
			 known */
};

/* Whether an observation is too long to be of a single state of the machine. */
bool observation_is_of_several(const struct observation *o);

/* Puts an observation that is too long for a state of the machine into a state: part is what an operation takes in it,
 * as a part of what it takes over those that it was made in. */
void observation_share(struct observation *observation, double part);

/*
 * Whether such an experiment can have taken so long.
 *
 * - Times are finite, and negative only where a barrier was subtracted (root timing).
 */
bool observation_is_possible(const struct experiment *what, const struct observation *observation);

/* All observations of one point, in the order in which they were taken. */
struct sample {
	struct experiment what;
	struct observation *observations;
	size_t n, capacity;
	size_t warmup_timings; /* so many at the front are left out of what is concluded: see warmup.h */
	size_t unwatched; /* among all that are tracked: so many at the front were there before, of no known state */
	double sharing;   /* relative standard deviation of what all that is of several states of the machine has in
			     common (sharing.h) */
	bool finished;    /* of a list of points: it needs nothing more (probe/unfinished.h) */
	double visit; /* s: the longest that measuring a repetition took, with all that goes with it; 0: not measured by
		     this process */
};

/*
 * Every point measured so far.
 *
 * - It starts zero-initialised: struct campaign c = {0}; campaign_release frees what it holds.
 * - The samples stay where they are while others are added.
 */
struct campaign {
	struct sample **samples;
	size_t n, capacity;
	size_t *slots; /* private: a hash table of 1 + the position in samples, 0 if free */
	size_t n_slots;
	double levels[REGIMES_MOST]; /* s: what the sentinel took in each state, by its number; 0: not known */
};

void campaign_release(struct campaign *campaign);

/* The sample of this point, NULL if there is none. */
struct sample *campaign_find(const struct campaign *campaign, const struct experiment *what);

/* The sample of this point, added if there is none; NULL with ERR_MEMORY. */
struct sample *campaign_point(struct campaign *campaign, const struct experiment *what, struct error *err);

/*
 * Appends n observations.
 *
 * - ERR_MEMORY leaves the sample as it was.
 */
enum status sample_add(struct sample *sample, const struct observation *observations, size_t n, struct error *err);

/*
 * Takes from a sample of a state of the machine what was shorter for moments of a quicker one, which no look saw: the
 * observations from first on that are more than 5 % below the first decile of these, or below the second shortest of
 * less than 20. Fewer than 5 stay as they are.
 *
 * - ERR_MEMORY.
 */
enum status sample_leave_quicker(struct sample *sample, size_t first, struct error *err);

#endif
