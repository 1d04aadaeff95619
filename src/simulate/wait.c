#include "simulate/engine.h"

#include "base/memory.h"

#include <assert.h>

static const double rounding = 1e-12; /* of a time: by so much less a sum may be than one of which it is made */

void engine_push(struct engine *engine, uint32_t i, double time)
{
	double now = engine->queue.time;

	assert(time >= (1 - rounding) * now);
	if (!queue_push(&engine->queue, &engine->items, i, greater(time, now)))
		engine->out_of_memory = true;
}

static uint32_t wait_take(struct engine *engine)
{
	uint32_t w = engine->free_wait;
	struct wait *grown;

	if (w) {
		engine->free_wait = engine->waits[w].next;
	} else {
		if (engine->n_waits == 0)
			engine->n_waits = 1;
		grown = memory_grow(engine->waits, &engine->wait_capacity, (size_t)engine->n_waits + 1, sizeof(*grown));
		if (!grown) {
			engine->out_of_memory = true;
			return 0;
		}
		engine->waits = grown;
		w = engine->n_waits++;
	}
	engine->waits[w] = (struct wait){.front_order = UINT64_MAX};
	return w;
}

/* Whether an item waits for CPU 0 and port out 0, or for the port in. */
static bool is_first(const struct item *item, enum resource resource)
{
	return item->cpu == 0 && (item->nic == 0 || resource != RESOURCE_SEND);
}

/* The resource, or of others than the first CPU and port the port out. The port in of a node is another one than those
 * of its processes. */
static uint16_t key_of(const struct engine *engine, const struct item *item, enum resource resource)
{
	enum { PORT_OF_NODE = RESOURCE_OUT + 1 };

	if (resource == RESOURCE_IN && engine_port(engine, item->process, item->peer) != item->process)
		return PORT_OF_NODE;
	if (is_first(item, resource))
		return (uint16_t)resource;
	return resource == RESOURCE_CPU ? 0 : (uint16_t)(item->nic + 1);
}

/*
 * Where the index of the line is in which item i waits for the resource: 0 there if there is none. Each CPU with each
 * port has a line of its own, so that nobody waits behind one that needs something else; those of one CPU, of which few
 * are in use at a time, are linked.
 */
static uint32_t *line_of(struct engine *engine, const struct item *item, enum resource resource)
{
	uint32_t *index = is_first(item, resource)
				  ? &engine->processes[item->process].waits
				  : &program_lanes(engine_program(engine, item->process))[item->cpu].waits;
	uint16_t key = key_of(engine, item, resource);

	while (*index && engine->waits[*index].key != key)
		index = &engine->waits[*index].next;
	return index;
}

void engine_hold_up(struct engine *engine, uint32_t i, enum resource resource, double time)
{
	struct item *item = &engine->items.at[i];
	struct wait *wait;
	uint32_t w;

	w = *line_of(engine, item, resource);
	if (!w) {
		w = wait_take(engine); /* may move what line_of is in */
		if (!w)
			return;
		engine->waits[w].key = key_of(engine, item, resource);
		*line_of(engine, item, resource) = w;
	}
	wait = &engine->waits[w];
	wait->fronts -= item->front;
	item->front = wait->fronts == 0 || item->order <= wait->front_order;
	if (item->front) {
		wait->front_order = item->order;
		wait->fronts++;
		engine_push(engine, i, time);
	} else {
		item_list_push(&engine->items, &wait->line, i);
	}
}

bool engine_comes_before(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];

	if (item->order & ORDER_LAST)
		return false;
	item->order = ORDER_LAST | engine->order++;
	engine_push(engine, i, engine->now);
	return true;
}

void engine_serve_next(struct engine *engine, uint32_t i, enum resource resource)
{
	struct item *item = &engine->items.at[i];
	uint32_t *index, w, next;
	struct wait *wait;

	item->front = 0;
	index = line_of(engine, item, resource);
	w = *index;
	wait = &engine->waits[w];
	wait->fronts--;
	wait->front_order = UINT64_MAX;
	next = item_list_pop(&engine->items, &wait->line);
	if (next) {
		item = &engine->items.at[next];
		item->front = 1;
		wait->fronts++;
		wait->front_order = item->order;
		engine_push(engine, next, engine_free_time(engine, item, resource));
	} else if (wait->fronts == 0) {
		*index = wait->next;
		wait->next = engine->free_wait;
		engine->free_wait = w;
	}
}
