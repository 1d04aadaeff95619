#include "simulate/record.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes that are kept without looking for those that nobody needs. */
#define NODES_LEAST 4096

struct slopes *slopes_new(const struct slopes_asked *asked)
{
	struct slopes *slopes = calloc(1, sizeof(*slopes));

	if (!slopes)
		return NULL;
	slopes->asked = asked;
	slopes->n = asked->n + 1;
	slopes->most = NODES_LEAST;
	slopes->nodes = memory_grow(NULL, &slopes->capacity, NODES_LEAST, sizeof(*slopes->nodes));
	if (!slopes->nodes) {
		slopes_free(slopes);
		return NULL;
	}
	slopes->nodes[0] = (struct slope_node){{0}};
	slopes->n_nodes = 1;
	return slopes;
}

void slopes_free(struct slopes *slopes)
{
	if (slopes) {
		free(slopes->nodes);
		free(slopes->numbers);
	}
	free(slopes);
}

/* Makes room for a new node; false without memory. */
static bool has_room(struct engine *engine)
{
	struct slopes *slopes = engine->recorder->slopes;
	struct slope_node *grown = slopes->n_nodes < UINT32_MAX ? memory_grow(slopes->nodes, &slopes->capacity,
									      slopes->n_nodes + 1, sizeof(*grown))
								: NULL;

	if (grown)
		slopes->nodes = grown;
	else
		engine->out_of_memory = true;
	return grown != NULL;
}

/* A new node like another one; 0 without memory. */
static uint32_t copy(struct engine *engine, uint32_t from)
{
	struct slopes *slopes = engine->recorder->slopes;

	if (!has_room(engine))
		return 0;
	slopes->nodes[slopes->n_nodes] = slopes->nodes[from];
	return (uint32_t)slopes->n_nodes++;
}

uint32_t slopes_both(struct engine *engine, uint32_t a, uint32_t b)
{
	const struct slopes *slopes = engine->recorder->slopes;
	const struct slope_node *x = &slopes->nodes[a], *y = &slopes->nodes[b];
	bool a_most = true, b_most = true;
	uint32_t both;

	for (int k = SLOPES_BY; k < SLOPES_PLACES; k++) {
		a_most = a_most && x->at[k] >= y->at[k];
		b_most = b_most && y->at[k] >= x->at[k];
	}
	if (a_most || b_most)
		return a_most ? a : b;
	both = copy(engine, a);
	for (int k = SLOPES_BY; k < SLOPES_PLACES; k++)
		slopes->nodes[both].at[k] = fmax(slopes->nodes[a].at[k], slopes->nodes[b].at[k]);
	return both;
}

static double value_of(const struct message_cost *cost, enum slope_span span)
{
	switch (span) {
	case SPAN_SEND:
		return cost->send;
	case SPAN_OUT:
		return cost->out;
	case SPAN_FLIGHT:
		return cost->flight;
	case SPAN_LATENCY:
		return cost->latency;
	case SPAN_PAID:
		return greater(0, cost->flight - cost->send);
	case SPAN_TRANSFER:
		return cost->transfer;
	case SPAN_IN:
		return cost->in;
	case SPAN_LANDED:
		return cost->transfer - message_inside(cost);
	case SPAN_RECEIVE:
		return cost->receive;
	case SPAN_EXPECTED:
		return cost->receive_expected;
	case SPAN_CONTROL_LATENCY:
		return cost->control_latency;
	case SPAN_REQUEST:
		return cost->request;
	case SPAN_LINK_FRONT:
		return greater(0, cost->link - cost->transfer);
	case SPAN_LINK_REST:
		return fmin(cost->link, cost->transfer);
	default:
		return cost->control;
	}
}

/* What an item, a send or its message, costs under other costs than the engine's. */
static struct message_cost cost_under(const struct costs *costs, const struct item *item, int from, int to)
{
	struct message_cost cost;

	if (item->blocking && costs->blocking)
		costs->blocking(costs->self, from, to, item->bytes, &cost);
	else
		costs->message(costs->self, from, to, item->bytes, &cost);
	return cost;
}

/* Asks what messages of a size between two processes cost, and how that changes. */
static void ask(const struct engine *engine, const struct item *item, int from, int to, struct slope_message *message)
{
	const struct slopes_asked *asked = engine->recorder->slopes->asked;
	struct message_cost cost = cost_under(engine->costs, item, from, to);

	*message = (struct slope_message){
		.bytes = item->bytes, .from = from, .to = to, .blocking = item->blocking, .known = true};
	for (int s = 0; s < SLOPE_SPANS; s++)
		message->spans[s].at[SLOPES_TIME] = value_of(&cost, (enum slope_span)s);
	for (int k = 0; k < asked->n; k++) {
		cost = cost_under(&asked->more[k], item, from, to);
		for (int s = 0; s < SLOPE_SPANS; s++)
			message->spans[s].at[SLOPES_BY + k + 1] =
				(value_of(&cost, (enum slope_span)s) - message->spans[s].at[SLOPES_TIME]) /
				asked->step[k];
	}
}

static inline const struct slope_message *message_of(struct engine *engine, const struct item *item, int from, int to)
{
	struct slopes *slopes = engine->recorder->slopes;
	uint64_t bytes = item->bytes, key = bytes * UINT64_C(0x9e3779b97f4a7c15);
	struct slope_message *message;

	if (slopes->asked->any_pair)
		from = to = 0;
	else
		key ^= ((uint64_t)(uint32_t)from << 20) ^ (uint64_t)(uint32_t)to;
	message = &slopes->messages[(key ^ key >> 32 ^ item->blocking) % SLOPE_MESSAGES];
	if (!message->known || message->bytes != bytes || message->from != from || message->to != to ||
	    message->blocking != item->blocking)
		ask(engine, item, from, to, message);
	return message;
}

/* So many times more after a moment. */
static inline void add(const struct slope_node *restrict before, double times, const struct slope_node *restrict more,
		       struct slope_node *restrict sum)
{
	for (int k = 0; k < SLOPES_PLACES; k++)
		sum->at[k] = before->at[k] + times * more->at[k];
}

uint32_t slopes_after(struct engine *engine, uint32_t from, const struct item *message, bool at_receiver,
		      enum slope_span span, double times)
{
	struct slopes *slopes = engine->recorder->slopes;
	const struct slope_message *cost = message_of(engine, message, at_receiver ? message->peer : message->process,
						      at_receiver ? message->process : message->peer);

	if (!has_room(engine))
		return 0;
	add(&slopes->nodes[from], times, &cost->spans[span], &slopes->nodes[slopes->n_nodes]);
	return (uint32_t)slopes->n_nodes++;
}

uint32_t slopes_compute(struct engine *engine, uint32_t from, double time, bool computed)
{
	uint32_t made = copy(engine, from);
	struct slope_node *node = &engine->recorder->slopes->nodes[made];

	if (engine->out_of_memory)
		return 0;
	node->at[SLOPES_TIME] += time;
	if (computed)
		node->at[SLOPES_BY] += time;
	return made;
}

/* What keeps the item waiting until now, beside what is known; what is free only later does not. */
static uint32_t unless_later(struct engine *engine, uint32_t cause, uint32_t other)
{
	if (engine->recorder->slopes->nodes[other].at[SLOPES_TIME] > engine->now + SLOPES_SAME_TIME)
		return cause;
	return slopes_later(engine, cause, other);
}

/* In which order a process does things. */
static void note_order(struct engine *engine, const struct item *item, enum resource resource)
{
	uint64_t *order = &engine->recorder->processes[item->process].order;
	uint64_t what = (uint64_t)item->kind | (uint64_t)resource << 8 | (uint64_t)(uint32_t)item->peer << 16;

	*order = (*order ^ what ^ item->bytes << 40) * UINT64_C(0x100000001b3) + 1;
}

void slopes_begin(struct engine *engine, uint32_t i, enum resource resource)
{
	struct recorder *recorder = engine->recorder;
	const struct item *item = &engine->items.at[i];
	uint32_t cause = recorder->items[i].cause;

	note_order(engine, item, resource);
	if (resource == RESOURCE_CPU || resource == RESOURCE_SEND ||
	    (resource == RESOURCE_IN && engine->costs->cpu_takes_in))
		cause = unless_later(engine, cause, *record_cpu(engine, item));
	if (resource == RESOURCE_SEND)
		cause = unless_later(engine, cause, record_out(engine, item)->out);
	if (resource == RESOURCE_IN)
		cause = unless_later(engine, cause, record_port(engine, item)->in);
	if (fabs(recorder->slopes->nodes[cause].at[SLOPES_TIME] - engine->now) > SLOPES_SAME_TIME) {
		recorder->slopes->lost++;
		cause = copy(engine, cause);
		recorder->slopes->nodes[cause].at[SLOPES_TIME] = engine->now;
	}
	recorder->cause = recorder->begun = cause;
}

/* A port is kept from a moment on, or when it is free. */
static uint32_t keep(struct engine *engine, uint32_t port, uint32_t from, const struct item *item, bool at_receiver,
		     enum slope_span span, double times)
{
	return slopes_after(engine, slopes_later(engine, port, from), item, at_receiver, span, times);
}

static void keep_out(struct engine *engine, const struct item *item, uint32_t from)
{
	struct kept *out = record_out(engine, item);
	uint32_t *in = &record_port(engine, item)->in;

	out->out = keep(engine, out->out, from, item, false, SPAN_OUT, 1);
	if (engine->costs->both_ways > 0)
		*in = keep(engine, *in, from, item, false, SPAN_OUT, engine->costs->both_ways);
}

void slopes_reserve(struct engine *engine, uint32_t i, uint32_t begun, double late)
{
	const struct item *item = &engine->items.at[i];
	uint32_t free = record_out(engine, item)->out;

	engine->recorder->items[i].cause = slopes_later(engine, engine->recorder->items[i].cause, free);
	if (late > 0)
		begun = engine->recorder->items[i].cause =
			slopes_after(engine, engine->recorder->items[i].cause, item, false, SPAN_OUT, late);
	keep_out(engine, item, begun);
}

uint32_t slopes_leave(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	static const enum slope_span flights[] = {[COST_WHOLE] = SPAN_FLIGHT,
						  [COST_BARE] = SPAN_LATENCY,
						  [COST_SILENT] = SPAN_FLIGHT,
						  [COST_PAID] = SPAN_PAID};
	const struct item *item = &engine->items.at[i];
	struct recorder *recorder = engine->recorder;
	uint32_t now = recorder->cause, send = now;

	if (cost->taken == COST_WHOLE || (cost->taken == COST_SILENT && item->rendezvous))
		send = slopes_after(engine, now, item, false, SPAN_SEND, 1);
	if (item->rendezvous)
		recorder->left = slopes_later(engine, slopes_after(engine, now, item, false, SPAN_OUT, 1), send);
	if (cost->taken == COST_SILENT)
		send = now;
	*record_cpu(engine, item) = send;
	recorder->cause = send;
	return slopes_after(engine, now, item, false, flights[cost->taken], 1);
}

void slopes_arrive(struct engine *engine, uint32_t i)
{
	struct recorder *recorder = engine->recorder;
	const struct item *item = &engine->items.at[i];
	struct recorded *p = &recorder->processes[item->process], *port = record_port(engine, item);
	uint32_t now = recorder->cause;

	port->in = slopes_after(engine, now, item, true, SPAN_IN, 1);
	if (engine->costs->both_ways > 0)
		port->first.out = keep(engine, port->first.out, now, item, true, SPAN_IN, engine->costs->both_ways);
	recorder->cause =
		slopes_after(engine, now, item, true, engine->costs->cpu_takes_in ? SPAN_RECEIVE : SPAN_LANDED, 1);
	if (engine->costs->cpu_takes_in)
		p->first.cpu = recorder->cause;
}

/* Calls visit with each place that has the number of a node. */
static void visit_all(struct engine *engine, void (*visit)(uint32_t *number, void *what), void *what)
{
	struct recorder *recorder = engine->recorder;

	visit(&recorder->cause, what);
	visit(&recorder->left, what);
	visit(&recorder->begun, what);
	for (size_t i = 0; i < engine->byte_streams.n; i++)
		visit(&engine->byte_streams.list[i].kept, what);
	for (size_t i = 0; i < recorder->item_capacity && i < engine->items.n; i++)
		visit(&recorder->items[i].cause, what);
	for (int p = 0; p < engine_ports(engine); p++) {
		struct recorded *process = &recorder->processes[p];
		const struct program_stream *stream =
			engine->made.streams && p < engine->schedule->processes ? &engine->made.streams[p] : NULL;

		visit(&process->first.cpu, what);
		visit(&process->first.out, what);
		visit(&process->in, what);
		visit(&process->done, what);
		for (size_t k = 0; k < process->n_more; k++) {
			visit(&process->more[k].cpu, what);
			visit(&process->more[k].out, what);
		}
		for (size_t s = 0; s < process->step_capacity && (!stream || s < stream->n_steps); s++)
			visit(&process->steps[s].cause, what);
		for (int t = 0; stream && t < stream->n_threads; t++)
			visit(&stream->threads[t].cause, what);
		for (size_t r = 0; stream && r < stream->n_requests; r++)
			visit(&stream->requests[r].cause, what);
	}
}

struct slopes_collecting {
	uint32_t *numbers; /* of each node: not 0 if it is needed; then its new number and 1 */
	size_t places;
};

static void mark(uint32_t *number, void *what)
{
	struct slopes_collecting *collecting = what;

	collecting->numbers[*number] = 1;
	collecting->places++;
}

static void renumber(uint32_t *number, void *what)
{
	*number = ((struct slopes_collecting *)what)->numbers[*number] - 1;
}

/* What is unused needs no nodes. */
static void clear_unused(struct engine *engine)
{
	struct recorder *recorder = engine->recorder;

	for (uint32_t i = engine->items.free; i; i = engine->items.at[i].next) {
		if (i < recorder->item_capacity)
			recorder->items[i].cause = 0;
	}
	for (int p = 0; engine->made.streams && p < engine->schedule->processes; p++) {
		const struct program_stream *stream = &engine->made.streams[p];

		for (uint32_t s = stream->free_step; s; s = stream->steps[s - 1].first)
			recorder->processes[p].steps[s - 1].cause = 0;
	}
}

void slopes_collect(struct engine *engine)
{
	struct slopes *slopes = engine->recorder->slopes;
	uint32_t *numbers = memory_grow(slopes->numbers, &slopes->number_capacity, slopes->n_nodes, sizeof(*numbers));
	struct slopes_collecting collecting = {.numbers = numbers};
	size_t n = 0;

	if (!numbers) {
		engine->out_of_memory = true;
		return;
	}
	slopes->numbers = numbers;
	memset(numbers, 0, slopes->n_nodes * sizeof(*numbers));
	numbers[0] = 1;
	clear_unused(engine);
	visit_all(engine, mark, &collecting);
	for (size_t i = 0; i < slopes->n_nodes; i++) {
		if (!numbers[i])
			continue;
		slopes->nodes[n] = slopes->nodes[i];
		numbers[i] = (uint32_t)++n;
	}
	visit_all(engine, renumber, &collecting);
	slopes->n_nodes = n;
	slopes->most = 2 * n > NODES_LEAST ? 2 * n : NODES_LEAST;
	slopes->most = slopes->most > collecting.places ? slopes->most : collecting.places;
}

void slopes_found(struct engine *engine, struct slopes_asked *found)
{
	struct recorder *recorder = engine->recorder;
	const struct slopes *slopes = recorder->slopes;
	uint32_t last = 0;

	found->order = 0;
	for (int p = 0; p < engine->schedule->processes; p++) {
		last = slopes_later(engine, last, recorder->processes[p].first.cpu);
		last = slopes_later(engine, last, recorder->processes[p].done);
		found->order = found->order * UINT64_C(0x9e3779b97f4a7c15) + recorder->processes[p].order;
	}
	found->lost = slopes->lost;
	for (int k = 0; k < slopes->n; k++)
		found->by[k] = slopes->nodes[last].at[SLOPES_BY + k];
}
