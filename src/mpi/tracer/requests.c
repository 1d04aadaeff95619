#include "mpi/tracer/requests.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool add_threads(struct tracer_requests *requests, size_t n)
{
	struct request_slots *threads = realloc(requests->threads, n * sizeof(*threads));
	if (!threads)
		return false;
	memset(threads + requests->n_threads, 0, (n - requests->n_threads) * sizeof(*threads));
	requests->threads = threads;
	requests->n_threads = n;
	return true;
}

/* A new slot, by the next of the thread's own numbers. */
static bool add_slot(struct tracer_requests *requests, struct request_slots *thread)
{
	int32_t *slots = memory_grow(thread->slots, &thread->room, thread->n + 1, sizeof(*slots));
	if (!slots)
		return false;
	thread->slots = slots;
	struct tracer_request *all = memory_grow(requests->requests, &requests->size, requests->n + 1, sizeof(*all));
	if (!all)
		return false;
	requests->requests = all;
	slots[thread->n++] = (int32_t)requests->n++;
	return true;
}

/* A slot for a request of the thread; -1: memory is out. */
static int64_t take(struct tracer_requests *requests, int thread)
{
	if (__builtin_expect((size_t)thread >= requests->n_threads, 0) && !add_threads(requests, (size_t)thread + 1))
		return -1;
	struct request_slots *slots = &requests->threads[thread];
	const int64_t own = slots_take(&slots->own);
	if (own < 0)
		return -1;
	if ((size_t)own == slots->n && !add_slot(requests, slots)) {
		slots_give(&slots->own, own);
		return -1;
	}
	const int32_t slot = slots->slots[own];
	requests->requests[slot] =
		(struct tracer_request){.next = -1, .last = slot, .thread = thread, .own = (int32_t)own};
	return slot;
}

static void give(struct tracer_requests *requests, int64_t slot)
{
	const struct tracer_request *request = &requests->requests[slot];
	slots_give(&requests->threads[request->thread].own, request->own);
}

int64_t requests_add(struct tracer_requests *requests, uint64_t handle, int flags, int thread)
{
	const int64_t slot = take(requests, thread);
	if (slot < 0)
		return -1;
	const struct map_entry *entry = map_enter(&requests->slot_of, handle, slot);
	if (!entry) {
		give(requests, slot);
		return -1;
	}
	requests->requests[slot].flags = (uint8_t)flags;
	if (entry->value != slot) {
		struct tracer_request *first = &requests->requests[entry->value];
		requests->requests[first->last].next = (int32_t)slot;
		first->last = (int32_t)slot;
	}
	if (flags & (REQUEST_WILD | REQUEST_CANCELLED))
		requests->asked++;
	return slot;
}

int64_t requests_find(const struct tracer_requests *requests, uint64_t handle)
{
	return map_value(&requests->slot_of, handle);
}

void requests_mark(struct tracer_requests *requests, int64_t slot, int flags, int not_any_more)
{
	uint8_t *known = &requests->requests[slot].flags;
	requests->asked -= (*known & (REQUEST_WILD | REQUEST_CANCELLED)) != 0;
	*known = (uint8_t)((*known | flags) & ~not_any_more);
	requests->asked += (*known & (REQUEST_WILD | REQUEST_CANCELLED)) != 0;
}

/* Forgets the first request with a handle. */
static void forget(struct tracer_requests *requests, struct map_entry *entry)
{
	const int64_t slot = entry->value;
	const struct tracer_request *request = &requests->requests[slot];
	requests->asked -= (request->flags & (REQUEST_WILD | REQUEST_CANCELLED)) != 0;
	if (request->next < 0) {
		map_remove(&requests->slot_of, entry);
	} else {
		requests->requests[request->next].last = request->last;
		entry->value = request->next;
	}
	give(requests, slot);
}

/* Makes the thread's own the first of the requests with a handle, if it has one among them. */
static void prefer(struct tracer_requests *requests, struct map_entry *entry, int thread)
{
	struct tracer_request *all = requests->requests, *first = &all[entry->value];
	int32_t before = (int32_t)entry->value, own = before;
	while (own >= 0 && all[own].thread != thread) {
		before = own;
		own = all[own].next;
	}
	if (own < 0 || own == entry->value)
		return;
	all[before].next = all[own].next;
	all[own].last = all[own].next < 0 ? before : first->last;
	all[own].next = (int32_t)entry->value;
	entry->value = own;
}

int64_t requests_complete_other(struct tracer_requests *requests, struct map_entry *entry, int thread, int *flags)
{
	prefer(requests, entry, thread);
	const int64_t slot = entry->value;
	*flags = requests->requests[slot].flags;
	if (*flags & REQUEST_INACTIVE)
		return -1;
	if (*flags & REQUEST_PERSISTENT)
		requests_mark(requests, slot, REQUEST_INACTIVE, REQUEST_CANCELLED);
	else
		forget(requests, entry);
	return slot;
}

int64_t requests_remove(struct tracer_requests *requests, uint64_t handle)
{
	struct map_entry *entry = map_find(&requests->slot_of, handle);
	if (!entry)
		return -1;
	const int64_t slot = entry->value;
	forget(requests, entry);
	return slot;
}

void requests_release(struct tracer_requests *requests)
{
	for (size_t i = 0; i < requests->n_threads; i++) {
		slots_release(&requests->threads[i].own);
		free(requests->threads[i].slots);
	}
	free(requests->threads);
	map_release(&requests->slot_of);
	free(requests->requests);
	*requests = (struct tracer_requests){0};
}
