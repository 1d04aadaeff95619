#ifndef SONDE_TRACE_OTF2_WRITING_H
#define SONDE_TRACE_OTF2_WRITING_H

#include <stdbool.h>

#include <otf2/OTF2_Archive.h>

#include "trace/otf2/library.h"
#include "trace/otf2/messages.h"
#include "trace/otf2/named.h"
#include "trace/otf2/written.h"

/* What the parts of the writer share. All functions are Local. */

enum {
	OTF2_TICKS = 1000000000,     /* a second */
	OTF2_TICK_ZERO = OTF2_TICKS, /* of the trace's begin: a process may begin before rank 0 does */
	OTF2_NO_COMM = -1
};

/* A thread's events. */
struct otf2_place {
	OTF2_EvtWriter *writer; /* NULL: not yet opened */
	uint64_t last;          /* tick */
	uint64_t events;
};

/* One end of a message, as events have it. */
struct otf2_end {
	bool there;
	int peer;         /* rank of the world, TRACE_ANY */
	int peer_in_comm; /* TRACE_ANY */
	int64_t tag;      /* TRACE_ANY_TAG */
	uint64_t bytes;   /* of a receive, until it is matched: of its buffer */
	uint64_t id;      /* of a request in the archive */
	bool posted;      /* of a receive: it is known what it waits for */
	bool any_source, any_tag;
	struct otf2_receive receipt;
};

/* A collective operation, as events have it. */
struct otf2_joint {
	bool there;
	OTF2_CollectiveOp operation;
	uint32_t root;
	uint64_t sent, received;
	uint64_t id;
	int64_t made; /* communicator that it makes */
};

/* A request, until it completes or, of a persistent one, is freed. */
struct otf2_request {
	struct otf2_end send, receive;
	struct otf2_joint joint;
	int64_t comm;
	bool persistent, active;
};

struct otf2_requests {
	struct otf2_map map; /* by trace_call.request */
	struct otf2_request **list;
	size_t n, room;
	size_t *spare; /* places of the list that are free */
	size_t n_spare, spare_room;
	uint64_t last_id;
};

/* A call that began. Its lists are its own. */
struct otf2_running {
	bool busy;
	bool held; /* it waits for a message that its sender has not sent yet */
	enum trace_function function;
	double end;
	uint32_t region;
	int64_t comm, made;
	struct otf2_end receive;
	struct otf2_joint joint;
	uint64_t request;
	struct trace_completion *done;
	size_t n_done, done_room;
};

/* A process' calls, in the order in which they are written. */
struct otf2_stream {
	int rank;
	struct trace_calls *calls;
	struct trace_call head; /* the next one */
	bool has_head;
	struct otf2_running *threads;
	struct otf2_place *places;
	int n_threads;
	size_t threads_room, places_room;
	struct otf2_requests requests;
	double next;     /* s: when something begins or ends, INFINITY: nothing can */
	int next_thread; /* whose call ends then, -1: the head begins */
	size_t heap;     /* place in the heap */
};

struct otf2_writing {
	struct trace *trace;
	const char *dir;
	OTF2_Archive *archive;
	struct otf2_complaint complaint;
	OTF2_ErrorCode code; /* of the first event that failed */
	OTF2_AttributeList *attributes;
	struct otf2_named named;
	struct otf2_messages messages;
	struct otf2_stream *streams;
	int n_streams;
	size_t *heap; /* streams, the earliest first */
	int *woken;   /* processes that were held and got a message */
	size_t n_woken, woken_room;
	struct otf2_written *written;
	struct error *damage;
};

/* The attributes that polling has, as the definitions number them. */
enum { OTF2_ATTRIBUTE_POLLS, OTF2_ATTRIBUTE_INSIDE };

/* The location of a thread: the rank in the lower half, as Score-P has it. */
uint64_t otf2_location(int rank, int thread);

/* Makes room for a thread, and opens its events. ERR_MEMORY, ERR_IO. */
enum status otf2_thread_open(struct otf2_writing *w, struct otf2_stream *s, int thread, struct error *err);

/* The stream's head begins; what it points at may then go. ERR_MEMORY, ERR_IO. */
enum status otf2_call_begin(struct otf2_writing *w, struct otf2_stream *s, struct error *err);

/* The thread's call ends, or is held: then OK, and running->held. forced: it ends without the messages that miss. */
enum status otf2_call_end(struct otf2_writing *w, struct otf2_stream *s, int thread, bool forced, struct error *err);

/* Frees a stream, but for its calls. */
void otf2_stream_release(struct otf2_stream *s);

/* Writes the global definitions, and empty local ones. */
enum status otf2_write_definitions(struct otf2_writing *w, struct error *err);

#endif
