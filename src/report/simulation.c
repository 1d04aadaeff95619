#include "report/simulation.h"

#include "base/file.h"
#include "render/picture.h"
#include "simulate/breakdown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct column finish_columns[] = {
	{"process", "", CELL_COUNT},      {"seconds", "s", CELL_SECONDS}, {"compute", "s", CELL_SECONDS},
	{"overhead", "s", CELL_SECONDS},  {"latency", "s", CELL_SECONDS}, {"gap", "s", CELL_SECONDS},
	{"bandwidth", "s", CELL_SECONDS}, {"waiting", "s", CELL_SECONDS},
};

static const struct column path_columns[] = {
	{"process", "", CELL_COUNT}, {"operation", "", CELL_COUNT}, {"kind", "", CELL_TEXT},
	{"peer", "", CELL_COUNT},    {"bytes", "B", CELL_BYTES},    {"start", "s", CELL_SECONDS},
	{"end", "s", CELL_SECONDS},  {"label", "", CELL_TEXT},      {"line", "", CELL_COUNT},
};
enum { NAME_COLUMNS = 2 }; /* the last ones */

/* Differences of times that are no more than their rounding are no times. */
static double beyond_rounding(double part, double whole)
{
	const double rounding = 1e-12;

	return part > rounding * whole ? part : 0;
}

/* What the time of a process went into. */
enum { SPENT = 6 };
struct spent_part {
	const char *name;
	double seconds;
};

static void spent_parts(const struct spent *spent, double whole, struct spent_part parts[SPENT])
{
	const struct spent_part all[SPENT] = {{"compute", spent->compute},     {"overhead", spent->overhead},
					      {"latency", spent->latency},     {"gap", spent->gap},
					      {"bandwidth", spent->bandwidth}, {"waiting", spent->waiting}};

	for (int i = 0; i < SPENT; i++)
		parts[i] = (struct spent_part){all[i].name, beyond_rounding(all[i].seconds, whole)};
}

static void set_spent(struct table *table, const struct spent *spent, double whole)
{
	struct spent_part parts[SPENT];

	spent_parts(spent, whole, parts);
	for (int i = 0; i < SPENT; i++)
		table_set_number(table, parts[i].name, parts[i].seconds);
}

static void summarise(struct table *table, const struct simulation *found)
{
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, found->seconds);
	table_summary_number(table, NULL, "operations", CELL_COUNT, (double)found->operations);
}

struct table *simulation_table(const struct simulation *found, bool breakdown)
{
	struct spent *spent = breakdown ? calloc((size_t)found->processes + 1, sizeof(*spent)) : NULL;
	struct table *table = NULL;

	if (!breakdown || (spent && simulation_spent(found, spent, NULL) == OK))
		table = table_new("predicted time of each process", finish_columns,
				  breakdown ? sizeof(finish_columns) / sizeof(finish_columns[0]) : 2);
	for (int p = 0; table && p < found->processes; p++) {
		table_row(table);
		table_set_number(table, "process", p);
		table_set_number(table, "seconds", found->finish[p]);
		if (spent)
			set_spent(table, &spent[p], found->seconds);
	}
	if (table)
		summarise(table, found);
	free(spent);
	return table;
}

/* What the file calls an operation of the path. */
struct part_name {
	char label[GOAL_LABEL_ROOM];
	size_t line; /* 0: not known */
	bool known;
};

/* The names of the path's parts, process by process: a rank is read anew for each that is asked for in turn. They are
 * empty without a file. NULL without memory; the caller frees it. */
static struct part_name *name_parts(const struct goal *goal, const struct interval *path, size_t n)
{
	struct part_name *names = calloc(n + 1, sizeof(*names));

	for (size_t i = 0; names && goal && i < n; i++) {
		bool again = false;

		for (size_t k = i; !names[i].known && k < n; k++) {
			if (path[k].process != path[i].process || path[k].operation == NO_STEP)
				continue;
			names[k].line = goal_where(goal, path[k].process, path[k].operation, again, names[k].label);
			again = true;
		}
		for (size_t k = i; again && k < n; k++)
			names[k].known = names[k].known || path[k].process == path[i].process;
	}
	return names;
}

static void add_part(struct table *table, const struct interval *part, const struct part_name *name)
{
	table_row(table);
	table_set_number(table, "process", part->process);
	if (part->operation != NO_STEP)
		table_set_number(table, "operation", part->operation);
	table_set_text(table, "kind", interval_words[part->kind]);
	if (part->peer >= 0) {
		table_set_number(table, "peer", part->peer);
		table_set_number(table, "bytes", (double)part->bytes);
	}
	table_set_number(table, "start", part->start);
	table_set_number(table, "end", part->end);
	if (name->label[0])
		table_set_text(table, "label", name->label);
	if (name->line)
		table_set_number(table, "line", (double)name->line);
}

enum status simulation_add_spent(struct table *table, const struct simulation *found)
{
	struct spent *spent = calloc((size_t)found->processes + 1, sizeof(*spent));
	enum status status = spent ? simulation_spent(found, spent, NULL) : ERR_MEMORY;
	char group[32];

	for (int p = 0; status == OK && p < found->processes; p++) {
		struct spent_part parts[SPENT];

		spent_parts(&spent[p], found->seconds, parts);
		snprintf(group, sizeof(group), "process %d", p);
		table_summary_number(table, group, "seconds", CELL_SECONDS, found->finish[p]);
		for (int i = 0; i < SPENT; i++)
			table_summary_number(table, group, parts[i].name, CELL_SECONDS, parts[i].seconds);
	}
	free(spent);
	return status;
}

struct table *simulation_path_table(const struct simulation *found, const struct goal *goal, bool breakdown)
{
	size_t n_columns = sizeof(path_columns) / sizeof(path_columns[0]) - (goal ? 0 : NAME_COLUMNS);
	struct table *table =
		table_new("critical path: what the last process to finish waited for", path_columns, n_columns);
	double kinds[INTERVAL_KINDS];
	struct interval *path = NULL;
	struct part_name *names = NULL;
	size_t n = 0;
	enum status status = table ? simulation_path(found, &path, &n, NULL) : ERR_MEMORY;

	if (status == OK && !(names = name_parts(goal, path, n)))
		status = ERR_MEMORY;
	for (size_t i = 0; status == OK && i < n; i++)
		if (beyond_rounding(path[i].end - path[i].start, found->seconds) > 0)
			add_part(table, &path[i], &names[i]);
	if (status == OK) {
		interval_kinds(path, n, kinds);
		summarise(table, found);
		for (int k = 0; k < INTERVAL_KINDS; k++)
			if (beyond_rounding(kinds[k], found->seconds) > 0)
				table_summary_number(table, "path", interval_words[k], CELL_SECONDS, kinds[k]);
	}
	if (status == OK && breakdown)
		status = simulation_add_spent(table, found);
	free(path);
	free(names);
	if (status == OK)
		return table;
	table_free(table);
	return NULL;
}

static void write_interval(const struct interval *interval, FILE *out)
{
	fprintf(out, "%d,", interval->process);
	if (interval->operation != NO_STEP)
		fprintf(out, "%u", (unsigned)interval->operation);
	fprintf(out, ",%s,", interval_words[interval->kind]);
	if (interval->peer >= 0)
		fprintf(out, "%d,%llu", interval->peer, (unsigned long long)interval->bytes);
	else
		fputc(',', out);
	fprintf(out, ",%.12g,%.12g\n", interval->start, interval->end);
}

enum status simulation_timeline_write(const struct simulation *found, const char *path, struct error *err)
{
	size_t n = 0;
	const struct interval **sorted = simulation_sorted(found, &n);
	struct file_replacement file;
	enum status status;

	if (!sorted)
		return error_memory(err, "a timeline");
	status = file_replace_begin(&file, path, "timeline", err);
	if (status == OK) {
		fputs("process,operation,kind,peer,bytes,start,end\n", file.stream);
		for (size_t i = 0; i < n; i++)
			write_interval(sorted[i], file.stream);
		status = file_replace_commit(&file, err);
	}
	free(sorted);
	return status;
}

enum { PICTURE_ROWS = 48, PICTURE_COLUMNS = 800 };

/* By enum interval_kind, of what keeps a processor busy. */
static const struct picture_class picture_kinds[INTERVAL_LATENCY] = {
	{"compute", "#d9dde2"}, {"copy", "#c27aa5"},    {"reduce", "#008a63"}, {"other calls", "#9aa6b3"},
	{"send", "#0069a8"},    {"receive", "#8ccdf2"}, {"stream", "#dca11d"}};

/* Adds what keeps a processor busy to the columns that it covers. */
static void add_busy(double *shares, double column, const struct interval *interval)
{
	double from = interval->start / column, to = interval->end / column;
	double *row = shares + (size_t)interval->process * PICTURE_COLUMNS * INTERVAL_LATENCY;

	for (size_t c = (size_t)from; (double)c < to && c < PICTURE_COLUMNS; c++)
		row[c * INTERVAL_LATENCY + interval->kind] += fmin(to, (double)c + 1) - fmax(from, (double)c);
}

/* Sets the flight of a message's first or last byte and returns 1; 0 if the interval is neither. */
static size_t find_hop(const struct interval *all, const struct interval *interval, struct picture_hop *hop)
{
	const struct interval *cause = &all[interval->cause];
	size_t process = (size_t)interval->process, peer = (size_t)interval->peer;

	if (interval->kind == INTERVAL_LATENCY)
		*hop = (struct picture_hop){process, peer, interval->start, interval->end};
	else
		*hop = (struct picture_hop){peer, process, interval->end - (cause->end - cause->start), interval->end};
	return interval->kind == INTERVAL_LATENCY ||
	       (interval->kind == INTERVAL_IN_BANDWIDTH && cause->kind == INTERVAL_LATENCY);
}

enum status simulation_picture_write(const struct simulation *found, const char *path, struct error *err)
{
	size_t n = (size_t)found->processes, cells = n * PICTURE_COLUMNS * INTERVAL_LATENCY;
	double *shares = calloc(cells + n * PICTURE_COLUMNS, sizeof(*shares));
	struct picture_hop *hops = calloc(found->n_intervals + 1, sizeof(*hops));
	char names[PICTURE_ROWS][32], *svg = NULL;
	const char *rows[PICTURE_ROWS];
	struct picture_bands bands = {rows,
				      n,
				      PICTURE_COLUMNS,
				      picture_kinds,
				      INTERVAL_LATENCY,
				      shares,
				      0,
				      found->seconds,
				      {"message: first and last byte", "#d0021b"},
				      shares + cells,
				      hops,
				      0};
	struct file_replacement file;
	enum status status = ERR_MEMORY;

	if (n > PICTURE_ROWS)
		status = error_set(err, ERR_USAGE, "%s: a picture has up to %d processes, and these are %zu: .paje",
				   path, PICTURE_ROWS, n);
	if (!shares || !hops || n > PICTURE_ROWS)
		goto out;
	for (size_t p = 0; p < n; p++) {
		snprintf(names[p], sizeof(names[p]), "process %zu", p);
		rows[p] = names[p];
	}
	for (size_t i = 1; i < found->n_intervals; i++) {
		if (found->intervals[i].kind < INTERVAL_LATENCY)
			add_busy(shares, found->seconds / PICTURE_COLUMNS, &found->intervals[i]);
		bands.n_hops += find_hop(found->intervals, &found->intervals[i], &hops[bands.n_hops]);
	}
	svg = picture_bands(&bands, err);
	status = svg ? file_replace_begin(&file, path, "timeline", err) : ERR_MEMORY;
	if (status != OK)
		goto out;
	fputs(svg, file.stream);
	status = file_replace_commit(&file, err);
out:
	free(svg);
	free(shares);
	free(hops);
	return status == ERR_MEMORY ? error_memory(err, "a timeline") : status;
}
