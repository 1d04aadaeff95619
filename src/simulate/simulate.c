#include "simulate/simulate.h"

#include "base/memory.h"
#include "base/progress.h"
#include "simulate/record.h"
#include "simulate/source.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Operations that are ready at the start come before everything that becomes ready later, of whatever process. */
#define ORDER_LATER (UINT64_C(1) << 62)

/* Bytes. */
#define CACHE_LINE 64

/* Operations, between two times that whoever watches is told of them. */
#define TOLD_EACH (UINT64_C(1) << 16)

/* So many items. */
#define LOOK_FAR 12
#define LOOK_NEAR 4

static void compute(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	int process = item->process;
	const struct step *step = engine_step(engine, process, item->operation);
	double rate = step->kind == OP_COMPUTE ? 1
		      : step->kind == OP_COPY  ? engine->costs->copy
					       : engine->costs->reduce;
	double *cpu;

	if (engine_held_up(engine, i, RESOURCE_CPU))
		return;
	if (engine->recorder)
		record_begin(engine, i, RESOURCE_CPU);
	cpu = engine_cpu(engine, process, item->cpu);
	*cpu = engine->now + (double)item->bytes * rate;
	engine_served(engine, i, RESOURCE_CPU);
	engine_started(engine, process, item->operation);
	if (engine->recorder)
		record_computing(engine, i, step->kind, *cpu);
	engine_done(engine, process, item->operation, *cpu);
	items_give(&engine->items, i);
}

void engine_handle(struct engine *engine, uint32_t i)
{
	switch (engine->items.at[i].kind) {
	case ITEM_SEND:
		engine_send(engine, i);
		break;
	case ITEM_RECEIVE:
		engine_receive(engine, i);
		break;
	case ITEM_DEPART:
		engine_depart(engine, i);
		break;
	case ITEM_MESSAGE:
		engine_arrive(engine, i);
		break;
	case ITEM_LANDED:
		engine_land(engine, i);
		break;
	case ITEM_TAKE:
		engine_take(engine, i);
		break;
	case ITEM_TRANSFER:
		engine_transfer(engine, i);
		break;
	case ITEM_REQUEST:
		engine_request(engine, i);
		break;
	case ITEM_ANSWER:
		engine_answer(engine, i);
		break;
	case ITEM_RESERVE:
		engine_reserve(engine, i);
		break;
	case ITEM_FLOW:
		engine_flow(engine, i);
		break;
	case ITEM_ASKS:
	case ITEM_ANSWERS:
	case ITEM_TELLS:
		engine_control(engine, i);
		break;
	case ITEM_NETWORK:
		fair_network_event(engine, i);
		break;
	case ITEM_DONE:
		if (engine->recorder)
			engine->recorder->cause = engine->recorder->items[i].cause;
		engine_done(engine, engine->items.at[i].process, engine->items.at[i].operation, engine->now);
		items_give(&engine->items, i);
		break;
	default:
		compute(engine, i);
		break;
	}
}

static double seconds_now(const struct progress *progress)
{
	return progress && progress->now ? progress->now(progress->context) : NAN;
}

static void watch_begin(struct engine *engine, const struct progress *progress)
{
	engine->limit.watch = (struct engine_watch){.progress = progress, .begin = seconds_now(progress)};
	engine->limit.watch.next = progress ? TOLD_EACH : UINT64_MAX;
}

/* Tells how far it is; over: that it has ended. */
static void watch_tell(struct engine *engine, bool over)
{
	struct engine_watch *watch = &engine->limit.watch;
	uint64_t done = engine->operations, total = over ? done : watch->total;
	double left = NAN;

	if (!watch->progress || (over && watch->next == TOLD_EACH))
		return;
	if (total > done)
		left = progress_left((double)done, (double)(total - done), seconds_now(watch->progress) - watch->begin);
	progress_report(watch->progress, "simulated operations", (size_t)done, (size_t)total, left);
	watch->next = done + TOLD_EACH;
}

static void handle(struct engine *engine, uint32_t i)
{
	engine_handle(engine, i);
	if (engine->n_ready > 0)
		engine_flush(engine);
}

/* Item of an operation that is ready at the start; they are handled at once, since nothing can come before them. */
static void start_step(struct engine *engine, int process, uint32_t index, uint64_t order)
{
	uint32_t i = engine_item(engine, process, index, order);

	if (i)
		handle(engine, i);
}

static bool of_class(const struct step *step, int class)
{
	return class == 0   ? step->kind == OP_SEND
	       : class == 1 ? step->kind == OP_RECEIVE
			    : step->kind != OP_SEND && step->kind != OP_RECEIVE;
}

/* Starts what a process can do at once. Which operations those are is asked first: handling one makes others ready. */
static void start_process(struct engine *engine, int process, uint64_t *order)
{
	const struct program *program = engine_program(engine, process);
	uint32_t n = program->n, n_roots = 0;
	uint32_t *roots = memory_grow(engine->roots, &engine->root_capacity, n, sizeof(*roots));

	if (!roots) {
		engine->out_of_memory = true;
		return;
	}
	engine->roots = roots;
	for (int class = 0; class < 3; class ++) {
		for (uint32_t s = 0; s < n; s++) {
			if (program->steps[s].waits == 0 && of_class(&program->steps[s], class))
				roots[n_roots++] = s;
		}
	}
	for (uint32_t r = 0; r < n_roots && !engine->out_of_memory; r++)
		start_step(engine, process, roots[r], (*order)++);
}

/* Each begins where a piece of the cache does. */
static struct simulated_process *new_processes(size_t n)
{
	size_t bytes = n < SIZE_MAX / sizeof(struct simulated_process) - 1 ? (n + 1) * sizeof(struct simulated_process)
									   : SIZE_MAX;
	struct simulated_process *processes =
		bytes < SIZE_MAX ? aligned_alloc(CACHE_LINE, bytes / CACHE_LINE * CACHE_LINE) : NULL;

	if (processes)
		memset(processes, 0, n * sizeof(*processes));
	return processes;
}

/* The threads of a source's processes begin. */
static enum status start_source(struct engine *engine, struct error *err)
{
	const struct program_source *source = engine->made.source;

	engine->made.streams = calloc((size_t)source->processes, sizeof(*engine->made.streams));
	for (int p = 0; engine->made.streams && p < source->processes; p++) {
		int threads = source->threads(source->self, p);

		engine->processes[p].program = program_new_stream(threads, &engine->programs);
		engine->processes[p].left = (uint32_t)threads;
		if (!engine->processes[p].program || !stream_init(&engine->made.streams[p], threads))
			return error_memory(err, "the processes of a simulation");
		if (engine->recorder)
			record_program(engine, p, engine_program(engine, p));
		for (int t = 0; t < threads; t++)
			engine_ready_thread(engine, p, (uint32_t)t);
	}
	if (!engine->made.streams)
		return error_memory(err, "the processes of a simulation");
	engine_flush(engine);
	return OK;
}

static enum status start(struct engine *engine, struct error *err)
{
	const struct schedule *schedule = engine->schedule;
	struct program_scratch scratch = {0};
	struct rank_program part = {0};
	uint64_t order = 0;
	enum status status = OK;

	engine->processes = new_processes((size_t)engine_ports(engine));
	engine->known = calloc(KNOWN_COSTS, sizeof(*engine->known));
	engine->matcher = engine->made.source && engine->made.source->wildcard
				  ? matcher_of_communicators(&engine->items, engine->made.source->wildcard,
							     engine->made.source->self)
				  : matcher_of(&engine->items);
	engine->order = ORDER_LATER;
	if (!engine->processes || !engine->known ||
	    (engine->costs->fair &&
	     !fair_network_init(&engine->network, engine_ports(engine), engine->costs->both_ways)))
		return error_memory(err, "the processes of a simulation");
	for (int p = 0; p < schedule->processes && status == OK && !engine->made.source; p++) {
		rank_program_clear(&part);
		status = schedule->build(schedule->self, p, &part, err);
		if (status == OK)
			status = rank_program_status(&part, err);
		if (status != OK || part.n == 0)
			continue;
		status = program_new(&part, p, schedule->processes, &scratch, &engine->programs,
				     &engine->processes[p].program, err);
		engine->processes[p].left = (uint32_t)part.n;
		engine->limit.watch.total += part.n;
		engine->limit.left++;
		if (status == OK && engine->recorder)
			record_program(engine, p, engine_program(engine, p));
		if (engine->limit.receives)
			receives_begin(engine, p, part.n);
		if (status == OK && !engine->out_of_memory)
			start_process(engine, p, &order);
		if (engine->out_of_memory)
			status = error_memory(err, "what is pending in a simulation");
	}
	rank_program_release(&part);
	program_scratch_release(&scratch);
	return status == OK && engine->made.source ? start_source(engine, err) : status;
}

/* Fetches the process of an item; returns the item behind it, which is fetched, too. */
static uint32_t look_far(const struct engine *engine, uint32_t i)
{
	const struct item *at = engine->items.at;
	uint32_t next = at[i].next;

	__builtin_prefetch(&engine->processes[at[i].process], 1);
	__builtin_prefetch(&at[next].next, 1);
	__builtin_prefetch(&at[next].cpu, 1);
	return next;
}

/* Fetches what the process of an item points to; returns the item behind it. */
static uint32_t look_near(const struct engine *engine, uint32_t i)
{
	const struct item *at = engine->items.at;
	const struct simulated_process *process = &engine->processes[at[i].process];
	const char *program = arena_at(&engine->programs, process->program);

	if (at[i].rendezvous)
		__builtin_prefetch(&engine->processes[at[i].peer], 1);
	__builtin_prefetch(&at[process->posted.head].next, 1);
	__builtin_prefetch(program, 1);
	__builtin_prefetch(program + CACHE_LINE, 1);
	return at[i].next;
}

/* What comes after item i at the same time is fetched while i is handled: first the items, then their processes, then
 * what these point to. Memory is slow, and each item is somewhere else. */
static void look_ahead(struct engine *engine, uint32_t i)
{
	struct looked_ahead *ahead = &engine->ahead;

	if (engine->now > ahead->time || !ahead->near) {
		*ahead = (struct looked_ahead){.time = engine->now, .far = engine->items.at[i].next};
		for (int step = 0; step < LOOK_FAR && ahead->far; step++) {
			ahead->far = look_far(engine, ahead->far);
			ahead->near = step < LOOK_NEAR ? ahead->far : ahead->near;
		}
	}
	if (ahead->far)
		ahead->far = look_far(engine, ahead->far);
	if (ahead->near)
		ahead->near = look_near(engine, ahead->near);
}

static void stop_recording(struct engine *engine)
{
	recorder_free(engine->recorder, engine->schedule->processes);
	engine->recorder = NULL;
}

/* Of slopes what is not needed goes; of intervals all, if they have become too many. */
static void keep_record(struct engine *engine)
{
	const struct recorder *recorder = engine->recorder;

	if (!recorder->slopes && recorder->n > engine->limit.intervals)
		stop_recording(engine);
	else if (recorder->slopes && recorder->slopes->n_nodes >= recorder->slopes->most)
		slopes_collect(engine);
}

/* What a process has still to do is done at the present time or later: whether that is too late. */
static bool exceeds(struct engine *engine)
{
	engine->limit.exceeded = engine->now > engine->limit.most && engine->limit.left > 0;
	return engine->limit.exceeded;
}

static enum status run(struct engine *engine, struct error *err)
{
	uint32_t i;

	while (!engine->out_of_memory && engine->made.failed == OK && !engine_is_truncated(engine) &&
	       (i = queue_pop(&engine->queue, &engine->items, &engine->now)) && !exceeds(engine)) {
		if (engine->recorder)
			keep_record(engine);
		if (!engine->made.source)
			look_ahead(engine, i);
		handle(engine, i);
		if (engine->operations >= engine->limit.watch.next)
			watch_tell(engine, false);
	}
	if (engine->made.failed != OK)
		return engine->made.failed;
	if (engine->out_of_memory)
		return error_memory(err, "what is pending in a simulation");
	if (engine_is_truncated(engine))
		return engine_truncation_status(engine, err);
	return engine->limit.exceeded ? OK : engine_deadlock(engine, err);
}

/* What was recorded becomes the caller's, in seconds. */
static enum status collect_recorded(struct engine *engine, struct simulation *found, struct error *err)
{
	struct recorder *recorder = engine->recorder;

	found->last = malloc(((size_t)found->processes + 1) * sizeof(*found->last));
	if (!found->last)
		return error_memory(err, "the results of a simulation");
	for (int p = 0; p < found->processes; p++)
		found->last[p] = engine->processes[p].cpu > engine->processes[p].done ? recorder->processes[p].first.cpu
										      : recorder->processes[p].done;
	for (size_t i = 0; i < recorder->n; i++) {
		recorder->intervals[i].start *= 1e-9;
		recorder->intervals[i].end *= 1e-9;
	}
	for (size_t i = 0; i < recorder->n_choices; i++) {
		recorder->choices[i].from *= 1e-9;
		recorder->choices[i].to *= 1e-9;
	}
	found->choices = recorder->choices;
	found->n_choices = recorder->n_choices;
	recorder->choices = NULL;
	found->record = true;
	found->intervals = recorder->intervals;
	found->n_intervals = recorder->n;
	recorder->intervals = NULL;
	return OK;
}

/* Counts the messages that are left among the unexpected ones of a process. */
static void count_unreceived(const struct engine *engine, int process, struct simulation *found)
{
	for (uint32_t i = engine->processes[process].unexpected.head; i; i = engine->items.at[i].next) {
		if (found->unreceived++ == 0) {
			found->unreceived_from = engine->items.at[i].peer;
			found->unreceived_by = process;
		}
	}
}

static enum status collect(struct engine *engine, struct simulation *simulation, struct error *err)
{
	int n = engine->schedule->processes;
	struct simulation found = {.processes = n,
				   .operations = engine->operations,
				   .truncated = engine->truncation.n,
				   .truncated_from = engine->truncation.sender,
				   .truncated_by = engine->truncation.receiver,
				   .finish = malloc(((size_t)n + 1) * sizeof(*found.finish))};

	if (!found.finish)
		return error_memory(err, "the results of a simulation");
	for (int p = 0; p < n; p++) {
		const struct simulated_process *process = &engine->processes[p];

		found.finish[p] = (process->cpu > process->done ? process->cpu : process->done) * 1e-9;
		found.seconds = found.finish[p] > found.seconds ? found.finish[p] : found.seconds;
		found.drawn += process->drawn;
		count_unreceived(engine, p, &found);
	}
	if (engine->recorder && engine->recorder->slopes) {
		slopes_found(engine, simulation->slopes);
		found.slopes = simulation->slopes;
	} else if (engine->recorder && collect_recorded(engine, &found, err) != OK) {
		simulation_release(&found);
		return ERR_MEMORY;
	}
	if (engine->limit.receives)
		receives_end(engine->limit.receives);
	*simulation = found;
	return OK;
}

static void engine_release(struct engine *engine)
{
	arena_release(&engine->programs);
	free(engine->processes);
	free(engine->known);
	for (int p = 0; engine->made.streams && p < engine->schedule->processes; p++)
		stream_release(&engine->made.streams[p]);
	free(engine->made.streams);
	fair_network_release(&engine->network);
	recorder_free(engine->recorder, engine->schedule->processes);
	free(engine->items.at);
	free(engine->waits);
	free(engine->ready);
	free(engine->roots);
	queue_release(&engine->queue);
	matcher_release(&engine->matcher);
	message_order_release(&engine->envelopes);
	byte_streams_release(&engine->byte_streams);
}

static enum status simulate_either(struct engine *engine, struct simulation *simulation, struct error *err)
{
	bool records = simulation->record || simulation->slopes;
	enum status status;

	engine->limit.most = simulation->at_most > 0 ? simulation->at_most * 1e9 * (1 + DBL_EPSILON * 4) : INFINITY;
	engine->recorder = records ? recorder_new(engine_ports(engine), simulation->slopes) : NULL;
	engine->limit.intervals = simulation->record_most > 0 ? simulation->record_most : SIZE_MAX;
	engine->made.err = err;
	watch_begin(engine, simulation->progress);
	status = records && !engine->recorder ? error_memory(err, "the record of a simulation") : start(engine, err);
	if (status == OK)
		status = run(engine, err);
	watch_tell(engine, true);
	if (status == OK && engine->limit.exceeded)
		*simulation = (struct simulation){.seconds = INFINITY};
	else if (status == OK)
		status = collect(engine, simulation, err);
	engine_release(engine);
	return status;
}

enum status simulate(const struct schedule *schedule, const struct costs *costs, struct simulation *simulation,
		     struct error *err)
{
	struct engine engine = {.schedule = schedule, .costs = costs, .limit.receives = simulation->receives};

	return simulate_either(&engine, simulation, err);
}

enum status simulate_source(const struct program_source *source, const struct costs *costs,
			    struct simulation *simulation, struct error *err)
{
	const struct schedule schedule = {.processes = source->processes, .self = source->self, .place = source->place};
	struct engine engine = {.schedule = &schedule, .made.source = source, .costs = costs};

	return simulate_either(&engine, simulation, err);
}

void simulation_release(struct simulation *simulation)
{
	free(simulation->finish);
	free(simulation->intervals);
	free(simulation->choices);
	free(simulation->last);
	*simulation = (struct simulation){0};
}
