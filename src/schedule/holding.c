#include "schedule/holding.h"

#include "base/memory.h"

void holdings_add(struct holdings *holdings, struct holding holding)
{
	struct holding *grown = holdings->out_of_memory ? NULL
							: memory_grow(holdings->items, &holdings->capacity,
								      holdings->n + 1, sizeof(*grown));

	if (!grown) {
		holdings->out_of_memory = true;
		return;
	}
	holdings->items = grown;
	holdings->items[holdings->n++] = holding;
}
