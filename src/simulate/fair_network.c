/*
 * Progressive filling: all rates grow together until a port is full, whose flows keep theirs; the others go on. A
 * port's level is the rate at which it would be full: room / need, of those that still grow. It rises only, as others
 * fill at lower levels, so that a port whose turn it was too early goes back into the heap.
 */
#include "simulate/fair_network.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Beyond so many flows, rates are found once for several changes: a share of the flows, and of the time that a flow
 * takes, before which it is too early; or a share of that time after which it is too late. */
#define MANY 1024
#define SHARE 64
#define EARLY 1024
#define LATE 64

/* Ends that differ by less are one, in nanoseconds and relative to the time: differences of sums of the same times. */
#define TOGETHER 1e-6
#define TOGETHER_RELATIVE 1e-14

static bool list_add(struct fair_list *list, uint32_t value)
{
	uint32_t *grown = memory_grow(list->at, &list->capacity, list->n + 1, sizeof(*grown));

	if (!grown)
		return false;
	list->at = grown;
	list->at[list->n++] = value;
	return true;
}

bool fair_network_init(struct fair_network *network, int processes, double both_ways)
{
	*network = (struct fair_network){
		.port = calloc(2 * (size_t)processes + 1, sizeof(*network->port)),
		.n_flows = 1,
		.due = INFINITY,
		.both_ways = both_ways,
	};
	return network->port;
}

void fair_network_release(struct fair_network *network)
{
	struct fair_list *lists[] = {&network->free,    &network->heap,      &network->changed, &network->begun,
				     &network->reached, &network->concerned, &network->levels,  &network->ended};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		free(lists[i]->at);
	free(network->flows);
	free(network->port);
}

static uint32_t port_of(const struct fair_flow *flow, int end)
{
	return 2 * (uint32_t)flow->process[end] + (uint32_t)end;
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

static void sift_up(struct fair_network *network, uint32_t flow)
{
	const struct fair_list *heap = &network->heap;
	size_t i = network->flows[flow].place;

	for (; i > 0 && ends_before(network, flow, heap->at[(i - 1) / 2]); i = (i - 1) / 2)
		put(network, i, heap->at[(i - 1) / 2]);
	put(network, i, flow);
}

static void sift_down(struct fair_network *network, uint32_t flow)
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

static void sift(struct fair_network *network, uint32_t flow)
{
	sift_up(network, flow);
	sift_down(network, flow);
}

static void heap_remove(struct fair_network *network, uint32_t flow)
{
	size_t place = network->flows[flow].place;
	uint32_t last = network->heap.at[--network->heap.n];

	if (last == flow)
		return;
	put(network, place, last);
	sift(network, last);
}

/* The lists of flows at each port. */

static bool note_change(struct fair_network *network, double now, uint32_t port)
{
	if (network->changed.n == 0)
		network->pending = now;
	if (network->port[port].changed)
		return true;
	network->port[port].changed = true;
	return list_add(&network->changed, port);
}

static void link_in(struct fair_network *network, uint32_t f, int end)
{
	struct fair_flow *flow = &network->flows[f];
	struct fair_port *port = &network->port[port_of(flow, end)];

	flow->next[end] = port->flows;
	flow->previous[end] = 0;
	if (port->flows)
		network->flows[port->flows].previous[end] = f;
	port->flows = f;
	port->n++;
}

static void unlink_from(struct fair_network *network, const struct fair_flow *flow, int end)
{
	struct fair_port *port = &network->port[port_of(flow, end)];

	if (flow->previous[end])
		network->flows[flow->previous[end]].next[end] = flow->next[end];
	else
		port->flows = flow->next[end];
	if (flow->next[end])
		network->flows[flow->next[end]].previous[end] = flow->previous[end];
	port->n--;
}

/* An unused flow, 0 without memory. */
static uint32_t take(struct fair_network *network)
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

bool fair_network_begin(struct fair_network *network, double now, const struct fair_message *message)
{
	double size = message->out > 0 || message->in > 0 ? message->size : 0;
	uint32_t f = take(network);
	struct fair_flow *flow = &network->flows[f];

	if (!f || !list_add(&network->heap, f) || !list_add(&network->begun, f))
		return false;
	*flow = (struct fair_flow){
		.left = size,
		.updated = now,
		.since = now,
		.end = size > 0 ? INFINITY : now,
		.need = {size > 0 ? message->out / size : 0, size > 0 ? message->in / size : 0},
		.number = network->number++,
		.process = {message->from, message->to},
		.item = message->item,
		.place = (uint32_t)(network->heap.n - 1),
		.used = true,
	};
	network->changes++;
	for (int end = 0; end < ENDS; end++) {
		link_in(network, f, end);
		if (!note_change(network, now, port_of(flow, end)))
			return false;
	}
	sift_up(network, f);
	return true;
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Puts the items of the flows that are in ended into the order in which these began, and gives the flows back. */
static bool order_ended(struct fair_network *network)
{
	struct fair_list *ended = &network->ended;
	uint64_t(*order)[2] = malloc((ended->n + 1) * sizeof(*order));
	bool fine = order;

	for (size_t i = 0; fine && i < ended->n; i++) {
		order[i][0] = network->flows[ended->at[i]].number;
		order[i][1] = network->flows[ended->at[i]].item;
		fine = list_add(&network->free, ended->at[i]);
	}
	if (fine)
		qsort(order, ended->n, sizeof(*order), by_number);
	for (size_t i = 0; fine && i < ended->n; i++)
		ended->at[i] = (uint32_t)order[i][1];
	free(order);
	return fine;
}

bool fair_network_end(struct fair_network *network, double now)
{
	double limit = now + TOGETHER + TOGETHER_RELATIVE * now;

	network->ended.n = 0;
	while (network->heap.n > 0 && network->flows[network->heap.at[0]].end <= limit) {
		uint32_t f = network->heap.at[0];

		heap_remove(network, f);
		network->flows[f].used = false;
		network->changes++;
		for (int end = 0; end < ENDS; end++) {
			unlink_from(network, &network->flows[f], end);
			if (!note_change(network, now, port_of(&network->flows[f], end)))
				return false;
		}
		if (!list_add(&network->ended, f))
			return false;
	}
	return network->ended.n == 0 || order_ended(network);
}

double fair_network_next(const struct fair_network *network)
{
	return network->heap.n > 0 ? fmin(network->flows[network->heap.at[0]].end, network->due) : INFINITY;
}

/* Which flows and ports are concerned. */

static bool reach(struct fair_network *network, uint32_t p)
{
	struct fair_port *port = &network->port[p];

	if (port->met)
		return true;
	*port = (struct fair_port){
		.room = 1, .flows = port->flows, .n = port->n, .met = true, .changed = port->changed};
	return list_add(&network->reached, p);
}

static bool reach_both(struct fair_network *network, uint32_t p)
{
	return reach(network, p) && (network->both_ways == 0 || reach(network, p ^ 1));
}

static bool concern(struct fair_network *network, uint32_t first, int end)
{
	for (uint32_t f = first; f; f = network->flows[f].next[end]) {
		struct fair_flow *flow = &network->flows[f];

		if (flow->met)
			continue;
		flow->met = true;
		if (!list_add(&network->concerned, f) || !reach_both(network, port_of(flow, SENDER)) ||
		    !reach_both(network, port_of(flow, RECEIVER)))
			return false;
	}
	return true;
}

/* All that is linked to what has changed. */
static bool collect(struct fair_network *network)
{
	network->reached.n = 0;
	network->concerned.n = 0;
	for (size_t i = 0; i < network->changed.n; i++) {
		network->port[network->changed.at[i]].changed = false;
		if (!reach_both(network, network->changed.at[i]))
			return false;
	}
	network->changed.n = 0;
	for (size_t i = 0; i < network->reached.n; i++) {
		uint32_t p = network->reached.at[i];

		if (!concern(network, network->port[p].flows, (int)(p & 1)))
			return false;
	}
	return true;
}

/* Their rates. */

/* A flow's part of what a port has to do: it gets open or gets its rate. */
static void count(struct fair_port *port, double need, int sign, double rate)
{
	port->need += sign * need;
	port->open += need > 0 ? (uint32_t)sign : 0;
	port->room -= rate * need;
}

static void count_flow(struct fair_network *network, const struct fair_flow *flow, int sign, double rate)
{
	for (int end = 0; end < ENDS; end++) {
		uint32_t p = port_of(flow, end);

		count(&network->port[p], flow->need[end], sign, rate);
		if (network->both_ways > 0)
			count(&network->port[p ^ 1], network->both_ways * flow->need[end], sign, rate);
	}
}

/* One end changes at a time, unless the heap is made anew. */
static void set_end(struct fair_network *network, uint32_t f, double end)
{
	network->flows[f].end = end;
	if (!network->all)
		sift(network, f);
}

static void open_flow(struct fair_network *network, double now, uint32_t f)
{
	struct fair_flow *flow = &network->flows[f];

	flow->left = fmax(0, flow->left - flow->rate * (now - flow->updated));
	flow->updated = now;
	flow->met = false;
	flow->open = flow->left > 0;
	if (flow->open)
		count_flow(network, flow, 1, 0);
	else
		set_end(network, f, now);
}

/* A port without an open flow that needs it will never be full. */
static double level_of(const struct fair_port *port)
{
	return port->open > 0 ? fmax(port->level, fmax(port->room, 0) / port->need) : INFINITY;
}

/* Brings the port at place i of the heap of levels down to where it belongs. */
static void sink(struct fair_network *network, size_t i)
{
	struct fair_list *levels = &network->levels;
	uint32_t p = levels->at[i];
	size_t child;

	for (; (child = 2 * i + 1) < levels->n; i = child) {
		if (child + 1 < levels->n &&
		    network->port[levels->at[child + 1]].level < network->port[levels->at[child]].level)
			child++;
		if (!(network->port[levels->at[child]].level < network->port[p].level))
			break;
		levels->at[i] = levels->at[child];
	}
	levels->at[i] = p;
}

/* Those of these flows that are open keep this rate. */
static void fill(struct fair_network *network, double now, uint32_t first, int end, double rate)
{
	for (uint32_t f = first; f; f = network->flows[f].next[end]) {
		struct fair_flow *flow = &network->flows[f];

		if (!flow->open || !(flow->need[end] > 0))
			continue;
		flow->open = false;
		flow->rate = rate;
		set_end(network, f, now + flow->left / rate);
		count_flow(network, flow, -1, rate);
	}
}

static bool find_rates(struct fair_network *network, double now)
{
	struct fair_list *levels = &network->levels;

	for (size_t i = 0; i < network->concerned.n; i++)
		open_flow(network, now, network->concerned.at[i]);
	levels->n = 0;
	for (size_t i = 0; i < network->reached.n; i++) {
		struct fair_port *port = &network->port[network->reached.at[i]];

		port->met = false;
		port->level = level_of(port);
		if (port->level < INFINITY && !list_add(levels, network->reached.at[i]))
			return false;
	}
	for (size_t i = levels->n / 2; i-- > 0;)
		sink(network, i);
	while (levels->n > 0) {
		uint32_t p = levels->at[0];
		struct fair_port *port = &network->port[p];
		double level = level_of(port);

		if (level > port->level && level < INFINITY) {
			port->level = level;
			sink(network, 0);
			continue;
		}
		if (level < INFINITY) {
			fill(network, now, port->flows, (int)(p & 1), level);
			if (network->both_ways > 0)
				fill(network, now, network->port[p ^ 1].flows, (int)((p ^ 1) & 1), level);
		}
		levels->at[0] = levels->at[--levels->n];
		sink(network, 0);
	}
	return true;
}

/* New flows get what an equal share of their ports allows. */
static void share_equally(struct fair_network *network, double now)
{
	for (size_t i = 0; i < network->begun.n; i++) {
		struct fair_flow *flow = &network->flows[network->begun.at[i]];
		double most = 0;

		if (!flow->used || flow->rate > 0 || !(flow->left > 0))
			continue;
		for (int end = 0; end < ENDS; end++) {
			uint32_t p = port_of(flow, end);

			most = fmax(most, flow->need[end] *
						  (network->port[p].n + network->both_ways * network->port[p ^ 1].n));
		}
		flow->rate = 1 / most;
		flow->end = now + flow->left / flow->rate;
		sift(network, network->begun.at[i]);
	}
}

/* When rates have to be found for what has changed, so many flows being concerned when they were found last. */
static double due(const struct fair_network *network)
{
	const struct fair_flow *first = network->heap.n > 0 ? &network->flows[network->heap.at[0]] : NULL;
	double life = first ? first->end - first->since : 0;

	if (network->patience == 0)
		return -INFINITY;
	return network->pending + life / (network->changes < network->patience ? LATE : EARLY);
}

bool fair_network_share(struct fair_network *network, double now)
{
	bool fine = true;

	if (network->changed.n == 0)
		return true;
	network->all = false;
	if (network->patience > 0)
		share_equally(network, now);
	network->begun.n = 0;
	network->due = due(network);
	if (network->due > now)
		return true;
	fine = collect(network);
	network->all = network->concerned.n >= network->heap.n / 16;
	fine = fine && find_rates(network, now);
	for (size_t i = network->heap.n / 2; network->all && i-- > 0;)
		sift_down(network, network->heap.at[i]);
	network->due = INFINITY;
	network->changes = 0;
	network->patience = network->concerned.n > MANY ? network->concerned.n / SHARE : 0;
	return fine;
}
