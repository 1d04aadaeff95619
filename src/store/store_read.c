#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/store_private.h"

void run_release(struct run *run)
{
	free(run->name);
	free(run->purpose);
	free(run->started);
	free(run->ended);
	circumstances_release(&run->circumstances);
	*run = (struct run){0};
}

/* The current row of SQL_RUNS. */
static enum status read_run(struct store *store, struct run *run, struct error *err)
{
	enum status status;

	*run = (struct run){.id = sqlite3_column_int64(store->statements[SQL_RUNS], 0)};
	status = sql_text(store, SQL_RUNS, 1, &run->name, err);
	if (!status)
		status = sql_text(store, SQL_RUNS, 2, &run->purpose, err);
	if (!status)
		status = sql_text(store, SQL_RUNS, 3, &run->started, err);
	if (!status)
		status = sql_text(store, SQL_RUNS, 4, &run->ended, err);
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
		struct run *grown = memory_grow(all, &capacity, count + 1, sizeof *all);

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

		snprintf(names + length, sizeof names - length, "%s'%s'", length ? ", " : "", one ? one : "");
	}
	sql_reset(store, SQL_RUN_NEWEST);
	if (status)
		return status;
	if (!*names)
		return error_set(err, ERR_INPUT, "there is no run in the store '%s'", store->path);
	return error_set(err, ERR_INPUT, "there is no run '%s' in the store '%s'; the newest are %s", name, store->path,
			 names);
}

enum status store_find(struct store *store, const char *name, struct run *run, struct error *err)
{
	int64_t id;
	bool found, row;
	enum status status = sql_integer(store, SQL_RUN_FIND, &TEXT(name), 1, &id, &found, err);

	if (status)
		return status;
	if (!found)
		return run_missing(store, name ? name : "", err);
	status = sql_bind(store, SQL_RUNS, &INTEGER(id), 1, err);
	if (!status)
		status = sql_step(store, SQL_RUNS, &row, err);
	if (!status)
		status = row ? read_run(store, run, err)
			     : store_damaged(store, "a run that was found is not there", err);
	sql_reset(store, SQL_RUNS);
	return status;
}

static enum status read_kind(struct store *store, enum experiment_kind *kind, struct error *err)
{
	const char *name = (const char *)sqlite3_column_text(store->statements[SQL_TIMINGS], 1);

	for (int i = 0; name && i < EXPERIMENT_KINDS; i++) {
		if (!strcmp(name, experiment_name((enum experiment_kind)i))) {
			*kind = (enum experiment_kind)i;
			return OK;
		}
	}
	return error_set(err, ERR_INPUT, "the store '%s' holds an experiment '%s', which this sonde does not know",
			 store->path, name ? name : "");
}

/* The experiment in the current row of SQL_TIMINGS. */
static enum status read_experiment(struct store *store, struct experiment *what, struct error *err)
{
	size_t from, to;
	size_t *const sizes[] = {&from,        &to,         &what->bytes, &what->reply_bytes,
				 &what->count, &what->loop, &what->warmup};
	const char *setup;
	enum status status = read_kind(store, &what->kind, err);

	for (int i = 0; !status && i < 7; i++)
		status = sql_size(store, SQL_TIMINGS, 2 + i, sizes[i], err);
	if (status)
		return status;
	if (from > INT_MAX || to > INT_MAX)
		return store_damaged(store, "a process number in it is none", err);
	what->from = (int)from;
	what->to = (int)to;
	what->delay = sqlite3_column_double(store->statements[SQL_TIMINGS], 9);
	setup = (const char *)sqlite3_column_text(store->statements[SQL_TIMINGS], 13);
	return setup ? setup_parse(setup, &what->setup, err) : error_memory(err, "a text from the store");
}

static struct observation read_observation(sqlite3_stmt *row)
{
	return (struct observation){
		.at = sqlite3_column_double(row, 10),
		.seconds = sqlite3_column_double(row, 11),
		.send_seconds = sqlite3_column_type(row, 12) == SQLITE_NULL ? NAN : sqlite3_column_double(row, 12),
	};
}

/* The current row of SQL_TIMINGS. timing holds the row before, whose experiment stays if it is of the same batch. */
static enum status read_timing(struct store *store, struct timing *timing, struct error *err)
{
	sqlite3_stmt *row = store->statements[SQL_TIMINGS];
	sqlite3_int64 batch = sqlite3_column_int64(row, 14);
	enum status status = sql_size(store, SQL_TIMINGS, 15, &timing->number, err);

	if (!status && batch != timing->batch)
		status = read_experiment(store, &timing->what, err);
	timing->batch = batch;
	timing->observation = read_observation(row);
	return status;
}

enum status store_timings(struct store *store, int64_t run,
			  enum status (*take)(void *context, const struct timing *timing, struct error *err),
			  void *context, struct error *err)
{
	struct timing timing = {.batch = -1};
	bool row;
	enum status status = sql_bind(store, SQL_TIMINGS, &INTEGER(run), 1, err);

	while (!status && !(status = sql_step(store, SQL_TIMINGS, &row, err)) && row) {
		status = read_timing(store, &timing, err);
		if (!status)
			status = take(context, &timing, err);
	}
	sql_reset(store, SQL_TIMINGS);
	return status;
}

static enum status add_to_campaign(void *context, const struct timing *timing, struct error *err)
{
	struct sample *sample = campaign_point(context, &timing->what, err);

	return sample ? sample_add(sample, &timing->observation, 1, err) : ERR_MEMORY;
}

enum status store_load(struct store *store, int64_t run, struct campaign *campaign, struct error *err)
{
	return store_timings(store, run, add_to_campaign, campaign, err);
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

enum status store_fact(struct store *store, int64_t run, const char *key, char **text, struct error *err)
{
	const struct value values[] = {INTEGER(run), TEXT(key)};
	bool row;
	enum status status = sql_bind(store, SQL_FACT, values, 2, err);

	*text = NULL;
	if (!status)
		status = sql_step(store, SQL_FACT, &row, err);
	if (!status && row)
		status = sql_text(store, SQL_FACT, 0, text, err);
	sql_reset(store, SQL_FACT);
	return status;
}

void parts_free(struct run_part *parts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(parts[i].name);
	free(parts);
}

static enum status read_part(struct store *store, struct run_part **parts, size_t *n, size_t *capacity,
			     struct error *err)
{
	struct run_part *all = memory_grow(*parts, capacity, *n + 1, sizeof *all);
	struct run_part part = {.seconds = sqlite3_column_double(store->statements[SQL_PARTS], 1)};
	enum status status;

	if (!all)
		return error_memory(err, "the parts of the run");
	*parts = all;
	status = sql_size(store, SQL_PARTS, 2, &part.messages, err);
	if (!status)
		status = sql_text(store, SQL_PARTS, 0, &part.name, err);
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
		status = read_part(store, &all, &count, &capacity, err);
	sql_reset(store, SQL_PARTS);
	if (status) {
		parts_free(all, count);
		return status;
	}
	*parts = all;
	*n = count;
	return OK;
}

void notes_free(char **notes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(notes[i]);
	free(notes);
}

static enum status read_note(struct store *store, char ***notes, size_t *n, size_t *capacity, struct error *err)
{
	char **all = memory_grow(*notes, capacity, *n + 1, sizeof *all);
	enum status status;

	if (!all)
		return error_memory(err, "the notes of the run");
	*notes = all;
	status = sql_text(store, SQL_NOTES, 0, &all[*n], err);
	*n += !status;
	return status;
}

enum status store_notes(struct store *store, int64_t run, char ***notes, size_t *n, struct error *err)
{
	char **all = NULL;
	size_t count = 0, capacity = 0;
	bool row;
	enum status status = sql_bind(store, SQL_NOTES, &INTEGER(run), 1, err);

	while (!status && !(status = sql_step(store, SQL_NOTES, &row, err)) && row)
		status = read_note(store, &all, &count, &capacity, err);
	sql_reset(store, SQL_NOTES);
	if (status) {
		notes_free(all, count);
		return status;
	}
	*notes = all;
	*n = count;
	return OK;
}
