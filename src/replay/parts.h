#ifndef SONDE_REPLAY_PARTS_H
#define SONDE_REPLAY_PARTS_H

#include "base/lookup.h"
#include "replay/replay.h"
#include "schedule/schedule.h"
#include "trace/fields.h"

/* What a replay is made of. All functions are Local. */

/*
 * Messages are matched by communicator and tag, for which one number stands. Collective operations have tags of their
 * own.
 *
 * - Memory: for each communicator, and for tags that are larger than 2^18, or beyond the first 2048 communicators.
 */
struct tags {
	struct lookup comms, numbers;
	uint32_t *contexts; /* of tags that are listed */
	size_t capacity;
	uint64_t last, last_index; /* the communicator that was asked for last, if there is one */
	bool has_last;
};

/* The number of a program's tag, or of that of a collective operation: turn is 0 of blocking ones, and of others how
 * many of them with this one the communicator has had in this process. -1 without memory. */
int32_t tags_of_message(struct tags *tags, uint64_t comm, int64_t tag);
int32_t tags_of_collective(struct tags *tags, uint64_t comm, uint64_t turn, int tag);

/* The number that stands for any tag of a communicator's messages, below -1; -1 without memory. Of a number of a tag:
 * that of its communicator. */
int32_t tags_any(struct tags *tags, uint64_t comm);
int32_t tags_wildcard(const struct tags *tags, int32_t number);
void tags_release(struct tags *tags);

/* A request of a process: that of a number. */
struct replay_request {
	bool persistent;            /* it is there until it is freed */
	bool unknown;               /* of what is not simulated */
	bool sends;                 /* a persistent one; else it receives */
	bool wild;                  /* a persistent one, of any message */
	bool expected;              /* another thread is about to begin it; this one has completed it already */
	bool started;               /* a persistent one is under way */
	bool synchronous, buffered; /* a persistent send, as of MPI_Ssend_init and MPI_Bsend_init */
	uint64_t comm;              /* its key */
	int peer;
	int64_t tag;
	uint64_t bytes;
};

struct replay_requests {
	struct lookup numbers; /* by the trace's request */
	struct replay_request *at;
	size_t n, capacity;
	uint32_t *free;
	size_t n_free, free_capacity;
};

/* The number of a request that begins; REQUEST_NONE without memory. *expected, unless NULL: another thread has
 * completed it already; it is then known by its number alone. */
uint32_t requests_begin(struct replay_requests *requests, uint64_t request, bool *expected);

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
	struct lookup requests; /* by request: the first and the last of what it got, in the list, each and 1 */
	struct scouted *at;
	size_t n, capacity;
	uint32_t free; /* and 1; 0: none */
};

/* What a request of a process got: *source as trace_completion.source, *tag as its tag. *found: false if the trace does
 * not say. ERR_INPUT, ERR_MEMORY. */
enum status scout_ask(struct scout *scout, struct trace *trace, int process, uint64_t request, bool *found, int *source,
		      int64_t *tag, struct error *err);
void scout_release(struct scout *scout);

/* Where a thread is in the simulation, for who watches. */
struct replay_watched {
	double now;           /* s: when the thread went on last in the simulation */
	double begin;         /* of the call that is under way there, or was last */
	bool under_way, next; /* there is one; the one that was read has still to begin */
	size_t before;        /* of the thread's actions: what is computed before the call */
};

/* A site that was asked for: of a function, in which region and behind which other one. */
struct replay_recent {
	uint32_t region, before, number; /* number 0: none */
};

/* Where things happen in a program, as source_action.site. */
struct replay_sites {
	struct lookup numbers;
	struct replay_recent recent[2][TRACE_FUNCTIONS]; /* of calls, of computations: most come from where they came
							    the time before */
	struct replay_site *at;                          /* that of number 1 first */
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

/* Whether a row of scales holds for a process where its thread is: outside of regions, or in one of them. */
bool sites_in(const struct replay_sites *sites, const struct replay_thread *thread, const struct computation_scale *row,
	      int process);

/* The thread's call begins or ends a region, at a recorded time, s; false without memory. */
bool sites_enter(struct replay_sites *sites, struct replay_thread *thread, const char *name, double at);
void sites_leave(struct replay_thread *thread, double at);

/* The thread goes on after its last call: if a region began or ended there, that is now. false without memory. */
bool sites_passed(struct replay *replay, int process, struct replay_thread *thread);
void sites_release(struct replay_sites *sites);

/*
 * A row of polls that found nothing, which the thread has just left; of several kinds that come in turns all.
 *
 * - If one of them finds something next, the thread has waited. Else it left them of its own accord, when it had done
 *   what it does between polls: what they took then is its own time.
 */
struct replay_polling {
	uint64_t functions[(TRACE_FUNCTIONS + 63) / 64]; /* bits */
	double inside, between;                          /* s in MPI, and outside as far as that is not counted yet */
};

/* Where a thread is in its program. */
struct replay_where {
	enum trace_function before; /* the call before */
	struct replay_polling polling;
	uint32_t site;                  /* of the actions that are made */
	struct replay_entered *regions; /* that it is in */
	size_t n_regions, region_capacity;
	struct replay_entered left; /* by its last call: how long it was recorded, when it began in the simulation */
	bool enters, leaves;        /* its last call did */
	double own;                 /* s that the tracer took of it between calls so far */
};

/* Numbers of requests. */
struct replay_numbers {
	uint32_t *at;
	size_t n, capacity;
};

/* A thread, which goes through its calls. */
struct replay_thread {
	struct trace_calls *calls;
	struct trace_call call; /* the one that is being replayed */
	bool begun, ended;
	double end;       /* of the call before, s */
	double computing; /* s that it computes */
	double remainder; /* ns that are computed later, so that rounding does not add up */
	struct source_action *actions;
	size_t n_actions, next_action, action_capacity;
	uint32_t *waited; /* of the actions, one after the other */
	size_t n_waited, next_waited, waited_capacity;
	struct replay_numbers over; /* to be given back when the thread goes on */
	uint32_t awaited;           /* what the call begins, if another thread waits for it; else REQUEST_NONE */
	struct rank_program part;
	struct replay_watched watched;
	struct replay_where in;
};

struct replay_process {
	struct replay_thread *threads;
	int n_threads;
	double begin; /* when it left MPI_Init, s */
	struct replay_requests requests;
	struct scout scout;
	struct lookup collectives; /* how many nonblocking ones there were, by communicator */
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
	uint64_t *blocks; /* of a call: bytes of each */
	size_t block_capacity;
	struct replay_sites sites;
	struct replay_found found;
	struct error fault;               /* of the reading of a call: none, once it is dealt with */
	bool persistent[TRACE_FUNCTIONS]; /* functions that make persistent requests */
	struct replay_watch watch;
	double begin; /* when the first process left MPI_Init, s */
};

/* Appends an action of the thread; NULL without memory. Valid until the next one. */
struct source_action *thread_add(struct replay_thread *thread, enum action_kind kind);

/* ns: more than three years of one computation is a clock that went wrong. */
#define REPLAY_COMPUTE_MOST 1e17

/* An action that waits for one request more: to be called right behind the ACTION_WAIT. */
enum status thread_wait_for(struct replay_thread *thread, uint32_t request, struct error *err);

/* program.c: makes the actions of the thread's next call; after ACTION_END there is none. */
enum status replay_advance(struct replay *replay, int process, int thread, struct error *err);

/* program.c: the process begins anew; its calls are counted again. */
enum status replay_rewind(struct replay *replay, int process, struct error *err);

/*
 * watch.c: who watches is told of calls.
 *
 * - watch_read: the actions of a call of the thread were made, by which it goes on.
 * - watch_go_on: the thread has come to its next action, or to the end of them.
 * - watch_end: it has no more calls.
 */
void watch_read(struct replay *replay, int process, int number, struct replay_thread *thread);
void watch_go_on(struct replay *replay, int process, int number, struct replay_thread *thread);
void watch_end(struct replay *replay, int process, int number, struct replay_thread *thread);
/* The number may be used again when the thread has gone on; when the request is done, for which nobody waits. */
enum status thread_give_later(struct replay_thread *thread, uint32_t request, struct error *err);
enum status thread_free_request(struct replay_thread *thread, uint32_t request, struct error *err);

enum status replay_no_memory(struct error *err);

/* What is not simulated takes what it took. */
enum status replay_keep_time(struct replay *replay, struct replay_thread *thread, struct error *err);

/* The number of the request that the thread's call begins; REQUEST_NONE without memory. */
uint32_t replay_begin_request(struct replay *replay, int process, struct replay_thread *thread);

/* messages.c: the actions of a call that sends, receives, probes, or starts such. */
enum status replay_message(struct replay *replay, int process, struct replay_thread *thread, struct error *err);

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
