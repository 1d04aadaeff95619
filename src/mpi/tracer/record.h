#ifndef SONDE_MPI_TRACER_RECORD_H
#define SONDE_MPI_TRACER_RECORD_H

#include "mpi/tracer/tracer.h"

/*
 * What the generated wrappers are made of (mpi/tracer/generate). t is the thread; a wrapper has locked the process'
 * tables where that is needed. good: the call succeeded, else its handles are not looked at. All functions are Local.
 */

static inline const struct tracer_communicator *record_comm(struct tracer_thread *t, MPI_Comm comm)
{
	return communicators_find(&t->process->communicators, comm);
}

/* wanted: the parameter is significant at this process. */
static inline __attribute__((always_inline)) struct tracer_type record_type(struct tracer_thread *t, MPI_Datatype type,
									    bool wanted)
{
	if (__builtin_expect(wanted, 1))
		return types_find(&t->process->types, type);
	return (struct tracer_type){TRACE_NONE, TRACE_NONE};
}

static inline int64_t record_bytes(int64_t count, struct tracer_type type)
{
	return type.bytes < 0 ? TRACE_NONE : count * type.bytes;
}

static inline int64_t record_operation(struct tracer_thread *t, MPI_Op operation, bool wanted)
{
	return wanted ? types_operation(&t->process->types, operation) : TRACE_NO_OPERATION;
}

/* Whether what only the root of a rooted operation gives is significant here; what those give that it serves. */
static inline bool record_at_root(const struct tracer_communicator *comm, int root)
{
	return comm->inter ? root == MPI_ROOT : comm->own == root;
}

static inline bool record_at_leaf(const struct tracer_communicator *comm, int root)
{
	return !comm->inter || root >= 0;
}

static inline uint64_t record_key(MPI_Request request)
{
	return (uint64_t)(uintptr_t)request;
}

/* Flags of a request that receives. */
static inline int record_wild(int source, int tag)
{
	return (source == MPI_ANY_SOURCE ? REQUEST_ANY_SOURCE : 0) | (tag == MPI_ANY_TAG ? REQUEST_ANY_TAG : 0);
}

static inline int64_t record_request_new(struct tracer_thread *t, MPI_Request request, int flags, bool good)
{
	if (!good || request == MPI_REQUEST_NULL || t->nested)
		return TRACE_NONE;
	return requests_add(&t->process->requests, record_key(request), flags, t->number);
}

/* The slot of a request that is started, cancelled, freed, or looked at. */
int64_t record_request_start(struct tracer_thread *t, MPI_Request request);
int64_t record_request_cancel(struct tracer_thread *t, MPI_Request request);
int64_t record_request_free(struct tracer_thread *t, MPI_Request request);
int64_t record_request(struct tracer_thread *t, MPI_Request request);

/* Appends the slots of requests that are started; returns how many fields there are then. */
size_t record_requests_start(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *requests);

/* Room for that many handles: requests as they are before a call that may complete them. NULL: memory is out. */
static inline MPI_Request *record_saved(struct tracer_thread *t, size_t length);
MPI_Request *record_saved_more(struct tracer_thread *t, size_t length);

/* The statuses that a program gave, or room for them if it gave none and they are needed. given may be what says that
 * they are ignored. */
static inline MPI_Status *record_statuses(struct tracer_thread *t, void *given, bool ignored, size_t length);
MPI_Status *record_statuses_own(struct tracer_thread *t, void *given, size_t length);

/* Appends the one, all, some, of the saved requests as completed. base: 0 or 1, of the first index. Return how many
 * fields there are then. */
size_t record_done_one(struct tracer_thread *t, size_t n, MPI_Request before, const MPI_Status *status, bool done);
size_t record_done_all(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
		       const MPI_Status *statuses, bool done);
size_t record_done_some(struct tracer_thread *t, size_t n, int done, const int *indices, int base,
			const MPI_Request *before, const MPI_Status *statuses);

/* Those whose handles have changed. */
size_t record_done_changed(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
			   const MPI_Request *after);

/*
 * Those that are complete after a failure, with success or without: their handles have changed, or their statuses do
 * not say that they go on, or MPI says that they are. code: what the call returned.
 */
size_t record_done_failed(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
			  const MPI_Request *after, const MPI_Status *statuses, int code);

/* Whether an error code says that each status has one of its own. */
bool record_in_status(int code);

/* What a wildcard got. */
static inline int64_t record_got_source(int source, const MPI_Status *status, bool good)
{
	return source == MPI_ANY_SOURCE && good ? tracer_rank(status->MPI_SOURCE) : TRACE_NONE;
}

static inline int64_t record_got_tag(int tag, const MPI_Status *status, bool good)
{
	return tag == MPI_ANY_TAG && good ? tracer_tag(status->MPI_TAG) : TRACE_NONE;
}

void record_message_new(struct tracer_thread *t, MPI_Message message, int64_t comm, const MPI_Status *status);
struct tracer_message record_message_take(struct tracer_thread *t, MPI_Message message);

/* The number of a communicator that was made. same: it has the processes of the parent, and cannot be asked yet. */
int64_t record_made(struct tracer_thread *t, const struct tracer_communicator *parent, MPI_Comm made, bool good,
		    bool of_all);
int64_t record_made_same(struct tracer_thread *t, MPI_Comm parent, MPI_Comm made, bool good);
/* The communicator is about to be freed: its number. */
int64_t record_comm_free(struct tracer_thread *t, MPI_Comm comm);

/* The datatype is about to be freed. */
void record_type_free(struct tracer_thread *t, MPI_Datatype type);

/* Append lists and return how many fields there are then: bytes of counts of one type, or of several, counts being of
 * that many bytes each; neighbours. *layout: whether all are contiguous. */
size_t record_each(struct tracer_thread *t, size_t n, bool wanted, int length, const void *counts, size_t each,
		   struct tracer_type type);
size_t record_each_typed(struct tracer_thread *t, size_t n, size_t layout, bool wanted, int length, const void *counts,
			 size_t each, const MPI_Datatype *types);
size_t record_neighbours(struct tracer_thread *t, size_t n, int length, const int64_t *ranks);

static inline MPI_Request *record_saved(struct tracer_thread *t, size_t length)
{
	return __builtin_expect(length * sizeof(MPI_Request) <= t->saved_size, 1) ? t->saved
										  : record_saved_more(t, length);
}

static inline MPI_Status *record_statuses(struct tracer_thread *t, void *given, bool ignored, size_t length)
{
	if (__builtin_expect(!ignored || (t->process->requests.asked == 0 && !t->process->multiple), 1))
		return given;
	return record_statuses_own(t, given, length);
}

#endif
