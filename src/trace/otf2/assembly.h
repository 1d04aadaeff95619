#ifndef SONDE_TRACE_OTF2_ASSEMBLY_H
#define SONDE_TRACE_OTF2_ASSEMBLY_H

#include <stdbool.h>

#include "trace/otf2/collectives.h"
#include "trace/otf2/definitions.h"

/* All functions are Local. */

/*
 * Calls are made of events here. Calls stand in the order of their begins in a window that begins with the first one
 * that is not whole yet: a thread is in it, or it began a receive or collective operation of which only the completion
 * tells with whom. Memory goes by that window and by requests that are under way.
 */

struct otf2_entry {
	struct trace_call call;
	struct trace_completion *done;
	size_t room;     /* for completions */
	bool left;       /* the thread has left the call */
	bool started;    /* a message of MPI_Start or MPI_Startall, which the thread is in */
	bool unresolved; /* the completion of what it began is still to come */
};

/* A request that is under way. */
struct otf2_pending {
	uint64_t id;    /* as trace_call.request */
	uint64_t entry; /* of the call that began it, counted from the first one of all */
	size_t next;    /* of the free ones */
};

struct otf2_thread {
	uint64_t calls;
	uint64_t entry; /* of the call that it is in */
	int depth;      /* of regions inside that call, 0: it is in none */
	double time;    /* s: of its last event */
};

struct otf2_assembly {
	const struct otf2_definitions *definitions;
	int rank;
	enum otf2_counting counting;
	struct otf2_map location; /* to the thread */
	struct otf2_thread *threads;
	struct trace_communicator *communicators; /* as this process sees them; n = 0: not yet made */
	int self;                                 /* the rank, which is all members of MPI_COMM_SELF */
	struct otf2_entry *entries;               /* a ring: entry i is at i modulo room */
	size_t room;
	uint64_t first, end; /* entries of the window */
	struct otf2_map request;
	struct otf2_pending *pending;
	size_t n_pending, pending_room, free_pending;
	uint64_t last_request;
	struct error err; /* of an event */
};

/* Makes ready for the events of a process. otf2_assembly_release follows, also after a failure. ERR_MEMORY. */
enum status otf2_assembly_init(struct otf2_assembly *assembly, const struct otf2_definitions *definitions, int rank,
			       enum otf2_counting counting, struct error *err);

/* Takes the next whole call. What it points at stays until the next event. False: further events are needed; if there
 * are none (final) the rest is given as far as it is known, and calls that nobody left are not. */
bool otf2_assembly_take(struct otf2_assembly *assembly, bool final, struct trace_call *call);

void otf2_assembly_release(struct otf2_assembly *assembly);

/* The parts that events touch, for trace/otf2/events.c. */

/* The thread of a location, NULL: of another process. */
struct otf2_thread *otf2_assembly_thread(struct otf2_assembly *assembly, uint64_t location);

/* Appends a call that begins and ends then; if the thread is in a call, at the end of that. NULL: no memory, or a time
 * before the thread's last event, which *err of the assembly says. */
struct otf2_entry *otf2_assembly_append(struct otf2_assembly *assembly, struct otf2_thread *thread,
					enum trace_function function, double time);

/* The thread leaves its call. Messages that MPI_Start and MPI_Startall began stand at its end, as calls of their own.
 * False: a time before its last event, which *err of the assembly says. */
bool otf2_assembly_leave(struct otf2_assembly *assembly, struct otf2_thread *thread, double time);

/* The call that a thread is in, NULL: none. */
struct otf2_entry *otf2_assembly_current(struct otf2_assembly *assembly, const struct otf2_thread *thread);

/* A communicator by its number in the archive, NULL: unknown. */
const struct trace_communicator *otf2_assembly_communicator(struct otf2_assembly *assembly, uint32_t number);

/* The call begins a request, which has this number in the archive until it completes. */
enum status otf2_assembly_begin(struct otf2_assembly *assembly, struct otf2_entry *entry, uint64_t raw);

/* The call completes a request. *begun is the call that began it, NULL if that was given already. False: no such
 * request, or no memory. */
bool otf2_assembly_complete(struct otf2_assembly *assembly, struct otf2_entry *entry, uint64_t raw, int64_t got,
			    struct otf2_entry **begun);

#endif
