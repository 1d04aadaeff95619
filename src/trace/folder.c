#include "trace/call.h"
#include "trace/class.h"
#include "trace/clock.h"
#include "trace/info_read.h"
#include "trace/missing.h"
#include "trace/stream_read.h"

#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { THREADS_MAX = 1 << 16 };

struct folder_process {
	struct trace_process about;
	struct trace_clock clock;
	uint64_t first;  /* tick of its first block */
	double ahead[2]; /* s: of rank 0's clock, at the begin and at the end; NAN: it is not known */
	bool there;      /* the file of its main thread */
	char *missing;   /* what is; NULL: nothing, or no memory for it */
};

struct folder {
	struct trace trace; /* first */
	struct trace_info info;
	struct trace_info_file file;
	char *dir, incomplete[512];
	struct folder_process *processes;
	struct trace_members_pool members;
	uint64_t bytes, structure_bytes;
	double tick;
};

struct folder_thread {
	struct trace_stream_reader *reader;
	struct trace_raw_call next;
	bool has_next;
	uint64_t number;
};

struct folder_calls {
	struct trace_calls calls; /* first */
	struct folder *folder;
	struct folder_process *process;
	struct trace_calls_state state;
	struct folder_thread *threads;
	int n_threads, current; /* current: whose call was given last, -1: none */
	struct error fault;     /* of a thread, told when the others are at their ends */
};

static bool sonde_is(const char *path)
{
	char file[4096];
	struct stat about;
	int length = snprintf(file, sizeof(file), "%s/trace.json", path);

	return length > 0 && (size_t)length < sizeof(file) && stat(file, &about) == 0;
}

static void sonde_free(struct trace *trace)
{
	struct folder *folder = (struct folder *)trace;

	trace_info_release(&folder->file);
	trace_members_release(&folder->members);
	for (int i = 0; folder->processes && i < folder->info.processes; i++)
		free(folder->processes[i].missing);
	free(folder->processes);
	free(folder->dir);
	free(folder);
}

/* RANK.times, RANK-THREAD.times. */
static bool parse_name(const char *name, long *rank, long *thread)
{
	char *end;

	*thread = 0;
	if (*name < '0' || *name > '9')
		return false;
	*rank = strtol(name, &end, 10);
	if (*end == '-' && end[1] >= '1' && end[1] <= '9')
		*thread = strtol(end + 1, &end, 10);
	return strcmp(end, ".times") == 0;
}

static enum status find_threads(struct folder *folder, struct error *err)
{
	DIR *dir = opendir(folder->dir);

	if (!dir)
		return error_set(err, ERR_IO, "%s: the trace cannot be read: %s", folder->dir, strerror(errno));
	for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
		struct folder_process *process;
		long rank, thread;

		if (!parse_name(entry->d_name, &rank, &thread) || rank >= folder->info.processes ||
		    thread >= THREADS_MAX)
			continue;
		process = &folder->processes[rank];
		process->there = process->there || thread == 0;
		process->about.threads = thread + 1 > process->about.threads ? (int)thread + 1 : process->about.threads;
	}
	closedir(dir);
	return OK;
}

static void say_incomplete(struct folder *folder, int rank, const char *what)
{
	struct folder_process *process = &folder->processes[rank];

	folder->info.complete = process->about.complete = false;
	if (!process->missing)
		process->missing = memory_text(what);
}

static enum status sum_up_incomplete(struct folder *folder, struct error *err)
{
	const char **what;

	if (folder->info.complete)
		return OK;
	what = calloc((size_t)folder->info.processes, sizeof(*what));
	if (!what)
		return error_memory(err, "what is missing in a trace");
	for (int i = 0; i < folder->info.processes; i++)
		what[i] = folder->processes[i].missing;
	folder->info.incomplete =
		trace_missing(what, folder->info.processes, folder->incomplete, sizeof(folder->incomplete));
	free(what);
	return OK;
}

static enum status read_clock(struct folder_process *process, struct trace_stream_reader *reader, struct error *err)
{
	const struct trace_stream_summary *summary = trace_stream_reader_summary(reader);
	struct trace_clock_pair pairs[2];
	int n;
	enum status status = trace_stream_reader_clocks(reader, pairs, &n, &process->first, err);

	if (status != OK)
		return status;
	trace_clock_init(&process->clock, pairs, n, summary->tick, process->first);
	for (int i = 0; i < 2; i++)
		process->ahead[i] = i < n ? pairs[i].ahead : NAN;
	if (!isnan(process->ahead[0]) && !isnan(process->ahead[1]) && pairs[1].node > pairs[0].node)
		process->about.drift = (process->ahead[1] - process->ahead[0]) / (pairs[1].node - pairs[0].node);
	return status;
}

static int compare_ahead(double one, double other)
{
	if (isnan(one) || isnan(other))
		return isnan(one) - isnan(other);
	return (one > other) - (one < other);
}

/* By host, by the outcomes of comparing clocks, then by rank. */
static int by_clock(const void *a, const void *b)
{
	const struct folder_process *one = *(struct folder_process *const *)a,
				    *other = *(struct folder_process *const *)b;
	int order = strcmp(one->about.host, other->about.host);

	for (int i = 0; i < 2 && order == 0; i++)
		order = compare_ahead(one->ahead[i], other->ahead[i]);
	return order;
}

static int by_clock_and_rank(const void *a, const void *b)
{
	const struct folder_process *one = *(struct folder_process *const *)a,
				    *other = *(struct folder_process *const *)b;
	int order = by_clock(a, b);

	return order ? order : (one > other) - (one < other);
}

/* Numbers the clocks in the order of their first processes: processes of a host have the same one if it was compared
 * with rank 0's with the same outcome. */
static enum status number_clocks(struct folder *folder, struct error *err)
{
	size_t n = (size_t)folder->info.processes;
	struct folder_process **sorted = calloc(n, sizeof(*sorted));
	int clocks = 0;

	if (!sorted)
		return error_memory(err, "the clocks of a trace");
	for (size_t i = 0; i < n; i++)
		sorted[i] = &folder->processes[i];
	qsort(sorted, n, sizeof(*sorted), by_clock_and_rank);
	for (size_t i = 0; i < n; i++) { /* for now: whose clock it is */
		bool other = i == 0 || by_clock(&sorted[i - 1], &sorted[i]) != 0;

		sorted[i]->about.clock = other ? (int)(sorted[i] - folder->processes) : sorted[i - 1]->about.clock;
	}
	for (int i = 0; i < folder->info.processes; i++) {
		struct trace_process *about = &folder->processes[i].about;

		about->clock = about->clock == i ? clocks++ : folder->processes[about->clock].about.clock;
	}
	free(sorted);
	return OK;
}

/* A thread whose files are not there, or not at all readable, makes the trace incomplete. Memory and newer versions
 * are errors. */
static enum status survey_thread(struct folder *folder, int rank, int thread, struct error *err)
{
	struct folder_process *process = &folder->processes[rank];
	struct trace_stream_reader *reader = NULL;
	struct error fault = {0};
	bool newer = false;
	enum status status = trace_stream_reader_open(&reader, folder->dir, rank, thread, &newer, &fault);
	const struct trace_stream_summary *summary;

	if (status == ERR_MEMORY || newer)
		return error_set(err, status, "%s", fault.text);
	if (status != OK) {
		say_incomplete(folder, rank, fault.text);
		return OK;
	}
	summary = trace_stream_reader_summary(reader);
	folder->bytes += summary->bytes;
	folder->structure_bytes += summary->structure_bytes;
	folder->tick = summary->tick;
	folder->info.resolution = summary->scale > 0 ? summary->tick * (double)summary->scale / 65536 : 0;
	if (!summary->ended || !summary->complete || summary->cut > 0 || summary->short_structure)
		say_incomplete(folder, rank,
			       summary->short_structure ? "the end of its structure is missing"
			       : summary->cut > 0       ? "the trace is damaged or was cut"
			       : summary->ended         ? "it did not call MPI_Finalize"
							: "it ended without MPI_Finalize, or tracing had to stop");
	if (thread == 0)
		status = read_clock(process, reader, err);
	trace_stream_reader_free(reader);
	return status;
}

static enum status survey(struct folder *folder, struct error *err)
{
	double least = INFINITY;
	enum status status = OK;

	for (int rank = 0; rank < folder->info.processes && status == OK; rank++) {
		struct folder_process *process = &folder->processes[rank];

		process->about.complete = process->there;
		if (!process->there)
			say_incomplete(folder, rank, "its file is not there");
		for (int thread = 0; thread < process->about.threads && status == OK; thread++)
			status = survey_thread(folder, rank, thread, err);
	}
	if (status == OK)
		status = sum_up_incomplete(folder, err);
	if (status == OK)
		status = number_clocks(folder, err);
	for (int rank = 0; rank < folder->info.processes; rank++)
		if (folder->processes[rank].clock.slope > 0)
			least = fmin(least, trace_clock_seconds(&folder->processes[rank].clock,
								folder->processes[rank].first));
	for (int rank = 0; rank < folder->info.processes && isfinite(least); rank++)
		folder->processes[rank].clock.begin -= least;
	return status;
}

static enum status sonde_open(struct trace **trace, const char *path, struct error *err)
{
	struct folder *folder = calloc(1, sizeof(*folder));
	enum status status;

	if (!folder)
		return error_memory(err, "a trace");
	folder->trace.class = &trace_sonde;
	folder->dir = memory_text(path);
	status = folder->dir ? trace_info_read(&folder->file, path, err) : error_memory(err, "a trace");
	folder->info = (struct trace_info){.processes = folder->file.n_processes,
					   .library = folder->file.library,
					   .command = folder->file.command,
					   .only = folder->file.only,
					   .complete = true,
					   .n_variables = folder->file.n_variables,
					   .variables = folder->file.variables,
					   .network = folder->file.network};
	if (status == OK && folder->info.processes == 0)
		status = error_set(err, ERR_INPUT, "%s/trace.json: it names no processes", path);
	if (status == OK) {
		folder->processes = calloc((size_t)folder->info.processes, sizeof(*folder->processes));
		if (!folder->processes)
			status = error_memory(err, "a trace");
	}
	for (int i = 0; status == OK && i < folder->info.processes; i++) {
		folder->processes[i].about.host = folder->file.hosts[i];
		folder->processes[i].about.binding = folder->file.bindings[i];
	}
	if (status == OK)
		status = find_threads(folder, err);
	if (status == OK)
		status = survey(folder, err);
	if (status == OK)
		*trace = &folder->trace;
	else
		sonde_free(&folder->trace);
	return status;
}

static const struct trace_info *sonde_info(const struct trace *trace)
{
	return &((const struct folder *)trace)->info;
}

static const struct trace_process *sonde_process(const struct trace *trace, int rank)
{
	return &((const struct folder *)trace)->processes[rank].about;
}

static uint64_t sonde_bytes(const struct trace *trace)
{
	return ((const struct folder *)trace)->bytes;
}

static uint64_t sonde_structure_bytes(const struct trace *trace)
{
	return ((const struct folder *)trace)->structure_bytes;
}

static void sonde_calls_free(struct trace_calls *opened)
{
	struct folder_calls *calls = (struct folder_calls *)opened;

	for (int i = 0; i < calls->n_threads; i++)
		trace_stream_reader_free(calls->threads[i].reader);
	free(calls->threads);
	trace_calls_state_release(&calls->state);
	free(calls);
}

static void advance(struct folder_calls *calls, struct folder_thread *thread)
{
	/* The first fault of all threads is the one that is told. */
	thread->has_next = thread->reader && trace_stream_reader_next(thread->reader, &thread->next, &calls->fault);
}

/* A thread that cannot be opened has no calls, and the fault is told at the end. */
static enum status sonde_calls_open(struct trace_calls **opened, struct trace *trace, int rank, struct error *err)
{
	struct folder *folder = (struct folder *)trace;
	struct folder_calls *calls = calloc(1, sizeof(*calls));
	enum status status;

	if (!calls)
		return error_memory(err, "a trace");
	calls->calls.class = &trace_sonde;
	calls->folder = folder;
	calls->process = &folder->processes[rank];
	calls->current = -1;
	calls->threads = calloc((size_t)calls->process->about.threads + 1, sizeof(*calls->threads));
	status = calls->threads
			 ? trace_calls_state_init(&calls->state, rank, folder->info.processes, &folder->members, err)
			 : error_memory(err, "a trace");
	for (; status == OK && calls->n_threads < calls->process->about.threads; calls->n_threads++) {
		struct folder_thread *thread = &calls->threads[calls->n_threads];

		trace_stream_reader_open(&thread->reader, folder->dir, rank, calls->n_threads, NULL, &calls->fault);
		advance(calls, thread);
	}
	if (status == OK)
		*opened = &calls->calls;
	else
		sonde_calls_free(&calls->calls);
	return status;
}

/* What the blocks say of communicators, up to the call that comes. */
static enum status take_communicators(struct folder_calls *calls, struct folder_thread *thread, struct error *err)
{
	const struct trace_read_communicator *communicators;
	size_t n = trace_stream_reader_communicators(thread->reader, &communicators);
	enum status status = OK;

	for (size_t i = 0; i < n && status == OK; i++)
		status = trace_calls_state_communicator(&calls->state, &communicators[i], err);
	return status;
}

static bool sonde_calls_next(struct trace_calls *opened, struct trace_call *call, struct error *err)
{
	struct folder_calls *calls = (struct folder_calls *)opened;
	const struct trace_clock *clock = &calls->process->clock;
	struct folder_thread *thread = NULL;

	if (calls->current >= 0)
		advance(calls, &calls->threads[calls->current]);
	calls->current = -1;
	for (int i = 0; i < calls->n_threads; i++) {
		if (!calls->threads[i].has_next || (thread && calls->threads[i].next.begin >= thread->next.begin))
			continue;
		thread = &calls->threads[i];
		calls->current = i;
	}
	if (!thread) {
		if (calls->fault.status != OK)
			error_set(err, calls->fault.status, "%s", calls->fault.text);
		return false;
	}
	calls->state.thread = calls->current;
	if (take_communicators(calls, thread, err) != OK ||
	    trace_call_read(&calls->state, trace_stream_reader_structure(thread->reader), &thread->next, call, err) !=
		    OK) {
		error_prefix(err, calls->folder->dir);
		for (int i = 0; i < calls->n_threads; i++)
			calls->threads[i].has_next = false;
		calls->current = -1;
		return false;
	}
	call->thread = calls->current;
	call->number = thread->number++;
	call->begin = trace_clock_seconds(clock, thread->next.begin);
	call->end = trace_clock_seconds(clock, thread->next.end);
	call->before.own = thread->next.own * clock->slope;
	call->before.cpu = thread->next.has_cpu ? 1e-9 * (double)thread->next.cpu : NAN;
	call->inside = call->polls > 0 ? call->inside * clock->slope : call->end - call->begin;
	return true;
}

const struct trace_class trace_sonde = {
	.name = "sonde",
	.is = sonde_is,
	.open = sonde_open,
	.free = sonde_free,
	.info = sonde_info,
	.process = sonde_process,
	.bytes = sonde_bytes,
	.structure_bytes = sonde_structure_bytes,
	.calls_open = sonde_calls_open,
	.calls_next = sonde_calls_next,
	.calls_free = sonde_calls_free,
};
