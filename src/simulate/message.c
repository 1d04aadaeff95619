#include "simulate/record.h"

const struct message_cost *engine_ask_cost(const struct engine *engine, const struct item *item, int from, int to,
					   struct known_cost *known)
{
	const struct costs *costs = engine->costs;

	known->bytes = item->bytes;
	known->blocking = item->blocking;
	known->known = true;
	(item->blocking && costs->blocking ? costs->blocking : costs->message)(costs->self, from, to, item->bytes,
									       &known->cost);
	return &known->cost;
}

/* Message i, all there, has met the receive of this operation. */
static void meet(struct engine *engine, uint32_t i, uint32_t receive, bool expected)
{
	struct item *item = &engine->items.at[i];

	item->chain = receive;
	item->cpu = engine_step(engine, item->process, receive)->cpu;
	item->expected = expected;
	item->order = engine->order++;
	item->kind = ITEM_TAKE;
	if (engine->recorder) {
		record_item(engine, i, engine->now, engine->recorder->cause);
		record_met(engine, i, receive);
	}
	engine_take(engine, i);
}

/* Message i, or a header, is among the unexpected ones from now on. */
static void add_unexpected(struct engine *engine, uint32_t i)
{
	int process = engine->items.at[i].process;

	if (!match_add(&engine->matcher, &engine->processes[process].unexpected, i))
		engine->out_of_memory = true;
	else if (engine->made.source && engine->made.streams[process].n_probing > 0)
		stream_arrived(engine, process, i);
}

/* No receive for message i, whose envelope has arrived, is posted. One that is still to land is in the event queue: a
 * header takes its place among the unexpected ones. */
static void put_unexpected(struct engine *engine, uint32_t i)
{
	uint32_t listed = i;
	struct item *message;

	if (!engine->items.at[i].rendezvous && !engine->items.at[i].landed) {
		listed = items_take(&engine->items);
		if (!listed) {
			engine->out_of_memory = true;
			return;
		}
		message = &engine->items.at[i];
		engine->items.at[listed] = *message;
		engine->items.at[listed].kind = ITEM_HEADER;
		engine->items.at[listed].front = 0; /* the message may be the first that waits for the port in */
		engine->items.at[listed].operation = i;
		message->tag = (int32_t)listed;
		message->headed = 1;
	}
	add_unexpected(engine, listed);
}

/* It is message i's turn to be matched. */
static void match_envelope(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	uint32_t r = match_take(&engine->matcher, &engine->processes[item->process].posted, item->process, item->peer,
				item->tag),
		 receive;

	if (!r) {
		put_unexpected(engine, i);
		return;
	}
	receive = engine->items.at[r].operation;
	engine_fit(engine, item, receive, engine->items.at[r].bytes);
	items_give(&engine->items, r);
	if (item->rendezvous) {
		engine_clear_to_send(engine, i, receive);
	} else if (item->landed) {
		meet(engine, i, receive, true);
	} else {
		item->matched = 1;
		item->expected = 1;
		item->chain = receive;
	}
}

void engine_envelope(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	int from = item->peer, to = item->process;
	uint32_t cause = engine->recorder ? engine->recorder->cause : 0;

	item->arrived = 1;
	while (!engine->out_of_memory && (i = message_order_take(&engine->envelopes, &engine->items, from, to))) {
		if (engine->recorder)
			engine->recorder->cause = cause;
		match_envelope(engine, i);
	}
}

/* The receiver has matched a rendezvous message, now: its sender goes on. */
static void release_sender(struct engine *engine, const struct item *message)
{
	struct simulated_process *sender = &engine->processes[message->peer];

	if (engine->recorder)
		record_released(engine, message->peer);
	sender->cpu = greater(sender->cpu, engine->now);
	sender->out = greater(sender->out, engine->now);
	engine_done(engine, message->peer, message->operation, engine->now);
}

void engine_take(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	const struct message_cost *cost;
	double *cpu;

	if (item->waits && !item->rendezvous) {
		engine_take_acknowledged(engine, i);
		return;
	}
	cost = engine_item_cost(engine, item, item->peer, item->process);
	if (cost->in_waits && engine_comes_before(engine, i))
		return;
	if (engine_held_up(engine, i, RESOURCE_CPU))
		return;
	if (engine->recorder)
		record_begin(engine, i, RESOURCE_CPU);
	cpu = engine_cpu(engine, item->process, item->cpu);
	if (!engine->costs->fair || message_inside(cost) == 0) {
		*cpu = engine->now + (item->expected ? cost->receive_expected : cost->receive);
		if (engine->recorder)
			record_take(engine, i, *cpu);
	}
	engine_served(engine, i, RESOURCE_CPU);
	engine_done(engine, item->process, item->chain, greater(engine->now, *cpu));
	items_give(&engine->items, i);
}

/* A receive has met a header, whose message will be all there. */
static void meet_header(struct engine *engine, uint32_t header, uint32_t receive)
{
	struct item *message = &engine->items.at[engine->items.at[header].operation];

	message->headed = 0;
	message->matched = 1;
	message->expected = 1;
	message->chain = receive;
	items_give(&engine->items, header);
}

void engine_receive(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct simulated_process *p = &engine->processes[item->process];
	uint32_t m, operation = item->operation;

	if (engine->recorder)
		record_begin(engine, i, RESOURCE_CPU);
	engine_started(engine, item->process, operation);
	if (engine->limit.receives)
		receives_posted(engine, item->process, operation);
	m = match_take(&engine->matcher, &p->unexpected, item->process, item->peer, item->tag);
	if (!m) {
		if (!match_add(&engine->matcher, &p->posted, i))
			engine->out_of_memory = true;
		return;
	}
	engine_fit(engine, &engine->items.at[m], operation, engine->items.at[i].bytes);
	if (engine->items.at[m].kind == ITEM_HEADER) {
		meet_header(engine, m, operation);
	} else if (engine->items.at[m].kind == ITEM_LANDED) {
		meet(engine, m, operation, false);
	} else if (!engine->costs->cpu_takes_in) {
		engine_clear_to_send(engine, m, operation);
	} else {
		if (engine->recorder)
			record_late_receive(engine, m, operation);
		engine_done(engine, item->process, operation, p->cpu);
		if (engine->items.at[m].rendezvous)
			release_sender(engine, &engine->items.at[m]);
		items_give(&engine->items, m);
	}
	items_give(&engine->items, i);
}

/* Message i is all there, which its sender has waited for. */
static void release_waiting(struct engine *engine, uint32_t i)
{
	const struct item *item = &engine->items.at[i];
	const struct message_cost cost = *engine_item_cost(engine, item, item->peer, item->process);

	if (cost.protocol == PROTOCOL_MEASURED)
		engine_done(engine, item->peer, item->operation, engine->now);
	else
		engine_acknowledge(engine, i, &cost, 0);
}

void engine_land(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];

	if (engine->recorder)
		engine->recorder->cause = engine->recorder->items[i].cause;
	if (engine_in_stream(engine, item->process, item->peer)) {
		engine_take_behind(engine, i);
		item = &engine->items.at[i];
	}
	if (item->rendezvous && item->waits)
		release_waiting(engine, i);
	item = &engine->items.at[i];
	if (item->matched) {
		meet(engine, i, item->chain, item->expected);
	} else if (item->headed) {
		uint32_t header = (uint32_t)item->tag;

		engine->items.at[header].kind = ITEM_LANDED;
		engine->items.at[header].operation = item->operation;
		if (engine->recorder)
			record_moved(engine, i, header);
		items_give(&engine->items, i);
	} else {
		item->landed = 1;
	}
}

/* Taken in by port and CPU together: there and then. */
static void take_in(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct simulated_process *p = &engine->processes[item->process];
	uint32_t r = match_take(&engine->matcher, &p->posted, item->process, item->peer, item->tag);

	if (!r) {
		add_unexpected(engine, i);
		return;
	}
	engine_fit(engine, item, engine->items.at[r].operation, engine->items.at[r].bytes);
	if (engine->recorder)
		record_met(engine, i, engine->items.at[r].operation);
	engine_done(engine, item->process, engine->items.at[r].operation, p->cpu);
	if (item->rendezvous)
		release_sender(engine, item);
	items_give(&engine->items, r);
	items_give(&engine->items, i);
}

void engine_arrive(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct simulated_process *p = &engine->processes[item->process], *port;
	const struct message_cost *cost;
	double there;

	if (engine->costs->fair) {
		fair_arrive(engine, i);
		return;
	}
	if (!engine->costs->cpu_takes_in && !item->matched && !item->arrived) {
		if (engine->recorder)
			engine->recorder->cause = engine->recorder->items[i].cause;
		engine_envelope(engine, i);
		item = &engine->items.at[i];
	}
	if (engine_held_up(engine, i, RESOURCE_IN))
		return;
	cost = engine_item_cost(engine, item, item->peer, item->process);
	if (engine->recorder) {
		record_begin(engine, i, RESOURCE_IN);
		record_arrive(engine, i, cost);
	}
	port = &engine->processes[engine_port(engine, item->process, item->peer)];
	port->in = engine->now + cost->in;
	if (engine->costs->both_ways > 0)
		port->out = greater(port->out, engine->now) + engine->costs->both_ways * cost->in;
	if (engine->costs->cpu_takes_in)
		p->cpu = engine->now + cost->receive;
	engine_served(engine, i, RESOURCE_IN);
	if (engine->costs->cpu_takes_in) {
		take_in(engine, i);
	} else {
		item->kind = ITEM_LANDED;
		item->order = engine->order++;
		there = engine->now + (cost->transfer - message_inside(cost));
		if (engine->recorder)
			record_item(engine, i, there, engine->recorder->cause);
		engine_push(engine, i, there);
	}
}
