#include "cli/command.h"
#include "cli/progress_line.h"
#include "cli/stop.h"
#include "mpi/live/live.h"
#include "mpi/live/stress_run.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const struct column fault_columns[] = {
	{"kind", "", CELL_TEXT},      {"process", "", CELL_COUNT},      {"peer", "", CELL_COUNT},
	{"operation", "", CELL_TEXT}, {"layout.sender", "", CELL_TEXT}, {"layout.receiver", "", CELL_TEXT},
	{"pattern", "", CELL_TEXT},   {"bytes", "B", CELL_BYTES},       {"message", "", CELL_COUNT},
	{"offset", "B", CELL_COUNT},  {"expected", "", CELL_TEXT},      {"found", "", CELL_TEXT},
	{"faults", "", CELL_COUNT},
};
static const struct column sound_columns[] = {
	{"operation", "", CELL_TEXT}, {"messages", "", CELL_COUNT}, {"bytes", "B", CELL_COUNT}};

static const char default_size[] = "default 256M, or the power of two that memory has room for";

/* Instead of main's, which speaks of a store. */
static void on_alarm(int number)
{
	static const char text[] = "sonde: a batch of messages took longer than --give-up allows: a message was lost, "
				   "a process does not answer, or the link is too slow for such messages. "
				   "The run ends here.\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)number, (void)ignored;
	/* NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c): nothing else reaches the launcher, see live_abandon */
	live_abandon(EXIT_FAILURE);
	_exit(EXIT_FAILURE);
}

static void add_fault(struct table *table, const struct stress_fault *fault)
{
	table_row(table);
	table_set_text(table, "kind", fault->kind);
	table_set_number(table, "process", fault->process);
	table_set_number(table, "peer", fault->peer < 0 ? (double)NAN : fault->peer);
	table_set_text(table, "operation", fault->operation);
	table_set_text(table, "layout.sender", fault->layout[0]);
	table_set_text(table, "layout.receiver", fault->layout[1]);
	table_set_text(table, "pattern", fault->pattern);
	table_set_number(table, "bytes", (double)fault->bytes);
	table_set_number(table, "message", (double)fault->message);
	table_set_number(table, "offset", (double)fault->offset);
	table_set_text(table, "expected", fault->expected);
	table_set_text(table, "found", fault->found);
	table_set_number(table, "faults", (double)fault->count);
}

static struct table *table_of(const struct stress_result *result, size_t processes)
{
	bool sound = result->n_faults == 0;
	struct table *table = sound ? table_new("messages that arrived as they were sent", sound_columns,
						sizeof(sound_columns) / sizeof(sound_columns[0]))
				    : table_new("faults: the first of each kind, operation, process and peer",
						fault_columns, sizeof(fault_columns) / sizeof(fault_columns[0]));
	double messages = 0, bytes = 0;

	for (size_t i = 0; table && i < result->n_faults; i++)
		add_fault(table, &result->faults[i]);
	for (size_t o = 0; table && o < STRESS_OPERATIONS; o++) {
		messages += result->messages[o];
		bytes += result->bytes[o];
		if (!sound || !result->operations[o])
			continue;
		table_row(table);
		table_set_text(table, "operation", result->operations[o]);
		table_set_number(table, "messages", result->messages[o]);
		table_set_number(table, "bytes", result->bytes[o]);
	}
	if (!table)
		return NULL;
	table_summary_number(table, NULL, "faults", CELL_COUNT, (double)result->count);
	table_summary_number(table, NULL, "messages", CELL_COUNT, messages);
	table_summary_number(table, NULL, "bytes", CELL_COUNT, bytes);
	table_summary_number(table, NULL, "largest", CELL_BYTES, (double)result->largest);
	table_summary_number(table, NULL, "processes", CELL_COUNT, (double)processes);
	table_summary_number(table, NULL, "pairs", CELL_COUNT, (double)result->pairs);
	table_summary_number(table, NULL, "rounds", CELL_COUNT, (double)result->rounds);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, result->seconds);
	return table;
}

/* One line for the first fault: the table has the others. */
static enum status say_fault(const struct stress_result *result, struct error *err)
{
	const struct stress_fault *f = &result->faults[0];
	char peer[32] = "";

	if (f->peer >= 0)
		snprintf(peer, sizeof(peer), " from process %d", f->peer);
	return error_set(err, ERR_PLATFORM,
			 "%zu fault%s, first: process %d, message %zu of %zu bytes%s by %s (%s to %s, %s): %s at "
			 "offset %lld, expected %s, found %s",
			 result->count, result->count > 1 ? "s" : "", f->process, f->message, f->bytes, peer,
			 f->operation, f->layout[0], f->layout[1], f->pattern, f->kind, f->offset, f->expected,
			 f->found);
}

static enum status run(struct context *context, const struct stress_options *options, struct error *err)
{
	const struct progress progress = {progress_line_show, progress_line_note, NULL, context};
	struct stress_result result = {.n_faults = 0};
	enum status status;

	if (context->live && context->live->processes < 2)
		return error_set(err, ERR_USAGE,
				 "messages need two processes at least, and there is 1: start with mpirun -n 2 (if you "
				 "did, that launcher belongs to another MPI: see sonde info)");
	status = usage_of_option("--op", stress_check(options, err), err);
	if (status != OK)
		return status;
	if (context->live) {
		stop_expect();
		signal(SIGALRM, on_alarm);
	}
	status = stress_run(context->live, options, &progress, &result, err);
	if (status == OK)
		status = command_print(context, table_of(&result, context->live->processes), err);
	if (status == OK && result.count)
		status = say_fault(&result, err);
	if (status == OK && result.stopped)
		status = error_set(err, ERR_STOPPED, "stopped: what was sent until then arrived as it was sent");
	stress_result_release(&result);
	return status;
}

static enum status stress(struct context *context, struct error *err)
{
	struct stress_options o = {.rounds = 0, .patience = LIVE_PATIENCE, .seed = 1, .stop = stop_asked};
	size_t seed = 1, n = 0;
	const struct option options[] = {
		OPT_BYTES(0, "max-size", &o.largest, "SIZE", 1, 0x1p30, default_size),
		OPT_TEXT(0, "op", &o.operation, "OPERATION",
			 "this alone: send, ssend, isend, persistent, sendrecv, put, put-lock, get, get-lock, bcast, "
			 "gather, scatter, alltoall or allreduce (default all)"),
		OPT_COUNT(0, "rounds", &o.rounds, "N", 1, 1e9,
			  "how often each operation sends each size between each pair (default 1; 96 for each layout "
			  "and pattern)"),
		OPT_SECONDS(0, "time", &o.seconds, "TIME", 1e-6, 1e9,
			    "go on for so long, instead of --rounds or as its limit"),
		OPT_COUNT(0, "seed", &seed, "N", 0, 9e15, "of the order and of random patterns (default 1)"),
		OPT_FLAG(0, "keep-going", &o.keep_going, "count all faults instead of ending after the first"),
		OPT_SECONDS(0, "give-up", &o.patience, "TIME", 1, 86400,
			    "end the run if a batch of messages takes longer (default 600s)"),
		COMMON_OPTIONS(context),
	};
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	o.seed = seed;
	if (o.rounds == 0 && o.seconds == 0)
		o.rounds = 1;
	return run(context, &o, err);
}

const struct command command_stress = {
	.name = "stress",
	.operands = "",
	.summary = "sends bit patterns of all kinds and sizes by all operations and checks every bit",
	.example = "mpirun -n 4 sonde stress --time 60s",
	.measures = true,
	.run = stress,
};
