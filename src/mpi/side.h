#ifndef SONDE_MPI_SIDE_H
#define SONDE_MPI_SIDE_H

#include "mpi/measure.h"

/* What the files that carry out an experiment share. All of it is Local; messages meet those of the other side. */

/* Statuses are checked after the timed section, or every SIDE_CHUNK messages of a long one. */
#define SIDE_CHUNK MEASURE_EXPECTED_MOST

struct calls;

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

/* The timed section: what the measuring process does, its times averaged over the experiment's loop, and what its
 * mirror does. In timed.c. */
struct observation side_time(struct side *side);
void side_mirror(struct side *side);

/* The same for EXPERIMENT_OVERLAP: a message begun, computation, the message completed, and an empty answer.
 * overlap_post posts the mirror's receive before the measuring process begins. */
struct observation overlap_time(struct side *side);
void overlap_mirror(struct side *side);
void overlap_post(struct side *side);

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
