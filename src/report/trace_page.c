#include "report/trace_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "render/picture.h"
#include "report/replay.h"
#include "report/trace.h"
#include "report/trace_simulation.h"
#include "report/trace_timeline.h"
#include "report/words.h"

enum { TEXT = 600, MATRIX_MOST = 64, NAME = 32 };

/* A page that is being put together. */
struct putting {
	struct page *page;
	struct trace *trace;
	const struct trace_summary *summary;
	const struct error *damage;
	const struct trace_simulation *simulation; /* NULL: it is not simulated */
	const struct model *model;
	size_t *n_plots;
};

/* Adds a drawing, which it frees. */
static enum status put_picture(struct putting *p, char *svg, const char *title, const char *caption,
			       const char *reading, struct error *err)
{
	if (!svg)
		return err->status;
	page_picture(p->page, svg, title, caption, reading);
	free(svg);
	++*p->n_plots;
	return OK;
}

static enum status put_table(struct putting *p, enum trace_view view, struct error *err)
{
	struct table *table = trace_table(view, p->trace, p->summary, p->damage);
	enum status status = table ? table_status(table, err) : error_memory(err, "a table of the trace");
	if (status == OK && table->n_rows)
		page_table(p->page, table);
	table_free(table);
	return status;
}

/* The calls of a trace, with what of the page's simulation is marked in it, if it is that one's. NULL: *err says why.
 * *together: processes in a row. */
static char *timeline_svg(const struct putting *p, struct trace *trace, double last, int *together, struct error *err)
{
	const struct trace_simulation *simulated = trace == p->trace ? NULL : p->simulation;
	struct trace_timeline timeline;
	char *svg = NULL;
	enum status status = trace_timeline_read(&timeline, trace, p->summary->begin, last, err);
	if (status == OK && simulated && simulated->path)
		status = trace_timeline_mark(&timeline, simulated->path, simulated->n_path, simulated->begin, err);
	if (status == OK)
		svg = picture_bands(&timeline.bands, err);
	*together = timeline.together;
	trace_timeline_release(&timeline);
	return svg;
}

static enum status draw_timeline(struct putting *p, struct trace *trace, double last, const char *title,
				 const char *caption, struct error *err)
{
	char text[2 * TEXT], place[WORDS_ROOM];
	int together = 1;
	char *svg = timeline_svg(p, trace, last, &together, err);
	snprintf(text, sizeof(text),
		 "Colours are calls of MPI, the rest is outside of them. A column stands for %s: the height of a "
		 "colour is its part of that time%s. %s",
		 words_time((last - p->summary->begin) / TIMELINE_COLUMNS, place),
		 together > 1 ? ", averaged over the processes of the row" : "", caption);
	return put_picture(p, svg, title, text,
			   "A row is a process, time goes to the right. What is free of colour is the program's own "
			   "computation. A wide colour in one row beside free room in another is often a process that "
			   "waits for that other one.",
			   err);
}

/* Where recorded and simulated end, of one scale. */
static double common_end(const struct putting *p)
{
	const struct trace_simulation *s = p->simulation;
	return s ? fmax(p->summary->end, s->begin + s->seconds) : p->summary->end;
}

/* What each process takes, where its time goes, and what it waits for. */
static enum status put_simulation(struct putting *p, struct error *err)
{
	const struct trace_simulation *s = p->simulation;
	struct wait_causes causes = {0};
	struct table *table = NULL;
	enum status status = s->found.intervals ? wait_causes_find(&s->found, &causes, err) : OK;
	if (status == OK) {
		table = replay_table(&s->found, s->replay, s->found.intervals ? &causes : NULL, s->found.record);
		status = table ? table_status(table, err) : error_memory(err, "a table of the trace");
	}
	if (status == OK)
		page_table(p->page, table);
	table_free(table);
	wait_causes_release(&causes);
	return status;
}

/* What is beside each other has one scale. */
static enum status put_both(struct putting *p, struct error *err)
{
	const struct trace_simulation *s = p->simulation;
	double last = common_end(p);
	char title[TEXT];
	enum status status = draw_timeline(p, p->trace, last, "Recorded", "", err);
	snprintf(title, sizeof(title), "Simulated under %s", p->model->class->name);
	if (status == OK)
		status = draw_timeline(p, s->trace, last, title,
				       s->path ? "The line below the rows is the critical path: what the last process "
						 "to finish waited for, from the beginning on."
					       : "The trace has too many calls for the critical path.",
				       err);
	return status == OK ? put_simulation(p, err) : status;
}

static enum status put_timeline(struct putting *p, struct error *err)
{
	const struct trace_summary *s = p->summary;
	page_section(p->page, p->simulation ? "What happened when, recorded and simulated" : "What happened when");
	if (isnan(s->begin) || !(s->end > s->begin)) {
		page_paragraph(p->page, "The trace has no calls that took time.");
		return OK;
	}
	return p->simulation ? put_both(p, err)
			     : draw_timeline(p, p->trace, s->end, "Calls over time, by process", "", err);
}

static enum status put_functions(struct putting *p, struct error *err)
{
	page_section(p->page, "Time by function");
	return put_table(p, TRACE_VIEW_FUNCTION, err);
}

/* Bytes from row to column, of blocks of so many processes. */
static void fill_matrix(const struct trace_summary *s, double *bytes, size_t n, int together)
{
	for (size_t i = 0; i < s->n_pairs; i++) {
		size_t row = (size_t)(s->pair[i].from / together), column = (size_t)(s->pair[i].to / together);
		bytes[row * n + column] += (double)s->pair[i].bytes;
	}
}

static enum status draw_matrix(struct putting *p, struct error *err)
{
	int processes = p->summary->processes, together = (processes + MATRIX_MOST - 1) / MATRIX_MOST;
	size_t n = (size_t)((processes + together - 1) / together);
	char names[MATRIX_MOST][NAME];
	const char *pointers[MATRIX_MOST];
	double *bytes = calloc(n * n, sizeof(*bytes));
	if (!bytes)
		return error_memory(err, "the matrix of messages");
	for (size_t i = 0; i < n; i++) {
		snprintf(names[i], NAME, "%d", (int)i * together);
		pointers[i] = names[i];
	}
	fill_matrix(p->summary, bytes, n, together);
	struct picture_matrix matrix = {
		.names = pointers, .n = n, .bytes = bytes, .row_title = "from", .column_title = "to"};
	char text[TEXT];
	snprintf(text, sizeof(text), "Bytes of messages by sender and receiver%s.",
		 together > 1 ? "; neighbouring processes are added up, and named by the first" : "");
	enum status status =
		put_picture(p, picture_matrix(&matrix, err), "Who sends to whom", text,
			    "A row is a sender, a column a receiver; the darker, the more bytes. Cells beside "
			    "the diagonal are neighbours; a full row or column is a process that serves all. "
			    "The table below has the numbers.",
			    err);
	free(bytes);
	return status;
}

static enum status put_pairs(struct putting *p, struct error *err)
{
	page_section(p->page, "Messages between processes");
	if (!p->summary->n_pairs) {
		page_paragraph(p->page, "No messages were sent from process to process.");
		return OK;
	}
	enum status status = draw_matrix(p, err);
	return status == OK ? put_table(p, TRACE_VIEW_PAIR, err) : status;
}

static void name_size(size_t bin, char name[NAME])
{
	if (bin == 0)
		snprintf(name, NAME, "0");
	else
		size_format((size_t)1 << (bin - 1), name, NAME);
}

/* The bins from the first to the last that have something. */
static enum status put_sizes(struct putting *p, struct error *err)
{
	char names[TRACE_SIZES][NAME];
	const char *pointers[TRACE_SIZES];
	double messages[TRACE_SIZES], collectives[TRACE_SIZES];
	size_t n = 0, used = 0;
	for (size_t i = 0; i < TRACE_SIZES; i++) {
		const struct trace_size_sum *size = &p->summary->size[i];
		if (!used && !size->messages && !size->collectives)
			continue;
		name_size(i, names[n]);
		pointers[n] = names[n];
		messages[n] = (double)size->messages;
		collectives[n++] = (double)size->collectives;
		if (size->messages || size->collectives)
			used = n;
	}
	if (!used)
		return OK;
	struct picture_bars bars = {.names = pointers,
				    .n = used,
				    .series = {{"messages", "#0069a8"}, {"calls of collectives", "#57c29c"}},
				    .values = {messages, collectives},
				    .title = "bytes: from this size to below the next"};
	page_section(p->page, "Sizes");
	enum status status = put_picture(
		p, picture_bars(&bars, err), "How many of each size",
		"Messages by their sizes, and calls of collective operations by the bytes that each was given.",
		"The scale of the counts is logarithmic: one line higher is ten times as many. High bars on the left "
		"are many small messages, whose cost is latency; on the right, bytes, whose cost is bandwidth.",
		err);
	return status == OK ? put_table(p, TRACE_VIEW_SIZE, err) : status;
}

static enum status put_processes(struct putting *p, struct error *err)
{
	if (p->summary->n_regions) {
		page_section(p->page, "Regions");
		if (put_table(p, TRACE_VIEW_REGION, err) != OK)
			return err->status;
	}
	page_section(p->page, "Processes and communicators");
	enum status status = put_table(p, TRACE_VIEW_PROCESS, err);
	return status == OK ? put_table(p, TRACE_VIEW_COMMUNICATOR, err) : status;
}

static void put_figures(struct putting *p)
{
	const struct trace_summary *s = p->summary;
	double time = 0;
	char text[WORDS_ROOM];
	for (int i = 0; i < s->processes; i++)
		time += isnan(s->process[i].begin) ? 0 : s->process[i].end - s->process[i].begin;
	page_figure(p->page, words_count(s->processes, text), "processes");
	page_figure(p->page, words_time(isnan(s->begin) ? 0 : s->end - s->begin, text),
		    p->simulation ? "recorded" : "from the first call to the last");
	if (p->simulation)
		page_figure(p->page, words_time(p->simulation->seconds, text), "simulated");
	page_figure(p->page, words_percent(time > 0 ? s->count.inside / time : 0, text), "of the time in MPI");
	page_figure(p->page, words_count((double)s->count.calls, text), "calls");
	page_figure(p->page, words_count((double)s->count.messages, text), "messages");
	page_figure(p->page, bytes_about((double)s->count.bytes, text, sizeof(text)), "in messages");
}

static enum status put_parts(struct putting *p, struct error *err)
{
	static enum status (*const parts[])(struct putting *, struct error *) = {put_timeline, put_functions, put_pairs,
										 put_sizes, put_processes};
	const struct trace_info *info = trace_info(p->trace);
	enum status status = OK;
	if (p->damage->status != OK)
		page_warning(p->page, p->damage->text);
	else if (!info->complete && info->incomplete)
		page_warning(p->page, info->incomplete);
	for (size_t i = 0; status == OK && i < sizeof(parts) / sizeof(*parts); i++)
		status = parts[i](p, err);
	return status;
}

static enum status put_trace(struct page *page, struct trace *trace, const struct model *model, bool alone,
			     size_t *n_plots, struct error *err)
{
	struct trace_summary *summary = malloc(sizeof(*summary));
	struct error damage = {0};
	if (!summary)
		return error_memory(err, "the summary of a trace");
	enum status status = trace_summarize(trace, summary, &damage, err);
	struct trace_simulation simulation = {.path = NULL};
	struct putting p = {.page = page,
			    .trace = trace,
			    .summary = summary,
			    .damage = &damage,
			    .simulation = model ? &simulation : NULL,
			    .model = model,
			    .n_plots = n_plots};
	if (status == OK && model)
		status = trace_simulation_run(&simulation, trace, model, summary->count.calls, err);
	if (status == OK && alone)
		put_figures(&p);
	if (status == OK)
		status = put_parts(&p, err);
	trace_simulation_release(&simulation);
	trace_summary_release(summary);
	free(summary);
	return status;
}

enum status report_trace_add(struct page *page, struct trace *trace, const struct model *model, size_t *n_plots,
			     struct error *err)
{
	return put_trace(page, trace, model, false, n_plots, err);
}

/* The command without the program's folder. */
static const char *without_folder(const char *command)
{
	const char *end = command + strcspn(command, " "), *at = end;
	while (at > command && at[-1] != '/')
		at--;
	return at;
}

struct page *report_trace_page(struct trace *trace, const struct model *model, size_t *n_plots, struct error *err)
{
	const struct trace_info *info = trace_info(trace);
	char title[TEXT], subtitle[TEXT];
	snprintf(title, sizeof(title), "Trace of %s", without_folder(info->command));
	snprintf(subtitle, sizeof(subtitle), "%s", info->library);
	*n_plots = 0;
	struct page *page = page_new(title, subtitle);
	if (!page) {
		error_memory(err, "the report");
		return NULL;
	}
	if (put_trace(page, trace, model, true, n_plots, err) == OK)
		return page;
	page_free(page);
	return NULL;
}

char *report_trace_picture(struct trace *trace, const struct model *model, bool simulated, struct error *err)
{
	struct trace_summary *summary = malloc(sizeof(*summary));
	struct trace_simulation simulation = {.path = NULL};
	struct error damage = {0};
	char *svg = NULL;
	int together;
	if (!summary) {
		error_memory(err, "the summary of a trace");
		return NULL;
	}
	enum status status = trace_summarize(trace, summary, &damage, err);
	struct putting p = {.trace = trace, .summary = summary, .simulation = model ? &simulation : NULL};
	if (status == OK && (isnan(summary->begin) || !(summary->end > summary->begin)))
		status = error_set(err, ERR_INPUT, "the trace has no calls that took time: there is nothing to draw");
	if (status == OK && model)
		status = trace_simulation_run(&simulation, trace, model, summary->count.calls, err);
	if (status == OK)
		svg = timeline_svg(&p, simulated && model ? simulation.trace : trace, common_end(&p), &together, err);
	trace_simulation_release(&simulation);
	trace_summary_release(summary);
	free(summary);
	return svg;
}
