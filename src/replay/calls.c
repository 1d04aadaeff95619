/* From calls to what is simulated. */
#include "replay/parts.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* What a program that only waits takes between two calls of a row that found nothing, s: more is computation. */
#define POLLING_MOST 1e-6

enum status replay_no_memory(struct error *err)
{
	return error_memory(err, "what is replayed of a trace");
}

struct source_action *thread_add(struct replay_thread *thread, enum action_kind kind)
{
	struct source_action *grown =
		memory_grow(thread->actions, &thread->action_capacity, thread->n_actions + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	thread->actions = grown;
	grown[thread->n_actions] = (struct source_action){
		.kind = kind, .request = REQUEST_NONE, .label = (uint32_t)thread->call.number, .site = thread->in.site};
	return &grown[thread->n_actions++];
}

enum status thread_wait_for(struct replay_thread *thread, uint32_t request, struct error *err)
{
	uint32_t *grown = memory_grow(thread->waited, &thread->waited_capacity, thread->n_waited + 1, sizeof(*grown));

	if (!grown)
		return replay_no_memory(err);
	thread->waited = grown;
	grown[thread->n_waited++] = request;
	thread->actions[thread->n_actions - 1].n_waited++;
	return OK;
}

enum status thread_give_later(struct replay_thread *thread, uint32_t request, struct error *err)
{
	uint32_t *grown = memory_grow(thread->over.at, &thread->over.capacity, thread->over.n + 1, sizeof(*grown));

	if (!grown)
		return replay_no_memory(err);
	thread->over.at = grown;
	grown[thread->over.n++] = request;
	return OK;
}

enum status thread_free_request(struct replay_thread *thread, uint32_t request, struct error *err)
{
	struct source_action *action = thread_add(thread, ACTION_FREE);

	if (!action)
		return replay_no_memory(err);
	action->request = request;
	return OK;
}

/* Seconds become whole nanoseconds; what is left over comes with the next. */
static enum status compute(struct replay_thread *thread, double seconds, struct error *err)
{
	double exact = seconds * 1e9 + thread->remainder, whole = floor(exact);
	struct source_action *action;

	if (!(exact < REPLAY_COMPUTE_MOST))
		return error_set(err, ERR_INPUT,
				 "computation of %g s is more than %g s: is the scale too large, or a clock wrong?",
				 seconds, REPLAY_COMPUTE_MOST / 1e9);
	thread->remainder = exact - whole;
	if (!(whole >= 1))
		return OK;
	action = thread_add(thread, ACTION_COMPUTE);
	if (!action)
		return replay_no_memory(err);
	action->count = (uint64_t)whole;
	return OK;
}

/* The thread's call is a row of polls: what they took counts when it turns out that it has not waited. Returns what is
 * computation in any case. */
static double note_polls(struct replay_thread *thread)
{
	const struct trace_call *call = &thread->call;
	double between = call->end - call->begin - call->inside;
	bool computes = between > POLLING_MOST * (double)call->polls;

	thread->in.polling.functions[call->function / 64] |= UINT64_C(1) << call->function % 64;
	thread->in.polling.inside += call->inside;
	thread->in.polling.between += computes ? 0 : fmax(between, 0);
	return computes ? between : 0;
}

/* The thread's call comes after polls. Returns what it computed beside those in MPI, and *inside, s. */
static double leave_polls(struct replay_thread *thread, double *inside)
{
	const struct replay_polling left = thread->in.polling;
	bool found = left.functions[thread->call.function / 64] >> thread->call.function % 64 & 1;

	thread->in.polling = (struct replay_polling){0};
	*inside = found ? 0 : left.inside;
	return found ? 0 : left.between;
}

/* What the computation before the thread's call takes, of what was recorded. */
static double scale_of(struct replay *replay, int process, const struct replay_thread *thread)
{
	const struct computation_scales *scales = replay->options.scales;

	for (size_t i = 0; scales && i < scales->n; i++) {
		if (sites_in(&replay->sites, thread, &scales->list[i], process)) {
			replay->found.scaled[i]++;
			return replay->options.compute_scale * scales->list[i].factor;
		}
	}
	return replay->options.compute_scale;
}

/* What was computed before the call; of a row of polls between them too. */
static enum status compute_before(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	double between = fmax(call->begin - thread->end, 0), own = fmin(call->before.own, between), gap = between - own,
	       inside = 0;

	thread->in.own += own;
	if (isfinite(call->before.cpu) && gap > 0) {
		replay->found.cpu += fmin(call->before.cpu, gap);
		replay->found.cpu_gaps += gap;
		gap = replay->options.cpu_time ? fmin(call->before.cpu, gap) : gap;
	}
	gap += call->polls > 0 ? note_polls(thread) : leave_polls(thread, &inside);
	if (!(gap + inside > 0))
		return OK;
	gap = fmax(gap, 0) * scale_of(replay, process, thread) + inside;
	thread->computing += gap;
	replay->found.computing[process] = fmax(replay->found.computing[process], thread->computing);
	return compute(thread, gap, err);
}

enum status replay_keep_time(struct replay *replay, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	double seconds = call->polls > 0 ? call->inside : call->end - call->begin;
	enum status status;
	size_t n;

	replay->found.kept[call->function] += call->polls > 0 ? call->polls : 1;
	replay->found.kept_seconds[call->function] += seconds;
	n = thread->n_actions;
	status = compute(thread, seconds, err);
	if (thread->n_actions > n)
		thread->actions[n].kept = true;
	return status;
}

/* Receives that were cancelled are taken back. */
static enum status cancel(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	for (size_t i = 0; i < thread->call.n_done; i++) {
		const struct trace_completion *done = &thread->call.done[i];
		uint32_t number = requests_find(&replay->processes[process].requests, done->request);
		struct source_action *action;

		if (done->source != TRACE_CANCELLED || number == REQUEST_NONE)
			continue;
		action = thread_add(thread, ACTION_CANCEL);
		if (!action)
			return replay_no_memory(err);
		action->request = number;
	}
	return OK;
}

/* Whether the simulation has one of the requests that the call completed. */
static bool knows_one(const struct replay_requests *requests, const struct trace_call *call)
{
	for (size_t i = 0; i < call->n_done; i++) {
		uint32_t number = requests_find(requests, call->done[i].request);

		if (number != REQUEST_NONE && !requests->at[number].unknown)
			return true;
	}
	return false;
}

/* Whether the program goes on when some of several requests are complete. */
static bool chooses(enum trace_function function)
{
	return function == trace_Waitany || function == trace_Waitsome || function == trace_Testany ||
	       function == trace_Testsome;
}

/* Nobody waits for a request any more: its number can be used again when it is done. */
static enum status free_request(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	uint32_t number = requests_find(requests, thread->call.request);

	if (number == REQUEST_NONE)
		return OK;
	requests_end(requests, thread->call.request);
	return thread_free_request(thread, number, err);
}

/*
 * Of requests that the call completed, those that another thread begins later in the simulation are expected. What is
 * not there otherwise the simulation does not know: of one thread, and of a trace that is not complete.
 */
static enum status expect(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	const struct trace_call *call = &thread->call;

	if (replay->processes[process].n_threads < 2 || !trace_info(replay->trace)->complete)
		return OK;
	for (size_t i = 0; i < call->n_done; i++) {
		uint32_t number = requests_find(requests, call->done[i].request);
		bool persistent = number != REQUEST_NONE && requests->at[number].persistent;
		struct source_action *action;

		if (number != REQUEST_NONE && (!persistent || requests->at[number].started))
			continue;
		if (number == REQUEST_NONE)
			number = requests_begin(requests, call->done[i].request, NULL);
		action = number == REQUEST_NONE ? NULL : thread_add(thread, ACTION_EXPECT);
		if (!action)
			return replay_no_memory(err);
		action->request = number;
		requests->at[number].expected = true;
	}
	return OK;
}

/* The thread waits for what the call completed. */
static enum status complete(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct replay_requests *requests = &replay->processes[process].requests;
	const struct trace_call *call = &thread->call;
	struct source_action *wait;
	enum status status = OK;

	if (call->function == trace_Request_free)
		return free_request(replay, process, thread, err);
	if (call->function == trace_Request_get_status && replay->processes[process].n_threads > 1)
		return OK; /* another thread may wait for the request, for which one waits at a time */
	status = cancel(replay, process, thread, err);
	if (status != OK || call->n_done == 0)
		return status;
	status = expect(replay, process, thread, err);
	if (status != OK)
		return status;
	if (!knows_one(requests, call))
		return replay_keep_time(replay, thread, err);
	wait = thread_add(thread, ACTION_WAIT);
	if (!wait)
		return replay_no_memory(err);
	wait->chosen = chooses(call->function);
	for (size_t i = 0; status == OK && i < call->n_done; i++) {
		uint32_t number = requests_find(requests, call->done[i].request);

		if (number == REQUEST_NONE)
			continue;
		status = thread_wait_for(thread, number, err);
		requests->at[number].started = false;
		if (status != OK || requests->at[number].persistent || call->function == trace_Request_get_status)
			continue;
		if (!requests->at[number].expected)
			requests_end(requests, call->done[i].request);
		status = thread_give_later(thread, number, err);
	}
	return status;
}

/* Whether a blocking collective operation is one process' own work, which takes what it took. */
static bool is_alone(const struct trace_call *call)
{
	return trace_function_family(call->function) == TRACE_COLLECTIVE && call->comm && call->comm->n == 1 &&
	       call->comm->n_remote == 0;
}

static enum status collective(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;
	uint32_t request = REQUEST_NONE;
	bool done = false;
	struct source_action *action;
	enum status status = replay_collective(replay, process, thread, &done, err);

	if (status == OK && call->request && (request = replay_begin_request(replay, process, thread)) == REQUEST_NONE)
		return replay_no_memory(err);
	if (status != OK)
		return status;
	if (!done && request != REQUEST_NONE)
		replay->processes[process].requests.at[request].unknown = true;
	if (!done)
		return replay_keep_time(replay, thread, err);
	if (is_alone(call))
		return compute(thread, call->end - call->begin, err);
	if (thread->part.n == 0)
		return OK;
	action = thread_add(thread, ACTION_PART);
	if (!action)
		return replay_no_memory(err);
	action->part = &thread->part;
	action->request = request;
	return OK;
}

/* A request of what is not simulated. */
static enum status keep_unknown(struct replay *replay, int process, struct replay_thread *thread, bool persistent,
				struct error *err)
{
	uint32_t number = replay_begin_request(replay, process, thread);

	if (number == REQUEST_NONE)
		return replay_no_memory(err);
	replay->processes[process].requests.at[number] =
		(struct replay_request){.persistent = persistent, .unknown = true};
	return replay_keep_time(replay, thread, err);
}

/* What is not simulated: of several threads, one has to know that a request of it is there. */
static enum status keep(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	const struct trace_call *call = &thread->call;

	if (call->comm && (call->function == trace_Comm_free || call->function == trace_Comm_disconnect))
		lookup_remove(&replay->processes[process].collectives, call->comm->key);
	if (call->request && replay->processes[process].n_threads > 1)
		return keep_unknown(replay, process, thread, false, err);
	return replay_keep_time(replay, thread, err);
}

static enum status replay_one(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	switch (trace_function_family(thread->call.function)) {
	case TRACE_ENVIRONMENT:
		return OK;
	case TRACE_SEND:
	case TRACE_SEND_BEGIN:
	case TRACE_RECEIVE:
	case TRACE_RECEIVE_BEGIN:
	case TRACE_EXCHANGE:
	case TRACE_PERSISTENT:
	case TRACE_PROBE:
		return replay_message(replay, process, thread, err);
	case TRACE_COMPLETION:
		return complete(replay, process, thread, err);
	case TRACE_COLLECTIVE:
	case TRACE_COLLECTIVE_BEGIN:
	case TRACE_NEIGHBOURHOOD:
	case TRACE_NEIGHBOURHOOD_BEGIN:
		if (replay->options.calls_alone)
			return OK;
		return replay->persistent[thread->call.function] ? keep_unknown(replay, process, thread, true, err)
								 : collective(replay, process, thread, err);
	default:
		return keep(replay, process, thread, err);
	}
}

/* Another thread waits for what the call has begun: if nothing is under way for it, it is done. */
static enum status answer(struct replay_thread *thread, struct error *err)
{
	struct source_action *action;

	for (size_t i = 0; i < thread->n_actions; i++) {
		if (thread->actions[i].request == thread->awaited)
			return OK;
	}
	action = thread_add(thread, ACTION_SETTLE);
	if (!action)
		return replay_no_memory(err);
	action->request = thread->awaited;
	return OK;
}

enum status replay_call(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	enum trace_function function = thread->call.function;
	enum status status;

	replay->found.calls += thread->call.polls > 0 ? thread->call.polls : 1;
	thread->awaited = REQUEST_NONE;
	thread->in.site = sites_of(&replay->sites, thread, true);
	status = compute_before(replay, process, thread, err);
	thread->in.site = sites_of(&replay->sites, thread, false);
	thread->watched.before = thread->n_actions;
	if (status == OK)
		status = replay_one(replay, process, thread, err);
	if (status == OK && thread->awaited != REQUEST_NONE)
		status = answer(thread, err);
	if (function == trace_region_begin &&
	    !sites_enter(&replay->sites, thread, thread->call.region, thread->call.end - thread->in.own))
		status = replay_no_memory(err);
	if (function == trace_region_end)
		sites_leave(thread, thread->call.begin - thread->in.own);
	thread->in.before = function;
	thread->end = thread->call.end;
	return status;
}
