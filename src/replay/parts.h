#ifndef SONDE_REPLAY_PARTS_H
#define SONDE_REPLAY_PARTS_H

#include "base/lookup.h"
#include "replay/replay.h"
#include "schedule/schedule.h"

/* What a replay is made of. All functions are Local. */

/* Messages are matched by communicator and tag, for which one number stands. Collective operations have tags of their
 * own. */
struct tags {
	struct lookup comms, numbers;
};

/* The number of a program's tag, or of that of a collective operation, of which so many were before on the communicator
 * in this process. -1 without memory. */
int32_t tags_of_message(struct tags *tags, uint64_t comm, int64_t tag);
int32_t tags_of_collective(struct tags *tags, uint64_t comm, uint64_t before, int tag);

/* A request of a process: that of a number. */
struct replay_request {
	bool persistent; /* it is there until it is freed */
	bool unknown;    /* of what is not simulated */
	bool sends;      /* a persistent one; else it receives */
	bool wild;       /* a persistent one, of any message */
	uint64_t comm;   /* its key */
	int peer;
	int32_t tag;
	uint64_t bytes;
};

struct replay_requests {
	struct lookup numbers; /* by the trace's request */
	struct replay_request *at;
	size_t n, capacity;
	uint32_t *free;
	size_t n_free, free_capacity;
};

/* The number of a request that begins; REQUEST_NONE without memory. */
uint32_t requests_begin(struct replay_requests *requests, uint64_t request);

/* REQUEST_NONE: it is not there. */
uint32_t requests_find(const struct replay_requests *requests, uint64_t request);

/* The request is over; its number may be used again from requests_give on. */
void requests_end(struct replay_requests *requests, uint64_t request);
void requests_give(struct replay_requests *requests, uint32_t number);
void requests_release(struct replay_requests *requests);

/*
 * What receives of any source or tag got, which their completion says: read ahead.
 *
 * - Memory: for what was read ahead and has not been asked for: of a receive that is complete only at the end, all
 *   such completions of the process.
 */
struct scout {
	struct trace_calls *calls; /* of the process; NULL: not opened yet, or at the end */
	bool ended;
	struct lookup sources, messages; /* by request: what it got, and its tag */
};

/* What a request of a process got: *source as trace_completion.source, *tag as its tag. *found: false if the trace does
 * not say. ERR_INPUT, ERR_MEMORY. */
enum status scout_ask(struct scout *scout, struct trace *trace, int process, uint64_t request, bool *found, int *source,
		      int64_t *tag, struct error *err);
void scout_release(struct scout *scout);

/* Where things happen in a program, as source_action.site. */
struct replay_sites {
	struct lookup numbers;
	struct replay_site *at; /* that of number 1 first */
	size_t n, capacity;
	char **regions;
	size_t n_regions, region_capacity;
	struct lookup times; /* of a process in a region: index of replay_found.regions */
	size_t time_capacity;
};

struct replay_thread;

/* A region that a thread is in: its number, and when it began, s. */
struct replay_entered {
	uint32_t number;
	double recorded, simulated;
};

/* The number of where the thread's call is, or of what it computes before that; 0 without memory. */
uint32_t sites_of(struct replay_sites *sites, const struct replay_thread *thread, bool computing);

/* The thread's call begins or ends a region, at a recorded time, s; false without memory. */
bool sites_enter(struct replay_sites *sites, struct replay_thread *thread, const char *name, double at);
void sites_leave(struct replay_thread *thread, double at);

/* The thread goes on after its last call: if a region began or ended there, that is now. false without memory. */
bool sites_passed(struct replay *replay, int process, struct replay_thread *thread);
void sites_release(struct replay_sites *sites);

/* Where a thread is in its program. */
struct replay_where {
	enum trace_function before;     /* the call before */
	uint32_t site;                  /* of the actions that are made */
	struct replay_entered *regions; /* that it is in */
	size_t n_regions, region_capacity;
	double now;                 /* simulated, s */
	struct replay_entered left; /* by its last call: how long it was recorded, when it began in the simulation */
	bool enters, leaves;        /* its last call did */
};

/* A thread, which goes through its calls. */
struct replay_thread {
	struct trace_calls *calls;
	struct trace_call call; /* the one that is being replayed */
	bool begun, ended;
	double end;       /* of the call before, s */
	double remainder; /* ns that are computed later, so that rounding does not add up */
	struct source_action *actions;
	size_t n_actions, next_action, action_capacity;
	uint32_t *waited; /* of the actions, one after the other */
	size_t n_waited, next_waited, waited_capacity;
	uint32_t *over; /* numbers to be given back when the thread goes on */
	size_t n_over, over_capacity;
	struct rank_program part;
	struct replay_where in;
};

struct replay_process {
	struct replay_thread *threads;
	int n_threads;
	double begin; /* when it left MPI_Init, s */
	struct replay_requests requests;
	struct scout scout;
	struct lookup collectives; /* how many there were, by communicator */
};

/* By the first process on a host: the first of a communicator there, asked for in this turn. */
struct replay_node {
	uint64_t turn;
	int first;
};

struct replay {
	struct trace *trace;
	struct replay_options options;
	struct replay_process *processes;
	struct tags tags;
	int library; /* enum decision_library, by whose own algorithms collective operations are simulated; -1: it is
			not known */
	int *node;   /* of each process: the first one on its host */
	struct replay_node *nodes;
	uint64_t turn;
	int *comm_nodes; /* of a communicator's */
	size_t comm_node_capacity;
	struct replay_sites sites;
	struct replay_found found;
	double begin; /* when the first process left MPI_Init, s */
};

/* Appends an action of the thread; NULL without memory. Valid until the next one. */
struct source_action *thread_add(struct replay_thread *thread, enum action_kind kind);

/* An action that waits for one request more: to be called right behind the ACTION_WAIT. */
enum status thread_wait_for(struct replay_thread *thread, uint32_t request, struct error *err);

/* calls.c: the actions of the thread's call. */
enum status replay_call(struct replay *replay, int process, struct replay_thread *thread, struct error *err);

/*
 * collective.c: the operations of a collective or neighbourhood call, in thread->part.
 *
 * - *done: false if it cannot be simulated.
 * - ERR_MEMORY.
 */
enum status replay_collective(struct replay *replay, int process, struct replay_thread *thread, bool *done,
			      struct error *err);

#endif
