#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/statistic.h"
#include "store/store.h"
#include "store/store_private.h"

const char *const machine_words[] = {"same", "changed", NULL};
const char *const severity_words[] = {[NOTE_INFORMATION] = "information", [NOTE_WARNING] = "warning", NULL};
const char *const subject_words[] = {[NOTE_MACHINE] = "machine", [NOTE_MEASUREMENT] = "measurement", NULL};

void run_release(struct run *run)
{
	free(run->name);
	free(run->started);
	free(run->ended);
	circumstances_release(&run->circumstances);
	*run = (struct run){0};
}

/* A text of the current row of SQL_RUNS into room bytes; empty for NULL. */
static enum status read_name(struct store *store, int64_t run, int column, char *text, size_t room, struct error *err)
{
	const char *stored = (const char *)sqlite3_column_text(store->statements[SQL_RUNS], column);
	int length = snprintf(text, room, "%s", stored ? stored : "");

	return length >= 0 && (size_t)length < room
		       ? OK
		       : run_damaged(store, run, err, "its %s is longer than any can be",
				     sqlite3_column_name(store->statements[SQL_RUNS], column));
}

static enum status read_purpose(struct store *store, int64_t run, struct purpose *p, struct error *err)
{
	const struct {
		char *text;
		size_t room;
	} texts[] = {{p->model, sizeof(p->model)},         {p->method, sizeof(p->method)},
		     {p->operation, sizeof(p->operation)}, {p->algorithm, sizeof(p->algorithm)},
		     {p->variant, sizeof(p->variant)},     {p->title, sizeof(p->title)}};
	int kind;
	enum status status = sql_word(store, SQL_RUNS, 2, purpose_names, "purpose", run, &kind, err);

	if (!status && kind < 0)
		status = run_damaged(store, run, err, "it has no purpose");
	p->kind = (enum purpose_kind)kind;
	for (int i = 0; !status && i < 6; i++)
		status = read_name(store, run, 3 + i, texts[i].text, texts[i].room, err);
	return status;
}

static enum status read_found(struct store *store, struct run *run, struct error *err)
{
	int machine;
	enum status status = sql_word(store, SQL_RUNS, 9, statistic_names, "statistic", run->id, &run->statistic, err);

	if (!status)
		status = sql_word(store, SQL_RUNS, 10, machine_words, "verdict on the machine", run->id, &machine, err);
	if (status)
		return status;
	run->machine = (enum machine_verdict)(MACHINE_SAME + machine);
	return sqlite3_column_type(store->statements[SQL_RUNS], 11) == SQLITE_NULL
		       ? OK
		       : sql_size(store, SQL_RUNS, 11, &run->switch_size, err);
}

/* The current row of SQL_RUNS. */
static enum status read_run(struct store *store, struct run *run, struct error *err)
{
	enum status status;

	*run = (struct run){.id = sqlite3_column_int64(store->statements[SQL_RUNS], 0)};
	status = sql_needed_text(store, SQL_RUNS, 1, &run->name, err);
	if (!status)
		status = read_purpose(store, run->id, &run->purpose, err);
	if (!status)
		status = read_found(store, run, err);
	if (!status)
		status = sql_needed_text(store, SQL_RUNS, 12, &run->started, err);
	if (!status)
		status = sql_text(store, SQL_RUNS, 13, &run->ended, err);
	if (!status)
		status = circumstances_read(store, run->id, &run->circumstances, err);
	if (status)
		run_release(run);
	return status;
}

enum status store_runs(struct store *store, struct run **runs, size_t *n, struct error *err)
{
	struct run *all = NULL;
	size_t count = 0, capacity = 0;
	bool row;
	enum status status = sql_bind(store, SQL_RUNS, &NO_VALUE, 1, err);

	while (!status && !(status = sql_step(store, SQL_RUNS, &row, err)) && row) {
		struct run *grown = memory_grow(all, &capacity, count + 1, sizeof(*all));

		if (!grown) {
			status = error_memory(err, "the runs of the store");
			break;
		}
		all = grown;
		status = read_run(store, &all[count], err);
		count += !status;
	}
	sql_reset(store, SQL_RUNS);
	if (status) {
		for (size_t i = 0; i < count; i++)
			run_release(&all[i]);
		free(all);
		return status;
	}
	*runs = all;
	*n = count;
	return OK;
}

/* ERR_INPUT with the newest names, or the failure to read them. */
static enum status run_missing(struct store *store, const char *name, struct error *err)
{
	char names[512] = "";
	bool row = false;
	enum status status = sql_bind(store, SQL_RUN_NEWEST, NULL, 0, err);

	while (!status && !(status = sql_step(store, SQL_RUN_NEWEST, &row, err)) && row) {
		size_t length = strlen(names);
		const char *one = (const char *)sqlite3_column_text(store->statements[SQL_RUN_NEWEST], 0);

		snprintf(names + length, sizeof(names) - length, "%s'%s'", length ? ", " : "", one ? one : "");
	}
	sql_reset(store, SQL_RUN_NEWEST);
	if (status)
		return status;
	if (!*names)
		return error_set(err, ERR_INPUT, "there is no run in the store '%s'", store->path);
	return error_set(err, ERR_INPUT, "there is no run '%s' in the store '%s'; the newest are %s", name, store->path,
			 names);
}

enum status store_run(struct store *store, int64_t id, struct run *run, struct error *err)
{
	bool row = false;
	enum status status = sql_bind(store, SQL_RUNS, &INTEGER(id), 1, err);

	if (!status)
		status = sql_step(store, SQL_RUNS, &row, err);
	if (!status)
		status = row ? read_run(store, run, err) : no_run(store, id, err);
	sql_reset(store, SQL_RUNS);
	return status;
}

enum status store_find(struct store *store, const char *name, struct run *run, struct error *err)
{
	int64_t id;
	bool found;
	enum status status = sql_integer(store, SQL_RUN_FIND, &TEXT(name), 1, &id, &found, err);

	if (status)
		return status;
	return found ? store_run(store, id, run, err) : run_missing(store, name ? name : "", err);
}

static enum status count(struct store *store, enum statement statement, int64_t run, size_t *n, struct error *err)
{
	int64_t found = 0;
	bool there;
	enum status status = sql_integer(store, statement, &INTEGER(run), 1, &found, &there, err);

	*n = (size_t)found;
	return status;
}

enum status store_count(struct store *store, int64_t run, size_t *points, size_t *observations, struct error *err)
{
	enum status status = count(store, SQL_COUNT_POINTS, run, points, err);

	return status ? status : count(store, SQL_COUNT_OBSERVATIONS, run, observations, err);
}

void parts_free(struct run_part *parts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(parts[i].name);
	free(parts);
}

/* s: a difference of sums may be so little below what it is, 0. */
static const double part_rounding = 1e-6;

static enum status read_part(struct store *store, int64_t run, struct run_part **parts, size_t *n, size_t *capacity,
			     struct error *err)
{
	struct run_part *all = memory_grow(*parts, capacity, *n + 1, sizeof(*all));
	struct run_part part = {.seconds = 0};
	enum status status;

	if (!all)
		return error_memory(err, "the parts of the run");
	*parts = all;
	status = sql_number(store, SQL_PARTS, 1, &part.seconds, err);
	if (!status)
		status = sql_size(store, SQL_PARTS, 2, &part.messages, err);
	if (!status)
		status = sql_needed_text(store, SQL_PARTS, 0, &part.name, err);
	if (!status && part.seconds < -part_rounding) {
		status = run_damaged(store, run, err, "part '%.80s' took less than no time: %g s", part.name,
				     part.seconds);
		free(part.name);
	}
	part.seconds = fmax(0, part.seconds);
	if (!status)
		all[(*n)++] = part;
	return status;
}

enum status store_parts(struct store *store, int64_t run, struct run_part **parts, size_t *n, struct error *err)
{
	struct run_part *all = NULL;
	size_t count = 0, capacity = 0;
	bool row;
	enum status status = sql_bind(store, SQL_PARTS, &INTEGER(run), 1, err);

	while (!status && !(status = sql_step(store, SQL_PARTS, &row, err)) && row)
		status = read_part(store, run, &all, &count, &capacity, err);
	sql_reset(store, SQL_PARTS);
	if (status) {
		parts_free(all, count);
		return status;
	}
	*parts = all;
	*n = count;
	return OK;
}

void notes_free(struct run_note *notes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(notes[i].text);
	free(notes);
}

/* Notes that are being read. */
struct note_reading {
	int64_t run;
	struct run_note *list;
	size_t n, capacity;
};

static enum status read_note(struct store *store, void *context, struct error *err)
{
	struct note_reading *notes = context;
	struct run_note *all = memory_grow(notes->list, &notes->capacity, notes->n + 1, sizeof(*all));
	int severity = 0, subject = 0;
	enum status status;

	if (!all)
		return error_memory(err, "the notes of the run");
	notes->list = all;
	status = sql_needed_word(store, SQL_NOTES, 0, severity_words, "note's severity", notes->run, &severity, err);
	if (!status)
		status = sql_needed_word(store, SQL_NOTES, 1, subject_words, "note's subject", notes->run, &subject,
					 err);
	all[notes->n] = (struct run_note){(enum note_severity)severity, (enum note_subject)subject, NULL};
	if (!status)
		status = sql_needed_text(store, SQL_NOTES, 2, &all[notes->n].text, err);
	notes->n += !status;
	return status;
}

enum status store_notes(struct store *store, int64_t run, struct run_note **notes, size_t *n, struct error *err)
{
	struct note_reading found = {.run = run};
	enum status status = sql_each(store, SQL_NOTES, run, read_note, &found, err);

	if (status) {
		notes_free(found.list, found.n);
		return status;
	}
	*notes = found.list;
	*n = found.n;
	return OK;
}
