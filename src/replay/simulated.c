#include "replay/simulated.h"

#include "base/memory.h"
#include "simulate/simulate.h"
#include "trace/class.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 256 };

struct times {
	double begin, end; /* s since the simulation began */
};

/* The times of a thread's calls: full pieces are in the file, where each of them begins. */
struct thread_times {
	struct times piece[PIECE];
	uint64_t n;
	uint64_t *places;
	size_t n_places, capacity;
};

struct simulated {
	struct trace trace;
	struct trace *original;
	FILE *file;
	uint64_t length; /* of the file, pieces */
	struct thread_times **threads;
	int *n_threads; /* of each process */
	int processes;
	double begin; /* of the simulation, in the trace's time */
	struct error failure;
};

/* Calls of a process. Of several threads each has a reader of its own, since they are in another order than recorded.
 */
struct simulated_thread {
	struct trace_calls *calls;
	struct trace_call call;
	bool there;
	uint64_t next;            /* call */
	double end, recorded_end; /* of the call before */
	struct times piece[PIECE];
};

struct simulated_calls {
	struct trace_calls calls;
	struct simulated *simulated;
	int rank, n_threads, given; /* given: whose call was given last, -1: nobody's */
	struct simulated_thread *threads;
};

void simulated_free(struct simulated *s)
{
	if (!s)
		return;
	for (int p = 0; s->threads && p < s->processes; p++) {
		for (int t = 0; s->threads[p] && t < s->n_threads[p]; t++)
			free(s->threads[p][t].places);
		free(s->threads[p]);
	}
	free(s->threads);
	free(s->n_threads);
	if (s->file)
		fclose(s->file);
	free(s);
}

static void keep(struct simulated *s, struct thread_times *times)
{
	uint64_t *grown = memory_grow(times->places, &times->capacity, times->n_places + 1, sizeof(*grown));

	if (!grown) {
		error_memory(&s->failure, "the times of a simulation");
		return;
	}
	times->places = grown;
	if (fwrite(times->piece, sizeof(times->piece), 1, s->file) != 1)
		error_set(&s->failure, ERR_IO, "the times of a simulation cannot be kept in a temporary file: %s",
			  strerror(errno));
	grown[times->n_places++] = s->length++;
}

static void note(void *self, int process, int thread, double begin, double end)
{
	struct simulated *s = self;
	struct thread_times *times = &s->threads[process][thread];

	if (s->failure.status != OK)
		return;
	times->piece[times->n++ % PIECE] = (struct times){begin, end};
	if (times->n % PIECE == 0)
		keep(s, times);
}

void simulated_watch(struct simulated *s, struct replay *replay)
{
	replay_watch(replay, &(struct replay_watch){.call = note, .self = s});
}

/* Reads the times of the thread's next call; false: the simulation has none. */
static bool time_of(struct simulated *s, const struct thread_times *times, struct simulated_thread *thread,
		    struct times *found)
{
	uint64_t n = thread->next++;

	if (n >= times->n)
		return false;
	if (n / PIECE == times->n_places) {
		*found = times->piece[n % PIECE];
		return true;
	}
	if (n % PIECE == 0 &&
	    (fseeko(s->file, (off_t)(times->places[n / PIECE] * sizeof(thread->piece)), SEEK_SET) != 0 ||
	     fread(thread->piece, sizeof(thread->piece), 1, s->file) != 1)) {
		error_set(&s->failure, ERR_IO, "the times of a simulation cannot be read again: %s", strerror(errno));
		return false;
	}
	*found = thread->piece[n % PIECE];
	return true;
}

/* What comes after the simulation's end is as long after it as it was. */
static void shift(struct simulated *s, const struct thread_times *times, struct simulated_thread *thread)
{
	struct trace_call *call = &thread->call;
	double begin = call->begin, end = call->end;
	struct times found;

	if (time_of(s, times, thread, &found)) {
		call->begin = s->begin + found.begin;
		call->end = s->begin + found.end;
	} else {
		call->begin = thread->end + (begin - thread->recorded_end);
		call->end = call->begin + (end - begin);
	}
	thread->recorded_end = end;
	thread->end = call->end;
	call->inside = fmin(call->inside, call->end - call->begin);
	call->before = (struct trace_gap){.cpu = NAN};
}

/* Reads the next call of a thread. */
static void read_thread(struct simulated_calls *c, int t, struct error *err)
{
	struct simulated *s = c->simulated;
	struct simulated_thread *thread = &c->threads[t];

	do {
		thread->there = trace_calls_next(thread->calls, &thread->call, err);
	} while (thread->there && c->n_threads > 1 && thread->call.thread != t);
	if (thread->there)
		shift(s, &s->threads[c->rank][t], thread);
	if (s->failure.status != OK) {
		*err = s->failure;
		thread->there = false;
	}
}

static bool calls_next(struct trace_calls *calls, struct trace_call *call, struct error *err)
{
	struct simulated_calls *c = (struct simulated_calls *)calls;
	int first = -1;

	if (c->given >= 0)
		read_thread(c, c->given, err);
	for (int t = 0; c->given < 0 && t < c->n_threads; t++)
		read_thread(c, t, err);
	for (int t = 0; t < c->n_threads; t++) {
		if (c->threads[t].there && (first < 0 || c->threads[t].call.begin < c->threads[first].call.begin))
			first = t;
	}
	c->given = first;
	if (first < 0)
		return false;
	*call = c->threads[first].call;
	return true;
}

static void calls_free(struct trace_calls *calls)
{
	struct simulated_calls *c = (struct simulated_calls *)calls;

	for (int t = 0; c->threads && t < c->n_threads; t++)
		trace_calls_free(c->threads[t].calls);
	free(c->threads);
	free(c);
}

static enum status calls_open(struct trace_calls **calls, struct trace *trace, int rank, struct error *err)
{
	struct simulated *s = (struct simulated *)trace;
	struct simulated_calls *c = calloc(1, sizeof(*c));
	enum status status = OK;

	if (!c)
		return error_memory(err, "the calls of a simulation");
	*c = (struct simulated_calls){.calls.class = s->trace.class,
				      .simulated = s,
				      .rank = rank,
				      .n_threads = s->n_threads[rank],
				      .given = -1,
				      .threads = calloc((size_t)s->n_threads[rank], sizeof(*c->threads))};
	if (!c->threads)
		status = error_memory(err, "the calls of a simulation");
	for (int t = 0; status == OK && t < c->n_threads; t++) {
		c->threads[t].end = c->threads[t].recorded_end = s->begin;
		status = trace_calls_open(&c->threads[t].calls, s->original, rank, err);
	}
	if (status == OK)
		*calls = &c->calls;
	else
		calls_free(&c->calls);
	return status;
}

static const struct trace_info *info(const struct trace *trace)
{
	return trace_info(((const struct simulated *)trace)->original);
}

static const struct trace_process *process(const struct trace *trace, int rank)
{
	return trace_process(((const struct simulated *)trace)->original, rank);
}

static uint64_t bytes(const struct trace *trace)
{
	return trace_bytes(((const struct simulated *)trace)->original);
}

static uint64_t structure_bytes(const struct trace *trace)
{
	return trace_structure_bytes(((const struct simulated *)trace)->original);
}

/* It belongs to whoever simulated. */
static void leave(struct trace *trace)
{
	(void)trace;
}

static const struct trace_class simulated_class = {.name = "simulated",
						   .free = leave,
						   .info = info,
						   .process = process,
						   .bytes = bytes,
						   .structure_bytes = structure_bytes,
						   .calls_open = calls_open,
						   .calls_next = calls_next,
						   .calls_free = calls_free};

enum status simulated_new(struct simulated **made, struct trace *trace, struct error *err)
{
	int n = trace_info(trace)->processes;
	struct simulated *s = calloc(1, sizeof(*s));
	bool whole = s != NULL;

	if (s) {
		*s = (struct simulated){.trace.class = &simulated_class,
					.original = trace,
					.threads = calloc((size_t)n + 1, sizeof(*s->threads)),
					.n_threads = calloc((size_t)n + 1, sizeof(*s->n_threads)),
					.processes = n};
		whole = s->threads && s->n_threads;
	}
	for (int p = 0; whole && p < n; p++) {
		s->n_threads[p] = replay_threads(trace, p);
		s->threads[p] = calloc((size_t)s->n_threads[p], sizeof(*s->threads[p]));
		whole = s->threads[p] != NULL;
	}
	if (!whole) {
		simulated_free(s);
		return error_memory(err, "the times of a simulation");
	}
	s->file = tmpfile();
	if (s->file) {
		*made = s;
		return OK;
	}
	simulated_free(s);
	return error_set(err, ERR_IO, "there is no temporary file for the times of a simulation: %s", strerror(errno));
}

enum status simulated_trace(struct simulated *s, double begin, struct trace **trace, struct error *err)
{
	if (s->failure.status == OK && fflush(s->file) != 0)
		error_set(&s->failure, ERR_IO, "the times of a simulation cannot be kept in a temporary file: %s",
			  strerror(errno));
	if (s->failure.status != OK)
		return error_set(err, s->failure.status, "%s", s->failure.text);
	s->begin = begin;
	*trace = &s->trace;
	return OK;
}

enum status replay_simulate(struct trace *trace, const struct replay_options *options, const struct costs *costs,
			    struct simulated *calls, struct simulation *found, struct replay **replay,
			    struct error *err)
{
	struct program_source source;
	enum status status;

	*replay = NULL;
	status = replay_open(replay, trace, options, err);
	if (status != OK)
		return status;
	if (calls)
		simulated_watch(calls, *replay);
	source = replay_source(*replay);
	status = simulate_source(&source, costs, found, err);
	if (status == ERR_INPUT && replay_found(*replay)->damage.status != OK)
		error_prefix(err, replay_found(*replay)->damage.text);
	return status;
}
