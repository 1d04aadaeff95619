#include "report/runs.h"

#include "report/busy.h"
#include "report/measured.h"
#include "report/platforms.h"
#include "report/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

/* So many processes are named one by one, and so many parts get a column. */
enum { PROCESSES_MOST = 16, PARTS_MOST = 12 };

static double to_milliseconds(double seconds)
{
	return round(1000 * seconds) / 1000;
}

struct table *report_runs_table(const struct report_input *input)
{
	static const struct column columns[] = {
		{"run", "", CELL_TEXT},      {"purpose", "", CELL_TEXT}, {"started", "UTC", CELL_TEXT},
		{"ended", "UTC", CELL_TEXT}, {"time", "s", CELL_NUMBER}, {"messages", "", CELL_COUNT},
	};
	struct table *table = table_new("Runs in the store", COLUMNS(columns));
	char text[WORDS_ROOM];

	for (size_t i = 0; table && i < input->n_runs; i++) {
		const struct report_run *run = &input->runs[i];

		table_row(table);
		table_set_text(table, "run", run->run.name);
		table_set_text(table, "purpose", run->run.purpose.title);
		table_set_text(table, "started", words_date(run->run.started, text));
		table_set_text(table, "ended", run->run.ended ? words_date(run->run.ended, text) : "killed");
		if (run->n_parts) {
			table_set_number(table, "time", to_milliseconds(report_run_seconds(run, true)));
			table_set_number(table, "messages", report_run_messages(run));
		}
	}
	return table;
}

struct table *report_commands_table(const struct report_input *input)
{
	static const struct column columns[] = {
		{"run", "", CELL_TEXT}, {"seed", "", CELL_TEXT}, {"command", "", CELL_TEXT}};
	struct table *table = table_new("Commands, as each process ran them", COLUMNS(columns));

	for (size_t i = 0; table && i < input->n_runs; i++) {
		char seed[32];

		snprintf(seed, sizeof(seed), "%" PRIu64, input->runs[i].run.circumstances.seed);
		table_row(table);
		table_set_text(table, "run", input->runs[i].run.name);
		table_set_text(table, "seed", seed);
		table_set_text(table, "command", input->runs[i].run.circumstances.command);
	}
	return table;
}

/* Puts the parts of all runs into columns, each name once, from columns[n] on. Returns how many columns there are then.
 */
static size_t part_columns(const struct report_input *input, struct column *columns, size_t n, size_t most)
{
	size_t first = n;

	for (size_t i = 0; i < input->n_runs; i++) {
		for (size_t k = 0; k < input->runs[i].n_parts; k++) {
			const char *name = input->runs[i].parts[k].name;
			size_t c = first;

			while (c < n && strcmp(columns[c].name, name) != 0)
				c++;
			if (c == n && n < most)
				columns[n++] = (struct column){name, "", CELL_NUMBER};
		}
	}
	return n;
}

static bool has_column(const struct column *columns, size_t n, const char *name)
{
	for (size_t c = 0; c < n; c++)
		if (strcmp(columns[c].name, name) == 0)
			return true;
	return false;
}

struct table *report_time_table(const struct report_input *input)
{
	enum { FIRST = 2 };
	struct column columns[FIRST + PARTS_MOST + 1] = {{"run", "", CELL_TEXT}, {"purpose", "", CELL_TEXT}};
	size_t n = part_columns(input, columns, FIRST, FIRST + PARTS_MOST);
	struct table *table;

	columns[n] = (struct column){"in all", "", CELL_NUMBER};
	table = table_new("Seconds by part", columns, n + 1);
	for (size_t i = 0; table && i < input->n_runs; i++) {
		const struct report_run *run = &input->runs[i];

		if (run->n_parts == 0)
			continue;
		table_row(table);
		table_set_text(table, "run", run->run.name);
		table_set_text(table, "purpose", run->run.purpose.title);
		for (size_t k = 0; k < run->n_parts; k++)
			if (has_column(columns + FIRST, n - FIRST, run->parts[k].name))
				table_set_number(table, run->parts[k].name, to_milliseconds(run->parts[k].seconds));
		table_set_number(table, "in all", to_milliseconds(report_run_seconds(run, true)));
	}
	return table;
}

struct table *report_parts_table(const struct report_input *input)
{
	static const struct column columns[] = {
		{"run", "", CELL_TEXT},    {"part", "", CELL_TEXT},      {"time", "s", CELL_NUMBER},
		{"share", "", CELL_RATIO}, {"messages", "", CELL_COUNT},
	};
	struct table *table = table_new("Parts of each run, with shares and messages", COLUMNS(columns));

	for (size_t i = 0; table && i < input->n_runs; i++) {
		double whole = report_run_seconds(&input->runs[i], true);

		for (size_t k = 0; k < input->runs[i].n_parts; k++) {
			const struct run_part *part = &input->runs[i].parts[k];

			table_row(table);
			table_set_text(table, "run", input->runs[i].run.name);
			table_set_text(table, "part", part->name);
			table_set_number(table, "time", part->seconds);
			table_set_number(table, "share", whole > 0 ? part->seconds / whole : NAN);
			table_set_number(table, "messages", (double)part->messages);
		}
	}
	return table;
}

static void add(struct table *table, const char *what, const char *value)
{
	if (!value)
		return;
	table_row(table);
	table_set_text(table, "what", what);
	table_set_text(table, "value", value);
}

static void add_busy(struct table *table, const struct circumstances *c)
{
	char text[BUSY_ROOM];

	report_busy_text(c, text);
	add(table, "Processes and CPUs", *text ? text : NULL);
}

static void add_processes(struct table *table, const struct circumstances *c)
{
	char what[40], value[512], load[64];

	for (size_t i = 0; i < c->processes && i < PROCESSES_MOST; i++) {
		bool host = c->hosts && c->hosts[i], binding = c->bindings && c->bindings[i];

		snprintf(what, sizeof(what), "Process %zu", i);
		snprintf(load, sizeof(load), ", had a CPU for %.0f %% of its timings",
			 100 * circumstances_cpu_load(c, i));
		snprintf(value, sizeof(value), "%s%s%s%s%s%s", host ? "on " : "", host ? c->hosts[i] : "",
			 host && binding ? ", " : "", binding ? "may run on CPU " : "", binding ? c->bindings[i] : "",
			 isfinite(circumstances_cpu_load(c, i)) ? load : "");
		add(table, what, host || binding ? value : NULL);
	}
	snprintf(value, sizeof(value), "%zu", c->processes);
	add(table, "Processes", c->processes > PROCESSES_MOST ? value : NULL);
	snprintf(value, sizeof(value), "%zu, since they outnumber the CPUs", c->yielding);
	add(table, "Processes that yield while they wait", c->yielding ? value : NULL);
	add_busy(table, c);
}

struct table *report_circumstances_table(const struct report_input *input)
{
	static const struct column columns[] = {{"what", "", CELL_TEXT}, {"value", "", CELL_TEXT}};
	const struct circumstances *c = &input->head->run.circumstances;
	char title[200], text[WORDS_ROOM], clock[200], cost[WORDS_ROOM], seed[32];
	struct table *table;

	snprintf(title, sizeof(title), "Circumstances of %s", input->head->run.name);
	table = table_new(title, COLUMNS(columns));
	if (!table)
		return NULL;
	add(table, "Platform", c->platform);
	add_processes(table, c);
	add(table, "Processor", c->processor);
	add(table, "MPI library", c->library);
	add(table, "MPI standard", c->standard);
	snprintf(clock, sizeof(clock), "resolution %s, one call takes %s", words_time(c->clock_resolution, text),
		 words_time(c->clock_cost, cost));
	add(table, "Clock", c->clock_resolution > 0 || c->clock_cost > 0 ? clock : "exact, and free to read");
	add(table, "Buffers", c->buffers);
	snprintf(seed, sizeof(seed), "%" PRIu64, c->seed);
	add(table, "Seed", seed);
	add(table, "Started (UTC)", words_date(c->started, text));
	add(table, "Command", c->command);
	add(table, "Version", c->version);
	return table;
}

bool report_is_calm(const struct run_note *note)
{
	return note->subject == NOTE_MACHINE && note->severity == NOTE_INFORMATION;
}

bool report_is_warning(const struct run_note *note)
{
	return note->subject == NOTE_MACHINE && note->severity == NOTE_WARNING;
}

struct table *report_notes_table(const struct report_input *input, const struct report_run *platform)
{
	static const struct column columns[] = {
		{"run", "", CELL_TEXT}, {"severity", "", CELL_TEXT}, {"note", "", CELL_TEXT}};
	char title[PLATFORM_ROOM + 60], elsewhere[PLATFORM_ROOM];
	struct table *table;

	report_platform_text(input, platform, elsewhere);
	snprintf(title, sizeof(title), "What else was noted%s%s", *elsewhere ? " elsewhere: " : "", elsewhere);
	table = table_new(title, COLUMNS(columns));
	for (size_t i = 0; table && i < input->n_runs; i++) {
		bool here = report_same_platform(&input->runs[i], platform) && !report_is_measured(&input->runs[i]);

		for (size_t k = 0; here && k < input->runs[i].n_notes; k++) {
			const struct run_note *note = &input->runs[i].notes[k];

			if (note->subject == NOTE_MACHINE)
				continue;
			table_row(table);
			table_set_text(table, "run", input->runs[i].run.name);
			table_set_text(table, "severity", note->severity == NOTE_WARNING ? "warning" : "information");
			table_set_text(table, "note", note->text);
		}
	}
	return table;
}
