#include "simulate/record.h"

#include <string.h>

/* Flows end in order of the service at which they do; positive doubles are in the order of their bits. */
static uint64_t order_of(double service)
{
	uint64_t bits;

	memcpy(&bits, &service, sizeof(bits));
	return bits;
}

static double service_of(uint64_t order)
{
	double service;

	memcpy(&service, &order, sizeof(service));
	return service;
}

static void advance(struct engine *engine, struct fair_port *port)
{
	if (port->n > 0)
		port->service += (engine->now - port->updated) / port->n;
	else
		port->service = 0;
	port->updated = engine->now;
}

/* The end of the flow that ends first becomes an event; the event before it, if there is one, is out of date. */
static void announce_end(struct engine *engine, size_t index)
{
	struct fair_port *port = &engine->ports[index];
	uint32_t first = item_list_first(&engine->items, &port->flows), i;
	double wait;

	port->version++;
	if (!first)
		return;
	i = items_take(&engine->items);
	if (!i) {
		engine->out_of_memory = true;
		return;
	}
	wait = (service_of(engine->items.at[first].order) - port->service) * port->n;
	engine->items.at[i] = (struct item){
		.kind = ITEM_PORT, .operation = (uint32_t)index, .chain = port->version, .order = engine->order++};
	engine_push(engine, i, engine->now + (wait > 0 ? wait : 0));
}

static void begin_flow(struct engine *engine, size_t index, uint32_t i, double work)
{
	struct fair_port *port = &engine->ports[index];

	advance(engine, port);
	engine->items.at[i].order = order_of(port->service + work);
	item_list_push(&engine->items, &port->flows, i);
	port->n++;
	announce_end(engine, index);
}

/*
 * A message flows through two ports at a time, once its front has come through the latency: it is all there when both
 * are done. Ports out that waited for no latency would let the receiver that is furthest away have its data last,
 * though a port that is shared has work for others meanwhile. So it has two items: its own, and one for the port out,
 * which knows the send's operation. They know each other by operation.
 */
void fair_leave(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	uint32_t out = items_take(&engine->items);
	struct item *message = &engine->items.at[i];

	if (!out) {
		engine->out_of_memory = true;
		return;
	}
	engine->items.at[out] = *message;
	engine->items.at[out].kind = ITEM_OUT;
	engine->items.at[out].process = message->peer;
	engine->items.at[out].peer = message->process;
	engine->items.at[out].chain = i;
	engine->items.at[out].expected = 0;
	message->operation = out;
	message->front = 0;
	engine_push(engine, i, engine->now + cost->flight);
}

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
	message = &engine->items.at[i];
	if (engine->recorder && !engine->out_of_memory)
		record_item(engine, message->operation, engine->now, engine->recorder->items[i].cause);
	if (engine->out_of_memory)
		return;
	cost = engine_cost(engine, message->peer, message->process, message->bytes);
	begin_flow(engine, 2 * (size_t)message->peer, message->operation, cost.out);
	begin_flow(engine, 2 * (size_t)engine->items.at[i].process + 1, i, cost.in);
}

/* Both flows of message i have ended, the one through the port out at out_end. */
static void land(struct engine *engine, uint32_t i, double out_end)
{
	struct item *message = &engine->items.at[i];
	uint32_t out = message->operation;

	if (engine->recorder)
		record_landing(engine, i, out, out_end);
	message->operation = engine->items.at[out].operation;
	items_give(&engine->items, out);
	message->kind = ITEM_LANDED;
	message->order = engine->order++;
	engine_push(engine, i, engine->now);
}

/* The flow out has ended: its item waits for the other, with the time in its order, or is waited for. */
static void end_out(struct engine *engine, uint32_t out)
{
	struct item *item = &engine->items.at[out];

	if (engine->recorder)
		record_flown_out(engine, out);
	if (item->rendezvous && !item->waits)
		engine_done(engine, item->process, item->operation, engine->now);
	item = &engine->items.at[out];
	if (item->expected) {
		land(engine, item->chain, engine->now);
	} else {
		item->expected = 1;
		item->order = order_of(engine->now);
	}
}

static void end_in(struct engine *engine, uint32_t i)
{
	struct item *out = &engine->items.at[engine->items.at[i].operation];

	if (engine->recorder)
		record_flown_in(engine, i);
	if (out->expected)
		land(engine, i, service_of(out->order));
	else
		out->expected = 1;
}

void fair_port_event(struct engine *engine, uint32_t i)
{
	size_t index = engine->items.at[i].operation;
	struct fair_port *port = &engine->ports[index];
	bool stale = engine->items.at[i].chain != port->version;
	uint32_t flow;

	items_give(&engine->items, i);
	if (stale)
		return;
	advance(engine, port);
	flow = item_list_pop(&engine->items, &port->flows);
	port->service = service_of(engine->items.at[flow].order);
	port->n--;
	announce_end(engine, index);
	if (engine->items.at[flow].kind == ITEM_OUT)
		end_out(engine, flow);
	else
		end_in(engine, flow);
}
