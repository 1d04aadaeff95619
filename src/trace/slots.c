#include "trace/slots.h"

#include <stdlib.h>

static size_t place(const struct trace_slots *slots, uint32_t number)
{
	size_t i = number & (slots->room - 1);

	while (slots->at[i].number != 0 && slots->at[i].number != number + 1)
		i = (i + 1) & (slots->room - 1);
	return i;
}

static int grow(struct trace_slots *slots)
{
	struct trace_slots grown = {.n = slots->n, .room = slots->room > 0 ? 2 * slots->room : 64};

	if (grown.room > SIZE_MAX / 2 / sizeof(*grown.at))
		return 0;
	grown.at = calloc(grown.room, sizeof(*grown.at));
	if (!grown.at)
		return 0;
	for (size_t i = 0; i < slots->room; i++)
		if (slots->at[i].number != 0)
			grown.at[place(&grown, slots->at[i].number - 1)] = slots->at[i];
	free(slots->at);
	*slots = grown;
	return 1;
}

struct trace_slot *trace_slots_find(struct trace_slots *slots, int64_t number)
{
	struct trace_slot *slot;

	if (number < 0 || number >= UINT32_MAX)
		return NULL;
	if (slots->room > 0) {
		slot = &slots->at[place(slots, (uint32_t)number)];
		if (slot->number != 0)
			return slot;
	}
	if (2 * (slots->n + 1) > slots->room && !grow(slots)) {
		slots->no_memory = true;
		return NULL;
	}
	slot = &slots->at[place(slots, (uint32_t)number)];
	slot->number = (uint32_t)number + 1;
	slots->n++;
	return slot;
}

void trace_slots_release(struct trace_slots *slots)
{
	free(slots->at);
	*slots = (struct trace_slots){0};
}
