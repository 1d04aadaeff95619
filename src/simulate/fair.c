#include "simulate/fair_rates.h"
#include "simulate/record.h"

#include <math.h>

/* What is to be done at a time becomes an event; the one before it, if it has not come, is out of date. */
static void plan(struct engine *engine, double time)
{
	uint32_t i = items_take(&engine->items);

	engine->network_event.version++;
	if (!i) {
		engine->out_of_memory = true;
		return;
	}
	engine->items.at[i] =
		(struct item){.kind = ITEM_NETWORK, .chain = engine->network_event.version, .order = engine->order++};
	engine_push(engine, i, time);
}

/* Returns the number of the link that message i passes, 0 for none: its own where messages of a link do not wait for
 * each other.
 */
static uint64_t stream_of(const struct item *message, uint32_t i, const struct message_cost *cost)
{
	const uint64_t own = UINT64_C(1) << 63;

	if (cost->link_order == LINK_IN_TURN || (cost->link > 0 && cost->link_order == LINK_FAIR))
		return byte_stream_number(message->peer, message->process);
	return cost->link > 0 ? own | i : 0;
}

/* Message i begins to flow, now. */
static void begin(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	const struct item *message = &engine->items.at[i];
	const uint64_t stream = stream_of(message, i, cost);
	const struct fair_message flows = {.from = engine_port(engine, message->peer, message->process),
					   .to = engine_port(engine, message->process, message->peer),
					   .out = cost->out,
					   .in = cost->in,
					   .link = message_flows(cost) > 0 ? cost->link : 0,
					   .size = cost->size,
					   .stream = stream,
					   .in_order = stream > 0 && cost->link_order == LINK_IN_TURN,
					   .item = i,
					   .piece = cost->in_turn,
					   .before = greater(0, cost->flight - cost->latency),
					   .latency = cost->flight < cost->latency ? cost->flight : cost->latency};

	if (!fair_network_begin(&engine->network, engine->now, &flows))
		engine->out_of_memory = true;
	if (!engine->network_event.due) {
		engine->network_event.due = true;
		plan(engine, engine->now);
	}
}

void fair_leave(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	if (cost->in_turn > 0)
		begin(engine, i, cost);
}

/*
 * A message flows through two ports at a time, once its front has come through the latency. Ports out that waited for
 * no latency would let the receiver that is furthest away have its data last, though a port that is shared has work for
 * others meanwhile. What goes in turn flows already.
 */
void fair_arrive(struct engine *engine, uint32_t i)
{
	const struct item *message;
	struct message_cost cost;

	if (engine->recorder) {
		engine->recorder->items[i].n_own = 0;
		engine->recorder->cause = engine->recorder->items[i].cause;
	}
	if (!engine->items.at[i].matched)
		engine_envelope(engine, i);
	if (engine->recorder && !engine->out_of_memory)
		record_item(engine, i, engine->now, engine->recorder->items[i].cause);
	if (engine->out_of_memory)
		return;
	message = &engine->items.at[i];
	cost = *engine_item_cost(engine, message, message->peer, message->process);
	if (!(cost.in_turn > 0))
		begin(engine, i, &cost);
}

/* Message i has come through both ports: it is all there. */
static void land(struct engine *engine, uint32_t i)
{
	struct item *message = &engine->items.at[i];

	const struct message_cost cost = *engine_item_cost(engine, message, message->peer, message->process);

	if (engine->recorder)
		record_flown(engine, i);
	if (message->rendezvous && !message->waits && !(cost.buffered && !cost.independent))
		engine_done(engine, message->peer, message->operation, engine->now);
	message = &engine->items.at[i];
	message->kind = ITEM_LANDED;
	message->order = engine->order++;
	engine_push(engine, i, engine->now);
}

void fair_network_event(struct engine *engine, uint32_t i)
{
	struct fair_network *network = &engine->network;
	bool stale = engine->items.at[i].chain != engine->network_event.version;
	double next;

	items_give(&engine->items, i);
	if (stale)
		return;
	engine->network_event.due = false;
	if (!fair_network_end(network, engine->now))
		engine->out_of_memory = true;
	for (size_t e = 0; e < network->ended.n && !engine->out_of_memory; e++)
		land(engine, network->ended.at[e]);
	if (engine->out_of_memory || !fair_rates_find(network, engine->now)) {
		engine->out_of_memory = true;
		return;
	}
	next = fair_network_next(network);
	if (next < INFINITY)
		plan(engine, greater(next, engine->now));
}
