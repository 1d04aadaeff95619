#include "trace/otf2/assembly.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "trace/fields.h"

/* Calls that wait for a completion which may never come. */
static const uint64_t window_max = UINT64_C(1) << 20;

enum status otf2_assembly_init(struct otf2_assembly *a, const struct otf2_definitions *d, int rank,
			       enum otf2_counting counting, struct error *err)
{
	const struct otf2_process *process = &d->processes[rank];
	*a = (struct otf2_assembly){.definitions = d,
				    .rank = rank,
				    .counting = counting,
				    .self = rank,
				    .room = 64,
				    .free_pending = SIZE_MAX};
	a->threads = calloc(process->n_locations + 1, sizeof(*a->threads));
	a->communicators = calloc(d->n_communicators + 1, sizeof(*a->communicators));
	a->entries = calloc(a->room, sizeof(*a->entries));
	if (!a->threads || !a->communicators || !a->entries)
		return error_memory(err, "the archive's events");
	enum status status = OK;
	for (size_t i = 0; status == OK && i < process->n_locations; i++) {
		a->threads[i].time = -INFINITY;
		status = otf2_map_set(&a->location, process->locations[i], i, err);
	}
	return status;
}

void otf2_assembly_release(struct otf2_assembly *a)
{
	for (size_t i = 0; a->entries && i < a->room; i++)
		free(a->entries[i].done);
	free(a->entries);
	free(a->threads);
	free(a->communicators);
	free(a->pending);
	otf2_map_release(&a->location);
	otf2_map_release(&a->request);
	*a = (struct otf2_assembly){0};
}

static struct otf2_entry *entry_at(const struct otf2_assembly *a, uint64_t i)
{
	return &a->entries[i & (a->room - 1)];
}

static enum status widen(struct otf2_assembly *a)
{
	size_t room = 2 * a->room;
	struct otf2_entry *entries = calloc(room, sizeof(*entries));
	if (!entries)
		return error_memory(&a->err, "calls that have not completed");
	for (uint64_t i = a->first; i < a->first + a->room; i++)
		entries[i & (room - 1)] = *entry_at(a, i);
	free(a->entries);
	a->entries = entries;
	a->room = room;
	return OK;
}

struct otf2_thread *otf2_assembly_thread(struct otf2_assembly *a, uint64_t location)
{
	size_t i = otf2_map_get(&a->location, location);
	return i == OTF2_MAP_NONE ? NULL : &a->threads[i];
}

/* Takes a thread to a time, which is not before that of its event before; offsets of clocks leave a rounded tick. */
static bool advance(struct otf2_assembly *a, struct otf2_thread *thread, double *time)
{
	if (*time < thread->time - 2 * a->definitions->tick) {
		error_set(&a->err, ERR_INPUT,
			  "the times of a thread of process %d go back by %g s (the archive is damaged; what was read "
			  "before is right)",
			  a->rank, thread->time - *time);
		return false;
	}
	*time = *time > thread->time ? *time : thread->time;
	thread->time = *time;
	return true;
}

struct otf2_entry *otf2_assembly_append(struct otf2_assembly *a, struct otf2_thread *thread,
					enum trace_function function, double time)
{
	if (!advance(a, thread, &time) || (a->end - a->first == a->room && widen(a) != OK))
		return NULL;
	struct otf2_entry *entry = entry_at(a, a->end++);
	struct trace_side nothing = {
		.peer = TRACE_NOBODY, .peer_in_comm = TRACE_NOBODY, .tag = -1, .got_source = -1, .got_tag = -1};
	entry->call = (struct trace_call){.function = function,
					  .thread = (int)(thread - a->threads),
					  .number = thread->calls++,
					  .begin = time,
					  .end = time,
					  .before.cpu = NAN,
					  .root = -1,
					  .send = nothing,
					  .receive = nothing};
	entry->left = !thread->depth;
	entry->unresolved = false;
	entry->started = thread->depth > 0;
	return entry;
}

bool otf2_assembly_leave(struct otf2_assembly *a, struct otf2_thread *thread, double time)
{
	if (!advance(a, thread, &time))
		return false;
	entry_at(a, thread->entry)->call.end = time;
	entry_at(a, thread->entry)->left = true;
	for (uint64_t i = thread->entry + 1; i < a->end; i++) {
		struct otf2_entry *entry = entry_at(a, i);
		if (entry->started && entry->call.thread == (int)(thread - a->threads)) {
			entry->call.begin = entry->call.end = time;
			entry->started = false;
			entry->left = true;
		}
	}
	return true;
}

struct otf2_entry *otf2_assembly_current(struct otf2_assembly *a, const struct otf2_thread *thread)
{
	return thread->depth ? entry_at(a, thread->entry) : NULL;
}

static int find_own(const struct otf2_communicator *c, int rank)
{
	for (int i = 0; i < c->n; i++)
		if (c->members[i] == rank)
			return i;
	return -1;
}

const struct trace_communicator *otf2_assembly_communicator(struct otf2_assembly *a, uint32_t number)
{
	size_t i = otf2_map_get(&a->definitions->communicator, number);
	if (i == OTF2_MAP_NONE)
		return NULL;
	struct trace_communicator *made = &a->communicators[i];
	const struct otf2_communicator *c = &a->definitions->communicators[i];
	if (made->members)
		return made;
	*made = (struct trace_communicator){.number = c->number, .key = (uint64_t)i << 32 | 0xffffffff};
	if (c->self) {
		if (c->number != 1)
			made->key = (uint64_t)i << 32 | (uint32_t)a->rank;
		made->n = 1;
		made->members = &a->self;
		return made;
	}
	int own = find_own(c, a->rank);
	bool other = own < 0 && c->n_remote; /* of an intercommunicator, this process is in the second group */
	made->n = other ? c->n_remote : c->n;
	made->members = other ? c->remote : c->members;
	made->n_remote = other ? c->n : c->n_remote;
	made->remote = other ? c->members : c->remote;
	made->own = own;
	for (int k = 0; other && k < c->n_remote; k++)
		if (c->remote[k] == a->rank)
			made->own = k;
	return made;
}

static struct otf2_entry *window_entry(const struct otf2_assembly *a, uint64_t i)
{
	return i >= a->first && i < a->end ? entry_at(a, i) : NULL;
}

enum status otf2_assembly_begin(struct otf2_assembly *a, struct otf2_entry *entry, uint64_t raw)
{
	size_t at = otf2_map_get(&a->request, raw);
	entry->call.request = ++a->last_request;
	if (at != OTF2_MAP_NONE) {
		/* A request of this number is under way: nobody will say that it completed. */
		struct otf2_entry *before = window_entry(a, a->pending[at].entry);
		if (before)
			before->unresolved = false;
	} else if (a->free_pending != SIZE_MAX) {
		at = a->free_pending;
		a->free_pending = a->pending[at].next;
	} else {
		void *pending = memory_grow(a->pending, &a->pending_room, a->n_pending + 1, sizeof(*a->pending));
		if (!pending)
			return error_memory(&a->err, "requests under way");
		a->pending = pending;
		at = a->n_pending++;
	}
	size_t behind = (size_t)(entry - a->entries - (ptrdiff_t)(a->first & (a->room - 1))) & (a->room - 1);
	a->pending[at] = (struct otf2_pending){.id = a->last_request, .entry = a->first + behind};
	return otf2_map_set(&a->request, raw, at, &a->err);
}

static bool add_done(struct otf2_assembly *a, struct otf2_entry *entry, uint64_t id, int64_t got)
{
	void *done = memory_grow(entry->done, &entry->room, entry->call.n_done + 1, sizeof(*entry->done));
	if (!done) {
		error_memory(&a->err, "requests that completed");
		return false;
	}
	entry->done = done;
	entry->done[entry->call.n_done++] = (struct trace_completion){.request = id, .source = (int)got, .tag = got};
	return true;
}

bool otf2_assembly_complete(struct otf2_assembly *a, struct otf2_entry *entry, uint64_t raw, int64_t got,
			    struct otf2_entry **begun)
{
	size_t at = otf2_map_get(&a->request, raw);
	if (at == OTF2_MAP_NONE || !add_done(a, entry, a->pending[at].id, got))
		return false;
	*begun = window_entry(a, a->pending[at].entry);
	otf2_map_remove(&a->request, raw);
	a->pending[at].next = a->free_pending;
	a->free_pending = at;
	return true;
}

bool otf2_assembly_take(struct otf2_assembly *a, bool final, struct trace_call *call)
{
	while (a->first < a->end) {
		struct otf2_entry *entry = entry_at(a, a->first);
		bool forced = final || a->end - a->first > window_max;
		if (!entry->left && !final)
			return false;
		if (entry->unresolved && !forced)
			return false;
		a->first++;
		if (!entry->left)
			continue;
		*call = entry->call;
		call->done = entry->done;
		return true;
	}
	return false;
}
