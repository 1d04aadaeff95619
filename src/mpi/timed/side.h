#ifndef SONDE_MPI_TIMED_SIDE_H
#define SONDE_MPI_TIMED_SIDE_H

#include "mpi/process.h"

/* What the files that carry out an experiment share. All of it is Local; messages meet those of the other side. */

/* Statuses are checked after the timed section, or every SIDE_CHUNK messages of a long one. */
#define SIDE_CHUNK 256

struct side;

/*
 * The MPI calls by which an operation other than MPI_Send moves messages; to add one: a table here, its name in
 * sample/setup.h. send and receive move n messages from the places of the out ring into those of the peer's in ring and
 * return when the peer's part may be taken as arrived: the two match. exchange does both at once, one message each way.
 * All required but open, ready and close, which are not timed.
 */
struct calls {
	size_t slots_most;                /* of a ring; 0: any number */
	void (*open)(struct side *side);  /* windows, requests */
	void (*ready)(struct side *side); /* before each timed section, when both sides have written what they send:
					     one-sided calls may take it from now on */
	void (*close)(struct side *side);
	void (*send)(struct side *side, size_t n);
	void (*receive)(struct side *side, size_t n);
	void (*exchange)(struct side *side);
};

/* One side of an experiment while it runs. */
struct side {
	struct process *process;
	const struct experiment *what;
	int peer;
	struct error *err;
	const struct calls *calls;      /* NULL: MPI_Send and MPI_Recv */
	size_t sends, receives;         /* messages of a timed section */
	struct ring out, in;            /* where the messages of a timed section come from and go to */
	MPI_Datatype out_type, in_type; /* of a message: count of them */
	int out_count, in_count;
	MPI_Datatype peer_type; /* of a message at the other end */
	int peer_count;
	MPI_Status statuses[SIDE_CHUNK];
	MPI_Request requests[2 * SIDE_CHUNK]; /* persistent ones: those of the out ring, then those of the in ring */
	size_t made[2],
		next[2]; /* persistent requests of the out and the in ring: how many, and which is started next */
	bool together;   /* other pairs begin at the same time */
	MPI_Comm pair;   /* one-sided operations: the two processes alone */
	MPI_Win window;  /* and the memory of each */
};

/* Lays out the rings for a timed section, as the experiment, its layouts and its calls want them. */
void side_lay_out_rings(struct side *side);

/* Makes the types of messages this way, that way, and at the other end of what this process moves; datatype_free frees
 * them. */
void side_make_types(struct side *side);

/* Notes what MPI says of a call that failed. */
void side_report(struct side *side, int code);

static inline void side_check(struct side *side, int code)
{
	if (code != MPI_SUCCESS)
		side_report(side, code);
}

/* Notes the first of the n statuses whose length is not bytes. */
void side_check_lengths(struct side *side, size_t n, size_t bytes);

/* Compares what arrived with what the peer wrote for this seed, and notes the first difference. */
void side_check_content(struct side *side, unsigned long long seed);

/* A message from or into the next place of a ring. Inline, and with a ring that is the caller's own: what it costs
 * beside MPI is what the measurement costs. */
static inline void side_send(struct side *side, struct ring *out)
{
	side_check(side, MPI_Send(ring_step(out), side->out_count, side->out_type, side->peer, TAG_DATA,
				  side->process->data));
}

static inline void side_receive(struct side *side, struct ring *in, MPI_Status *status)
{
	side_check(side, MPI_Recv(ring_step(in), side->in_count, side->in_type, side->peer, TAG_DATA,
				  side->process->data, status));
}

/* n messages; all lengths of those received are checked. */
void side_send_many(struct side *side, size_t n);
void side_receive_many(struct side *side, size_t n);

#endif
