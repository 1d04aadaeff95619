#include "simulate/record.h"

#include "base/random.h"

/* A message leaves whose overhead has been paid: its CPU may be at work for another one. */
static struct message_cost without_overhead(struct message_cost cost)
{
	cost.send = 0;
	cost.flight = cost.latency;
	cost.taken = COST_BARE;
	return cost;
}

/* A message leaves whose sender's overhead has been paid, which was the first part of its flight. */
static struct message_cost paid(struct message_cost cost)
{
	cost.flight = greater(0, cost.flight - cost.send);
	cost.send = 0;
	cost.taken = COST_PAID;
	return cost;
}

/* The port out is busy from start on with item i, which leaves, and the port in for its share. */
static void keep_ports(struct engine *engine, uint32_t i, double start, double out)
{
	const struct item *item = &engine->items.at[i];
	struct simulated_process *p = &engine->processes[engine_port(engine, item->process, item->peer)];

	*engine_out(engine, item) = start + out;
	if (engine_in_stream(engine, item->process, item->peer))
		engine_keep_stream(engine, i, start + out);
	if (engine->costs->both_ways > 0)
		p->in = greater(p->in, start) + engine->costs->both_ways * out;
}

/* Drawn from an exponential distribution with mean 1: the number-th of a process. Seeds that follow each other have
 * nothing to do with each other. */
static double draw(uint64_t seed, int process, uint32_t number)
{
	struct random random;

	random_init(&random, seed);
	random_init(&random, random_bits(&random) ^ ((uint64_t)(uint32_t)process << 32 | number));
	return random_exponential(&random);
}

static double variation_of(const struct costs *costs, int from, int to)
{
	return costs->node && costs->node[from] == costs->node[to] ? costs->variation_within : costs->variation;
}

/* By how much the data of item i, a rendezvous, begin to travel later than they could at a time, as a part of what they
 * keep the port out: while data travel the other way. */
static double lateness(struct engine *engine, uint32_t i, double start)
{
	const struct item *item = &engine->items.at[i];
	double variation = variation_of(engine->costs, item->process, item->peer);
	const struct byte_stream *back =
		variation > 0 ? byte_streams_find(&engine->byte_streams, item->peer, item->process) : NULL;

	if (!back || back->until <= start)
		return 0;
	return variation * draw(engine->costs->seed, item->process, engine->processes[item->process].drawn++);
}

/* Message i leaves its process, and would be at the port in at a time, because of *cause: returns when it is there, the
 * link being passed by one message at a time. What flows through fair ports passes it there. */
static double pass_link(struct engine *engine, uint32_t i, const struct message_cost *cost, double time,
			uint32_t *cause)
{
	const struct item *item = &engine->items.at[i];
	bool fair = engine->costs->fair, flows = fair && message_flows(cost) > 0;
	double rest = cost->link < cost->transfer ? cost->link : cost->transfer, free = 0;
	struct byte_stream *stream;

	if (flows || (cost->link_order != LINK_IN_TURN && (cost->link_order != LINK_FAIR || fair)))
		return time;
	stream = byte_streams_of(&engine->byte_streams, item->process, item->peer);
	if (!stream) {
		engine->out_of_memory = true;
		return time;
	}
	if (stream->link > 0)
		free = stream->link + cost->link - rest;
	if (engine->recorder)
		*cause = record_link(engine, i, stream, greater(time, free), free > time, *cause);
	time = greater(time, free);
	stream->front = time;
	stream->link = time + rest;
	return time;
}

/* Item i, a send or a transfer whose turn it is, leaves its process: it becomes the message. keeps_port: its port out
 * is not kept for it yet. */
static void leave(struct engine *engine, uint32_t i, const struct message_cost *cost, bool keeps_cpu, bool keeps_port)
{
	struct item *item = &engine->items.at[i];
	int process = item->process;
	uint32_t flight = 0, cpu = engine->recorder ? *record_cpu(engine, item) : 0;
	double there;

	if (engine->recorder && keeps_port && !engine->costs->fair)
		record_reserve(engine, i, engine->recorder->cause, 0, 0);
	if (engine->recorder) {
		flight = record_leave(engine, i, cost);
		if (!keeps_cpu)
			*record_cpu(engine, item) = cpu;
	}
	if (keeps_cpu)
		*engine_cpu(engine, process, item->cpu) = engine->now + cost->send;
	if (keeps_port && !engine->costs->fair)
		keep_ports(engine, i, engine->now, cost->out);
	if (keeps_cpu)
		engine_served(engine, i, engine->costs->fair ? RESOURCE_CPU : RESOURCE_SEND);
	there = pass_link(engine, i, cost, engine->now + cost->flight, &flight);
	item->waits = item->rendezvous && cost->waits;
	item->process = item->peer;
	item->peer = process;
	item->order = engine->order++;
	item->kind = ITEM_MESSAGE;
	item->cpu = 0;
	item->nic = 0;
	if (engine->recorder)
		record_item(engine, i, there, flight);
	if (engine->costs->fair)
		item->front = 0;
	engine_push(engine, i, there);
	if (engine->costs->fair)
		fair_leave(engine, i, cost);
}

void engine_clear_to_send(struct engine *engine, uint32_t i, uint32_t receive)
{
	struct item *item = &engine->items.at[i];
	int receiver = item->process;

	if (engine_item_cost(engine, item, item->peer, receiver)->protocol != PROTOCOL_MEASURED) {
		engine_met_request(engine, i, receive);
		return;
	}
	item->process = item->peer;
	item->peer = receiver;
	item->chain = receive;
	item->matched = 1;
	item->expected = 1;
	item->order = engine->order++;
	item->kind = ITEM_TRANSFER;
	if (engine->recorder)
		record_item(engine, i, engine->now, engine->recorder->cause);
	engine_transfer(engine, i);
}

/* The receiver learns of a rendezvous message at once, unless envelopes of earlier ones are under way: what the
 * handshake takes is part of what a model has measured. */
static void announce(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	int sender = item->process;

	item->process = item->peer;
	item->peer = sender;
	item->kind = ITEM_MESSAGE;
	engine_envelope(engine, i);
}

/* The CPU is at work for item i, a send, whose message needs it no more when that has ended. */
static void prepare(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	struct item *item = &engine->items.at[i];

	*engine_cpu(engine, item->process, item->cpu) = engine->now + cost->send;
	if (engine->recorder)
		record_prepare(engine, i, cost);
	engine_served(engine, i, RESOURCE_CPU);
	item->kind = ITEM_DEPART;
	item->order = engine->order++;
	engine_push(engine, i, engine->now + cost->send);
}

void engine_depart(struct engine *engine, uint32_t i)
{
	const struct item *item = &engine->items.at[i];
	struct message_cost cost;

	if (engine->recorder)
		engine->recorder->cause = engine->recorder->items[i].cause;
	if (item->rendezvous) {
		announce(engine, i);
		return;
	}
	cost = without_overhead(*engine_item_cost(engine, item, item->process, item->peer));
	leave(engine, i, &cost, !engine->costs->fair, true);
}

/* Whether a send is announced before its data leave. */
static bool is_announced(const struct engine *engine, const struct item *item)
{
	return engine_waits(engine, item) && !engine->costs->cpu_takes_in &&
	       engine_item_cost(engine, item, item->process, item->peer)->protocol != PROTOCOL_TA;
}

/* Whether the sender of a message that leaves at once waits to hear that it has been taken. */
static bool is_acknowledged(const struct engine *engine, const struct item *item, const struct message_cost *cost)
{
	return engine_waits(engine, item) && cost->protocol == PROTOCOL_TA;
}

/* The CPU is at work for item i, a send; its data leave after that, when the port out has done with what came before.
 */
static void queue_up(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	struct item *item = &engine->items.at[i];
	double free = *engine_out(engine, item), begun = engine->now + cost->send;

	*engine_cpu(engine, item->process, item->cpu) = begun;
	if (engine->recorder) {
		uint32_t begins = engine->recorder->cause;

		record_prepare(engine, i, cost);
		record_reserve(engine, i, begins, 0, 0);
	}
	engine_served(engine, i, RESOURCE_CPU);
	keep_ports(engine, i, greater(free, engine->now), cost->out);
	item->kind = ITEM_FLOW;
	item->order = engine->order++;
	engine_push(engine, i, greater(free, begun));
}

/* Item i, a send whose turn it is, begins. */
static void begin_send(struct engine *engine, uint32_t i, bool announced, const struct message_cost *cost)
{
	bool acknowledged = !announced && is_acknowledged(engine, &engine->items.at[i], cost);

	if (announced && cost->protocol != PROTOCOL_MEASURED) {
		engine_ask(engine, i, cost);
	} else if (cost->apart && (announced || engine->costs->fair)) {
		prepare(engine, i, cost);
	} else if (announced) {
		engine_served(engine, i, RESOURCE_CPU);
		announce(engine, i);
	} else if (engine->costs->queued && !engine->costs->fair) {
		queue_up(engine, i, cost);
	} else {
		leave(engine, i, cost, true, true);
		engine->items.at[i].waits |= acknowledged;
	}
}

void engine_send(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	bool waits = engine_waits(engine, item), announced = is_announced(engine, item);
	enum resource resource =
		announced || engine->costs->fair || engine->costs->queued ? RESOURCE_CPU : RESOURCE_SEND;
	int process = item->process, cpu = item->cpu;
	uint32_t step = item->operation;
	const struct message_cost *cost;

	if (engine_held_up(engine, i, resource))
		return;
	if (engine->recorder)
		record_begin(engine, i, resource);
	item->rendezvous = waits && (announced || engine->costs->cpu_takes_in);
	if (!engine->costs->cpu_takes_in &&
	    !message_order_add(&engine->envelopes, &engine->items, i, process, item->peer))
		engine->out_of_memory = true;
	engine_started(engine, process, step);
	cost = engine_item_cost(engine, item, process, item->peer);
	begin_send(engine, i, announced, cost);
	if (!waits)
		engine_done(engine, process, step, *engine_cpu(engine, process, cpu));
}

/* A rendezvous message, which was this item of its process, leaves: its send is done after so long. */
static void have_left(struct engine *engine, const struct item *sent, double after)
{
	uint32_t s = items_take(&engine->items);

	if (!s) {
		engine->out_of_memory = true;
		return;
	}
	engine->items.at[s] = (struct item){
		.kind = ITEM_DONE, .process = sent->process, .operation = sent->operation, .order = engine->order++};
	if (engine->recorder)
		record_item(engine, s, engine->now + after, engine->recorder->left);
	engine_push(engine, s, engine->now + after);
}

/* The CPU pushes the data of item i into the network's buffer; they leave from there when the port out has done with
 * what came before. */
static void push_data(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	struct item *item = &engine->items.at[i];
	double start = greater(*engine_out(engine, item), engine->now);
	double late = lateness(engine, i, start);
	uint32_t begins = engine->recorder ? engine->recorder->cause : 0;
	const struct item sent = *item;

	*engine_cpu(engine, item->process, item->cpu) = engine->now + cost->send;
	if (engine->recorder) {
		record_prepare(engine, i, cost);
		engine->recorder->left = engine->recorder->cause;
		record_item(engine, i, engine->now, begins);
		record_reserve(engine, i, begins, late, cost->out);
	}
	start += late * cost->out;
	engine_served(engine, i, RESOURCE_CPU);
	keep_ports(engine, i, start, cost->out);
	item->kind = ITEM_FLOW;
	item->order = engine->order++;
	engine_push(engine, i, start);
	have_left(engine, &sent, cost->send);
}

void engine_transfer(struct engine *engine, uint32_t i)
{
	struct item sent;
	struct message_cost cost =
		*engine_item_cost(engine, &engine->items.at[i], engine->items.at[i].process, engine->items.at[i].peer);
	bool at_once = engine->costs->fair && cost.apart, buffered = cost.buffered && !engine->costs->fair;
	enum resource resource = engine->costs->fair || buffered ? RESOURCE_CPU : RESOURCE_SEND;

	if (!at_once && cost.in_waits && engine_comes_before(engine, i))
		return;
	if (!at_once && engine_held_up(engine, i, resource))
		return;
	if (engine->recorder && !at_once)
		record_begin(engine, i, resource);
	else if (engine->recorder)
		engine->recorder->cause = engine->recorder->items[i].cause;
	if (buffered) {
		push_data(engine, i, &cost);
		return;
	}
	sent = engine->items.at[i];
	if (cost.apart)
		cost = without_overhead(cost);
	leave(engine, i, &cost, !at_once, true);
	if (engine->costs->fair && cost.buffered)
		have_left(engine, &sent, cost.send);
	else if (!engine->costs->fair && !cost.waits)
		have_left(engine, &sent, greater(cost.send, cost.out));
}

void engine_reserve(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	double start = greater(engine->now, *engine_out(engine, item)), late, out;

	if (engine->costs->fair) {
		start = engine->now;
	} else {
		late = lateness(engine, i, start);
		out = engine_item_cost(engine, item, item->process, item->peer)->out;
		if (engine->recorder)
			record_reserve(engine, i, engine->recorder->items[i].cause, late, out);
		start += late * out;
		keep_ports(engine, i, start, out);
	}
	item->kind = ITEM_FLOW;
	item->order = engine->order++;
	engine_push(engine, i, start);
}

void engine_flow(struct engine *engine, uint32_t i)
{
	struct item sent = engine->items.at[i];
	struct message_cost cost = *engine_item_cost(engine, &sent, sent.process, sent.peer);
	bool pulled = cost.protocol == PROTOCOL_RTA, freed = pulled || (cost.buffered && !cost.independent);
	double pushing = cost.buffered ? cost.send : greater(cost.send, cost.out);

	if (engine->recorder)
		record_begin(engine, i, RESOURCE_OUT);
	if (sent.rendezvous) {
		cost.send = 0;
		cost.taken = COST_SILENT;
	} else {
		cost = paid(cost);
	}
	leave(engine, i, &cost, false, false);
	engine->items.at[i].waits = sent.rendezvous ? pulled : is_acknowledged(engine, &sent, &cost);
	if (sent.rendezvous && !engine->costs->fair && !freed)
		have_left(engine, &sent, pushing);
}
