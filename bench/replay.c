/*
 * Traces as the tracer writes them, simulated under LogGP: operations a second of the processor's time, from the files
 * on, and peak memory. Each runs in a process of its own; so does the one that writes it, to a folder below TMPDIR or
 * /tmp that is removed. Arguments: CALLS [PROCESSES], of the ring (default 10000000 and 64).
 *
 * - ring: each process receives from its left and sends to its right, computes beside, and waits for both; all add up
 *   8 bytes every 30th time.
 * - wildcards: every process sends to process 0, which receives from anybody: as recorded, and as it falls; posted one
 *   after the other, and all before the first is complete.
 */
#include "../tests/simulate/loggp.h"

#include "replay/simulated.h"
#include "spent.h"
#include "simulate/simulate.h"
#include "trace/claim.h"
#include "trace/fields.h"
#include "trace/info.h"
#include "trace/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICKS = 1000, FIELDS_MOST = 16, BYTES = 1024, REDUCE_EVERY = 30, WILDCARDS = 1000000, LATE = 100000 };

/* A process's trace that is being written. */
struct writing {
	struct trace_stream *stream;
	uint64_t tick;
	int64_t of[TRACE_FIELDS];
	int64_t done[6];
	int n_done;
	uint32_t kinds[TRACE_FUNCTIONS]; /* of fields; 0: not asked yet */
};

static void begin_call(struct writing *w)
{
	for (int i = 0; i < TRACE_FIELDS; i++)
		w->of[i] = TRACE_NONE;
	w->of[TRACE_COMM] = 0;
	w->n_done = 0;
}

/* Which took a tick's thousand, as did the time before it. */
static void put(struct writing *w, enum trace_function function)
{
	uint32_t kinds = w->kinds[function] ? w->kinds[function] : trace_function_fields(function);
	int64_t fields[FIELDS_MOST];
	struct trace_signature signature = {.function = (uint16_t)function, .fields = fields};

	w->kinds[function] = kinds;
	for (int kind = 0; kind < TRACE_FIELDS; kind++) {
		if (!(kinds >> kind & 1))
			continue;
		if (kind == TRACE_DONE_LIST) {
			fields[signature.n++] = 3 * w->n_done;
			for (int i = 0; i < 3 * w->n_done; i++)
				fields[signature.n++] = w->done[i];
		} else {
			fields[signature.n++] = trace_field_is_list((enum trace_field)kind) ? 0 : w->of[kind];
		}
	}
	trace_stream_call(w->stream, &signature, w->tick + TICKS, w->tick + 2 * TICKS);
	w->tick += 2 * TICKS;
	begin_call(w);
}

static void put_send(struct writing *w, enum trace_function function, int to, int64_t slot)
{
	w->of[TRACE_DEST] = to;
	w->of[TRACE_SEND_TAG] = 5;
	w->of[TRACE_SEND_BYTES] = BYTES;
	w->of[TRACE_SEND_LAYOUT] = 1;
	w->of[TRACE_REQUEST] = slot;
	put(w, function);
}

/* From: the source, or TRACE_ANY_SOURCE, with what it got. */
static void put_receive(struct writing *w, enum trace_function function, int from, int got, int64_t slot)
{
	bool any = from == TRACE_ANY_SOURCE;

	w->of[TRACE_SOURCE] = from;
	w->of[TRACE_RECEIVE_TAG] = 5;
	w->of[TRACE_RECEIVE_BYTES] = BYTES;
	w->of[TRACE_RECEIVE_LAYOUT] = 1;
	w->of[TRACE_REQUEST] = slot;
	w->of[TRACE_GOT_SOURCE] = any ? got : TRACE_NONE;
	w->of[TRACE_GOT_TAG] = any ? 5 : TRACE_NONE;
	put(w, function);
}

static void complete(struct writing *w, int64_t slot, int64_t source)
{
	int64_t *done = w->done + 3 * w->n_done++;

	done[0] = slot;
	done[1] = source;
	done[2] = source == TRACE_NONE ? TRACE_NONE : 5;
}

/* A program: what a process of so many calls. */
struct traced {
	const char *name;
	void (*write)(struct writing *w, int rank, int processes, size_t calls);
	size_t calls; /* of all processes */
	int processes;
	bool simulated; /* wildcards */
};

static void write_ring(struct writing *w, int rank, int processes, size_t calls)
{
	for (size_t i = 0, step = 0; i + 4 <= calls / (size_t)processes; i += 3, step++) {
		put_receive(w, trace_Irecv, (rank + processes - 1) % processes, 0, 0);
		put_send(w, trace_Isend, (rank + 1) % processes, 1);
		complete(w, 0, TRACE_NONE);
		complete(w, 1, TRACE_NONE);
		put(w, trace_Waitall);
		if (step % REDUCE_EVERY > 0)
			continue;
		w->of[TRACE_BYTES] = 8;
		w->of[TRACE_LAYOUT] = 1;
		w->of[TRACE_OPERATION] = 0;
		put(w, trace_Allreduce);
		i++;
	}
}

static void write_wildcards(struct writing *w, int rank, int processes, size_t calls)
{
	size_t each = calls / (size_t)(processes - 1);

	for (size_t i = 0; rank > 0 && i < each; i++)
		put_send(w, trace_Send, 0, TRACE_NONE);
	for (size_t i = 0; rank == 0 && i < each * (size_t)(processes - 1); i++)
		put_receive(w, trace_Recv, TRACE_ANY_SOURCE, 1 + (int)(i % (size_t)(processes - 1)), TRACE_NONE);
}

/* Those of process 0 are all posted before the first is complete, which the last one posted is. */
static void write_late(struct writing *w, int rank, int processes, size_t calls)
{
	size_t each = calls / (size_t)(processes - 1), all = each * (size_t)(processes - 1);

	for (size_t i = 0; rank > 0 && i < each; i++)
		put_send(w, trace_Send, 0, TRACE_NONE);
	for (size_t i = 0; rank == 0 && i < all; i++)
		put_receive(w, trace_Irecv, TRACE_ANY_SOURCE, TRACE_NONE, (int64_t)i);
	for (size_t i = all; rank == 0 && i-- > 0;) {
		complete(w, (int64_t)i, 1 + (int64_t)(i % (size_t)(processes - 1)));
		put(w, trace_Wait);
	}
}

static enum status write_process(const struct traced *traced, const char *dir, int rank, struct error *err)
{
	const struct trace_stream_options options = {
		.dir = dir, .rank = rank, .processes = traced->processes, .tick = 1e-9};
	struct writing w = {.tick = 0};
	struct trace_claim claim;
	enum status status = trace_claim(&claim, dir, "a job of bench/replay", rank, err);

	trace_claim_release(&claim);
	if (status == OK)
		status = trace_stream_open(&w.stream, &options, err);
	if (status != OK)
		return status;
	trace_stream_clock(w.stream, 0, 0, 0);
	begin_call(&w);
	put(&w, trace_Init);
	traced->write(&w, rank, traced->processes, traced->calls);
	put(&w, trace_Finalize);
	trace_stream_clock(w.stream, w.tick, (double)w.tick * 1e-9, 0);
	return trace_stream_close(w.stream, 1, err);
}

static int write_trace(const struct traced *traced, const char *dir)
{
	struct trace_run_process *processes = malloc((size_t)traced->processes * sizeof(*processes));
	struct trace_run run = {.library = "Open MPI v4.1.4",
				.command = "./bench",
				.cpu = "a processor",
				.tick = 1e-9,
				.n_processes = traced->processes,
				.processes = processes};
	struct error err = {0};
	enum status status = processes ? OK : ERR_MEMORY;

	for (int rank = 0; status == OK && rank < traced->processes; rank++) {
		processes[rank] = (struct trace_run_process){"here", ""};
		status = write_process(traced, dir, rank, &err);
	}
	if (status == OK)
		status = trace_info_write(dir, &run, &err);
	if (status != OK)
		fprintf(stderr, "%s: %s\n", traced->name, err.text);
	free(processes);
	return status != OK;
}

static int simulate_trace(const struct traced *traced, const char *dir)
{
	const struct replay_options options = {.compute_scale = 1, .wildcards = traced->simulated};
	struct model *model =
		loggp_of((struct loggp_times){.L = 10e-6, .o_s = 1e-6, .o_r = 1e-6, .g = 1e-6, .G = 1e-9});
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct trace *trace = NULL;
	struct error err = {0};
	double begin = cpu_seconds(), spent;
	enum status status = model ? trace_open(&trace, dir, &err) : ERR_MEMORY;

	costs.queued = true;
	if (status == OK)
		status = replay_simulate(trace, &options, &costs, NULL, &found, &replay, &err);
	spent = cpu_seconds() - begin;
	if (status == OK)
		printf("%-22s %4d processes %10llu calls %10llu operations %8.2f s %6.2f M calls/s %6.2f M "
		       "operations/s %6.0f MB%s\n",
		       traced->name, traced->processes, (unsigned long long)replay_found(replay)->calls,
		       (unsigned long long)found.operations, spent, (double)replay_found(replay)->calls / spent * 1e-6,
		       (double)found.operations / spent * 1e-6, peak_megabytes(),
		       found.unreceived > 0 || replay_found(replay)->unresolved > 0 ? "  WRONG" : "");
	else
		fprintf(stderr, "%s: %s\n", traced->name, err.text);
	simulation_release(&found);
	replay_free(replay);
	trace_free(trace);
	model_free(model);
	return status != OK;
}

static int run_apart(const struct traced *traced, const char *dir, int (*run)(const struct traced *, const char *))
{
	int status = 1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		status = run(traced, dir);
		fflush(stdout);
		_exit(status);
	}
	return child < 0 || waitpid(child, &status, 0) < 0 || status != 0;
}

static int run_both(const struct traced *traced)
{
	const char *under = getenv("TMPDIR");
	char dir[200], command[240];
	int wrong;

	snprintf(dir, sizeof(dir), "%.150s/sonde-replay-XXXXXX", under ? under : "/tmp");
	if (!mkdtemp(dir))
		return 1;
	wrong = run_apart(traced, dir, write_trace) || run_apart(traced, dir, simulate_trace);
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return system(command) != 0 || wrong;
}

int main(int argc, char **argv)
{
	const struct traced ring = {.name = "ring",
				    .write = write_ring,
				    .calls = argc > 1 ? (size_t)atof(argv[1]) : 10000000,
				    .processes = argc > 2 ? atoi(argv[2]) : 64};
	const struct traced wild[] = {
		{"wildcards, recorded", write_wildcards, WILDCARDS, 64, false},
		{"wildcards, simulated", write_wildcards, WILDCARDS, 64, true},
		{"late, recorded", write_late, LATE, 64, false},
		{"late, simulated", write_late, LATE, 64, true},
	};
	int wrong = ring.processes > 1 ? run_both(&ring) : 1;

	for (size_t i = 0; argc < 2 && i < sizeof(wild) / sizeof(wild[0]); i++)
		wrong += run_both(&wild[i]);
	return wrong > 0;
}
