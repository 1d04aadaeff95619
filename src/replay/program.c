#include "replay/parts.h"

#include "algorithm/decision/decision.h"
#include "base/memory.h"
#include "sample/circumstances.h"
#include "sample/placement.h"

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
static enum status begin_thread(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	struct source_action *action;
	double waited = replay->processes[process].begin - replay->begin;

	thread->begun = true;
	thread->end = replay->processes[process].begin;
	if (waited * 1e9 < 1)
		return OK;
	if (!(waited * 1e9 < REPLAY_COMPUTE_MOST))
		return error_set(err, ERR_INPUT,
				 "process %d leaves MPI_Init %g s after the first one: more than %g s is a clock that "
				 "is wrong",
				 process, waited, REPLAY_COMPUTE_MOST / 1e9);
	action = thread_add(thread, ACTION_COMPUTE);
	if (!action)
		return error_memory(err, "the begin of a trace");
	action->count = (uint64_t)floor(waited * 1e9);
	action->kept = true;
	return OK;
}

/* The thread has no more calls, or has come to MPI_Finalize. */
static enum status end_thread(struct replay *replay, int process, struct replay_thread *thread, struct error *err)
{
	double last = thread->call.function == trace_Finalize ? thread->call.begin : thread->end;

	if (last - thread->in.own - replay->begin > replay->found.recorded[process])
		replay->found.recorded[process] = last - thread->in.own - replay->begin;
	thread->ended = true;
	return thread_add(thread, ACTION_END) ? OK : error_memory(err, "the end of a trace");
}

/* A thread has no more calls: if that is because of damage, it is noted; what else failed ends the simulation. */
static enum status take_fault(struct replay *replay, struct error *err)
{
	const struct error fault = replay->fault;

	replay->fault = (struct error){.status = OK};
	if (fault.status != OK && fault.status != ERR_INPUT)
		return error_set(err, fault.status, "%s", fault.text);
	if (replay->found.damage.status == OK)
		replay->found.damage = fault;
	return OK;
}

enum status replay_advance(struct replay *replay, int process, int number, struct error *err)
{
	struct replay_thread *thread = &replay->processes[process].threads[number];
	enum status status = OK;

	if (!sites_passed(replay, process, thread))
		return error_memory(err, "the regions of a trace");
	thread->n_actions = thread->next_action = 0;
	thread->n_waited = thread->next_waited = 0;
	for (size_t i = 0; i < thread->over.n; i++)
		requests_give(&replay->processes[process].requests, thread->over.at[i]);
	thread->over.n = 0;
	if (!thread->begun)
		return begin_thread(replay, process, thread, err);
	if (!read_call(thread, number, &replay->fault)) {
		status = take_fault(replay, err);
		return status == OK ? end_thread(replay, process, thread, err) : status;
	}
	thread->watched.before = 0;
	if (is_init(&thread->call)) {
		thread->end = thread->call.end;
		thread->in.before = thread->call.function;
	} else if (thread->call.function != trace_Finalize || thread->call.begin > thread->end)
		status = replay_call(replay, process, thread, err);
	watch_read(replay, process, number, thread);
	if (thread->call.function != trace_Finalize)
		return status;
	return status == OK ? end_thread(replay, process, thread, err) : status;
}

static enum status next_action(void *self, int process, int number, struct source_action *action, struct error *err)
{
	struct replay *replay = self;
	struct replay_thread *thread = &replay->processes[process].threads[number];
	enum status status = OK;

	thread->watched.now = action->since * 1e-9;
	watch_go_on(replay, process, number, thread);
	while (status == OK && thread->next_action == thread->n_actions) {
		status = replay_advance(replay, process, number, err);
		watch_go_on(replay, process, number, thread);
	}
	if (status != OK)
		return status;
	if (thread->actions[thread->next_action].kind == ACTION_END)
		watch_end(replay, process, number, thread);
	*action = thread->actions[thread->next_action++];
	action->waited = action->n_waited > 0 ? thread->waited + thread->next_waited : NULL;
	thread->next_waited += action->n_waited;
	return OK;
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

static int32_t wildcard_of(const void *self, int32_t tag)
{
	return tags_wildcard(&((const struct replay *)self)->tags, tag);
}

/* A request that was freed is done: its number may be used again. */
static void give_freed(void *self, int process, uint32_t request)
{
	requests_give(&((struct replay *)self)->processes[process].requests, request);
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
				       .self = replay,
				       .wildcard = replay->options.wildcards ? wildcard_of : NULL,
				       .over = give_freed,
				       .place = describe_place,
				       .describe = describe_action};
}

const struct replay_found *replay_found(const struct replay *replay)
{
	return &replay->found;
}

double replay_begin(const struct replay *replay)
{
	return replay->begin;
}

int replay_threads(const struct trace *trace, int process)
{
	int threads = trace_process(trace, process)->threads;

	return threads < 1 ? 1 : threads;
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
	int threads = replay_threads(replay->trace, p);
	enum status status = find_begin(replay->trace, p, &process->begin, err);

	if (threads > THREADS_MOST)
		return error_set(err, ERR_INPUT,
				 "process %d called MPI in %d threads, and at most %d of a process can be simulated", p,
				 threads, THREADS_MOST);
	process->threads = calloc((size_t)threads, sizeof(*process->threads));
	if (!process->threads)
		return error_memory(err, "the threads of a trace");
	process->n_threads = threads;
	for (int t = 0; status == OK && t < threads; t++)
		status = trace_calls_open(&process->threads[t].calls, replay->trace, p, err);
	return status;
}

static void release_thread(struct replay_thread *thread)
{
	trace_calls_free(thread->calls);
	free(thread->actions);
	free(thread->waited);
	free(thread->over.at);
	free(thread->in.regions);
	rank_program_release(&thread->part);
}

static void release_process(struct replay_process *process)
{
	for (int t = 0; t < process->n_threads; t++)
		release_thread(&process->threads[t]);
	free(process->threads);
	requests_release(&process->requests);
	scout_release(&process->scout);
	lookup_release(&process->collectives);
}

enum status replay_rewind(struct replay *replay, int p, struct error *err)
{
	struct replay_process *process = &replay->processes[p];
	double begin = process->begin;
	enum status status;

	release_process(process);
	*process = (struct replay_process){0};
	replay->found.recorded[p] = replay->found.computing[p] = 0;
	status = open_process(replay, p, err);
	process->begin = begin;
	return status;
}

static int library_of(const struct trace_info *info)
{
	if (info->library && strstr(info->library, "Open MPI"))
		return LIBRARY_OPENMPI_4_1;
	return info->library && strstr(info->library, "MPICH") ? LIBRARY_MPICH_4_0 : -1;
}

enum status replay_hosts(struct trace *trace, const char *const **hosts, struct error *err)
{
	int n = trace_info(trace)->processes;
	const char **list = malloc(((size_t)n + 1) * sizeof(*list));

	for (int p = 0; list && p < n; p++) {
		const char *host = trace_process(trace, p)->host;

		list[p] = host ? host : "";
	}
	*hosts = list;
	return list ? OK : error_memory(err, "a trace's hosts");
}

enum status replay_crowded(struct trace *trace, bool *crowded, char *text, size_t room, struct error *err)
{
	size_t n = (size_t)trace_info(trace)->processes;
	struct circumstances run = {.processes = n};
	const char *library = trace_info(trace)->library;
	enum status status;

	*crowded = false;
	if (library && strstr(library, "SMPI")) /* its time stands still while others are at work */
		return OK;
	status = circumstances_processes(&run, n, err);
	for (size_t p = 0; status == OK && p < n; p++) {
		const struct trace_process *process = trace_process(trace, (int)p);

		run.hosts[p] = memory_text(process->host ? process->host : "");
		run.bindings[p] = process->binding && process->binding[0] ? memory_text(process->binding) : NULL;
		if (!run.hosts[p])
			status = error_memory(err, "a trace's hosts");
	}
	if (status == OK)
		*crowded = circumstances_crowded_text(&run, text, room) != NULL;
	circumstances_release(&run);
	return status;
}

/* Which processes share a node. */
static enum status find_nodes(struct replay *replay, struct error *err)
{
	size_t n = (size_t)replay->found.processes;
	const char *const *hosts = NULL;
	enum status status = replay->options.node ? OK : replay_hosts(replay->trace, &hosts, err);

	if (replay->options.node && n > 0)
		memcpy(replay->node, replay->options.node, n * sizeof(*replay->node));
	else if (status == OK)
		placement_of_hosts(hosts, n, replay->node);
	free((void *)hosts);
	return status;
}

enum status replay_usual(struct trace *trace, struct replay_options *options, struct error *err)
{
	char text[CIRCUMSTANCES_CROWDED_ROOM];
	enum status status;

	*options = (struct replay_options){.compute_scale = 1};
	status = replay_crowded(trace, &options->cpu_time, text, sizeof(text), err);
	options->apart = options->cpu_time;
	return status;
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
		replay->found.scaled = calloc((options->scales ? options->scales->n : 0) + 1, sizeof(uint64_t));
	}
	if (!replay || !replay->processes || !replay->found.recorded || !replay->found.computing || !replay->node ||
	    !replay->nodes || !replay->found.scaled) {
		replay_free(replay);
		return error_memory(err, "a trace's processes");
	}
	replay->trace = trace;
	replay->found.processes = n;
	replay->options = *options;
	replay->found.apart = options->apart;
	replay->library = options->rules ? (int)options->rules->library : library_of(trace_info(trace));
	status = find_nodes(replay, err);
	for (int f = 0; f < TRACE_FUNCTIONS; f++)
		replay->persistent[f] = strstr(trace_function_parameters((enum trace_function)f), "newpersistent");
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

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	for (int p = 0; replay->processes && p < replay->found.processes; p++)
		release_process(&replay->processes[p]);
	tags_release(&replay->tags);
	sites_release(&replay->sites);
	free(replay->node);
	free(replay->nodes);
	free(replay->comm_nodes);
	free(replay->blocks);
	free(replay->found.recorded);
	free(replay->found.computing);
	free(replay->found.regions);
	free(replay->found.scaled);
	free(replay->processes);
	free(replay);
}
