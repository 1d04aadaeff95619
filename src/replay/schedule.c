/* What the threads of a trace do one after the other, as operations that wait for each other. */
#include "replay/schedule.h"

#include "base/memory.h"
#include "replay/channels.h"
#include "replay/parts.h"

#include <stdlib.h>

/* What the next operation of a thread waits for. */
struct front {
	struct requirement *at;
	size_t n, capacity;
};

/* The operations whose ends a request waits for, in maker.ends. */
struct request_ends {
	size_t first, n;
};

/* The program of a process that is being made. */
struct maker {
	struct replay *replay;
	struct rank_program *program;
	struct front *fronts; /* of its threads */
	int n_threads;
	struct request_ends *requests;
	size_t n_requests, request_capacity;
	uint32_t *ends;
	size_t n_ends, end_capacity;
	bool *inner; /* of the operations of a part: others wait for their end */
	size_t inner_capacity;
	bool out_of_memory;
};

struct replay_schedule {
	struct replay_schedule *own; /* of which a schedule has the address */
	struct replay *replay;
	struct channels channels;
	struct replay_found found; /* its lists are the replay's */
};

static void front_add(struct maker *m, struct front *front, size_t on, bool start)
{
	struct requirement *grown = memory_grow(front->at, &front->capacity, front->n + 1, sizeof(*grown));

	front->at = grown ? grown : front->at;
	if (!grown || on > INT32_MAX) {
		m->out_of_memory = true;
		return;
	}
	grown[front->n++] = (struct requirement){.on = (uint32_t)on & INT32_MAX, .start = start};
}

/* The newest operation waits for what the thread has to wait for. */
static void wait_for_front(struct maker *m, const struct front *front)
{
	for (size_t i = 0; i < front->n; i++) {
		if (front->at[i].start)
			rank_program_after_start(m->program, front->at[i].on);
		else
			rank_program_after(m->program, front->at[i].on);
	}
}

/* The request of this number, with no ends; NULL without memory. */
static struct request_ends *request_of(struct maker *m, uint32_t number)
{
	struct request_ends *grown = memory_grow(m->requests, &m->request_capacity, (size_t)number + 1, sizeof(*grown));

	if (!grown) {
		m->out_of_memory = true;
		return NULL;
	}
	m->requests = grown;
	while (m->n_requests <= number)
		grown[m->n_requests++] = (struct request_ends){0};
	return &grown[number];
}

static void begin_request(struct maker *m, uint32_t number)
{
	struct request_ends *request = request_of(m, number);

	if (request)
		*request = (struct request_ends){.first = m->n_ends};
}

/* An operation is the last of those of a request. */
static void add_end(struct maker *m, uint32_t number, size_t operation)
{
	uint32_t *grown = memory_grow(m->ends, &m->end_capacity, m->n_ends + 1, sizeof(*grown));

	if (!grown) {
		m->out_of_memory = true;
		return;
	}
	m->ends = grown;
	grown[m->n_ends++] = (uint32_t)operation;
	m->requests[number].n++;
}

/* Computes, sends or receives. */
static void add_one(struct maker *m, int thread, const struct source_action *action)
{
	static const struct place somewhere = {BUFFER_RECEIVE, 0};
	struct front *front = &m->fronts[thread];
	bool nonblocking = action->kind != ACTION_COMPUTE && action->request != REQUEST_NONE;
	size_t i = action->kind == ACTION_COMPUTE ? rank_program_compute(m->program, action->count)
		   : action->kind == ACTION_SEND
			   ? rank_program_send(m->program, action->peer, action->tag, somewhere, action->count)
			   : rank_program_receive(m->program, action->peer, action->tag, somewhere, 0);

	if (i == NO_OPERATION)
		return;
	m->program->operations[i].cpu = (uint8_t)thread;
	wait_for_front(m, front);
	front->n = 0;
	front_add(m, front, i, nonblocking);
	if (!nonblocking)
		return;
	if (!action->joins)
		begin_request(m, action->request);
	if (!m->out_of_memory)
		add_end(m, action->request, i);
}

/* Marks the operations of a part for whose ends others of it wait. false without memory. */
static bool mark_inner(struct maker *m, const struct rank_program *part)
{
	bool *grown = memory_grow(m->inner, &m->inner_capacity, part->n + 1, sizeof(*grown));

	if (!grown)
		return false;
	m->inner = grown;
	for (size_t i = 0; i < part->n; i++)
		grown[i] = false;
	for (size_t r = 0; r < part->n_requirements; r++) {
		if (!part->requirements[r].start)
			grown[part->requirements[r].on] = true;
	}
	return true;
}

static void add_part_operation(struct maker *m, int thread, const struct rank_program *part, size_t i, size_t base)
{
	const struct operation *op = &part->operations[i];
	size_t n = rank_program_requirement_count(part, i);
	size_t added = rank_program_compute(m->program, 0);

	if (added == NO_OPERATION)
		return;
	m->program->operations[added] = *op;
	m->program->operations[added].first = (uint32_t)m->program->n_requirements;
	m->program->operations[added].cpu = (uint8_t)thread;
	if (n == 0)
		wait_for_front(m, &m->fronts[thread]);
	for (size_t r = 0; r < n; r++) {
		const struct requirement on = part->requirements[op->first + r];

		if (on.start)
			rank_program_after_start(m->program, base + on.on);
		else
			rank_program_after(m->program, base + on.on);
	}
}

/* A collective operation: what follows waits for all of it, or goes on at once. */
static void add_part(struct maker *m, int thread, const struct source_action *action)
{
	const struct rank_program *part = action->part;
	struct front *front = &m->fronts[thread];
	bool blocking = action->request == REQUEST_NONE;
	size_t base = m->program->n;

	if (!blocking)
		begin_request(m, action->request);
	if (m->out_of_memory || !mark_inner(m, part)) {
		m->out_of_memory = true;
		return;
	}
	for (size_t i = 0; i < part->n; i++)
		add_part_operation(m, thread, part, i, base);
	if (blocking)
		front->n = 0;
	for (size_t i = 0; i < part->n; i++) {
		if (m->inner[i])
			continue;
		if (blocking)
			front_add(m, front, base + i, false);
		else
			add_end(m, action->request, base + i);
	}
}

/* Whether one of the requests has the end of an operation. */
static bool has_end(const struct maker *m, const struct source_action *action, uint32_t operation)
{
	for (size_t i = 0; i < action->n_waited; i++) {
		const struct request_ends *request =
			action->waited[i] < m->n_requests ? &m->requests[action->waited[i]] : NULL;

		for (size_t e = 0; request && e < request->n; e++) {
			if (m->ends[request->first + e] == operation)
				return true;
		}
	}
	return false;
}

/* What follows waits for the ends of the requests' operations, too: whose start it waited for, if it was one of them,
 * does not matter any more. */
static void add_wait(struct maker *m, int thread, const struct source_action *action)
{
	struct front *front = &m->fronts[thread];
	size_t kept = 0;

	for (size_t i = 0; i < front->n; i++) {
		if (!front->at[i].start || !has_end(m, action, front->at[i].on))
			front->at[kept++] = front->at[i];
	}
	front->n = kept;
	for (size_t i = 0; i < action->n_waited; i++) {
		struct request_ends *request = request_of(m, action->waited[i]);

		for (size_t e = 0; request && e < request->n; e++)
			front_add(m, front, m->ends[request->first + e], false);
		if (request)
			request->n = 0;
	}
}

/* A receive that was cancelled is nothing that takes time. */
static void add_cancel(struct maker *m, const struct source_action *action)
{
	const struct request_ends *request = request_of(m, action->request);

	for (size_t e = 0; request && e < request->n; e++) {
		struct operation *op = &m->program->operations[m->ends[request->first + e]];

		if (op->kind != OP_RECEIVE)
			continue;
		op->kind = OP_COMPUTE;
		op->count = 0;
		op->peer = op->tag = 0;
	}
}

static void add_action(struct maker *m, int thread, const struct source_action *action)
{
	switch (action->kind) {
	case ACTION_COMPUTE:
	case ACTION_SEND:
	case ACTION_RECEIVE:
		add_one(m, thread, action);
		break;
	case ACTION_PART:
		add_part(m, thread, action);
		break;
	case ACTION_WAIT:
		add_wait(m, thread, action);
		break;
	case ACTION_CANCEL:
		add_cancel(m, action);
		break;
	default:
		break;
	}
}

/* What the thread's next call becomes. */
static enum status add_call(struct maker *m, int process, int number, struct error *err)
{
	struct replay_thread *thread = &m->replay->processes[process].threads[number];
	size_t waited = 0;
	enum status status = replay_advance(m->replay, process, number, err);

	for (size_t i = 0; status == OK && i < thread->n_actions && !m->out_of_memory; i++) {
		struct source_action *action = &thread->actions[i];

		action->waited = thread->waited + waited;
		waited += action->n_waited;
		add_action(m, number, action);
	}
	return status == OK && m->out_of_memory ? error_memory(err, "a trace as a schedule") : status;
}

/* What is left of a thread: of the only one, all of it. */
static enum status add_rest(struct maker *m, int process, int number, struct error *err)
{
	const struct replay_thread *thread = &m->replay->processes[process].threads[number];
	enum status status = OK;

	while (status == OK && !thread->ended)
		status = add_call(m, process, number, err);
	return status;
}

/* Threads go on in the order in which their calls began, so that a request that one of them begins is there when
 * another one waits for it. */
static enum status add_in_order(struct maker *m, int process, struct error *err)
{
	struct trace_calls *calls = NULL;
	struct trace_call call;
	struct error why = {0};
	enum status status = trace_calls_open(&calls, m->replay->trace, process, err);

	for (int t = 0; status == OK && t < m->n_threads; t++)
		status = add_call(m, process, t, err); /* from when on it is there */
	while (status == OK && trace_calls_next(calls, &call, &why)) {
		if (call.thread < m->n_threads && !m->replay->processes[process].threads[call.thread].ended)
			status = add_call(m, process, call.thread, err);
	}
	trace_calls_free(calls);
	return status;
}

static enum status make_program(struct maker *m, int process, struct error *err)
{
	enum status status = replay_rewind(m->replay, process, err);

	if (status != OK)
		return status;
	m->n_threads = m->replay->processes[process].n_threads;
	m->fronts = calloc((size_t)m->n_threads, sizeof(*m->fronts));
	if (!m->fronts)
		return error_memory(err, "a trace as a schedule");
	if (m->n_threads > 1)
		status = add_in_order(m, process, err);
	for (int t = 0; status == OK && t < m->n_threads; t++)
		status = add_rest(m, process, t, err);
	return status == OK ? rank_program_status(m->program, err) : status;
}

/* Of spawned processes the trace has no calls. */
static enum status check_peers(const struct rank_program *program, int process, int processes, struct error *err)
{
	for (size_t i = 0; i < program->n; i++) {
		const struct operation *op = &program->operations[i];

		if ((op->kind == OP_SEND || op->kind == OP_RECEIVE) && (op->peer < 0 || op->peer >= processes))
			return error_set(err, ERR_INPUT,
					 "process %d has a message with process %d, and the trace has only 0 to %d",
					 process, op->peer, processes - 1);
	}
	return OK;
}

/* The program of a process, whose receives have no sizes yet. */
static enum status make(const struct replay_schedule *made, int process, struct rank_program *program,
			struct error *err)
{
	struct maker m = {.replay = made->replay, .program = program};
	enum status status = make_program(&m, process, err);

	for (int t = 0; m.fronts && t < m.n_threads; t++)
		free(m.fronts[t].at);
	free(m.fronts);
	free(m.requests);
	free(m.ends);
	free(m.inner);
	return status == OK ? check_peers(program, process, made->found.processes, err) : status;
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	struct replay_schedule *made = *(struct replay_schedule *const *)self;
	enum status status = make(made, process, program, err);

	channels_rewind(&made->channels, process);
	for (size_t i = 0; status == OK && i < program->n; i++) {
		struct operation *op = &program->operations[i];

		if (op->kind == OP_RECEIVE)
			op->count = channels_receive(&made->channels, op->peer, process, op->tag);
	}
	return status;
}

/* The sizes of all messages. */
static enum status read_sizes(struct replay_schedule *made, struct error *err)
{
	struct rank_program program = {0};
	enum status status = OK;

	for (int p = 0; status == OK && p < made->found.processes; p++) {
		rank_program_clear(&program);
		status = make(made, p, &program, err);
		for (size_t i = 0; status == OK && i < program.n; i++) {
			const struct operation *op = &program.operations[i];

			if (op->kind == OP_SEND && !channels_send(&made->channels, p, op->peer, op->tag, op->count))
				status = error_memory(err, "the messages of a trace");
		}
	}
	rank_program_release(&program);
	return status;
}

enum status replay_schedule_open(struct replay_schedule **made, struct trace *trace,
				 const struct replay_options *options, struct error *err)
{
	struct replay_schedule *schedule = calloc(1, sizeof(*schedule));
	enum status status;

	if (!schedule)
		return error_memory(err, "a trace as a schedule");
	schedule->own = schedule;
	status = replay_open(&schedule->replay, trace, options, err);
	if (status == OK) {
		schedule->found = *replay_found(schedule->replay);
		if (!channels_init(&schedule->channels, schedule->found.processes))
			status = error_memory(err, "the messages of a trace");
	}
	if (status == OK)
		status = read_sizes(schedule, err);
	if (status == OK) {
		schedule->found = *replay_found(schedule->replay);
		*made = schedule;
	} else {
		replay_schedule_free(schedule);
	}
	return status;
}

void replay_schedule_free(struct replay_schedule *made)
{
	if (!made)
		return;
	channels_release(&made->channels);
	replay_free(made->replay);
	free(made);
}

struct schedule replay_schedule(struct replay_schedule *made)
{
	return (struct schedule){.processes = made->found.processes, .build = build, .self = &made->own};
}

const struct replay_found *replay_schedule_found(const struct replay_schedule *made)
{
	return &made->found;
}
