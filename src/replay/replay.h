#ifndef SONDE_REPLAY_REPLAY_H
#define SONDE_REPLAY_REPLAY_H

#include "algorithm/decision/case.h"
#include "replay/scales.h"
#include "simulate/source.h"
#include "trace/reader.h"

/*
 * A trace as a program that is simulated.
 *
 * - Computation between calls takes what was recorded. Messages, waits and collective operations take what the
 *   simulation makes of them. Wildcards get what they got, or what is there first in the simulation.
 * - Other calls (files, one-sided communication, making communicators) keep the time that they took, and are counted.
 * - Calls that found nothing (MPI_Test, MPI_Iprobe) are waiting, and take no time of their own; what a program computes
 *   between them stays.
 * - It begins when the first process leaves MPI_Init, and ends for each when it calls MPI_Finalize.
 * - All functions are Local.
 */
struct replay;

/* An MPI library whose rules choose algorithms. */
struct replay_rules {
	enum decision_library library; /* in place of the traced one */

	/* Told of each collective operation that is decided, at each process: sets what rules choose for it (algorithm,
	 * fanout, segment, named, selection of *what), or leaves the library's own decision. ERR_INPUT: the library
	 * aborts in such a call. */
	enum status (*choose)(void *self, int process, const struct trace_call *call, struct decision_case *what,
			      struct error *err);
	void *self;
};

struct replay_options {
	double compute_scale;                    /* what computation takes, of what was recorded */
	const struct computation_scales *scales; /* times what it says for process and region, borrowed; NULL: 1 */
	bool cpu_time;                           /* computation is the CPU time between calls, where it was read */
	bool apart;                              /* processes took turns on CPUs, and are simulated with one each */
	bool wildcards;                          /* receives of any message get what is there first in the simulation */
	bool calls_alone; /* collective operations are nothing, for those who only read on (walk.h) */
	const int *node;  /* of each process the first one on its node, borrowed; NULL: by the trace's hosts */
	const struct replay_rules *rules; /* by which the library decides, borrowed; NULL: by none */
	const struct choices *choices;    /* by which algorithm collective operations are done, borrowed; where they say
					     nothing, or NULL: by the traced library's own */
};

/* Who wants to know when each call takes place in the simulation. */
struct replay_watch {
	/* A call of a thread, those of one in their order. begin, end: s since the first process left MPI_Init. NULL:
	 * nobody. */
	void (*call)(void *self, int process, int thread, double begin, double end);

	/* A call begins. call: stays until this returns. NULL: nobody. */
	void (*begin)(void *self, int process, const struct trace_call *call, double at);
	void *self;
};

/* A region in a process, those inside it included. Seconds: recorded, and simulated. */
struct replay_region {
	int process;
	const char *name;
	uint64_t times; /* that it was passed */
	double recorded, seconds;
};

/* What was read so far; of all when the simulation has ended. Times in seconds. */
struct replay_found {
	int processes;
	double *recorded;     /* when each process ended, since the first one left MPI_Init, without what the tracer
				 took of it */
	double *computing;    /* of each: what its busiest thread computes between calls, as it is simulated */
	double cpu, cpu_gaps; /* of all processes together: of the CPU, and by the clock, between calls of which the
				 trace has both */
	bool apart;           /* struct replay_options: what was recorded is not what is simulated */
	uint64_t *scaled;     /* of each row of the options' scales: how many computations it holds for; may be NULL */
	uint64_t largest;     /* bytes of the longest message that the program sends by itself */
	uint64_t calls;
	uint64_t kept[TRACE_FUNCTIONS]; /* calls that keep their time, and how long they took */
	double kept_seconds[TRACE_FUNCTIONS];
	uint64_t approximate;          /* collective operations for which another one stands */
	struct replay_region *regions; /* n_regions */
	size_t n_regions;
	uint64_t unresolved; /* receives of any message that the trace never says to be complete */
	uint64_t unfit;      /* collective operations that their chosen algorithm cannot do */
	struct error damage; /* the first place where a process cannot be read on, whose other calls are left out */
};

/*
 * Whether more processes ran on a host than it has CPUs for, so that computation is not what passed between calls.
 *
 * - text: of room bytes, set to "HOST: 4 processes take turns on 2 CPUs"; CIRCUMSTANCES_CROWDED_ROOM suffice.
 * - ERR_MEMORY.
 */
enum status replay_crowded(struct trace *trace, bool *crowded, char *text, size_t room, struct error *err);

/* The options where nobody says otherwise: computation as it is, the CPU's where the run was crowded. ERR_MEMORY. */
enum status replay_usual(struct trace *trace, struct replay_options *options, struct error *err);

/* Where the processes of a trace ran: *hosts, of which the caller frees the list. ERR_MEMORY. */
enum status replay_hosts(struct trace *trace, const char *const **hosts, struct error *err);

/*
 * Begins with a trace, which must outlive it.
 *
 * - ERR_INPUT: a process has too many threads. ERR_MEMORY.
 */
enum status replay_open(struct replay **replay, struct trace *trace, const struct replay_options *options,
			struct error *err);
void replay_free(struct replay *replay);

/* Where in a program something happens. */
struct replay_site {
	const char *region;           /* the innermost that it is in, NULL: none */
	enum trace_function function; /* the call, or the one behind a computation */
	enum trace_function before;   /* the call before a computation */
	bool computing;
};

/* The place of a number that intervals have; NULL for 0. It stays until the next call is replayed. */
const struct replay_site *replay_site(const struct replay *replay, uint32_t number);

/* To be simulated once. It ends with ERR_IO where a file cannot be read, and goes on where one is damaged
 * (replay_found.damage). */
struct program_source replay_source(struct replay *replay);

/* To be said before it is simulated. */
void replay_watch(struct replay *replay, const struct replay_watch *watch);

/* When the first process left MPI_Init, in the trace's time, s: the simulation begins there. */
double replay_begin(const struct replay *replay);

/* How many threads of a process are simulated. */
int replay_threads(const struct trace *trace, int process);

const struct replay_found *replay_found(const struct replay *replay);

#endif
