#include "trace/correction.h"

#include <math.h>
#include <stdlib.h>

#include "trace/clock_messages.h"

void trace_correction_free(struct trace_correction *correction)
{
	if (correction)
		free(correction->lines);
	free(correction);
}

void trace_correct_call(const struct trace_line *line, struct trace_call *call)
{
	call->begin = trace_line_time(line, call->begin);
	call->end = trace_line_time(line, call->end);
	call->inside *= 1 + line->rate;
}

static int count_clocks(const struct trace *trace, int processes)
{
	int n = 1;

	for (int i = 0; i < processes; i++)
		if (trace_process(trace, i)->clock >= n)
			n = trace_process(trace, i)->clock + 1;
	return n;
}

/* Lines of the processes from those of their clocks; the first call is at 0 s. */
static bool set_lines(struct trace *trace, const struct trace_line *clocks, const struct trace_bounds *bounds,
		      const double *first)
{
	struct trace_correction *correction = trace->correction;
	int n = trace_info(trace)->processes;
	double least = INFINITY;

	correction->lines = calloc((size_t)n + 1, sizeof(*correction->lines));
	if (!correction->lines)
		return false;
	for (int k = 0; k < correction->clocks.n; k++) {
		double begin = clocks[k].shift, end = begin + clocks[k].rate * (bounds->end - bounds->begin);

		correction->clocks.most = fmax(correction->clocks.most, fmax(fabs(begin), fabs(end)));
	}
	for (int i = 0; i < n; i++) {
		correction->lines[i] = clocks[trace_process(trace, i)->clock];
		least = fmin(least, trace_line_time(&correction->lines[i], first[i]));
	}
	for (int i = 0; i < n && isfinite(least); i++)
		correction->lines[i].shift -= least;
	return true;
}

static bool fit(struct trace *trace, struct trace_bounds *bounds, const double *first)
{
	struct trace_correction *correction = trace->correction;
	size_t n = (size_t)correction->clocks.n;
	struct trace_line *clocks = calloc(n, sizeof(*clocks));
	double *drift = calloc(n, sizeof(*drift));
	bool good = clocks && drift;

	for (int i = 0; good && i < trace_info(trace)->processes; i++)
		drift[trace_process(trace, i)->clock] = trace_process(trace, i)->drift;
	good = good && trace_bounds_fit(bounds, drift, clocks, &correction->clocks.left) &&
	       set_lines(trace, clocks, bounds, first);
	free(clocks);
	free(drift);
	return good;
}

enum status trace_correct(struct trace *trace, struct error *err)
{
	int processes = trace_info(trace)->processes, n = count_clocks(trace, processes);
	struct trace_bounds bounds;
	struct trace_clocks *clocks;
	double *first;
	enum status status = OK;

	if (n == 1)
		return OK;
	trace_bounds_init(&bounds, n);
	trace->correction = calloc(1, sizeof(*trace->correction));
	first = calloc((size_t)processes + 1, sizeof(*first));
	if (!trace->correction || !first) {
		free(first);
		return error_memory(err, "clocks of a trace");
	}
	clocks = &trace->correction->clocks;
	clocks->n = n;
	status = trace_clock_messages(trace, &bounds, first, &clocks->unsure, err);
	clocks->messages = bounds.messages;
	clocks->early = bounds.early;
	clocks->earliest = bounds.earliest;
	clocks->left = bounds.earliest;
	if (status == OK && bounds.early > 0 && !clocks->unsure && !fit(trace, &bounds, first))
		status = error_memory(err, "clocks of a trace");
	trace_bounds_release(&bounds);
	free(first);
	return status;
}
