#include "simulate/record.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Nanoseconds: differences of sums of the same times. */
#define ROUNDING 1e-6

struct recorder *recorder_new(int processes, const struct slopes_asked *slopes)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));

	if (!recorder)
		return NULL;
	recorder->n = 1;
	recorder->intervals = memory_grow(NULL, &recorder->capacity, 1, sizeof(*recorder->intervals));
	recorder->processes = calloc((size_t)processes + 1, sizeof(*recorder->processes));
	if (slopes)
		recorder->slopes = slopes_new(slopes);
	if (!recorder->intervals || !recorder->processes || (slopes && !recorder->slopes)) {
		recorder_free(recorder, processes);
		return NULL;
	}
	recorder->intervals[0] = (struct interval){.peer = -1, .process = -1, .operation = NO_STEP};
	return recorder;
}

void recorder_free(struct recorder *recorder, int processes)
{
	if (!recorder)
		return;
	for (int p = 0; recorder->processes && p < processes; p++) {
		free(recorder->processes[p].more);
		free(recorder->processes[p].steps);
	}
	free(recorder->processes);
	slopes_free(recorder->slopes);
	free(recorder->items);
	free(recorder->choices);
	free(recorder->intervals);
	free(recorder);
}

void record_program(struct engine *engine, int process, const struct program *program)
{
	struct recorded *p = &engine->recorder->processes[process];

	p->step_capacity = (size_t)program->n + 1;
	p->steps = calloc(p->step_capacity, sizeof(*p->steps));
	if (program->n_lanes > 0)
		p->more = calloc(program->n_lanes, sizeof(*p->more));
	p->n_more = p->more ? program->n_lanes : 0;
	if (!p->steps || (program->n_lanes > 0 && !p->more))
		engine->out_of_memory = true;
}

uint32_t record_interval(struct engine *engine, enum interval_kind kind, double start, double end, uint32_t cause,
			 const struct item *item)
{
	struct recorder *recorder = engine->recorder;
	struct interval *grown;
	bool message = kind >= INTERVAL_SEND;

	if (!(end > start))
		return cause;
	grown = recorder->n < UINT32_MAX
			? memory_grow(recorder->intervals, &recorder->capacity, recorder->n + 1, sizeof(*grown))
			: NULL;
	if (!grown) {
		engine->out_of_memory = true;
		return cause;
	}
	recorder->intervals = grown;
	grown[recorder->n] = (struct interval){
		.start = start,
		.end = end,
		.bytes = message ? item->bytes : 0,
		.process = item->process,
		.peer = message ? item->peer : -1,
		.operation = engine_label(engine, item->process, item->operation),
		.cause = cause,
		.site = engine_site(engine, item->process, item->operation),
		.kind = (uint8_t)kind,
	};
	return (uint32_t)recorder->n++;
}

/* The later one of what there was to wait for; nothing keeps anybody waiting beyond now. */
static void later(const struct engine *engine, struct moment *latest, double time, uint32_t cause)
{
	if (time > engine->now)
		time = engine->now;
	if (time > latest->time)
		*latest = (struct moment){.time = time, .cause = cause};
}

void record_begin(struct engine *engine, uint32_t i, enum resource resource)
{
	const struct item *item = &engine->items.at[i];
	struct moment latest;

	if (engine->recorder->slopes) {
		slopes_begin(engine, i, resource);
		return;
	}
	latest = engine->recorder->items[i];
	if (latest.time > engine->now)
		latest.time = engine->now;
	if (resource == RESOURCE_CPU || resource == RESOURCE_SEND || engine->costs->cpu_takes_in)
		later(engine, &latest, *engine_cpu(engine, item->process, item->cpu), *record_cpu(engine, item));
	if (resource == RESOURCE_SEND || resource == RESOURCE_OUT)
		later(engine, &latest, *engine_out(engine, item), record_out(engine, item)->out);
	if (resource == RESOURCE_IN)
		later(engine, &latest, engine->processes[engine_port(engine, item->process, item->peer)].in,
		      record_port(engine, item)->in);
	engine->recorder->cause = engine->recorder->begun = latest.cause;
}

bool record_item_room(struct engine *engine, uint32_t i)
{
	struct recorder *recorder = engine->recorder;
	size_t before = recorder->item_capacity;
	struct moment *grown = memory_grow(recorder->items, &recorder->item_capacity, (size_t)i + 1, sizeof(*grown));

	if (!grown) {
		engine->out_of_memory = true;
		return false;
	}
	recorder->items = grown;
	memset(&grown[before], 0, (recorder->item_capacity - before) * sizeof(*grown));
	return true;
}

void record_step(struct engine *engine, uint32_t i, int process, uint32_t step)
{
	const struct moment *moment = &engine->recorder->processes[process].steps[step];

	record_item(engine, i, moment->time, moment->cause);
	if (engine->out_of_memory || engine->recorder->slopes) /* which name no operations */
		return;
	engine->recorder->items[i].label = engine_label(engine, process, step);
	engine->recorder->items[i].site = engine_site(engine, process, step);
}

void record_new_step(struct engine *engine, int process, uint32_t step, double time, uint32_t cause)
{
	struct recorded *p = &engine->recorder->processes[process];
	size_t before = p->step_capacity;
	struct moment *grown = memory_grow(p->steps, &p->step_capacity, (size_t)step + 1, sizeof(*grown));

	if (!grown) {
		engine->out_of_memory = true;
		return;
	}
	p->steps = grown;
	if (p->step_capacity > before)
		memset(&grown[before], 0, (p->step_capacity - before) * sizeof(*grown));
	grown[step] = (struct moment){.time = time, .cause = cause};
}

void record_held_back(struct engine *engine, uint32_t i)
{
	const struct item *item = &engine->items.at[i];
	double cpu = *engine_cpu(engine, item->process, item->cpu);

	if (cpu > engine->recorder->items[i].time)
		record_item(engine, i, cpu, *record_cpu(engine, item));
}

void record_satisfied(struct engine *engine, int process, uint32_t step, double time)
{
	struct moment *moment = &engine->recorder->processes[process].steps[step];

	record_later(engine, &moment->cause, moment->time, time);
	moment->time = greater(moment->time, time);
}

void record_computing(struct engine *engine, uint32_t i, int kind, double end)
{
	const struct item *item = &engine->items.at[i];
	enum interval_kind what = kind == OP_COMPUTE ? INTERVAL_COMPUTE
				  : kind == OP_COPY  ? INTERVAL_COPY
						     : INTERVAL_REDUCE;

	if (what == INTERVAL_COMPUTE && engine->made.source &&
	    engine->made.streams[item->process].more[item->operation].kept)
		what = INTERVAL_KEPT;
	engine->recorder->cause =
		engine->recorder->slopes
			? slopes_compute(engine, engine->recorder->cause, end - engine->now, what == INTERVAL_COMPUTE)
			: record_interval(engine, what, engine->now, end, engine->recorder->cause, item);
	*record_cpu(engine, item) = engine->recorder->cause;
}

/* A message that goes one way keeps the port of the other way, busy until then because of before, for so long. Returns
 * the interval. */
static uint32_t record_opposite(struct engine *engine, enum interval_kind kind, double until, uint32_t before,
				double time, const struct item *item)
{
	bool waits = until > engine->now;
	double start = waits ? until : engine->now;

	return engine->costs->both_ways > 0
		       ? record_interval(engine, kind, start, start + engine->costs->both_ways * time,
					 waits ? before : engine->recorder->cause, item)
		       : before;
}

/* Those from first on are of a send that may be done, whose number is another operation's then. */
static void name_sent(struct recorder *recorder, size_t first, uint32_t i)
{
	for (size_t n = first; n < recorder->n; n++) {
		recorder->intervals[n].operation = recorder->items[i].label;
		recorder->intervals[n].site = recorder->items[i].site;
	}
}

void record_reserve(struct engine *engine, uint32_t i, uint32_t begun, double late, double out)
{
	const struct item *item = &engine->items.at[i];
	double free = *engine_out(engine, item), start = greater(free, engine->now);
	size_t first = engine->recorder->n;

	if (engine->recorder->slopes) {
		slopes_reserve(engine, i, begun, late);
	} else if (late > 0) {
		uint32_t cause = free > engine->now ? record_out(engine, item)->out : begun;

		cause = record_interval(engine, INTERVAL_LATENCY, start, start + late * out, cause, item);
		record_item(engine, i, start + late * out, cause);
		name_sent(engine->recorder, first, i);
	}
}

static uint32_t leave_intervals(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	const struct item *item = &engine->items.at[i];
	size_t first = engine->recorder->n;
	double now = engine->now, data = cost->transfer < cost->out ? cost->transfer : cost->out,
	       before = cost->flight - cost->latency;
	uint32_t cause = engine->recorder->cause,
		 send = record_interval(engine, INTERVAL_SEND, now, now + cost->send, cause, item), out = cause,
		 gone = before > 0 ? send : cause, *in = &record_port(engine, item)->in;
	bool early = before - cost->send > ROUNDING; /* part of the data has to be out before the latency begins */

	*record_cpu(engine, item) = send;
	if (!engine->costs->fair) {
		*in = record_opposite(engine, INTERVAL_IN_GAP,
				      engine->processes[engine_port(engine, item->process, item->peer)].in, *in,
				      cost->out, item);
		out = record_interval(engine, INTERVAL_OUT_BANDWIDTH, now, now + data, cause, item);
		gone = early && data >= before ? out : gone;
		out = record_interval(engine, INTERVAL_OUT_GAP, now + data, now + cost->out, out, item);
		record_out(engine, item)->out = out;
	}
	engine->recorder->left = cost->out > cost->send ? out : send;
	engine->recorder->cause = send;
	if (early && gone == send)
		gone = record_interval(engine, INTERVAL_OUT_BANDWIDTH, now + cost->send, now + before, send, item);
	gone = record_interval(engine, INTERVAL_LATENCY, now + (before > 0 ? before : 0), now + cost->flight, gone,
			       item);
	name_sent(engine->recorder, first, i);
	return gone;
}

uint32_t record_leave(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	return engine->recorder->slopes ? slopes_leave(engine, i, cost) : leave_intervals(engine, i, cost);
}

uint32_t record_link(struct engine *engine, uint32_t i, struct byte_stream *stream, double time, bool waits,
		     uint32_t flight)
{
	const struct item *item = &engine->items.at[i];
	struct recorder *recorder = engine->recorder;
	size_t first = recorder->n;

	if (recorder->slopes) {
		if (stream->link > 0)
			flight = slopes_later(engine, flight,
					      slopes_after(engine, stream->kept, item, false, SPAN_LINK_FRONT, 1));
		stream->kept = slopes_after(engine, flight, item, false, SPAN_LINK_REST, 1);
		return flight;
	}
	if (waits)
		flight = record_interval(engine, INTERVAL_OUT_BANDWIDTH, stream->front, time, stream->kept, item);
	name_sent(recorder, first, i);
	stream->kept = flight;
	return flight;
}

void record_prepare(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	const struct item *item = &engine->items.at[i];
	uint32_t cause = engine->recorder->cause,
		 send = engine->recorder->slopes ? slopes_after(engine, cause, item, false, SPAN_SEND, 1)
						 : record_interval(engine, INTERVAL_SEND, engine->now,
								   engine->now + cost->send, cause, item);

	*record_cpu(engine, item) = send;
	engine->recorder->cause = send;
	record_item(engine, i, engine->now + cost->send, send);
}

uint32_t record_in(struct engine *engine, enum interval_kind kind, double start, double end, uint32_t cause, uint32_t i)
{
	struct moment *moment = &engine->recorder->items[i];
	struct item item = engine->items.at[i];
	uint32_t made;

	item.operation = item.matched ? item.chain : NO_STEP;
	made = record_interval(engine, kind, start, end, cause, &item);
	if (made != cause && moment->n_own++ == 0)
		moment->own = made;
	return made;
}

void record_arrive(struct engine *engine, uint32_t i, const struct message_cost *cost)
{
	struct recorder *recorder = engine->recorder;
	struct item item = engine->items.at[i];
	int process = item.process;
	double now = engine->now;
	uint32_t cause = recorder->cause, in;
	struct recorded *port = record_port(engine, &item);

	if (recorder->slopes) {
		slopes_arrive(engine, i);
		return;
	}
	recorder->items[i].n_own = 0;
	item.operation = item.matched ? item.chain : NO_STEP;
	port->first.out = record_opposite(engine, INTERVAL_OUT_GAP,
					  engine->processes[engine_port(engine, process, item.peer)].out,
					  port->first.out, cost->in, &item);
	in = record_in(engine, INTERVAL_IN_BANDWIDTH, now, now + cost->transfer, cause, i);
	recorder->cause = in;
	port->in = record_in(engine, INTERVAL_IN_GAP, now + cost->transfer, now + cost->in, in, i);
	if (!engine->costs->cpu_takes_in)
		return;
	cause = record_in(engine, INTERVAL_STREAM, now, now + cost->stream, cause, i);
	recorder->cause = record_in(engine, INTERVAL_RECEIVE, now + cost->stream, now + cost->receive, cause, i);
	recorder->processes[process].first.cpu = recorder->cause;
}

void record_met(struct engine *engine, uint32_t i, uint32_t operation)
{
	const struct moment *moment = &engine->recorder->items[i];

	if (engine->recorder->slopes)
		return;
	for (uint32_t own = 0; own < moment->n_own; own++) {
		struct interval *interval = &engine->recorder->intervals[moment->own + own];

		interval->operation = engine_label(engine, engine->items.at[i].process, operation);
		interval->site = engine_site(engine, engine->items.at[i].process, operation);
	}
}

void record_moved(struct engine *engine, uint32_t from, uint32_t to)
{
	record_item(engine, to, 0, 0);
	if (!engine->out_of_memory)
		engine->recorder->items[to] = engine->recorder->items[from];
}

void record_late_receive(struct engine *engine, uint32_t m, uint32_t operation)
{
	const struct item *message = &engine->items.at[m];

	if (engine->processes[message->process].cpu > engine->now)
		engine->recorder->cause = *record_cpu(engine, message);
	record_met(engine, m, operation);
}

void record_released(struct engine *engine, int sender)
{
	struct recorded *p = &engine->recorder->processes[sender];

	engine->recorder->cause = engine->recorder->begun;
	if (engine->processes[sender].cpu < engine->now)
		p->first.cpu = engine->recorder->cause;
	if (engine->processes[sender].out < engine->now)
		p->first.out = engine->recorder->cause;
}

void record_take(struct engine *engine, uint32_t i, double end)
{
	struct item taken = engine->items.at[i];

	taken.operation = taken.chain;
	engine->recorder->cause =
		engine->recorder->slopes
			? slopes_after(engine, engine->recorder->cause, &taken, true,
				       taken.expected ? SPAN_EXPECTED : SPAN_RECEIVE, 1)
			: record_interval(engine, INTERVAL_RECEIVE, engine->now, end, engine->recorder->cause, &taken);
	*record_cpu(engine, &taken) = engine->recorder->cause;
}

void record_flown(struct engine *engine, uint32_t i)
{
	struct moment *moment = &engine->recorder->items[i];
	struct item sent = engine->items.at[i];
	uint32_t cause = moment->cause;
	size_t first;

	sent.process = sent.peer;
	sent.peer = engine->items.at[i].process;
	first = engine->recorder->n;
	record_interval(engine, INTERVAL_OUT_BANDWIDTH, moment->time, engine->now, cause, &sent);
	name_sent(engine->recorder, first, i);
	moment = &engine->recorder->items[i];
	engine->recorder->cause = record_in(engine, INTERVAL_IN_BANDWIDTH, moment->time, engine->now, cause, i);
	moment->time = engine->now;
	moment->cause = engine->recorder->cause;
}

void record_choosing(struct engine *engine, int process, uint32_t number, const struct source_action *action)
{
	struct stream_thread *thread = &engine->made.streams[process].threads[number];

	thread->choosing = true;
	thread->chose_from = thread->since;
	thread->chose_to = thread->since;
	thread->chose_site = action->site;
	thread->chose_at = action->label;
}

void record_chosen(struct stream_thread *thread)
{
	thread->choosing = false;
	thread->chose_to = thread->since;
}

void record_choice(struct engine *engine, int process, const struct stream_thread *thread,
		   const struct stream_request *request)
{
	struct recorder *recorder = engine->recorder;
	double from = greater(request->done, thread->chose_from);
	struct interval_choice *grown;

	if (request->begun > thread->chose_from || from >= thread->chose_to)
		return;
	grown = memory_grow(recorder->choices, &recorder->choice_capacity, recorder->n_choices + 1, sizeof(*grown));
	if (!grown) {
		engine->out_of_memory = true;
		return;
	}
	recorder->choices = grown;
	grown[recorder->n_choices++] = (struct interval_choice){.from = from,
								.to = thread->chose_to,
								.process = process,
								.operation = thread->chose_at,
								.site = thread->chose_site};
}
