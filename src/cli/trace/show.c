#include "cli/trace/show.h"

#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "cli/trace/input.h"
#include "measuring/upsets.h"
#include "report/trace.h"

enum { OTHERS_LEAST = 10, TIMES_AS_LONG = 100 };

struct show_options {
	const char *dir;
	int view;
	bool matrix;
};

static struct table *make_table(const struct show_options *o, const struct trace *trace,
				const struct trace_summary *summary, const struct error *damage)
{
	return o->matrix ? trace_matrix_table(trace, summary, damage)
			 : trace_table((enum trace_view)o->view, trace, summary, damage);
}

static void tell_cpu(const struct context *context, const struct trace_summary *summary)
{
	double cpu = 0, clock = 0;

	for (int p = 0; p < summary->processes; p++) {
		cpu += summary->process[p].cpu;
		clock += summary->process[p].cpu_gaps;
	}
	trace_tell_cpu(context, cpu, clock);
}

/* The function of which one call stands out most: as seconds of its longest call, 0 if none does. */
static double find_outstanding(const struct trace_summary *summary, enum trace_function *which, double *others)
{
	const double least = 0.15; /* s; a timeout of TCP takes 0.2 */
	double found = 0;

	for (int f = 0; f < TRACE_FUNCTIONS; f++) {
		const struct trace_function_sum *sum = &summary->function[f];
		double calls = (double)sum->count.calls, mean = (sum->count.inside - sum->longest) / (calls - 1);

		if (calls < OTHERS_LEAST || sum->longest < fmax(least, TIMES_AS_LONG * mean) || sum->longest <= found)
			continue;
		found = sum->longest;
		*which = (enum trace_function)f;
		*others = mean;
	}
	return found;
}

/* What a link that was down or a stopped process leaves in a trace; waiting for a late process looks the same. */
static void tell_outstanding(const struct context *context, const struct trace_summary *summary)
{
	enum trace_function which = TRACE_FUNCTIONS;
	double others = 0, longest = find_outstanding(summary, &which, &others);
	char mean[32];

	if (longest > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: a call of %s took %.3g s, the others %s us on average: a link that was down, a lost "
			"packet, a process that was stopped or came late makes such calls (--by function has the "
			"longest of each)\n",
			trace_function_name(which), longest, microseconds_format(others, mean, sizeof(mean)));
}

/* Packets that were lost during the run, which calls alone do not show where TCP sends them again at once. */
static void tell_lost(const struct context *context, const struct trace *trace)
{
	const struct trace_network *network = &trace_info(trace)->network;
	char text[300];

	if (!context->quiet && upsets_lost_text(network->segments, network->segments_again, text, sizeof(text)))
		fprintf(context->chatter, "sonde: %s\n", text);
}

static enum status show_trace(struct context *context, const struct show_options *o, struct trace *trace,
			      struct error *err)
{
	struct trace_summary summary = {.processes = 0};
	struct error damage;
	enum status status;

	if (o->matrix && trace_info(trace)->processes > TRACE_MATRIX_MOST)
		return error_set(err, ERR_USAGE,
				 "--matrix: of at most %d processes, %s has %d: --by pair lists the pairs that talk",
				 TRACE_MATRIX_MOST, o->dir, trace_info(trace)->processes);
	status = trace_summarize(trace, &summary, &damage, err);
	if (status == OK) {
		trace_tell_only(context, trace);
		tell_cpu(context, &summary);
		tell_outstanding(context, &summary);
		tell_lost(context, trace);
	}
	if (status == OK)
		status = command_print(context, make_table(o, trace, &summary, &damage), err);
	trace_summary_release(&summary);
	return status;
}

static enum status show(struct context *context, struct error *err)
{
	struct show_options o = {.view = -1};
	const struct option options[] = {
		OPT_CHOICE(0, "by", &o.view, trace_view_names, "what a row is (default process)"),
		OPT_FLAG(0, "matrix", &o.matrix, "bytes of messages, senders by receivers"),
		COMMON_OPTIONS(context),
	};
	struct trace *trace = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, &o.dir, 1, 1, &n, err);

	if (status != OK || context->help)
		return status;
	if (o.matrix && o.view >= 0 && o.view != TRACE_VIEW_PAIR)
		return error_set(err, ERR_USAGE, "--matrix is of pairs: it does not go with --by %s",
				 trace_view_names[o.view]);
	o.view = o.view < 0 ? TRACE_VIEW_PROCESS : o.view;
	status = trace_open(&trace, o.dir, err);
	if (status == OK)
		status = show_trace(context, &o, trace, err);
	trace_free(trace);
	return status;
}

const struct command command_trace_show = {
	.name = "trace show",
	.operands = "DIR",
	.summary = "says what a trace holds: calls, messages and times, by process, function, size and more",
	.example = "sonde trace show stencil.trace --by function",
	.run = show,
};
