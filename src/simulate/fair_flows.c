#include "simulate/fair_flows.h"

#include "base/memory.h"

bool fair_list_add(struct fair_list *list, uint32_t value)
{
	uint32_t *grown = memory_grow(list->at, &list->capacity, list->n + 1, sizeof(*grown));

	if (!grown)
		return false;
	list->at = grown;
	list->at[list->n++] = value;
	return true;
}

/* The heap of flows by their ends. */

static bool ends_before(const struct fair_network *network, uint32_t a, uint32_t b)
{
	const struct fair_flow *x = &network->flows[a], *y = &network->flows[b];

	return x->end < y->end || (x->end == y->end && x->number < y->number);
}

static void put(struct fair_network *network, size_t place, uint32_t flow)
{
	network->heap.at[place] = flow;
	network->flows[flow].place = (uint32_t)place;
}

void fair_sift_up(struct fair_network *network, uint32_t flow)
{
	const struct fair_list *heap = &network->heap;
	size_t i = network->flows[flow].place;

	for (; i > 0 && ends_before(network, flow, heap->at[(i - 1) / 2]); i = (i - 1) / 2)
		put(network, i, heap->at[(i - 1) / 2]);
	put(network, i, flow);
}

void fair_sift_down(struct fair_network *network, uint32_t flow)
{
	const struct fair_list *heap = &network->heap;
	size_t i = network->flows[flow].place, child;

	for (; (child = 2 * i + 1) < heap->n; i = child) {
		if (child + 1 < heap->n && ends_before(network, heap->at[child + 1], heap->at[child]))
			child++;
		if (!ends_before(network, heap->at[child], flow))
			break;
		put(network, i, heap->at[child]);
	}
	put(network, i, flow);
}

void fair_sift(struct fair_network *network, uint32_t flow)
{
	fair_sift_up(network, flow);
	fair_sift_down(network, flow);
}

void fair_heap_remove(struct fair_network *network, uint32_t flow)
{
	size_t place = network->flows[flow].place;
	uint32_t last = network->heap.at[--network->heap.n];

	if (last == flow)
		return;
	put(network, place, last);
	fair_sift(network, last);
}

/* The lists of flows at each port. */

bool fair_note_change(struct fair_network *network, double now, uint32_t port)
{
	if (network->changed.n == 0)
		network->pending = now;
	if (network->port[port].changed)
		return true;
	network->port[port].changed = true;
	return fair_list_add(&network->changed, port);
}

void fair_link_in(struct fair_network *network, uint32_t f, int end)
{
	struct fair_flow *flow = &network->flows[f];
	struct fair_port *port = &network->port[flow->port[end]];

	flow->next[end] = port->flows;
	flow->previous[end] = 0;
	if (port->flows)
		network->flows[port->flows].previous[end] = f;
	port->flows = f;
	port->n++;
}

void fair_unlink_from(struct fair_network *network, const struct fair_flow *flow, int end)
{
	struct fair_port *port = &network->port[flow->port[end]];

	if (flow->previous[end])
		network->flows[flow->previous[end]].next[end] = flow->next[end];
	else
		port->flows = flow->next[end];
	if (flow->next[end])
		network->flows[flow->next[end]].previous[end] = flow->previous[end];
	port->n--;
}

/* An unused flow, 0 without memory. */
uint32_t fair_take(struct fair_network *network)
{
	struct fair_flow *grown;

	if (network->free.n > 0)
		return network->free.at[--network->free.n];
	grown = memory_grow(network->flows, &network->capacity, network->n_flows + 1, sizeof(*grown));
	if (!grown)
		return 0;
	network->flows = grown;
	return (uint32_t)network->n_flows++;
}

bool fair_is_at_ports(const struct fair_flow *flow)
{
	return flow->stage == STAGE_FLOWS || flow->stage == STAGE_LEAVES || flow->stage == STAGE_ENTERS;
}
