#include "simulate/engine.h"

static double greater(double a, double b)
{
	return a > b ? a : b;
}

static struct message_cost cost_of(const struct engine *engine, int from, int to, uint64_t bytes)
{
	struct message_cost cost;

	engine->costs->message(engine->costs->self, from, to, bytes, &cost);
	return cost;
}

/* Item i, a send or a transfer whose turn it is, leaves its process: it becomes the message. */
static void leave(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	struct item *item = &engine->items.at[i];
	int process = item->process;

	*engine_cpu(engine, process, item->cpu) = engine->now + cost->send;
	*engine_out(engine, process, item->nic) = engine->now + cost->out;
	engine_served(engine, i, RESOURCE_SEND);
	item->process = item->peer;
	item->peer = process;
	item->order = engine->order++;
	item->kind = ITEM_MESSAGE;
	item->cpu = 0;
	item->nic = 0;
	engine_push(engine, i, engine->now + cost->flight);
}

void engine_send(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct message_cost cost;
	int process = item->process, cpu = item->cpu;
	uint32_t step = item->operation;

	if (engine_held_up(engine, i, RESOURCE_SEND))
		return;
	item->rendezvous = item->bytes > engine->costs->eager_most;
	cost = cost_of(engine, process, item->peer, item->bytes);
	leave(engine, i, &cost);
	engine_started(engine, process, step);
	if (!item->rendezvous)
		engine_done(engine, process, step, *engine_cpu(engine, process, cpu));
}

/* The receiver has matched a rendezvous message, now: its sender goes on. */
static void release_sender(struct engine *engine, const struct item *message)
{
	struct process *sender = &engine->processes[message->peer];

	sender->cpu = greater(sender->cpu, engine->now);
	sender->out = greater(sender->out, engine->now);
	engine_done(engine, message->peer, message->operation, engine->now);
}

void engine_receive(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct process *p = &engine->processes[item->process];
	uint32_t m;

	engine_started(engine, item->process, item->operation);
	m = match_take(&engine->matcher, &p->unexpected, item->process, item->peer, item->tag);
	if (!m) {
		if (!match_add(&engine->matcher, &p->posted, i))
			engine->out_of_memory = true;
		return;
	}
	engine_done(engine, item->process, item->operation, p->cpu);
	if (engine->items.at[m].rendezvous)
		release_sender(engine, &engine->items.at[m]);
	items_give(&engine->items, i);
	items_give(&engine->items, m);
}

void engine_arrive(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct process *p = &engine->processes[item->process];
	struct message_cost cost;
	uint32_t r;

	if (engine_held_up(engine, i, RESOURCE_IN))
		return;
	cost = cost_of(engine, item->peer, item->process, item->bytes);
	p->cpu = engine->now + cost.receive;
	p->in = engine->now + cost.in;
	engine_served(engine, i, RESOURCE_IN);
	r = match_take(&engine->matcher, &p->posted, item->process, item->peer, item->tag);
	if (!r) {
		if (!match_add(&engine->matcher, &p->unexpected, i))
			engine->out_of_memory = true;
		return;
	}
	engine_done(engine, item->process, engine->items.at[r].operation, p->cpu);
	if (item->rendezvous)
		release_sender(engine, item);
	items_give(&engine->items, r);
	items_give(&engine->items, i);
}
