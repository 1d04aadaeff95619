#ifndef SONDE_TESTS_TRACE_MEMORY_TRACE_H
#define SONDE_TESTS_TRACE_MEMORY_TRACE_H

#include <math.h>
#include <string.h>

#include "trace/class.h"
#include "trace/fields.h"

/* A trace that stands in memory: what a test says that processes called. */

#ifndef MEMORY_PROCESSES
#define MEMORY_PROCESSES 4
#define MEMORY_CALLS 64
#endif

struct memory_trace {
	struct trace trace;
	struct trace_info info;
	struct trace_process process[MEMORY_PROCESSES];
	struct trace_call calls[MEMORY_PROCESSES][MEMORY_CALLS];
	size_t n_calls[MEMORY_PROCESSES];
	int world_members[MEMORY_PROCESSES];
	struct trace_communicator world[MEMORY_PROCESSES]; /* as each process sees it */
	enum status fault[MEMORY_PROCESSES];               /* what reading on ends with, behind the calls */
};

struct memory_calls {
	struct trace_calls calls;
	const struct memory_trace *trace;
	int rank;
	size_t next;
};

static struct memory_calls memory_readers[8 * MEMORY_PROCESSES];

static inline void memory_free(struct trace *trace)
{
	(void)trace;
}

static const struct trace_info *memory_info(const struct trace *trace)
{
	return &((const struct memory_trace *)trace)->info;
}

static const struct trace_process *memory_process(const struct trace *trace, int rank)
{
	return &((const struct memory_trace *)trace)->process[rank];
}

static inline uint64_t memory_bytes(const struct trace *trace)
{
	(void)trace;
	return 0;
}

static inline void memory_calls_free(struct trace_calls *calls)
{
	((struct memory_calls *)calls)->trace = NULL;
}

static inline enum status memory_calls_open(struct trace_calls **calls, struct trace *trace, int rank,
					    struct error *err);

static inline bool memory_calls_next(struct trace_calls *calls, struct trace_call *call, struct error *err)
{
	struct memory_calls *c = (struct memory_calls *)calls;
	if (c->next == c->trace->n_calls[c->rank]) {
		if (c->trace->fault[c->rank] != OK)
			error_set(err, c->trace->fault[c->rank], "process %d cannot be read on", c->rank);
		return false;
	}
	*call = c->trace->calls[c->rank][c->next++];
	return true;
}

static const struct trace_class memory_class = {.name = "memory",
						.free = memory_free,
						.info = memory_info,
						.process = memory_process,
						.bytes = memory_bytes,
						.structure_bytes = memory_bytes,
						.calls_open = memory_calls_open,
						.calls_next = memory_calls_next,
						.calls_free = memory_calls_free};

static inline enum status memory_calls_open(struct trace_calls **calls, struct trace *trace, int rank,
					    struct error *err)
{
	size_t i = 0;
	(void)err;
	while (memory_readers[i].trace)
		i++;
	memory_readers[i] = (struct memory_calls){
		.calls.class = &memory_class, .trace = (const struct memory_trace *)trace, .rank = rank};
	*calls = &memory_readers[i].calls;
	return OK;
}

/* A trace of so many processes on two hosts, which have called nothing yet. */
static inline void memory_init(struct memory_trace *t, int processes)
{
	*t = (struct memory_trace){.trace.class = &memory_class,
				   .info = {.processes = processes,
					    .library = "test MPI 1.0",
					    .command = "./app 1 2",
					    .resolution = 1e-9,
					    .complete = true}};
	for (int i = 0; i < processes; i++) {
		t->process[i] = (struct trace_process){.host = i % 2 ? "odd" : "even", .binding = "", .threads = 1};
		t->world_members[i] = i;
		t->world[i] =
			(struct trace_communicator){.key = 77, .own = i, .n = processes, .members = t->world_members};
	}
}

/* A call of a process, to be filled in: begin and end in microseconds. Without sides, root, or lists. */
static inline struct trace_call *memory_call(struct memory_trace *t, int rank, enum trace_function function,
					     double begin, double end)
{
	struct trace_side nothing = {
		.peer = TRACE_NOBODY, .peer_in_comm = TRACE_NOBODY, .tag = -1, .got_source = -1, .got_tag = -1};
	struct trace_call *call = &t->calls[rank][t->n_calls[rank]];
	*call = (struct trace_call){.function = function,
				    .number = t->n_calls[rank]++,
				    .begin = 1e-6 * begin,
				    .end = 1e-6 * end,
				    .before.cpu = NAN,
				    .comm = &t->world[rank],
				    .send = nothing,
				    .receive = nothing,
				    .root = -1,
				    .inside = 1e-6 * (end - begin)};
	return call;
}

/* A side with a peer of MPI_COMM_WORLD. */
static inline struct trace_side memory_side(int peer, int64_t tag, uint64_t bytes)
{
	return (struct trace_side){.there = true,
				   .peer = peer,
				   .peer_in_comm = peer,
				   .tag = tag,
				   .got_source = -1,
				   .got_tag = -1,
				   .bytes = bytes,
				   .contiguous = true};
}

#endif
