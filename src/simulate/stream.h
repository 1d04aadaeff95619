#ifndef SONDE_SIMULATE_STREAM_H
#define SONDE_SIMULATE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulate/program.h"
#include "simulate/source.h"

/* All functions are Local. */

/* What lets the thread of an operation go on: nothing of it, its start, its end. */
enum go_on { GO_ON_FREELY, GO_ON_START, GO_ON_END };

/* What an operation has beside its step. */
struct stream_step {
	double earliest;  /* nanoseconds */
	uint32_t request; /* that it is a part of, or REQUEST_NONE */
	uint32_t label;
	uint32_t site;
	uint8_t thread;
	uint8_t go_on; /* enum go_on */
	bool kept;
};

/* A request with operations under way. */
struct stream_request {
	double begun;
	double done; /* when its last operation ended */
	uint32_t cause;
	uint32_t left;
	uint32_t turn;  /* of the thread that waits for it */
	uint8_t waited; /* that thread and 1; 0: nobody waits */
	bool expected;  /* it is about to begin */
	bool freed;     /* the source hears when it is done */
};

struct stream_thread {
	double since;         /* when it went on last, or may: nanoseconds */
	uint32_t cause;       /* of that, where intervals are recorded */
	uint32_t waiting;     /* for so many things; 0: it may go on */
	uint32_t turn;        /* how often it has gone on: waits of earlier ones do not count */
	uint32_t label, site; /* of what it does */
	bool any, ended, probes;
	int32_t peer, tag;             /* of the message that it probes for */
	bool choosing;                 /* it waits for some of several requests, where intervals are recorded */
	double chose_from, chose_to;   /* when it waited so last */
	uint32_t chose_site, chose_at; /* where; the label of that */
};

/* What a step of a part has to wait for, by the step that it requires. */
struct stream_edge {
	struct requirement dependent;
	uint32_t next;
};

/* A process whose program is made while it is simulated. Steps and edges are reused; edge 0 is none. */
struct program_stream {
	struct step *steps; /* first: of its edges, or of an unused one the next unused one and 1 */
	struct stream_step *more;
	size_t n_steps, step_capacity, more_capacity;
	uint32_t free_step; /* and 1; 0: none */
	struct stream_edge *edges;
	size_t n_edges, edge_capacity;
	uint32_t free_edge;
	struct stream_request *requests;
	size_t n_requests, request_capacity;
	struct stream_thread *threads;
	int n_threads, n_probing;
};

/* false without memory. */
bool stream_init(struct program_stream *stream, int threads);
void stream_release(struct program_stream *stream);

/* A new step; UINT32_MAX without memory. */
uint32_t stream_step_take(struct program_stream *stream, const struct step *step, const struct stream_step *more);
void stream_step_give(struct program_stream *stream, uint32_t step);

/* Makes a step wait for another one; false without memory. */
bool stream_edge_add(struct program_stream *stream, uint32_t on, struct requirement dependent);

/* Takes the first edge of a step whose dependents wait for its start, or for its end; 0: none. It is the caller's. */
uint32_t stream_edge_take(struct program_stream *stream, uint32_t step, bool start);
void stream_edge_give(struct program_stream *stream, uint32_t edge);

/* The request of this number, which is there from then on; NULL without memory. */
struct stream_request *stream_request(struct program_stream *stream, uint32_t number);

#endif
