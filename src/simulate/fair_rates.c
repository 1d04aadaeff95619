/*
 * Progressive filling: all rates grow together until a port is full, whose flows keep theirs; the others go on. A
 * port's level is the rate at which it would be full: room / need, of those that still grow. It rises only, as others
 * fill at lower levels, so that a port whose turn it was too early goes back into the heap.
 */
#include "simulate/fair_rates.h"

#include <math.h>

/* Beyond so many flows, rates are found once for several changes: a share of the flows, and of the time that a flow
 * takes, before which it is too early; or a share of that time after which it is too late. */
#define MANY 1024
#define SHARE 64
#define EARLY 1024
#define LATE 64

/* Which flows and ports are concerned. */

static bool reach(struct fair_network *network, uint32_t p)
{
	struct fair_port *port = &network->port[p];

	if (port->met)
		return true;
	*port = (struct fair_port){.room = 1,
				   .flows = port->flows,
				   .n = port->n,
				   .last = port->last,
				   .met = true,
				   .changed = port->changed};
	return fair_list_add(&network->reached, p);
}

static bool reach_both(struct fair_network *network, uint32_t p)
{
	return reach(network, p) && (network->both_ways == 0 || p >= network->n_ends || reach(network, p ^ 1));
}

static bool concern(struct fair_network *network, uint32_t first, int end)
{
	for (uint32_t f = first; f; f = network->flows[f].next[end]) {
		struct fair_flow *flow = &network->flows[f];

		if (flow->met)
			continue;
		flow->met = true;
		if (!fair_list_add(&network->concerned, f) || !reach_both(network, flow->port[SENDER]) ||
		    !reach_both(network, flow->port[RECEIVER]) ||
		    (flow->need[LINK] > 0 && !reach(network, flow->port[LINK])))
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

		if (!concern(network, network->port[p].flows, fair_end_at(network, p)))
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
		uint32_t p = flow->port[end];

		if (end == LINK && !(flow->need[LINK] > 0))
			continue;
		count(&network->port[p], flow->need[end], sign, rate);
		if (network->both_ways > 0 && end != LINK)
			count(&network->port[p ^ 1], network->both_ways * flow->need[end], sign, rate);
	}
}

/* One end changes at a time, unless the heap is made anew. */
static void set_end(struct fair_network *network, uint32_t f, double end)
{
	network->flows[f].end = end;
	if (!network->all)
		fair_sift(network, f);
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
		if (port->level < INFINITY && !fair_list_add(levels, network->reached.at[i]))
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
			fill(network, now, port->flows, fair_end_at(network, p), level);
			if (network->both_ways > 0 && p < network->n_ends)
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

		if (!flow->used || !fair_is_at_ports(flow) || flow->rate > 0 || !(flow->left > 0))
			continue;
		for (int end = 0; end < ENDS; end++) {
			uint32_t p = flow->port[end];
			double opposite = end == LINK ? 0 : network->both_ways * network->port[p ^ 1].n;

			most = fmax(most, flow->need[end] * (network->port[p].n + opposite));
		}
		flow->rate = 1 / most;
		flow->end = now + flow->left / flow->rate;
		fair_sift(network, network->begun.at[i]);
	}
}

/* When rates have to be found for what has changed, so many flows being concerned when they were found last. */
static double due(const struct fair_network *network)
{
	const struct fair_flow *first = network->heap.n > 0 ? &network->flows[network->heap.at[0]] : NULL;
	double life = first && fair_is_at_ports(first) ? first->end - first->since : network->life;

	if (network->patience == 0)
		return -INFINITY;
	return network->pending + life / (network->changes < network->patience ? LATE : EARLY);
}

bool fair_rates_find(struct fair_network *network, double now)
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
		fair_sift_down(network, network->heap.at[i]);
	network->due = INFINITY;
	network->changes = 0;
	network->patience = network->concerned.n > MANY ? network->concerned.n / SHARE : 0;
	return fine;
}
