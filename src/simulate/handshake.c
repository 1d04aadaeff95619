/*
 * How a rendezvous goes on by who is inside the library when: the rules of LogGPO (Chen, Zhai, Zhang, Zheng, Science in
 * China F, 2009, section 2.2), with their slips corrected. Seconds there, nanoseconds here:
 *
 *	A = T_s + O_request + L'             the request arrives
 *	a = A, or later, when it has met its receive and the receiver is inside; where only waits move it on, it meets
 *	    its receive no earlier than in one
 *	RAT: k = a + 2 O' + L'               the answer arrives: O' to take the request, O' to answer
 *	     x = k, or later, when the sender is inside
 *	     e = x + O_i + G(m - 1)          the sender is free;  d = e + L: the data are there
 *	RTA: d = a + O' + O_i + G(m - 1) + L the data are there; the sender is done at d + O' + L'
 *	TA:  the data travel at once, and are taken at a; the sender is done at a + O_c + O' + L'
 *
 * Where progress is independent, nobody's CPU takes part, and nobody has to be inside.
 */
#include "simulate/record.h"

/* What item i had to wait for is the cause of what happens now. Returns it. */
static uint32_t record_cause(struct engine *engine, uint32_t i)
{
	if (engine->recorder)
		engine->recorder->cause = engine->recorder->items[i].cause;
	return engine->recorder ? engine->recorder->cause : 0;
}

static void record_resource(struct engine *engine, uint32_t i, enum resource resource)
{
	if (engine->recorder)
		record_begin(engine, i, resource);
}

/* What intervals say of message i: at its receiver, that the operation is its receive. */
static struct item told(const struct engine *engine, uint32_t i, bool at_receiver)
{
	struct item item = engine->items.at[i];

	if (at_receiver)
		item.operation = item.matched ? item.chain : NO_STEP;
	return item;
}

/* Item i becomes one of this kind that its message's other process handles, with the CPU and the port of its operation
 * there. */
static void hand_over(struct engine *engine, uint32_t i, enum item_kind kind, uint32_t operation)
{
	struct item *item = &engine->items.at[i];
	const struct step *step;
	int process = item->process;

	item->process = item->peer;
	item->peer = process;
	item->kind = kind;
	item->order = engine->order++;
	if (operation == NO_STEP)
		return;
	step = engine_step(engine, item->process, operation);
	item->cpu = step->cpu;
	item->nic = step->nic;
}

/* A message without data leaves item i's process after so long, for its peer: it takes so many times the overhead of
 * such a message, and so many times its latency. Returns what its arrival is caused by. */
static uint32_t fly(struct engine *engine, uint32_t i, double after, const struct message_cost *cost, int controls,
		    int latencies, uint32_t cause, bool at_receiver)
{
	double start = engine->now + after, time = controls * cost->control + latencies * cost->control_latency;
	const struct item item = told(engine, i, at_receiver);

	if (!engine->recorder)
		return 0;
	if (!engine->recorder->slopes)
		return record_interval(engine, INTERVAL_LATENCY, start, start + time, cause, &item);
	cause = slopes_after(engine, cause, &item, at_receiver, SPAN_CONTROL, controls);
	return slopes_after(engine, cause, &item, at_receiver, SPAN_CONTROL_LATENCY, latencies);
}

/* The CPU of item i's process is busy with messages without data: so many times once, which is the span. */
static uint32_t keep_cpu(struct engine *engine, uint32_t i, enum interval_kind kind, enum slope_span span, double once,
			 int times)
{
	const struct item *item = &engine->items.at[i];
	double time = times * once;
	uint32_t cause = 0;

	*engine_cpu(engine, item->process, item->cpu) = engine->now + time;
	if (engine->recorder) {
		const struct item named = told(engine, i, kind == INTERVAL_RECEIVE);

		cause = engine->recorder->cause;
		if (engine->recorder->slopes)
			cause = slopes_after(engine, cause, &named, kind == INTERVAL_RECEIVE, span, times);
		else
			cause = record_interval(engine, kind, engine->now, engine->now + time, cause, &named);
		*record_cpu(engine, item) = cause;
	}
	return cause;
}

static void come_at(struct engine *engine, uint32_t i, double time, uint32_t cause)
{
	if (engine->recorder)
		record_item(engine, i, time, cause);
	engine_push(engine, i, time);
}

/* What a message without data costs that is at its sender or, asks, at the other one's. */
static struct message_cost control_cost(const struct engine *engine, const struct item *item)
{
	bool asks = item->kind == ITEM_ASKS;

	return *engine_item_cost(engine, item, asks ? item->process : item->peer, asks ? item->peer : item->process);
}

void engine_arrived(struct engine *engine, uint32_t i)
{
	const struct item *item = &engine->items.at[i];
	bool independent = control_cost(engine, item).independent;

	if (item->kind == ITEM_ASKS)
		hand_over(engine, i, ITEM_REQUEST, NO_STEP);
	else if (item->kind == ITEM_TELLS)
		hand_over(engine, i, ITEM_DONE, NO_STEP);
	else
		hand_over(engine, i, independent ? ITEM_RESERVE : ITEM_TRANSFER, item->operation);
}

void engine_fly(struct engine *engine, uint32_t i)
{
	const struct item *item = &engine->items.at[i];
	struct message_cost cost = control_cost(engine, item);
	uint32_t cause = fly(engine, i, 0, &cost, 0, 1, record_cause(engine, i), item->kind != ITEM_ASKS);

	engine_arrived(engine, i);
	come_at(engine, i, engine->now + cost.control_latency, cause);
}

void engine_ask(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	uint32_t cause = keep_cpu(engine, i, INTERVAL_SEND, SPAN_REQUEST, cost->request, 1);
	const struct item *item = &engine->items.at[i];

	if (engine_in_stream(engine, item->process, item->peer)) {
		engine_served(engine, i, RESOURCE_CPU);
		engine_leave_behind(engine, i, ITEM_ASKS, engine->now + cost->request, cause);
		return;
	}
	cause = fly(engine, i, cost->request, cost, 0, 1, cause, false);
	engine_served(engine, i, RESOURCE_CPU);
	hand_over(engine, i, ITEM_REQUEST, NO_STEP);
	come_at(engine, i, engine->now + cost->request + cost->control_latency, cause);
}

/* Whether item i, of which its process takes notice in waits alone, has to come later. */
static bool is_outside(struct engine *engine, uint32_t i)
{
	return engine_comes_before(engine, i) || engine_held_up(engine, i, RESOURCE_CPU);
}

void engine_request(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	const struct message_cost cost = *engine_item_cost(engine, item, item->peer, item->process);

	if (cost.in_waits && is_outside(engine, i))
		return;
	if (cost.in_waits) {
		record_resource(engine, i, RESOURCE_CPU);
		engine_served(engine, i, RESOURCE_CPU);
	} else {
		record_cause(engine, i);
	}
	item->order = engine->order++;
	item->kind = ITEM_MESSAGE;
	engine_envelope(engine, i);
}

void engine_met_request(struct engine *engine, uint32_t i, uint32_t receive)
{
	struct item *item = &engine->items.at[i];

	item->chain = receive;
	item->matched = 1;
	item->expected = 1;
	item->kind = ITEM_ANSWER;
	item->order = engine->order++;
	item->cpu = engine_step(engine, item->process, receive)->cpu;
	if (engine->recorder)
		record_item(engine, i, engine->now, engine->recorder->cause);
	engine_answer(engine, i);
}

/* The receiver's CPU, which is inside, answers request i, or begins to pull. */
static uint32_t work_on(struct engine *engine, uint32_t i, double once, int times, double pulling)
{
	const struct item *item = &engine->items.at[i];
	double control = times * once;
	uint32_t cause;

	record_resource(engine, i, RESOURCE_CPU);
	cause = keep_cpu(engine, i, INTERVAL_RECEIVE, SPAN_CONTROL, once, times);
	if (pulling > 0) {
		const struct item named = told(engine, i, true);

		*engine_cpu(engine, item->process, item->cpu) += pulling;
		if (engine->recorder && engine->recorder->slopes)
			*record_cpu(engine, item) = slopes_after(engine, cause, &named, true, SPAN_SEND, 1);
		else if (engine->recorder)
			*record_cpu(engine, item) = record_interval(engine, INTERVAL_RECEIVE, engine->now + control,
								    engine->now + control + pulling, cause, &named);
	}
	engine_served(engine, i, RESOURCE_CPU);
	return cause;
}

void engine_answer(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct message_cost cost = *engine_item_cost(engine, item, item->peer, item->process);
	bool pulls = cost.protocol == PROTOCOL_RTA, alone = cost.independent,
	     behind = !pulls && engine_in_stream(engine, item->process, item->peer);
	int controls = pulls ? 1 : 2, latencies = pulls || behind ? 0 : 1;
	double time = controls * cost.control + latencies * cost.control_latency;
	uint32_t cause, operation = item->operation;

	if (!alone && engine_held_up(engine, i, RESOURCE_CPU))
		return;
	if (alone)
		cause = fly(engine, i, 0, &cost, controls, latencies, record_cause(engine, i), true);
	else
		cause = fly(engine, i, controls * cost.control, &cost, 0, latencies,
			    work_on(engine, i, cost.control, controls, pulls ? cost.send : 0), true);
	if (behind) {
		engine_leave_behind(engine, i, ITEM_ANSWERS, engine->now + time, cause);
		return;
	}
	hand_over(engine, i, pulls || alone ? ITEM_RESERVE : ITEM_TRANSFER, operation);
	come_at(engine, i, engine->now + time, cause);
}

/* An operation of a process is done at a time, because of cause. */
static void be_done(struct engine *engine, int process, uint32_t operation, double time, uint32_t cause)
{
	uint32_t s = items_take(&engine->items);

	if (!s) {
		engine->out_of_memory = true;
		return;
	}
	engine->items.at[s] =
		(struct item){.kind = ITEM_DONE, .process = process, .operation = operation, .order = engine->order++};
	come_at(engine, s, time, cause);
}

/* The word that message i is all there leaves its process from a time on. */
static void tell_behind(struct engine *engine, uint32_t i, double time, uint32_t cause)
{
	uint32_t s = items_take(&engine->items);

	if (!s) {
		engine->out_of_memory = true;
		return;
	}
	engine->items.at[s] = engine->items.at[i];
	engine_leave_behind(engine, s, ITEM_TELLS, time, cause);
}

void engine_acknowledge(struct engine *engine, uint32_t i, const struct message_cost *cost, double after)
{
	const struct item *message = &engine->items.at[i];
	bool behind = engine_in_stream(engine, message->process, message->peer);
	double flight = cost->control + (behind ? 0 : cost->control_latency);
	uint32_t cause =
		fly(engine, i, after, cost, 1, behind ? 0 : 1, engine->recorder ? engine->recorder->cause : 0, true);

	if (behind) {
		tell_behind(engine, i, engine->now + after + flight, cause);
		return;
	}
	be_done(engine, message->peer, message->operation, engine->now + after + flight, cause);
}

void engine_take_acknowledged(struct engine *engine, uint32_t i)
{
	struct item item = engine->items.at[i];
	struct message_cost cost = *engine_item_cost(engine, &item, item.peer, item.process);
	bool alone = cost.independent;
	double copying = item.expected ? cost.receive_expected : cost.receive;
	uint32_t cause;

	if (cost.in_waits && is_outside(engine, i))
		return;
	if (!alone && engine_held_up(engine, i, RESOURCE_CPU))
		return;
	if (alone) {
		cause = record_cause(engine, i);
		if (engine->recorder && engine->recorder->slopes)
			engine->recorder->cause = slopes_after(engine, cause, &item, true,
							       item.expected ? SPAN_EXPECTED : SPAN_RECEIVE, 1);
		else if (engine->recorder)
			engine->recorder->cause =
				record_in(engine, INTERVAL_IN_BANDWIDTH, engine->now, engine->now + copying, cause, i);
		be_done(engine, item.process, item.chain, engine->now + copying,
			engine->recorder ? engine->recorder->cause : 0);
		engine_acknowledge(engine, i, &cost, copying);
	} else {
		record_resource(engine, i, RESOURCE_CPU);
		*engine_cpu(engine, item.process, item.cpu) = engine->now + copying;
		if (engine->recorder)
			record_take(engine, i, engine->now + copying);
		engine_served(engine, i, RESOURCE_CPU);
		engine_acknowledge(engine, i, &cost, copying);
		engine_done(engine, item.process, item.chain, engine->now + copying);
	}
	items_give(&engine->items, i);
}
