#include "simulate/record.h"

#include "base/memory.h"

#include <stdlib.h>

int engine_class(const struct engine *engine, int kind)
{
	bool receives_first = engine->made.source && engine->costs->in_stream;

	return kind == OP_SEND ? receives_first : kind == OP_RECEIVE ? !receives_first : kind;
}

/* Of operations that become ready together: the lower rank, the class, what the start of another one made ready before
 * what its end did, the order of declaration. */
static void add_ready(struct engine *engine, int process, enum operation_kind kind, struct ready ready)
{
	struct ready *grown = memory_grow(engine->ready, &engine->ready_capacity, engine->n_ready + 1, sizeof(*grown));
	int class = engine_class(engine, kind);

	if (!grown) {
		engine->out_of_memory = true;
		return;
	}
	engine->ready = grown;
	ready.key = (uint64_t)process << 33 | (uint64_t)(class < 2 ? class : 2) << 31 | engine->n_ready;
	grown[engine->n_ready++] = ready;
}

void engine_ready_step(struct engine *engine, int process, uint32_t step)
{
	add_ready(engine, process, engine_step(engine, process, step)->kind, (struct ready){.step = step});
}

void engine_ready_thread(struct engine *engine, int process, uint32_t thread)
{
	add_ready(engine, process, OP_COMPUTE, (struct ready){.thread = thread + 1});
}

static void satisfy(struct engine *engine, int process, uint32_t step, bool start, double time)
{
	struct program *program = engine_program(engine, process);
	struct requirement near[NEAR_DEPENDENTS];
	uint32_t n;
	const struct requirement *dependents = program_dependents(program, step, near, &n);

	for (uint32_t d = 0; d < n; d++) {
		const struct requirement dependent = dependents[d];

		if (dependent.start != start)
			continue;
		if (program->n_lanes > 0 && program_earliest(program)[dependent.on] < time)
			program_earliest(program)[dependent.on] = time;
		if (engine->recorder)
			record_satisfied(engine, process, dependent.on, time);
		if (--program->steps[dependent.on].waits == 0)
			engine_ready_step(engine, process, dependent.on);
	}
}

void engine_started(struct engine *engine, int process, uint32_t step)
{
	if (engine->made.source)
		stream_started(engine, process, step);
	else if (!(step & STEP_ALONE) && program_may_start(engine_program(engine, process), step))
		satisfy(engine, process, step, true, engine->now);
}

/* Something of the process has ended at a time. */
static void note_done(struct engine *engine, struct simulated_process *p, double time)
{
	engine->operations++;
	if (engine->recorder && (time > p->done || engine->recorder->slopes))
		record_later(engine, &engine->recorder->processes[p - engine->processes].done, p->done, time);
	p->done = greater(p->done, time);
}

void engine_finished(struct engine *engine, int process)
{
	struct simulated_process *p = &engine->processes[process];
	struct program *program = engine_program(engine, process);

	for (uint32_t l = 1; l < program->n_lanes; l++) {
		if (program_lanes(program)[l].cpu <= p->done)
			continue;
		p->done = program_lanes(program)[l].cpu;
		if (engine->recorder)
			engine->recorder->processes[process].done = engine->recorder->processes[process].more[l].cpu;
	}
	program_free(&engine->programs, p->program);
	p->program = 0;
	engine->limit.left--;
}

void engine_done(struct engine *engine, int process, uint32_t step, double time)
{
	struct simulated_process *p = &engine->processes[process];

	if (engine->limit.receives)
		receives_done(engine, process, step, time);
	if (engine->made.source)
		stream_done(engine, process, step, time);
	else if (!(step & STEP_ALONE))
		satisfy(engine, process, step, false, time);
	note_done(engine, p, time);
	if (--p->left == 0)
		engine_finished(engine, process);
}

uint32_t engine_item(struct engine *engine, int process, uint32_t index, uint64_t order)
{
	static const uint8_t kinds[] = {[OP_SEND] = ITEM_SEND,
					[OP_RECEIVE] = ITEM_RECEIVE,
					[OP_COPY] = ITEM_COMPUTE,
					[OP_REDUCE] = ITEM_COMPUTE,
					[OP_COMPUTE] = ITEM_COMPUTE};
	const struct step *step = engine_step(engine, process, index);
	uint32_t i = items_take(&engine->items);
	struct item *item = &engine->items.at[i];

	if (!i) {
		engine->out_of_memory = true;
		return 0;
	}
	*item = (struct item){.order = order, .process = process};
	item->bytes = step->count;
	item->peer = step->peer;
	item->tag = step->tag;
	item->operation = index | (engine->made.source || step->n_near > 0 ? 0 : STEP_ALONE);
	item->cpu = step->cpu;
	item->nic = step->nic;
	item->kind = kinds[step->kind];
	item->blocking = step->blocking;
	item->synchronous = step->synchronous;
	if (engine->recorder)
		record_step(engine, i, process, index);
	return i;
}

/* A send that is announced first needs no port for that. */
static enum resource needs(const struct engine *engine, const struct item *item)
{
	bool announced = item->kind == ITEM_SEND && engine_waits(engine, item) && !engine->costs->cpu_takes_in;

	return item->kind == ITEM_SEND && !announced && !engine->costs->queued ? RESOURCE_SEND : RESOURCE_CPU;
}

void engine_make_item(struct engine *engine, int process, uint32_t index, double earliest)
{
	uint32_t i = engine_item(engine, process, index, engine->order);
	double time;

	if (!i)
		return;
	engine->order++;
	time = engine_free_time(engine, &engine->items.at[i], needs(engine, &engine->items.at[i]));
	time = greater(time, earliest);
	if (engine->recorder && engine->items.at[i].kind == ITEM_RECEIVE)
		record_held_back(engine, i);
	engine_push(engine, i, greater(time, engine->now));
}

/* From when on an operation that is ready may start, whatever its CPU does. */
static double earliest_of(const struct engine *engine, int process, uint32_t step)
{
	struct program *program = engine_program(engine, process);

	if (engine->made.source)
		return engine->made.streams[process].more[step].earliest;
	return program->n_lanes > 0 ? program_earliest(program)[step] : 0;
}

static int by_key(const void *a, const void *b)
{
	uint64_t x = ((const struct ready *)a)->key, y = ((const struct ready *)b)->key;

	return (x > y) - (x < y);
}

void engine_flush(struct engine *engine)
{
	bool sorted = true;

	for (size_t i = 1; i < engine->n_ready; i++)
		sorted = sorted && engine->ready[i - 1].key < engine->ready[i].key;
	if (!sorted)
		qsort(engine->ready, engine->n_ready, sizeof(*engine->ready), by_key);
	for (size_t i = 0; i < engine->n_ready && !engine->out_of_memory; i++) {
		const struct ready ready = engine->ready[i];
		int process = (int)(ready.key >> 33);

		if (ready.thread)
			engine_feed(engine, process, ready.thread - 1);
		else
			engine_make_item(engine, process, ready.step, earliest_of(engine, process, ready.step));
	}
	engine->n_ready = 0;
}
