#include "report/replay_path.h"

#include "report/simulation.h"
#include "report/waits.h"
#include "simulate/breakdown.h"

#include <stdio.h>
#include <stdlib.h>

static const struct column columns[] = {
	{"process", "", CELL_COUNT},    {"kind", "", CELL_TEXT},  {"place", "", CELL_TEXT},  {"peer", "", CELL_COUNT},
	{"seconds", "s", CELL_SECONDS}, {"part", "", CELL_RATIO}, {"steps", "", CELL_COUNT},
};

/* What the path spent in a place. */
struct path_part {
	const struct interval *of; /* the first of them */
	double seconds;
	size_t steps;
	bool peers; /* messages with several processes */
};

static int by_place(const void *one, const void *other)
{
	const struct interval *a = one, *b = other;

	if (a->process != b->process)
		return a->process < b->process ? -1 : 1;
	if (a->site != b->site)
		return a->site < b->site ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

static int by_seconds(const void *one, const void *other)
{
	const struct path_part *a = one, *b = other;

	if (a->seconds != b->seconds)
		return a->seconds > b->seconds ? -1 : 1;
	return by_place(a->of, b->of);
}

/* Sums up intervals that are sorted by place; returns how many parts there are. */
static size_t sum_up(const struct interval *path, size_t n, struct path_part *parts)
{
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		struct path_part *part;

		if (i == 0 || by_place(&path[i - 1], &path[i]) != 0)
			parts[used++] = (struct path_part){.of = &path[i]};
		part = &parts[used - 1];
		part->seconds += path[i].end - path[i].start;
		part->steps++;
		part->peers = part->peers || path[i].peer != part->of->peer;
	}
	return used;
}

/* "in MPI_Send", "between MPI_Wait and MPI_Send in region solve"; "" if it is not known. */
static const char *place_words(const struct replay *replay, uint32_t number, char text[PLACE_TEXT])
{
	const struct replay_site *site = replay_site(replay, number);

	if (!site || !site->computing || site->before == TRACE_FUNCTIONS)
		return replay_place_words(replay, number, text);
	snprintf(text, PLACE_TEXT, "between %s and %s%s%s", trace_function_name(site->before),
		 trace_function_name(site->function), site->region ? " in region " : "",
		 site->region ? site->region : "");
	return text;
}

static void add_part(struct table *table, const struct path_part *part, const struct replay *replay, double whole)
{
	char place[PLACE_TEXT];

	table_row(table);
	table_set_number(table, "process", part->of->process);
	table_set_text(table, "kind", interval_words[part->of->kind]);
	if (place_words(replay, part->of->site, place)[0])
		table_set_text(table, "place", place);
	if (part->of->peer >= 0 && !part->peers)
		table_set_number(table, "peer", part->of->peer);
	table_set_number(table, "seconds", part->seconds);
	table_set_number(table, "part", part->seconds / whole);
	table_set_number(table, "steps", (double)part->steps);
}

struct table *replay_path_table(const struct simulation *found, const struct replay *replay, bool breakdown)
{
	struct table *table =
		table_new("critical path: where the last process to finish, and what it waited for, spent "
			  "the time",
			  columns, sizeof(columns) / sizeof(columns[0]));
	struct path_part *parts = NULL;
	struct interval *path = NULL;
	double kinds[INTERVAL_KINDS];
	size_t n = 0, steps = 0;
	enum status status = table ? simulation_path(found, &path, &steps, NULL) : ERR_MEMORY;

	parts = status == OK ? calloc(steps + 1, sizeof(*parts)) : NULL;
	if (parts) {
		interval_kinds(path, steps, kinds);
		qsort(path, steps, sizeof(*path), by_place);
		n = sum_up(path, steps, parts);
		qsort(parts, n, sizeof(*parts), by_seconds);
	}
	for (size_t i = 0; i < n; i++)
		if (parts[i].seconds > 0)
			add_part(table, &parts[i], replay, found->seconds);
	if (parts)
		table_summary_number(table, NULL, "seconds", CELL_SECONDS, found->seconds);
	for (int k = 0; parts && k < INTERVAL_KINDS; k++)
		if (kinds[k] > 0)
			table_summary_number(table, "path", interval_words[k], CELL_SECONDS, kinds[k]);
	status = parts ? OK : ERR_MEMORY;
	if (status == OK && breakdown)
		status = simulation_add_spent(table, found);
	free(path);
	free(parts);
	if (status == OK)
		return table;
	table_free(table);
	return NULL;
}
