#include "cli/runs_table.h"

#include "base/units.h"
#include "stats/statistic.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

enum { LIBRARY_ROOM = 48 };

/* Name and version, "Open MPI v4.1.4", of all that a library says of itself, with single spaces. */
static const char *short_library(const char *library, char *text)
{
	size_t n = 0;

	for (const char *c = library ? library : ""; *c && *c != ',' && n + 1 < LIBRARY_ROOM; c++)
		if (*c != ' ' || (n > 0 && text[n - 1] != ' '))
			text[n++] = *c;
	text[n] = '\0';
	return text;
}

static enum status list_run(struct store *store, const struct run *run, struct table *table, struct error *err)
{
	struct run_level levels[RUN_LEVELS_MOST];
	size_t points = 0, observations = 0, n_levels = 0;
	char library[LIBRARY_ROOM];
	enum status status = store_count(store, run->id, &points, &observations, err);

	if (status == OK)
		status = store_levels(store, run->id, levels, &n_levels, err);
	if (status != OK)
		return status;
	table_row(table);
	table_set_number(table, "id", (double)run->id);
	table_set_text(table, "name", run->name);
	table_set_text(table, "purpose", run->purpose.title);
	table_set_text(table, "started", run->started);
	table_set_text(table, "ended", run->ended ? run->ended : "interrupted");
	table_set_text(table, "platform", run->circumstances.platform);
	table_set_text(table, "library", short_library(run->circumstances.library, library));
	table_set_number(table, "processes", (double)run->circumstances.processes);
	table_set_number(table, "points", (double)points);
	table_set_number(table, "observations", (double)observations);
	table_set_text(table, "verdict", machine_verdict_text(run->machine, n_levels));
	table_set_text(table, "state", n_levels > 0 && *levels[0].name ? levels[0].name : NULL);
	table_set_number(table, "states", n_levels > 0 ? (double)n_levels : NAN);
	return OK;
}

struct table *runs_list(struct store *store, struct error *err)
{
	static const struct column columns[] = {
		{"id", "", CELL_COUNT},           {"name", "", CELL_TEXT},       {"purpose", "", CELL_TEXT},
		{"started", "UTC", CELL_TEXT},    {"ended", "UTC", CELL_TEXT},   {"platform", "", CELL_TEXT},
		{"library", "", CELL_TEXT},       {"processes", "", CELL_COUNT}, {"points", "", CELL_COUNT},
		{"observations", "", CELL_COUNT}, {"verdict", "", CELL_TEXT},    {"state", "", CELL_TEXT},
		{"states", "", CELL_COUNT},
	};
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);
	struct table *table = status == OK ? table_new("Runs in the store", COLUMNS(columns)) : NULL;

	if (status == OK && !table)
		status = error_memory(err, "the table of runs");
	for (size_t i = 0; i < n; i++) {
		if (status == OK)
			status = list_run(store, &runs[i], table, err);
		run_release(&runs[i]);
	}
	free(runs);
	if (status == OK)
		return table;
	table_free(table);
	return NULL;
}

static void add(struct table *table, const char *what, const char *value)
{
	if (!value)
		return;
	table_row(table);
	table_set_text(table, "what", what);
	table_set_text(table, "value", value);
}

static void add_number(struct table *table, const char *what, const char *format, double number)
{
	char text[64];

	snprintf(text, sizeof(text), format, number);
	add(table, what, text);
}

static void add_cpu(struct table *table, const struct circumstances *c, size_t process)
{
	double load = circumstances_cpu_load(c, process);
	char what[48], value[400];

	if (!isfinite(load))
		return;
	snprintf(what, sizeof(what), "CPU load of process %zu", process);
	snprintf(value, sizeof(value), "%.1f %% of the %.3f s in which it was timed", 100 * load, c->cpu[process].wall);
	add(table, what, value);
}

static void add_circumstances(struct table *table, const struct circumstances *c)
{
	char what[40], seed[32];

	add(table, "platform", c->platform);
	add(table, "library", c->library);
	add(table, "standard", c->standard);
	add_number(table, "processes", "%.0f", (double)c->processes);
	for (size_t i = 0; i < c->processes; i++) {
		snprintf(what, sizeof(what), "host of process %zu", i);
		add(table, what, c->hosts ? c->hosts[i] : NULL);
		snprintf(what, sizeof(what), "binding of process %zu", i);
		add(table, what, c->bindings ? c->bindings[i] : NULL);
		add_cpu(table, c, i);
	}
	if (c->yielding)
		add_number(table, "processes that yield while they wait", "%.0f", (double)c->yielding);
	add(table, "processor", c->processor);
	add_number(table, "clock resolution, s", "%.3g", c->clock_resolution);
	add_number(table, "clock cost, s", "%.3g", c->clock_cost);
	snprintf(seed, sizeof(seed), "%" PRIu64, c->seed);
	add(table, "seed", seed);
	add(table, "command", c->command);
	add(table, "version", c->version);
	add(table, "buffers", c->buffers);
}

/* The states of the machine; an only one has no name while no other is known. */
static void add_levels(struct table *table, const struct run_level *levels, size_t n)
{
	char what[LEVEL_NAME + 8], value[100], seconds[32];

	for (size_t i = 0; i < n; i++) {
		snprintf(what, sizeof(what), "state%s%.*s", *levels[i].name ? ": " : "", LEVEL_NAME - 1,
			 levels[i].name);
		snprintf(value, sizeof(value), "an empty round trip takes %s us, %.0f %% of the time%s",
			 microseconds_format(levels[i].seconds, seconds, sizeof(seconds)), 100 * levels[i].share,
			 i == 0 ? " (the main state)" : "");
		add(table, what, value);
	}
}

static enum status add_parts(struct store *store, int64_t run, struct table *table, struct error *err)
{
	struct run_part *parts = NULL;
	size_t n = 0;
	enum status status = store_parts(store, run, &parts, &n, err);
	char what[100], value[100];

	for (size_t i = 0; i < n; i++) {
		snprintf(what, sizeof(what), "part: %s", parts[i].name);
		snprintf(value, sizeof(value), "%.3f s, %zu messages", parts[i].seconds, parts[i].messages);
		add(table, what, value);
	}
	parts_free(parts, n);
	return status;
}

static enum status add_notes(struct store *store, int64_t run, struct table *table, struct error *err)
{
	struct run_note *notes = NULL;
	size_t n = 0;
	enum status status = store_notes(store, run, &notes, &n, err);

	for (size_t i = 0; i < n; i++)
		add(table, notes[i].severity == NOTE_WARNING ? "warning" : "remark", notes[i].text);
	notes_free(notes, n);
	return status;
}

/* Everything about the run, into an empty table. */
static enum status describe(struct store *store, const struct run *run, struct table *table, struct error *err)
{
	struct run_level levels[RUN_LEVELS_MOST];
	size_t points = 0, observations = 0, n_levels = 0;
	enum status status = store_count(store, run->id, &points, &observations, err);

	if (status == OK)
		status = store_levels(store, run->id, levels, &n_levels, err);
	add_number(table, "id", "%.0f", (double)run->id);
	add(table, "name", run->name);
	add(table, "purpose", run->purpose.title);
	add(table, "started (UTC)", run->started);
	add(table, "ended (UTC)",
	    run->ended ? run->ended : "interrupted; the same command with --resume goes on with it");
	add_number(table, "points", "%.0f", (double)points);
	add_number(table, "observations", "%.0f", (double)observations);
	add_circumstances(table, &run->circumstances);
	add(table, "statistic", run->statistic == STATISTIC_UNKNOWN ? NULL : statistic_names[run->statistic]);
	add(table, "machine", machine_verdict_text(run->machine, n_levels));
	add_levels(table, levels, n_levels);
	if (status == OK)
		status = add_parts(store, run->id, table, err);
	return status == OK ? add_notes(store, run->id, table, err) : status;
}

struct table *runs_show(struct store *store, const struct run *run, struct error *err)
{
	static const struct column columns[] = {{"what", "", CELL_TEXT}, {"value", "", CELL_TEXT}};
	char title[300];
	struct table *table;

	snprintf(title, sizeof(title), "Run %s", run->name);
	table = table_new(title, COLUMNS(columns));
	if (!table) {
		error_memory(err, "the table of a run");
		return NULL;
	}
	if (describe(store, run, table, err) == OK)
		return table;
	table_free(table);
	return NULL;
}
