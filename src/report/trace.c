#include "report/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

const char *const trace_view_names[] = {"process", "function", "size", "communicator", "pair", "region", NULL};

enum { FUNCTIONS_BELOW = 5, HOSTS_ROOM = 256, WORLD = 0, SELF = 1 };

/* NAN where there is nothing to be a part of. */
static double part_of(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

static void set_count(struct table *table, const struct trace_count *count)
{
	table_set_number(table, "calls", (double)count->calls);
	table_set_number(table, "messages", (double)count->messages);
	table_set_number(table, "bytes", (double)count->bytes);
	table_set_number(table, "seconds_in_mpi", count->inside);
}

static struct table *process_table(const struct trace *trace, const struct trace_summary *summary)
{
	static const struct column columns[] = {
		{"process", "", CELL_COUNT}, {"calls", "", CELL_COUNT},       {"messages", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},  {"seconds", "s", CELL_SECONDS},  {"seconds_in_mpi", "s", CELL_SECONDS},
		{"in_mpi", "", CELL_RATIO},  {"cpu_of_gaps", "", CELL_RATIO}, {"threads", "", CELL_COUNT},
		{"host", "", CELL_TEXT},     {"binding", "", CELL_TEXT},      {"complete", "", CELL_TEXT},
	};
	struct table *table = table_new("Calls of MPI by process", COLUMNS(columns));

	if (!table)
		return NULL;
	table_for_files(table, "cpu_of_gaps");
	table_for_files(table, "binding");
	table_for_files(table, "complete");
	for (int p = 0; p < summary->processes; p++) {
		const struct trace_process_sum *sum = &summary->process[p];
		const struct trace_process *process = trace_process(trace, p);
		double seconds = isnan(sum->begin) ? NAN : sum->end - sum->begin;

		table_row(table);
		table_set_number(table, "process", p);
		set_count(table, &sum->count);
		table_set_number(table, "seconds", seconds);
		table_set_number(table, "in_mpi", part_of(sum->count.inside, seconds));
		table_set_number(table, "cpu_of_gaps", part_of(sum->cpu, sum->cpu_gaps));
		if (!process)
			continue;
		table_set_number(table, "threads", process->threads);
		table_set_text(table, "host", process->host);
		table_set_text(table, "binding", process->binding);
		table_set_text(table, "complete", process->complete ? "yes" : "no");
	}
	return table;
}

struct function_time {
	enum trace_function function;
	double seconds;
};

/* The longest first; of equal ones as the table of functions has them. */
static int by_time(const void *one, const void *other)
{
	const struct function_time *a = one, *b = other;

	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? 1 : -1;
	return a->function < b->function ? -1 : a->function > b->function;
}

/* The functions that were called; returns how many. */
static size_t sort_functions(const struct trace_summary *summary, struct function_time *sorted)
{
	size_t n = 0;

	for (int f = 0; f < TRACE_FUNCTIONS; f++)
		if (summary->function[f].count.calls > 0)
			sorted[n++] = (struct function_time){(enum trace_function)f, summary->function[f].count.inside};
	qsort(sorted, n, sizeof(*sorted), by_time);
	return n;
}

static struct table *function_table(const struct trace_summary *summary)
{
	static const struct column columns[] = {
		{"function", "", CELL_TEXT},   {"calls", "", CELL_COUNT},   {"seconds_in_mpi", "s", CELL_SECONDS},
		{"part", "", CELL_RATIO},      {"mean", "s", CELL_SECONDS}, {"longest", "s", CELL_SECONDS},
		{"messages", "", CELL_COUNT},  {"bytes", "B", CELL_BYTES},  {"collective_bytes", "B", CELL_BYTES},
		{"processes", "", CELL_COUNT},
	};
	struct table *table = table_new("Calls of MPI by function", COLUMNS(columns));
	struct function_time sorted[TRACE_FUNCTIONS];
	size_t n = sort_functions(summary, sorted);

	for (size_t i = 0; table && i < n; i++) {
		const struct trace_function_sum *sum = &summary->function[sorted[i].function];

		table_row(table);
		table_set_text(table, "function", trace_function_name(sorted[i].function));
		set_count(table, &sum->count);
		if (!trace_is_bracket(sorted[i].function))
			table_set_number(table, "part", part_of(sum->count.inside, summary->count.inside));
		table_set_number(table, "mean", sum->count.inside / (double)sum->count.calls);
		table_set_number(table, "longest", sum->longest > 0 ? sum->longest : NAN);
		table_set_number(table, "collective_bytes", (double)sum->collective_bytes);
		table_set_number(table, "processes", sum->processes);
	}
	return table;
}

static struct table *size_table(const struct trace_summary *summary)
{
	static const struct column columns[] = {
		{"bytes_from", "B", CELL_BYTES}, {"bytes_to", "B", CELL_BYTES},   {"messages", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},      {"collectives", "", CELL_COUNT}, {"collective_bytes", "B", CELL_BYTES},
	};
	struct table *table = table_new("Messages and calls of collectives by size", COLUMNS(columns));

	for (int i = 0; table && i < TRACE_SIZES; i++) {
		const struct trace_size_sum *sum = &summary->size[i];

		if (sum->messages == 0 && sum->collectives == 0)
			continue;
		table_row(table);
		table_set_number(table, "bytes_from", i == 0 ? 0 : ldexp(1, i - 1));
		table_set_number(table, "bytes_to", i == 0 ? 0 : ldexp(1, i) - 1);
		table_set_number(table, "messages", (double)sum->messages);
		table_set_number(table, "bytes", (double)sum->bytes);
		table_set_number(table, "collectives", (double)sum->collectives);
		table_set_number(table, "collective_bytes", (double)sum->collective_bytes);
	}
	return table;
}

static struct table *comm_table(const struct trace_summary *summary)
{
	static const struct column columns[] = {
		{"communicator", "", CELL_TEXT}, {"processes", "", CELL_COUNT}, {"members", "", CELL_TEXT},
		{"made_by", "", CELL_TEXT},      {"calls", "", CELL_COUNT},     {"collectives", "", CELL_COUNT},
		{"messages", "", CELL_COUNT},    {"bytes", "B", CELL_BYTES},    {"seconds_in_mpi", "s", CELL_SECONDS},
		{"key", "", CELL_TEXT},
	};
	struct table *table = table_new("Calls of MPI by communicator", COLUMNS(columns));

	if (table)
		table_for_files(table, "key");
	for (size_t i = 0; table && i < summary->n_comms; i++) {
		const struct trace_comm_sum *sum = &summary->comm[i];
		char name[32], key[32];

		snprintf(name, sizeof(name), "%d", sum->number);
		snprintf(key, sizeof(key), "%016" PRIx64, sum->key);
		table_row(table);
		table_set_text(table, "communicator",
			       sum->number == WORLD  ? "MPI_COMM_WORLD"
			       : sum->number == SELF ? "MPI_COMM_SELF"
						     : name);
		table_set_number(table, "processes", sum->processes);
		table_set_text(table, "members", sum->members);
		if (sum->made_by != TRACE_FUNCTIONS)
			table_set_text(table, "made_by", trace_function_name(sum->made_by));
		table_set_number(table, "collectives", (double)sum->collectives);
		table_set_text(table, "key", key);
		set_count(table, &sum->count);
	}
	return table;
}

/* Those with most bytes first. */
static int by_bytes(const void *one, const void *other)
{
	const struct trace_pair_sum *a = one, *b = other;

	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? 1 : -1;
	if (a->messages != b->messages)
		return a->messages < b->messages ? 1 : -1;
	return a->from != b->from ? a->from - b->from : a->to - b->to;
}

static struct table *pair_table(const struct trace_summary *summary)
{
	static const struct column columns[] = {
		{"from", "", CELL_COUNT},   {"to", "", CELL_COUNT},     {"messages", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES}, {"mean", "B", CELL_NUMBER}, {"part", "", CELL_RATIO},
	};
	struct trace_pair_sum *sorted = malloc((summary->n_pairs + 1) * sizeof(*sorted));
	struct table *table = sorted ? table_new("Messages by sender and receiver", COLUMNS(columns)) : NULL;

	if (table && summary->n_pairs > 0) {
		memcpy(sorted, summary->pair, summary->n_pairs * sizeof(*sorted));
		qsort(sorted, summary->n_pairs, sizeof(*sorted), by_bytes);
	}
	for (size_t i = 0; table && i < summary->n_pairs; i++) {
		table_row(table);
		table_set_number(table, "from", sorted[i].from);
		table_set_number(table, "to", sorted[i].to);
		table_set_number(table, "messages", (double)sorted[i].messages);
		table_set_number(table, "bytes", (double)sorted[i].bytes);
		table_set_number(table, "mean", (double)sorted[i].bytes / (double)sorted[i].messages);
		table_set_number(table, "part", part_of((double)sorted[i].bytes, (double)summary->count.bytes));
	}
	free(sorted);
	return table;
}

static struct table *region_table(const struct trace_summary *summary)
{
	static const struct column columns[] = {
		{"region", "", CELL_TEXT},      {"entered", "", CELL_COUNT},           {"processes", "", CELL_COUNT},
		{"seconds", "s", CELL_SECONDS}, {"seconds_in_mpi", "s", CELL_SECONDS}, {"in_mpi", "", CELL_RATIO},
		{"calls", "", CELL_COUNT},      {"messages", "", CELL_COUNT},          {"bytes", "B", CELL_BYTES},
		{"longest", "s", CELL_SECONDS}, {"longest_process", "", CELL_COUNT},
	};
	struct table *table = table_new("Regions, all processes together", COLUMNS(columns));

	for (size_t i = 0; table && i < summary->n_regions; i++) {
		const struct trace_region_sum *sum = &summary->region[i];

		table_row(table);
		table_set_text(table, "region", sum->name);
		table_set_number(table, "entered", (double)sum->entered);
		table_set_number(table, "processes", sum->processes);
		table_set_number(table, "seconds", sum->seconds);
		table_set_number(table, "in_mpi", part_of(sum->count.inside, sum->seconds));
		table_set_number(table, "longest", sum->longest);
		table_set_number(table, "longest_process", sum->longest_process);
		set_count(table, &sum->count);
	}
	return table;
}

/* Which hosts, each once, in the order of the processes. */
static void write_hosts(const struct trace *trace, int processes, char *text)
{
	const char *last = NULL;
	size_t n = 0, used = 0;

	text[0] = '\0';
	for (int p = 0; p < processes; p++) {
		const struct trace_process *process = trace_process(trace, p);
		const char *at;
		size_t length;

		if (!process || !process->host || (last && strcmp(process->host, last) == 0))
			continue;
		last = process->host;
		length = strlen(last);
		for (at = strstr(text, last); at; at = strstr(at + 1, last))
			if ((at == text || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
				break;
		if (at)
			continue;
		if (used + length + sizeof(", …") > HOSTS_ROOM) {
			strcat(text, ", …");
			return;
		}
		used += (size_t)snprintf(text + used, HOSTS_ROOM - used, "%s%s", n++ ? ", " : "", last);
	}
}

/* What holds of the whole trace. */
static void summarise(struct table *table, const struct trace *trace, const struct trace_summary *summary,
		      const struct error *damage)
{
	const struct trace_info *info = trace_info(trace);
	double seconds = isnan(summary->begin) ? NAN : summary->end - summary->begin, all = 0;

	for (int p = 0; p < summary->processes; p++)
		all += isnan(summary->process[p].begin) ? 0 : summary->process[p].end - summary->process[p].begin;
	table_summary_number(table, NULL, "processes", CELL_COUNT, summary->processes);
	table_summary_number(table, NULL, "calls", CELL_COUNT, (double)summary->count.calls);
	table_summary_number(table, NULL, "messages", CELL_COUNT, (double)summary->count.messages);
	table_summary_number(table, NULL, "bytes", CELL_BYTES, (double)summary->count.bytes);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, seconds);
	table_summary_number(table, NULL, "in_mpi", CELL_RATIO, part_of(summary->count.inside, all));
	table_summary_text(table, NULL, "complete", info->complete && damage->status == OK ? "yes" : "no");
	if (info->incomplete)
		table_summary_text(table, NULL, "incomplete", info->incomplete);
	if (info->only)
		table_summary_text(table, NULL, "only", info->only);
	if (damage->status != OK)
		table_summary_text(table, NULL, "damaged", damage->text);
}

/* Where the trace is from, and what it takes. */
static void tell_origin(struct table *table, const struct trace *trace, const struct trace_summary *summary)
{
	const struct trace_info *info = trace_info(trace);
	double bytes = (double)trace_bytes(trace);
	char hosts[HOSTS_ROOM];

	write_hosts(trace, summary->processes, hosts);
	if (info->command)
		table_summary_text(table, NULL, "command", info->command);
	if (info->library)
		table_summary_text(table, NULL, "library", info->library);
	if (hosts[0])
		table_summary_text(table, NULL, "hosts", hosts);
	table_summary_number(table, "trace", "bytes", CELL_BYTES, bytes);
	table_summary_number(table, "trace", "structure_bytes", CELL_BYTES, (double)trace_structure_bytes(trace));
	table_summary_number(table, "trace", "bytes_per_call", CELL_NUMBER,
			     part_of(bytes, (double)summary->count.calls));
	table_summary_number(table, "trace", "resolution", CELL_SECONDS, info->resolution);
}

/* What messages between processes of different clocks say, and what was corrected. */
static void tell_clocks(struct table *table, const struct trace *trace)
{
	const struct trace_clocks *clocks = trace_clocks(trace);

	if (!clocks)
		return;
	table_summary_number(table, "clocks", "clocks", CELL_COUNT, clocks->n);
	table_summary_number(table, "clocks", "messages_between", CELL_COUNT, (double)clocks->messages);
	table_summary_number(table, "clocks", "early", CELL_COUNT, (double)clocks->early);
	if (clocks->early == 0)
		return;
	table_summary_number(table, "clocks", "early_by", CELL_SECONDS, clocks->earliest);
	if (clocks->unsure)
		table_summary_text(table, "clocks", "corrected", "no: some messages were not recorded");
	else
		table_summary_number(table, "clocks", "corrected_by", CELL_SECONDS, clocks->most);
	if (clocks->left > 0)
		table_summary_number(table, "clocks", "still_early_by", CELL_SECONDS, clocks->left);
}

/* Where the time in MPI went. */
static void tell_functions(struct table *table, const struct trace_summary *summary)
{
	struct function_time sorted[TRACE_FUNCTIONS];
	size_t n = sort_functions(summary, sorted);

	for (size_t i = 0, below = 0; i < n && below < FUNCTIONS_BELOW; i++) {
		if (trace_is_bracket(sorted[i].function))
			continue;
		below++;
		table_summary_number(table, "part of the time in MPI", trace_function_name(sorted[i].function),
				     CELL_RATIO, part_of(sorted[i].seconds, summary->count.inside));
	}
}

struct table *trace_table(enum trace_view view, const struct trace *trace, const struct trace_summary *summary,
			  const struct error *damage)
{
	struct table *table = view == TRACE_VIEW_PROCESS        ? process_table(trace, summary)
			      : view == TRACE_VIEW_FUNCTION     ? function_table(summary)
			      : view == TRACE_VIEW_SIZE         ? size_table(summary)
			      : view == TRACE_VIEW_COMMUNICATOR ? comm_table(summary)
			      : view == TRACE_VIEW_PAIR         ? pair_table(summary)
								: region_table(summary);

	if (!table)
		return NULL;
	summarise(table, trace, summary, damage);
	if (view == TRACE_VIEW_REGION && summary->n_regions == 0)
		table_summary_text(table, NULL, "regions",
				   "none: sonde_region_begin and sonde_region_end in the program mark them, or "
				   "MPI_Pcontrol where it is to");
	if (view == TRACE_VIEW_PROCESS) {
		tell_origin(table, trace, summary);
		tell_clocks(table, trace);
		tell_functions(table, summary);
	}
	return table;
}

struct table *trace_matrix_table(const struct trace *trace, const struct trace_summary *summary,
				 const struct error *damage)
{
	struct column columns[TRACE_MATRIX_MOST + 1] = {{"from", "", CELL_COUNT}};
	char names[TRACE_MATRIX_MOST][16];
	size_t pair = 0;
	struct table *table;

	for (int p = 0; p < summary->processes; p++) {
		snprintf(names[p], sizeof(names[p]), "%d", p);
		columns[p + 1] = (struct column){names[p], "B", CELL_BYTES};
	}
	table = table_new("Bytes of messages by sender (rows) and receiver (columns)", columns,
			  (size_t)summary->processes + 1);
	for (int from = 0; table && from < summary->processes; from++) {
		table_row(table);
		table_set_number(table, "from", from);
		for (; pair < summary->n_pairs && summary->pair[pair].from == from; pair++)
			table_set_number(table, names[summary->pair[pair].to], (double)summary->pair[pair].bytes);
	}
	if (table)
		summarise(table, trace, summary, damage);
	return table;
}
