#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "store/store_private.h"

static const char *const texts[SQL_STATEMENTS] = {
	[SQL_BEGIN] = "BEGIN IMMEDIATE",
	[SQL_COMMIT] = "COMMIT",
	[SQL_ROLLBACK] = "ROLLBACK",
	[SQL_RUN_NAMED] = "SELECT id FROM runs WHERE name = ?",
	/* The next id whose "run-<id>" no user has given to another run. */
	[SQL_RUN_INSERT] = "INSERT INTO runs (id, name, purpose, model, method, operation, algorithm, variant, title, "
			   "statistic, started) "
			   "WITH RECURSIVE next (id) AS (SELECT 1 + coalesce(max(id), 0) FROM runs "
			   "UNION ALL SELECT next.id + 1 FROM next WHERE EXISTS (SELECT 1 FROM runs WHERE name = "
			   "'run-' || next.id)) "
			   "SELECT max(id), coalesce(?, 'run-' || max(id)), ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, "
			   "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) FROM next",
	[SQL_RUN_END] = "UPDATE runs SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?",
	[SQL_RUN_FIND] = "SELECT id FROM runs WHERE ?1 IS NULL OR name = ?1 OR CAST(id AS TEXT) = ?1 ORDER BY name = "
			 "?1 DESC, id DESC LIMIT 1",
	[SQL_RUN_NEWEST] = "SELECT name FROM runs ORDER BY id DESC LIMIT 5",
	[SQL_RUNS] =
		"SELECT id, name, purpose, model, method, operation, algorithm, variant, title, statistic, machine, "
		"switch, started, ended FROM runs WHERE ?1 IS NULL OR id = ?1 ORDER BY id",
	[SQL_CIRCUMSTANCE_INSERT] = "INSERT INTO circumstances (run, process, key, value) VALUES (?, ?, ?, ?)",
	[SQL_CIRCUMSTANCE_SET] = "INSERT OR REPLACE INTO circumstances (run, process, key, value) VALUES (?, ?, ?, ?)",
	/* NULL comes first: the number of processes is known before the first host. */
	[SQL_CIRCUMSTANCES] = "SELECT process, key, value FROM circumstances WHERE run = ? ORDER BY process",
	[SQL_POINT_INSERT] = "INSERT INTO points (run, kind, sender, receiver, bytes, reply_bytes, count, setup) "
			     "VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
			     "ON CONFLICT (run, kind, sender, receiver, bytes, reply_bytes, count, setup) DO NOTHING",
	[SQL_POINT_FIND] = "SELECT id FROM points WHERE run = ? AND kind = ? AND sender = ? AND receiver = ? AND bytes "
			   "= ? AND reply_bytes = ? AND count = ? AND setup = ?",
	[SQL_BATCH_INSERT] = "INSERT INTO batches (point, loop, warmup, delay) VALUES (?, ?, ?, ?)",
	[SQL_OBSERVATION_INSERT] =
		"INSERT INTO observations (batch, number, at, seconds, send_seconds, state_before, state_after, level) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_OBSERVATIONS_TRACKED] = "SELECT batch, number FROM timings WHERE point = ? AND level IS NOT NULL "
				     "ORDER BY batch DESC, number DESC LIMIT ?",
	[SQL_OBSERVATION_MARK] =
		"UPDATE observations SET state_before = ?3, state_after = ?4, level = ?5 WHERE batch = "
		"?1 AND number = ?2",
	[SQL_TIMINGS] = "SELECT point, kind, sender, receiver, bytes, reply_bytes, count, loop, warmup, delay, at, "
			"seconds, send_seconds, setup, batch, number, state_before, state_after, level "
			"FROM timings WHERE run = ? ORDER BY point, batch, number",
	[SQL_PART_INSERT] = "INSERT INTO parts (run, name, seconds, messages) VALUES (?, ?, ?, ?)",
	[SQL_PARTS] = "SELECT name, seconds, messages FROM parts WHERE run = ? ORDER BY id",
	[SQL_NOTE_INSERT] = "INSERT INTO notes (run, severity, subject, text) VALUES (?, ?, ?, ?)",
	[SQL_NOTES] = "SELECT severity, subject, text FROM notes WHERE run = ? ORDER BY id",
	[SQL_OPTION_INSERT] = "INSERT OR REPLACE INTO options (run, key, value, resume) VALUES (?, ?, ?, ?)",
	[SQL_OPTIONS] = "SELECT key, value, resume FROM options WHERE run = ? ORDER BY key",
	[SQL_SIZE_INSERT] = "INSERT INTO sizes (run, bytes, role) VALUES (?, ?, ?)",
	[SQL_SIZES] = "SELECT bytes, role FROM sizes WHERE run = ? ORDER BY bytes",
	[SQL_SET_STATISTIC] = "UPDATE runs SET statistic = ?2 WHERE id = ?1",
	[SQL_SET_MACHINE] = "UPDATE runs SET machine = ?2 WHERE id = ?1",
	[SQL_SET_SWITCH] = "UPDATE runs SET switch = ?2 WHERE id = ?1",
	[SQL_STATE_SET] =
		"INSERT OR REPLACE INTO states (run, sender, receiver, bytes, seconds) VALUES (?, ?, ?, ?, ?)",
	[SQL_STATES] = "SELECT bytes, seconds FROM states WHERE run = ? AND sender = ? AND receiver = ? ORDER BY bytes",
	[SQL_LEVELS_DELETE] = "DELETE FROM machine_states WHERE run = ?",
	[SQL_LEVEL_INSERT] = "INSERT INTO machine_states (run, number, name, sender, receiver, level, share) "
			     "VALUES (?, ?, ?, ?, ?, ?, ?)",
	[SQL_LEVELS] = "SELECT number, name, sender, receiver, level, share FROM machine_states WHERE run = ? "
		       "ORDER BY number",
	[SQL_THRESHOLDS_DELETE] = "DELETE FROM thresholds WHERE run = ?",
	[SQL_THRESHOLDS_INSERT] = "INSERT INTO thresholds (run, S, M1, M2) VALUES (?, ?, ?, ?)",
	[SQL_THRESHOLDS] = "SELECT S, M1, M2 FROM thresholds WHERE run = ?",
	[SQL_ESCALATION_INSERT] = "INSERT INTO escalations (run, bytes, made, escalated, q10, q50, q90) "
				  "VALUES (?, ?, ?, ?, ?, ?, ?)",
	[SQL_ESCALATIONS] =
		"SELECT bytes, made, escalated, q10, q50, q90 FROM escalations WHERE run = ? ORDER BY bytes",
	[SQL_EVALUATION_INSERT] = "INSERT INTO evaluations (run, confidence, noise) VALUES (?, ?, ?)",
	[SQL_EVALUATION] = "SELECT confidence, noise FROM evaluations WHERE run = ?",
	[SQL_EVALUATED_MODEL_INSERT] = "INSERT INTO evaluated_models (run, place, name, model, method, apart, file, "
				       "experiments, messages, seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_EVALUATED_MODELS] = "SELECT name, model, method, apart, file, experiments, messages, seconds "
				 "FROM evaluated_models WHERE run = ? ORDER BY place",
	[SQL_EVALUATED_OPERATION_INSERT] =
		"INSERT INTO evaluated_operations (run, place, operation, algorithm) VALUES (?, ?, ?, ?)",
	[SQL_EVALUATED_OPERATIONS] =
		"SELECT operation, algorithm FROM evaluated_operations WHERE run = ? ORDER BY place",
	[SQL_EVALUATED_SIZE_INSERT] = "INSERT INTO evaluated_sizes (run, bytes) VALUES (?, ?)",
	[SQL_EVALUATED_SIZES] = "SELECT bytes FROM evaluated_sizes WHERE run = ? ORDER BY bytes",
	[SQL_EVALUATION_COST_INSERT] =
		"INSERT INTO evaluation_costs (run, part, experiments, messages, seconds) VALUES (?, ?, ?, ?, ?)",
	[SQL_EVALUATION_COSTS] = "SELECT part, experiments, messages, seconds FROM evaluation_costs WHERE run = ?",
	[SQL_COUNT_POINTS] = "SELECT count(*) FROM points WHERE run = ?",
	[SQL_COUNT_OBSERVATIONS] = "SELECT count(*) FROM timings WHERE run = ?",
	[SQL_RUN_DELETE] = "DELETE FROM runs WHERE id = ?",
};

enum status sql_prepare(struct store *store, struct error *err)
{
	for (size_t i = 0; i < SQL_STATEMENTS; i++) {
		int code;

		if (store->statements[i])
			continue;
		code = sqlite3_prepare_v2(store->db, texts[i], -1, &store->statements[i], NULL);

		if (code == SQLITE_ERROR)
			return store_damaged(store, sqlite3_errmsg(store->db), err);
		if (code != SQLITE_OK)
			return sql_failed(store, err);
	}
	return OK;
}

enum status store_damaged(struct store *store, const char *what, struct error *err)
{
	return error_set(err, ERR_INPUT,
			 "the store '%s' is damaged (%s): restore it from a copy, or save what is left with \"sqlite3 "
			 "'%s' .recover\"",
			 store->path, what, store->path);
}

enum status run_damaged(struct store *store, int64_t run, struct error *err, const char *format, ...)
{
	char what[400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	return error_set(err, ERR_INPUT, "the store '%s': run %lld: %s", store->path, (long long)run, what);
}

enum status sql_failed(struct store *store, struct error *err)
{
	const char *path = store->path;
	const char *cause = sqlite3_errmsg(store->db);

	switch (sqlite3_errcode(store->db) & 0xff) {
	case SQLITE_NOMEM:
		return error_memory(err, "the store");
	case SQLITE_NOTADB:
		return error_set(err, ERR_INPUT, "'%s' is not an SQLite file, so it is no store of sonde", path);
	case SQLITE_CORRUPT:
		return store_damaged(store, cause, err);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return error_set(
			err, ERR_IO,
			"the store '%s' is in use by another process: wait until that has ended, or use another store",
			path);
	case SQLITE_FULL:
		return error_set(err, ERR_IO, "the store '%s' cannot be written: no room is left on its file system",
				 path);
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
		return error_set(err, ERR_IO, "the store '%s' cannot be written: the file or its folder is read-only",
				 path);
	default:
		return error_set(err, ERR_IO, "the store '%s' cannot be read or written: %s", path, cause);
	}
}

static int bind_one(sqlite3_stmt *statement, int at, const struct value *value)
{
	switch (value->type) {
	case VALUE_TEXT:
		return sqlite3_bind_text(statement, at, value->text, -1, SQLITE_STATIC);
	case VALUE_INTEGER:
		return sqlite3_bind_int64(statement, at, value->integer);
	case VALUE_SIZE:
		return sqlite3_bind_int64(statement, at, (sqlite3_int64)value->size);
	case VALUE_REAL:
		return sqlite3_bind_double(statement, at, value->real);
	case VALUE_NULL:
		break;
	}
	return sqlite3_bind_null(statement, at);
}

enum status sql_bind(struct store *store, enum statement statement, const struct value *values, int n,
		     struct error *err)
{
	for (int i = 0; i < n; i++) {
		if (values[i].type == VALUE_SIZE && values[i].size > (uint64_t)INT64_MAX)
			return error_set(err, ERR_INPUT,
					 "%zu is too large for the store '%s': it holds sizes up to %" PRId64,
					 values[i].size, store->path, INT64_MAX);
		if (bind_one(store->statements[statement], i + 1, &values[i]) != SQLITE_OK)
			return sql_failed(store, err);
	}
	return OK;
}

enum status sql_step(struct store *store, enum statement statement, bool *row, struct error *err)
{
	int code = sqlite3_step(store->statements[statement]);

	*row = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? OK : sql_failed(store, err);
}

void sql_reset(struct store *store, enum statement statement)
{
	sqlite3_reset(store->statements[statement]);
	sqlite3_clear_bindings(store->statements[statement]);
}

enum status sql_execute(struct store *store, enum statement statement, const struct value *values, int n,
			struct error *err)
{
	bool row;
	enum status status = sql_bind(store, statement, values, n, err);

	if (!status)
		status = sql_step(store, statement, &row, err);
	sql_reset(store, statement);
	return status;
}

enum status sql_integer(struct store *store, enum statement statement, const struct value *values, int n,
			int64_t *integer, bool *found, struct error *err)
{
	enum status status = sql_bind(store, statement, values, n, err);

	*found = false;
	if (!status)
		status = sql_step(store, statement, found, err);
	if (*found)
		*integer = sqlite3_column_int64(store->statements[statement], 0);
	sql_reset(store, statement);
	return status;
}

enum status sql_text(struct store *store, enum statement statement, int column, char **text, struct error *err)
{
	const char *stored = (const char *)sqlite3_column_text(store->statements[statement], column);

	if (!stored && sqlite3_column_type(store->statements[statement], column) == SQLITE_NULL) {
		*text = NULL;
		return OK;
	}
	*text = stored ? memory_text(stored) : NULL;
	return *text ? OK : error_memory(err, "a text from the store");
}

enum status sql_needed_text(struct store *store, enum statement statement, int column, char **text, struct error *err)
{
	enum status status = sql_text(store, statement, column, text, err);
	char what[80];

	if (status || *text)
		return status;
	snprintf(what, sizeof(what), "a row has no %s", sqlite3_column_name(store->statements[statement], column));
	return store_damaged(store, what, err);
}

enum status sql_size(struct store *store, enum statement statement, int column, size_t *size, struct error *err)
{
	sqlite3_int64 stored = sqlite3_column_int64(store->statements[statement], column);

	if (sqlite3_column_type(store->statements[statement], column) != SQLITE_INTEGER || stored < 0 ||
	    (uint64_t)stored > SIZE_MAX)
		return store_damaged(store, "a size or number in it is none", err);
	*size = (size_t)stored;
	return OK;
}

enum status sql_each(struct store *store, enum statement statement, int64_t run,
		     enum status (*take)(struct store *store, void *context, struct error *err), void *context,
		     struct error *err)
{
	bool row;
	enum status status = sql_bind(store, statement, &INTEGER(run), 1, err);

	while (!status && !(status = sql_step(store, statement, &row, err)) && row)
		status = take(store, context, err);
	sql_reset(store, statement);
	return status;
}

enum status sql_number_or_null(struct store *store, enum statement statement, int column, double *number,
			       struct error *err)
{
	sqlite3_stmt *row = store->statements[statement];
	int type = sqlite3_column_type(row, column);

	*number = NAN;
	if (type == SQLITE_NULL)
		return OK;
	if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) {
		const char *text = (const char *)sqlite3_column_text(row, column);

		return error_set(err, ERR_INPUT, "the store '%s': '%.80s' stands where a number belongs (%s)",
				 store->path, text ? text : "", sqlite3_column_name(row, column));
	}
	*number = sqlite3_column_double(row, column);
	return OK;
}

enum status sql_number(struct store *store, enum statement statement, int column, double *number, struct error *err)
{
	enum status status = sql_number_or_null(store, statement, column, number, err);

	if (!status && !isfinite(*number))
		return error_set(err, ERR_INPUT, "the store '%s': %s stands where a finite number belongs (%s)",
				 store->path, isnan(*number) ? "nothing" : "an infinite number",
				 sqlite3_column_name(store->statements[statement], column));
	return status;
}

enum status sql_word(struct store *store, enum statement statement, int column, const char *const *names,
		     const char *what, int64_t run, int *index, struct error *err)
{
	const char *word = (const char *)sqlite3_column_text(store->statements[statement], column);

	*index = -1;
	if (!word)
		return OK;
	for (int i = 0; names[i]; i++)
		if (strcmp(word, names[i]) == 0)
			*index = i;
	return *index >= 0 ? OK
			   : run_damaged(store, run, err, "its %s is '%.80s', a word that this sonde does not know",
					 what, word);
}

enum status sql_needed_word(struct store *store, enum statement statement, int column, const char *const *names,
			    const char *what, int64_t run, int *index, struct error *err)
{
	enum status status = sql_word(store, statement, column, names, what, run, index, err);

	return !status && *index < 0 ? run_damaged(store, run, err, "a %s is missing", what) : status;
}
