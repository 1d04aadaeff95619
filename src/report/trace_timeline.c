#include "report/trace_timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct picture_class classes[TIMELINE_CLASSES] = {
	{"send", "#0072b2"},       {"receive", "#56b4e9"},          {"wait, test, probe", "#e69f00"},
	{"collective", "#009e73"}, {"one-sided, files", "#cc79a7"}, {"other calls", "#8a94a0"},
};

static size_t class_of(enum trace_function function)
{
	switch (trace_function_family(function)) {
	case TRACE_SEND:
	case TRACE_SEND_BEGIN:
		return 0;
	case TRACE_RECEIVE:
	case TRACE_RECEIVE_BEGIN:
	case TRACE_EXCHANGE:
	case TRACE_PERSISTENT:
		return 1;
	case TRACE_COMPLETION:
	case TRACE_PROBE:
		return 2;
	case TRACE_COLLECTIVE:
	case TRACE_COLLECTIVE_BEGIN:
	case TRACE_NEIGHBOURHOOD:
	case TRACE_NEIGHBOURHOOD_BEGIN:
		return 3;
	case TRACE_ONE_SIDED:
	case TRACE_FILE:
		return 4;
	default:
		return 5;
	}
}

/* Adds a call to the columns that it covers; weight: of one thread in its row. */
static void add_call(struct trace_timeline *t, size_t row, const struct trace_call *call, double weight)
{
	const struct picture_bands *b = &t->bands;
	double column = (b->last - b->first) / (double)b->n_columns, length = call->end - call->begin;
	double from = (call->begin - b->first) / column, to = (call->end - b->first) / column;
	size_t k = class_of(call->function);
	if (!(length > 0) || !(to > 0) || !(from < (double)b->n_columns))
		return;
	/* Of polling that stands for many calls, the part of the time that it was inside. */
	weight *= call->polls ? fmin(1, fmax(0, call->inside / length)) : 1;
	from = fmax(from, 0);
	to = fmin(to, (double)b->n_columns);
	for (size_t c = (size_t)from; c < b->n_columns && (double)c < to; c++) {
		double part = fmin(to, (double)c + 1) - fmax(from, (double)c);
		t->shares[(row * b->n_columns + c) * TIMELINE_CLASSES + k] += weight * part;
	}
}

static enum status read_process(struct trace_timeline *t, struct trace *trace, int rank, struct error *err)
{
	const struct trace_process *process = trace_process(trace, rank);
	int threads = process && process->threads > 1 ? process->threads : 1;
	size_t row = (size_t)(rank / t->together);
	int last = ((int)row + 1) * t->together, n = trace_info(trace)->processes;
	double together = (double)((last < n ? last : n) - (int)row * t->together);
	struct trace_calls *calls = NULL;
	struct trace_call call;
	struct error why = {0};
	if (trace_calls_open(&calls, trace, rank, &why) == OK) {
		while (trace_calls_next(calls, &call, &why))
			add_call(t, row, &call, 1 / (together * threads));
		trace_calls_free(calls);
	}
	return why.status == ERR_MEMORY ? error_set(err, ERR_MEMORY, "%s", why.text) : OK;
}

static void name_row(struct trace_timeline *t, size_t row, int n)
{
	int first = (int)row * t->together, last = first + t->together - 1;
	last = last < n ? last : n - 1;
	if (first == last)
		snprintf(t->names[row], TIMELINE_NAME, "process %d", first);
	else
		snprintf(t->names[row], TIMELINE_NAME, "%d to %d", first, last);
	t->rows[row] = t->names[row];
}

enum status trace_timeline_read(struct trace_timeline *t, struct trace *trace, double begin, double end,
				struct error *err)
{
	int n = trace_info(trace)->processes;
	*t = (struct trace_timeline){.together = (n + TIMELINE_ROWS - 1) / TIMELINE_ROWS};
	size_t rows = (size_t)((n + t->together - 1) / t->together);
	t->names = calloc(rows, sizeof(*t->names));
	t->rows = calloc(rows, sizeof(*t->rows));
	t->shares = calloc(rows * TIMELINE_COLUMNS * TIMELINE_CLASSES, sizeof(*t->shares));
	if (!t->names || !t->rows || !t->shares)
		return error_memory(err, "the timeline");
	t->bands = (struct picture_bands){.rows = t->rows,
					  .n_rows = rows,
					  .n_columns = TIMELINE_COLUMNS,
					  .classes = classes,
					  .n_classes = TIMELINE_CLASSES,
					  .shares = t->shares,
					  .first = begin,
					  .last = end};
	enum status status = OK;
	for (size_t row = 0; row < rows; row++)
		name_row(t, row, n);
	for (int rank = 0; status == OK && rank < n; rank++)
		status = read_process(t, trace, rank, err);
	return status;
}

void trace_timeline_release(struct trace_timeline *t)
{
	free(t->names);
	free(t->rows);
	free(t->shares);
	*t = (struct trace_timeline){0};
}
