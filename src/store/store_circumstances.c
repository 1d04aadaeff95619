#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "store/store_private.h"

static const struct text_key {
	const char *key;
	size_t offset; /* of a char * in struct circumstances */
} text_keys[] = {
	{"platform", offsetof(struct circumstances, platform)},
	{"library", offsetof(struct circumstances, library)},
	{"standard", offsetof(struct circumstances, standard)},
	{"processor", offsetof(struct circumstances, processor)},
	{"command", offsetof(struct circumstances, command)},
	{"started", offsetof(struct circumstances, started)},
	{"version", offsetof(struct circumstances, version)},
	{"buffers", offsetof(struct circumstances, buffers)},
};

#define TEXT_KEYS (sizeof(text_keys) / sizeof(*text_keys))

static enum status write_one(struct store *store, int64_t run, struct value process, const char *key,
			     struct value value, struct error *err)
{
	const struct value values[] = {INTEGER(run), process, TEXT(key), value};

	if (value.type == VALUE_TEXT && !value.text)
		return OK;
	return sql_execute(store, SQL_CIRCUMSTANCE_INSERT, values, 4, err);
}

static enum status write_processes(struct store *store, int64_t run, const struct circumstances *c, struct error *err)
{
	enum status status = write_one(store, run, NO_VALUE, "processes", SIZE(c->processes), err);

	for (size_t i = 0; !status && c->hosts && i < c->processes; i++)
		status = write_one(store, run, SIZE(i), "host", TEXT(c->hosts[i]), err);
	for (size_t i = 0; !status && c->bindings && i < c->processes; i++)
		status = write_one(store, run, SIZE(i), "binding", TEXT(c->bindings[i]), err);
	return status;
}

enum status circumstances_write(struct store *store, int64_t run, const struct circumstances *c, struct error *err)
{
	enum status status = write_processes(store, run, c, err);
	char seed[32];

	for (size_t i = 0; !status && i < TEXT_KEYS; i++) {
		const char *text = *(char *const *)((const char *)c + text_keys[i].offset);

		status = write_one(store, run, NO_VALUE, text_keys[i].key, TEXT(text), err);
	}
	if (!status)
		status = write_one(store, run, NO_VALUE, "clock_resolution", REAL(c->clock_resolution), err);
	if (!status)
		status = write_one(store, run, NO_VALUE, "clock_cost", REAL(c->clock_cost), err);
	if (!status && c->yielding)
		status = write_one(store, run, NO_VALUE, "yielding", SIZE(c->yielding), err);
	/* A text, because SQLite's integers end at 2^63. */
	snprintf(seed, sizeof(seed), "%" PRIu64, c->seed);
	return status ? status : write_one(store, run, NO_VALUE, "seed", TEXT(seed), err);
}

enum status store_set_cpu(struct store *store, int64_t run, const struct cpu_time *cpu, size_t processes,
			  struct error *err)
{
	enum status status = transaction_begin(store, err);

	if (status)
		return status;
	for (size_t i = 0; !status && i < processes; i++) {
		const struct value all[][4] = {{INTEGER(run), SIZE(i), TEXT("cpu_seconds"), REAL(cpu[i].cpu)},
					       {INTEGER(run), SIZE(i), TEXT("timed_seconds"), REAL(cpu[i].wall)}};

		if (!(cpu[i].wall > 0))
			continue;
		status = sql_execute(store, SQL_CIRCUMSTANCE_SET, all[0], 4, err);
		if (!status)
			status = sql_execute(store, SQL_CIRCUMSTANCE_SET, all[1], 4, err);
	}
	return transaction_end(store, status, err);
}

/* Of a key that stands there twice, which a sound store has not, the last value holds. */
static enum status read_text(struct store *store, char **text, struct error *err)
{
	free(*text);
	return sql_text(store, SQL_CIRCUMSTANCES, 2, text, err);
}

/* A key that is not known is of a later sonde, and left out. */
static enum status read_common(struct store *store, const char *key, struct circumstances *c, struct error *err)
{
	sqlite3_stmt *row = store->statements[SQL_CIRCUMSTANCES];
	size_t processes;

	for (size_t i = 0; i < TEXT_KEYS; i++) {
		if (!strcmp(key, text_keys[i].key))
			return read_text(store, (char **)((char *)c + text_keys[i].offset), err);
	}
	if (!strcmp(key, "processes"))
		return sql_size(store, SQL_CIRCUMSTANCES, 2, &processes, err) ||
				       processes > CIRCUMSTANCES_PROCESSES_MOST
			       ? store_damaged(store, "its number of processes", err)
			       : circumstances_processes(c, processes, err);
	if (!strcmp(key, "yielding"))
		return sql_size(store, SQL_CIRCUMSTANCES, 2, &c->yielding, err);
	if (!strcmp(key, "clock_resolution"))
		return sql_number(store, SQL_CIRCUMSTANCES, 2, &c->clock_resolution, err);
	if (!strcmp(key, "clock_cost"))
		return sql_number(store, SQL_CIRCUMSTANCES, 2, &c->clock_cost, err);
	if (!strcmp(key, "seed") && sqlite3_column_text(row, 2))
		c->seed = strtoull((const char *)sqlite3_column_text(row, 2), NULL, 10);
	return OK;
}

/* One of a process' two times; its place is in c->cpu. */
static enum status read_cpu(struct store *store, size_t process, bool wall, struct circumstances *c, struct error *err)
{
	double seconds;
	enum status status = sql_number(store, SQL_CIRCUMSTANCES, 2, &seconds, err);

	if (!status && !(seconds >= 0 && isfinite(seconds)))
		return store_damaged(store, "a process' CPU time", err);
	if (!status && !c->cpu && !(c->cpu = calloc(c->processes, sizeof(*c->cpu))))
		return error_memory(err, "the CPU times of processes");
	if (!status)
		*(wall ? &c->cpu[process].wall : &c->cpu[process].cpu) = seconds;
	return status;
}

static enum status read_process(struct store *store, const char *key, struct circumstances *c, struct error *err)
{
	size_t process;
	char **texts = !strcmp(key, "host") ? c->hosts : !strcmp(key, "binding") ? c->bindings : NULL;
	enum status status = sql_size(store, SQL_CIRCUMSTANCES, 0, &process, err);

	if (status)
		return status;
	if (process >= c->processes)
		return store_damaged(store, "a circumstance of a process that is not there", err);
	if (!strcmp(key, "cpu_seconds") || !strcmp(key, "timed_seconds"))
		return read_cpu(store, process, !strcmp(key, "timed_seconds"), c, err);
	return texts ? read_text(store, &texts[process], err) : OK;
}

static enum status read_row(struct store *store, struct circumstances *c, struct error *err)
{
	sqlite3_stmt *row = store->statements[SQL_CIRCUMSTANCES];
	const char *key = (const char *)sqlite3_column_text(row, 1);

	if (!key)
		return store_damaged(store, "a circumstance without a key", err);
	return sqlite3_column_type(row, 0) == SQLITE_NULL ? read_common(store, key, c, err)
							  : read_process(store, key, c, err);
}

enum status circumstances_read(struct store *store, int64_t run, struct circumstances *c, struct error *err)
{
	bool row;
	enum status status = sql_bind(store, SQL_CIRCUMSTANCES, &INTEGER(run), 1, err);

	while (!status && !(status = sql_step(store, SQL_CIRCUMSTANCES, &row, err)) && row)
		status = read_row(store, c, err);
	sql_reset(store, SQL_CIRCUMSTANCES);
	return status;
}
