#include "replay/parts.h"

#include "algorithm/decision/decision.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CPUs that a simulated process can have. */
enum { THREADS_MOST = 200 };

/* The next call of the thread, which reads past those of others. false: there is none. */
static bool read_call(struct replay_thread *thread, int number, struct error *err)
{
	while (!thread->ended && trace_calls_next(thread->calls, &thread->call, err)) {
		if (thread->call.thread == number)
			return true;
	}
	thread->ended = true;
	return false;
}

static bool is_init(const struct trace_call *call)
{
	return call->function == trace_Init || call->function == trace_Init_thread;
}

/* What the thread does until the first of its calls that is replayed: nothing, from when its process left MPI_Init on.
 */
static enum status begin_thread(struct replay *replay, int process, struct replay_thread *thread)
{
	struct source_action *action;
	double waited = replay->processes[process].begin - replay->begin;

	thread->begun = true;
	thread->end = replay->processes[process].begin;
	action = waited * 1e9 >= 1 ? thread_add(thread, ACTION_COMPUTE) : NULL;
	if (action) {
		action->count = (uint64_t)floor(waited * 1e9);
		action->kept = true;
	}
	return OK;
}

/* The thread has no more calls, or has come to MPI_Finalize. */
static enum status end_thread(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	double last = thread->call.function == trace_Finalize ? thread->call.begin : thread->end;

	if (last - replay->begin > replay->found.recorded[process])
		replay->found.recorded[process] = last - replay->begin;
	thread->ended = true;
	return thread_add(thread, ACTION_END) ? OK : error_memory(err, "the end of a trace");
}

/* Makes the actions of the thread's next call. */
static enum status advance(struct replay *replay, int process, int number, struct error *err)
{
	struct replay_thread *thread = &replay->processes[process].threads[number];
	struct error why = {0};
	enum status status = OK;

	if (!sites_passed(replay, process, thread))
		return error_memory(err, "the regions of a trace");
	thread->n_actions = thread->next_action = 0;
	thread->n_waited = thread->next_waited = 0;
	for (size_t i = 0; i < thread->n_over; i++)
		requests_give(&replay->processes[process].requests, thread->over[i]);
	thread->n_over = 0;
	if (!thread->begun)
		return begin_thread(replay, process, thread);
	if (!read_call(thread, number, &why))
		return why.status == ERR_MEMORY ? error_set(err, ERR_MEMORY, "%s", why.text)
						: end_thread(replay, process, thread, err);
	if (is_init(&thread->call)) {
		thread->end = thread->call.end;
		thread->in.before = thread->call.function;
		return OK;
	}
	if (thread->call.function != trace_Finalize)
		return replay_call(replay, process, thread, err);
	if (thread->call.begin > thread->end)
		status = replay_call(replay, process, thread, err);
	return status == OK ? end_thread(replay, process, thread, err) : status;
}

static enum status next_action(void *self, int process, int number, struct source_action *action, struct error *err)
{
	struct replay *replay = self;
	struct replay_thread *thread = &replay->processes[process].threads[number];
	enum status status = OK;

	while (status == OK && thread->next_action == thread->n_actions)
		status = advance(replay, process, number, err);
	if (status != OK)
		return status;
	*action = thread->actions[thread->next_action++];
	action->waited = thread->waited + thread->next_waited;
	thread->next_waited += action->n_waited;
	return OK;
}

static void passed(void *self, int process, int number, double nanoseconds)
{
	((struct replay *)self)->processes[process].threads[number].in.now = 1e-9 * nanoseconds;
}

static int threads_of(void *self, int process)
{
	return ((struct replay *)self)->processes[process].n_threads;
}

static void describe_place(const void *self, int process, size_t label, char *text, size_t room)
{
	(void)self;
	snprintf(text, room, "call %zu of process %d", label, process);
}

const struct replay_site *replay_site(const struct replay *replay, uint32_t number)
{
	return number > 0 && number <= replay->sites.n ? &replay->sites.at[number - 1] : NULL;
}

static void describe_action(const void *self, int process, uint32_t label, uint32_t number, char *text, size_t room)
{
	const struct replay_site *site = replay_site(self, number);

	(void)process;
	if (site)
		snprintf(text, room, "%s, call %u", trace_function_name(site->function), label);
	else
		snprintf(text, room, "call %u", label);
}

struct program_source replay_source(struct replay *replay)
{
	return (struct program_source){.processes = replay->found.processes,
				       .threads = threads_of,
				       .next = next_action,
				       .passed = passed,
				       .self = replay,
				       .place = describe_place,
				       .describe = describe_action};
}

const struct replay_found *replay_found(const struct replay *replay)
{
	return &replay->found;
}

/* When a process left MPI_Init, or called MPI first where that was not seen. INFINITY: it has no calls. */
static enum status find_begin(struct trace *trace, int process, double *begin, struct error *err)
{
	struct trace_calls *calls = NULL;
	struct trace_call call;
	struct error why = {0};
	enum status status = trace_calls_open(&calls, trace, process, err);

	*begin = INFINITY;
	if (status == OK && trace_calls_next(calls, &call, &why))
		*begin = is_init(&call) ? call.end : call.begin;
	trace_calls_free(calls);
	return status;
}

static enum status open_process(struct replay *replay, int p, struct error *err)
{
	struct replay_process *process = &replay->processes[p];
	int threads = trace_process(replay->trace, p)->threads;
	enum status status = find_begin(replay->trace, p, &process->begin, err);

	threads = threads < 1 ? 1 : threads > THREADS_MOST ? THREADS_MOST : threads;
	process->threads = calloc((size_t)threads, sizeof(*process->threads));
	if (!process->threads)
		return error_memory(err, "the threads of a trace");
	process->n_threads = threads;
	for (int t = 0; status == OK && t < threads; t++)
		status = trace_calls_open(&process->threads[t].calls, replay->trace, p, err);
	return status;
}

static int library_of(const struct trace_info *info)
{
	if (info->library && strstr(info->library, "Open MPI"))
		return LIBRARY_OPENMPI_4_1;
	return info->library && strstr(info->library, "MPICH") ? LIBRARY_MPICH_4_0 : -1;
}

static const char *host_of(const struct replay *replay, int process)
{
	const char *host = trace_process(replay->trace, process)->host;

	return host ? host : "";
}

/* Which processes share a host: those next to each other mostly do. */
static void find_nodes(struct replay *replay)
{
	for (int p = 0; p < replay->found.processes; p++) {
		int first = 0;

		if (p > 0 && strcmp(host_of(replay, p), host_of(replay, p - 1)) == 0) {
			replay->node[p] = replay->node[p - 1];
			continue;
		}
		while (first < p && strcmp(host_of(replay, p), host_of(replay, first)) != 0)
			first++;
		replay->node[p] = first;
	}
}

enum status replay_open(struct replay **made, struct trace *trace, const struct replay_options *options,
			struct error *err)
{
	int n = trace_info(trace)->processes;
	struct replay *replay = calloc(1, sizeof(*replay));
	enum status status = OK;

	if (replay) {
		replay->processes = calloc((size_t)n + 1, sizeof(*replay->processes));
		replay->found.recorded = calloc((size_t)n + 1, sizeof(*replay->found.recorded));
		replay->found.computing = calloc((size_t)n + 1, sizeof(*replay->found.computing));
		replay->node = calloc((size_t)n + 1, sizeof(*replay->node));
		replay->nodes = calloc((size_t)n + 1, sizeof(*replay->nodes));
	}
	if (!replay || !replay->processes || !replay->found.recorded || !replay->found.computing || !replay->node ||
	    !replay->nodes) {
		replay_free(replay);
		return error_memory(err, "a trace's processes");
	}
	replay->trace = trace;
	replay->found.processes = n;
	replay->options = *options;
	replay->library = library_of(trace_info(trace));
	find_nodes(replay);
	replay->begin = INFINITY;
	for (int p = 0; p < n && status == OK; p++) {
		status = open_process(replay, p, err);
		replay->begin = fmin(replay->begin, replay->processes[p].begin);
	}
	for (int p = 0; p < n && status == OK; p++) {
		if (isinf(replay->processes[p].begin))
			replay->processes[p].begin = isinf(replay->begin) ? 0 : replay->begin;
	}
	if (isinf(replay->begin))
		replay->begin = 0;
	if (status == OK)
		*made = replay;
	else
		replay_free(replay);
	return status;
}

static void release_thread(struct replay_thread *thread)
{
	trace_calls_free(thread->calls);
	free(thread->actions);
	free(thread->waited);
	free(thread->over);
	free(thread->in.regions);
	rank_program_release(&thread->part);
}

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	for (int p = 0; replay->processes && p < replay->found.processes; p++) {
		struct replay_process *process = &replay->processes[p];

		for (int t = 0; t < process->n_threads; t++)
			release_thread(&process->threads[t]);
		free(process->threads);
		requests_release(&process->requests);
		scout_release(&process->scout);
		lookup_release(&process->collectives);
	}
	lookup_release(&replay->tags.comms);
	lookup_release(&replay->tags.numbers);
	sites_release(&replay->sites);
	free(replay->node);
	free(replay->nodes);
	free(replay->comm_nodes);
	free(replay->found.recorded);
	free(replay->found.computing);
	free(replay->found.regions);
	free(replay->processes);
	free(replay);
}
