#ifndef SONDE_MODEL_HANDSHAKES_H
#define SONDE_MODEL_HANDSHAKES_H

#include "model/model.h"

/* A send that lasts longer than this part of its receiver's delay, which is 1.5 round trips at least, waited for it. */
#define HANDSHAKE_LATE (5.0 / 6)

/* All functions are Local. */

/*
 * How a platform transfers messages above its switch to rendezvous, and who moves them on: T_m and S_cp of LogGPO
 * (Chen, Zhai, Zhang, Zheng, Science in China F, 2009, sections 2.1 and 2.2), told by computation beside a message.
 *
 * - Of each size the message alone says how long its data take under each candidate. What it takes beside a computation
 *   that is longer, at the sender and at the receiver, to a receiver that comes late, and until its sender is free,
 * then follows from the closed forms (loggpo_forms.h): the candidate that is nearest to what was measured wins.
 */

/* T comes first; then each protocol with DCP and ICP. */
enum { HANDSHAKE_CANDIDATES = 7, HANDSHAKE_SIZES_MOST = 20 };

/* "T", "TA DCP", "TA ICP", "RAT DCP" ... */
extern const char *const handshake_names[HANDSHAKE_CANDIDATES];

/* What a candidate's messages above the switch do, and whether the platform moves them on. */
enum protocol handshake_protocol(int candidate);
bool handshake_is_independent(int candidate);

/* What a size is told by; seconds. */
enum handshake_effect {
	BESIDE_SENDER,   /* what a computation of the sender that is longer than the message takes more, answer included
			  */
	BESIDE_RECEIVER, /* the same of the receiver */
	LATE_RECEIVER,   /* how long a send lasts after its receiver has come */
	SENDER_HELD,     /* MPI_Isend and MPI_Wait, the receiver waits */
	HANDSHAKE_EFFECTS
};
extern const char *const handshake_effects[HANDSHAKE_EFFECTS];

struct handshake_seen {
	size_t bytes;
	double alone;                    /* s: begun, completed and answered, without computation */
	double begin;                    /* s: the MPI_Isend call */
	double seen[HANDSHAKE_EFFECTS];  /* NAN: not measured */
	double error[HANDSHAKE_EFFECTS]; /* s: standard errors of what is predicted and seen, together */
	double predicted[HANDSHAKE_CANDIDATES][HANDSHAKE_EFFECTS];
	double score[HANDSHAKE_CANDIDATES]; /* the sum of squares of the differences as parts of their standard errors
					     */
	int nearest, next;                  /* candidates with the least scores */
	bool undecided;       /* the data, those of neighbouring sizes included, do not exclude the next one */
	bool waits_undecided; /* nor whether only waits move the message on */
	double push;          /* s: what pushing the data into a buffer of the network's takes; NAN: no such */
	double pushing;       /* s: the same where it goes on until they are out */
	bool in_waits; /* only waits move it on: a receive that begins when the request has come long since does not */
	int taken; /* the candidate that counts: the nearest; where that is undecided the one of a neighbouring size, or
		      of all together, if it is possible */
};

/* Whether T_m or S_cp of a size are open: the timings do not decide. */
bool handshake_is_undecided(const struct handshake_seen *s);

/* Whether a candidate is TA: what a receive that comes later takes is then its copy (EXPERIMENT_RECEIVE), and tells O'.
 */
bool handshake_sends_at_once(int candidate);

/* s: the least that such a message took, begun, completed and answered without computation; NAN: not measured. */
double handshake_alone(const struct campaign *campaign, struct link link, size_t bytes);

/* A stream of messages that leave at once: so many, of HANDSHAKE_STREAMS sizes at most. */
enum { HANDSHAKE_STREAM = 16, HANDSHAKE_STREAMS = 8 };

struct stream_seen {
	size_t bytes;
	double gap;   /* s: from one to the next */
	double data;  /* s: what a round trip of one takes more than an empty one */
	double error; /* s: standard error of the difference of both, at most */
};

/* What was decided of a link: sizes ascend. */
struct handshakes {
	double eager, eager_begun; /* bytes: the switch of MPI_Send and of MPI_Isend; NAN: none waits */
	double control;            /* s: O' where data leave at once (TA); NAN: MPI_Isend above the switch shows it */
	bool immediate; /* a handshake takes no time of its own, but for the call that begins the message: O' and
			   its latency are 0 */
	struct handshake_seen list[HANDSHAKE_SIZES_MOST];
	size_t n;
	size_t undecided; /* how many sizes are (handshake_is_undecided) */
	struct stream_seen streams[HANDSHAKE_STREAMS];
	size_t n_streams;
};

/*
 * Decides from what the campaign holds of the link: sends to late receivers on either side of the switch, and the
 * message alone and with computation, of each size at which the sender computed.
 *
 * - Without a switch n is 0.
 */
void handshakes_decide(const struct campaign *campaign, struct link link, struct handshakes *found);

/*
 * Sets S, S_i, T_m and S_cp of all links, O_push and g where these say more, O' where only what was decided tells it,
 * and what was seen as facts MODEL_HANDSHAKE.
 *
 * - model: of a class with handshakes.
 * - ERR_MEMORY.
 */
enum status handshakes_set(const struct handshakes *found, struct model *model, struct error *err);

/* Names of facts: what was seen of a size, followed by the size; and how many sizes are undecided. */
#define MODEL_HANDSHAKE "handshake_"
#define MODEL_HANDSHAKE_CLOSE "handshakes_close"

#endif
