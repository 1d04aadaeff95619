/* All processes are read together, and what begins or ends first comes first. */
#include "timeline/trace.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "replay/replay.h"
#include "replay/walk.h"
#include "timeline/moments.h"

/* A thread, of which one call is written at a time. */
struct told_thread {
	double end;     /* s: of its calls so far */
	uint64_t depth; /* regions that have begun */
};

/* A process, and its next call. */
struct told_process {
	struct walked_call next;
	double begin; /* s: of the next call, not before the thread's last one ended */
	struct told_thread *threads;
	int n_threads;
};

struct telling {
	struct trace *trace;
	struct timeline_writer *writer;
	struct walk *walk;
	struct told_process *processes;
	int n;
	struct timeline_moments moments;
	double zero, now; /* s: when the timeline begins, and where it is */
	bool begun;
	struct timeline_message *sent;
	size_t sent_capacity;
	struct error *damage;
};

static int threads_of(const void *self, int process)
{
	return ((const struct telling *)self)->processes[process].n_threads;
}

static const char *host_of(const void *self, int process)
{
	const char *host = trace_process(((const struct telling *)self)->trace, process)->host;

	return host ? host : "";
}

static enum status no_memory(struct error *err)
{
	return error_memory(err, "the timeline of a trace");
}

/* Reads a process' next call, and says when it begins. */
static enum status read_next(struct telling *t, int process, struct error *err)
{
	struct told_process *p = &t->processes[process];
	struct timeline_moment moment = {.process = process, .begins = true};
	bool there = false;
	enum status status;

	do {
		status = walk_next(t->walk, process, &p->next, &there, t->damage, err);
	} while (status == OK && there && p->next.call->thread >= p->n_threads);
	if (status != OK || !there)
		return status;
	p->begin = fmax(p->next.call->begin, p->threads[p->next.call->thread].end);
	moment.time = p->begin;
	return moments_add(&t->moments, &moment) ? OK : no_memory(err);
}

static struct timeline_place place_now(struct telling *t, const struct timeline_moment *moment, int thread)
{
	t->now = t->begun ? fmax(t->now, moment->time) : moment->time;
	t->zero = t->begun ? t->zero : t->now;
	t->begun = true;
	return (struct timeline_place){
		.process = moment->process, .thread = thread, .ns = (uint64_t)llround((t->now - t->zero) * 1e9)};
}

static void note_number(struct timeline_slice *slice, const char *name, int64_t number)
{
	if (slice->n_notes < TIMELINE_NOTES)
		slice->notes[slice->n_notes++] = (struct timeline_note){.name = name, .number = number};
}

static void note_side(struct timeline_slice *slice, const struct trace_side *side, const char *peer, const char *bytes,
		      const char *tag)
{
	if (!side->there)
		return;
	note_number(slice, bytes, (int64_t)side->bytes);
	if (side->peer >= 0)
		note_number(slice, peer, side->peer);
	if (side->peer >= 0 && side->tag >= 0)
		note_number(slice, tag, side->tag);
}

static struct timeline_slice slice_of(const struct trace_call *call)
{
	struct timeline_slice slice = {.name = trace_function_name(call->function),
				       .number = (uint32_t)call->function + 1};

	if (call->function == trace_region_begin) {
		slice.name = call->region ? call->region : "region";
		slice.number = 0;
		return slice;
	}
	note_side(&slice, &call->send, "to", "bytes sent", "tag sent");
	note_side(&slice, &call->receive, "from", "bytes received", "tag received");
	if (call->root >= 0)
		note_number(&slice, "root", call->root);
	if (call->operation && slice.n_notes < TIMELINE_NOTES)
		slice.notes[slice.n_notes++] = (struct timeline_note){.name = "operation", .text = call->operation};
	if (call->polls > 0)
		note_number(&slice, "calls", (int64_t)call->polls);
	return slice;
}

/* The messages of a call as those of a timeline; NULL without memory. */
static struct timeline_message *copy(const struct walked_message *from, size_t n, struct timeline_message *to)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (struct timeline_message){.id = from[i].id, .peer = from[i].peer, .bytes = from[i].bytes};
	return to;
}

/* Says when the call ends, and what it has received then. */
static enum status add_end(struct telling *t, int process, double end, struct error *err)
{
	const struct walked_call *next = &t->processes[process].next;
	struct timeline_moment moment = {
		.time = end, .process = process, .thread = next->call->thread, .n_messages = next->n_received};

	if (next->n_received > 0) {
		moment.messages = malloc(next->n_received * sizeof(*moment.messages));
		if (!moment.messages)
			return no_memory(err);
		copy(next->received, next->n_received, moment.messages);
	}
	if (moments_add(&t->moments, &moment))
		return OK;
	free(moment.messages);
	return no_memory(err);
}

/* The call of the process begins; regions begin and end by calls of their own. */
static enum status begin_call(struct telling *t, const struct timeline_moment *moment, struct error *err)
{
	struct told_process *p = &t->processes[moment->process];
	const struct trace_call *call = p->next.call;
	struct told_thread *thread = &p->threads[call->thread];
	const struct timeline_place place = place_now(t, moment, call->thread);
	const struct timeline_slice slice = slice_of(call);
	enum status status = OK;

	if (call->function == trace_region_end) {
		if (thread->depth > 0) {
			thread->depth--;
			t->writer->form->leave(t->writer, &place, NULL, 0);
		}
	} else {
		struct timeline_message *grown =
			memory_grow(t->sent, &t->sent_capacity, p->next.n_sent + 1, sizeof(*grown));

		if (!grown)
			return no_memory(err);
		t->sent = grown;
		t->writer->form->enter(t->writer, &place, &slice, copy(p->next.sent, p->next.n_sent, grown),
				       p->next.n_sent);
		thread->end = fmax(call->end, p->begin);
		if (call->function == trace_region_begin)
			thread->depth++;
		else
			status = add_end(t, moment->process, thread->end, err);
	}
	return status == OK ? read_next(t, moment->process, err) : status;
}

static enum status tell_all(struct telling *t, struct error *err)
{
	enum status status = OK;

	for (int p = 0; status == OK && p < t->n; p++)
		status = read_next(t, p, err);
	while (status == OK && t->moments.n > 0) {
		struct timeline_moment moment = moments_take(&t->moments);

		if (moment.begins) {
			status = begin_call(t, &moment, err);
		} else {
			const struct timeline_place place = place_now(t, &moment, moment.thread);

			t->writer->form->leave(t->writer, &place, moment.messages, moment.n_messages);
		}
		free(moment.messages);
	}
	return status;
}

/* Regions that nothing ended, end. */
static void end_regions(struct telling *t)
{
	for (int p = 0; p < t->n; p++) {
		for (int i = 0; i < t->processes[p].n_threads; i++) {
			const struct timeline_moment last = {.time = t->now, .process = p};
			const struct timeline_place place = place_now(t, &last, i);

			for (; t->processes[p].threads[i].depth > 0; t->processes[p].threads[i].depth--)
				t->writer->form->leave(t->writer, &place, NULL, 0);
		}
	}
}

static enum status make_processes(struct telling *t, struct error *err)
{
	t->n = trace_info(t->trace)->processes;
	t->processes = calloc((size_t)t->n + 1, sizeof(*t->processes));
	for (int p = 0; t->processes && p < t->n; p++) {
		struct told_process *process = &t->processes[p];

		process->n_threads = replay_threads(t->trace, p);
		process->threads = calloc((size_t)process->n_threads, sizeof(*process->threads));
		if (!process->threads)
			return no_memory(err);
		for (int i = 0; i < process->n_threads; i++)
			process->threads[i].end = -INFINITY;
	}
	return t->processes ? OK : no_memory(err);
}

static void release(struct telling *t)
{
	for (int p = 0; t->processes && p < t->n; p++)
		free(t->processes[p].threads);
	free(t->processes);
	free(t->sent);
	moments_release(&t->moments);
	walk_free(t->walk);
}

enum status timeline_write_trace(struct trace *trace, const struct timeline_form *form, FILE *out, struct error *damage,
				 struct error *err)
{
	struct telling t = {.trace = trace, .damage = damage};
	const struct timeline_cast cast = {.title = trace_info(trace)->command ? trace_info(trace)->command : "program",
					   .processes = trace_info(trace)->processes,
					   .threads = threads_of,
					   .host = host_of,
					   .thread = "thread",
					   .self = &t};
	enum status status = make_processes(&t, err), ended;

	*damage = (struct error){.status = OK};
	if (status == OK)
		status = walk_open(&t.walk, trace, err);
	if (status == OK)
		status = form->begin(&t.writer, out, &cast, err);
	if (status == OK) {
		status = tell_all(&t, err);
		end_regions(&t);
		ended = form->end(t.writer, err);
		status = status == OK ? ended : status;
	}
	release(&t);
	return status;
}
