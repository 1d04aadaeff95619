#include "mpi/tracer/requests.h"

#include <stdlib.h>

static bool reserve(struct tracer_requests *requests, int64_t slot)
{
	if ((size_t)slot < requests->size)
		return true;
	const size_t size = requests->slots.capacity;
	struct tracer_request *all = realloc(requests->requests, size * sizeof(*all));
	if (!all)
		return false;
	requests->requests = all;
	requests->size = size;
	return true;
}

int64_t requests_add(struct tracer_requests *requests, uint64_t handle, int flags, int thread)
{
	const int64_t slot = slots_take(&requests->slots);
	if (slot < 0)
		return -1;
	struct map_entry *entry = map_find(&requests->slot_of, handle);
	if (!reserve(requests, slot) || (!entry && !map_add(&requests->slot_of, handle, slot))) {
		slots_give(&requests->slots, slot);
		return -1;
	}
	requests->requests[slot] = (struct tracer_request){-1, (int32_t)slot, thread, (uint8_t)flags};
	if (entry) {
		struct tracer_request *first = &requests->requests[entry->value];
		requests->requests[first->last].next = (int32_t)slot;
		first->last = (int32_t)slot;
	}
	requests->asked += (flags & (REQUEST_WILD | REQUEST_CANCELLED)) != 0;
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
	slots_give(&requests->slots, slot);
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

int64_t requests_complete(struct tracer_requests *requests, uint64_t handle, int thread, int *flags)
{
	struct map_entry *entry = map_find(&requests->slot_of, handle);
	if (!entry)
		return -1;
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
	slots_release(&requests->slots);
	map_release(&requests->slot_of);
	free(requests->requests);
	*requests = (struct tracer_requests){0};
}
