#include "report/trace_timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* No two are equally bright, and neighbours least so: printed in grey they differ. */
static const struct picture_class classes[TIMELINE_CLASSES] = {
	{"send", "#0069a8"},       {"receive", "#8ccdf2"},          {"wait, test, probe", "#dca11d"},
	{"collective", "#008a63"}, {"one-sided, files", "#c27aa5"}, {"other calls", "#d9dde2"},
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
	double from = (call->begin - t->zero) / column, to = (call->end - t->zero) / column;
	size_t k = class_of(call->function);
	if (call->function == trace_Finalize || !(length > 0) || !(to > 0) || !(from < (double)b->n_columns))
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
	*t = (struct trace_timeline){.together = (n + TIMELINE_ROWS - 1) / TIMELINE_ROWS, .zero = begin};
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
					  .first = 0,
					  .last = end - begin};
	enum status status = OK;
	for (size_t row = 0; row < rows; row++)
		name_row(t, row, n);
	for (int rank = 0; status == OK && rank < n; rank++)
		status = read_process(t, trace, rank, err);
	return status;
}

static void mark_part(struct trace_timeline *t, const struct interval *part, double begin)
{
	const struct picture_bands *b = &t->bands;
	double column = (b->last - b->first) / (double)b->n_columns;
	double from = fmax(0, (begin + part->start - t->zero) / column),
	       to = fmin((double)b->n_columns, (begin + part->end - t->zero) / column);
	double *row = t->marked + (size_t)(part->process / t->together) * b->n_columns;
	for (size_t c = (size_t)from; c < b->n_columns && (double)c < to; c++)
		row[c] = fmin(1, row[c] + fmin(to, (double)c + 1) - fmax(from, (double)c));
}

/* From a part of the path to the next one of another process: the flight lies between, which is nobody's. */
static void add_hop(struct trace_timeline *t, const struct interval *parts, size_t i, size_t n, double begin)
{
	bool flies = parts[i].kind == INTERVAL_LATENCY;
	size_t from = (size_t)(parts[i].process / t->together),
	       to = i + 1 < n ? (size_t)(parts[i + 1].process / t->together) : from;
	if (from == to)
		return;
	t->hops[t->bands.n_hops++] =
		(struct picture_hop){.from = from,
				     .to = to,
				     .leaves = begin - t->zero + (flies ? parts[i].start : parts[i].end),
				     .arrives = begin - t->zero + parts[i].end};
}

enum status trace_timeline_mark(struct trace_timeline *t, const struct interval *path, size_t n, double begin,
				struct error *err)
{
	t->marked = calloc(t->bands.n_rows * t->bands.n_columns + 1, sizeof(*t->marked));
	t->hops = calloc(n + 1, sizeof(*t->hops));
	if (!t->marked || !t->hops)
		return error_memory(err, "the critical path");
	for (size_t i = 0; i < n; i++) {
		if (path[i].kind != INTERVAL_LATENCY)
			mark_part(t, &path[i], begin);
		add_hop(t, path, i, n, begin);
	}
	t->bands.mark = (struct picture_class){"critical path", "#d0021b"};
	t->bands.marked = t->marked;
	t->bands.hops = t->hops;
	return OK;
}

void trace_timeline_release(struct trace_timeline *t)
{
	free(t->marked);
	free(t->hops);
	free(t->names);
	free(t->rows);
	free(t->shares);
	*t = (struct trace_timeline){0};
}
