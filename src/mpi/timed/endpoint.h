#ifndef SONDE_MPI_TIMED_ENDPOINT_H
#define SONDE_MPI_TIMED_ENDPOINT_H

#include "mpi/process.h"

/* What the files that carry out an experiment share. All of it is Local; messages meet those of the other endpoint. */

/* Statuses are checked after the timed section, or every ENDPOINT_CHUNK messages of a long one. */
#define ENDPOINT_CHUNK 256

struct endpoint;

/*
 * The MPI calls by which an operation other than MPI_Send moves messages; to add one: a table here, its name in
 * sample/setup.h. send and receive move n messages from the places of the out ring into those of the peer's in ring and
 * return when the peer's part may be taken as arrived: the two match. exchange does both at once, one message each way;
 * window n messages each way, all begun before one is waited for. All required but window, and open, ready and close,
 * which are not timed.
 */
struct calls {
	size_t slots_most;                        /* of a ring; 0: any number */
	void (*open)(struct endpoint *endpoint);  /* windows, requests */
	void (*ready)(struct endpoint *endpoint); /* before each timed section, when both endpoints have written what
					     they send: one-sided calls may take it from now on */
	void (*close)(struct endpoint *endpoint);
	void (*send)(struct endpoint *endpoint, size_t n);
	void (*receive)(struct endpoint *endpoint, size_t n);
	void (*exchange)(struct endpoint *endpoint);
	void (*window)(struct endpoint *endpoint, size_t n); /* n <= ENDPOINT_CHUNK; NULL: there are none */
};

/* One endpoint of an experiment while it runs. */
struct endpoint {
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
	size_t unchecked; /* the first so many statuses are of received messages whose lengths were not yet looked at */
	MPI_Status statuses[ENDPOINT_CHUNK];
	MPI_Request
		requests[2 * ENDPOINT_CHUNK]; /* persistent ones: those of the out ring, then those of the in ring */
	size_t made[2],
		next[2]; /* persistent requests of the out and the in ring: how many, and which is started next */
	bool together;   /* other pairs begin at the same time */
	MPI_Comm pair;   /* one-sided operations: the two processes alone */
	MPI_Win window;  /* and the memory of each */
};

/* Lays out the rings for a timed section, as the experiment, its layouts and its calls want them. */
void endpoint_lay_out_rings(struct endpoint *endpoint);

/* Makes the types of messages this way, that way, and at the other end of what this process moves; datatype_free frees
 * them. */
void endpoint_make_types(struct endpoint *endpoint);

/* Notes what MPI says of a call that failed: ERR_MEMORY where its class is MPI_ERR_NO_MEM, else ERR_PLATFORM. */
void endpoint_report(struct endpoint *endpoint, int code);

static inline void endpoint_check(struct endpoint *endpoint, int code)
{
	if (code != MPI_SUCCESS)
		endpoint_report(endpoint, code);
}

/* Notes the first of the n statuses whose length is not bytes. */
void endpoint_check_lengths(struct endpoint *endpoint, size_t n, size_t bytes);

/* Compares what arrived with what the peer wrote for this seed, and notes the first difference. */
void endpoint_check_content(struct endpoint *endpoint, unsigned long long seed);

/* A message from or into the next place of a ring. Inline, and with a ring that is the caller's own: what it costs
 * beside MPI is what the measurement costs. */
static inline void endpoint_send(struct endpoint *endpoint, struct ring *out)
{
	endpoint_check(endpoint, MPI_Send(ring_step(out), endpoint->out_count, endpoint->out_type, endpoint->peer,
					  TAG_DATA, endpoint->process->data));
}

static inline void endpoint_receive(struct endpoint *endpoint, struct ring *in, MPI_Status *status)
{
	endpoint_check(endpoint, MPI_Recv(ring_step(in), endpoint->in_count, endpoint->in_type, endpoint->peer,
					  TAG_DATA, endpoint->process->data, status));
}

/* Seconds from begin to end, two readings of the clock: without those of the calls that read it, of which calls passed
 * in between, one of these two included; not negative. */
double endpoint_span(const struct endpoint *endpoint, double begin, double end, size_t calls);

/* n messages; all lengths of those received are checked. */
void endpoint_send_many(struct endpoint *endpoint, size_t n);
void endpoint_receive_many(struct endpoint *endpoint, size_t n);

#endif
