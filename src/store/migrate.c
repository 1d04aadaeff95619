#include "store/migrate.h"

#include "stats/statistic.h"

#include <stdlib.h>
#include <string.h>

/* What is kept of version 2 until it has been read: runs, notes, and the facts that stood among the circumstances. */
static const char set_aside[] =
	"CREATE TEMP TABLE old_runs AS SELECT * FROM main.runs;"
	"CREATE TEMP TABLE old_notes AS SELECT * FROM main.notes;"
	"CREATE TEMP TABLE facts AS SELECT run, key, CAST(value AS TEXT) AS value FROM main.circumstances "
	"WHERE process IS NULL AND (key IN ('machine', 'statistic', 'switch', 'thresholds') OR key LIKE 'state %' OR "
	"key LIKE 'compared %');"
	"DELETE FROM main.circumstances WHERE process IS NULL AND (key IN ('machine', 'statistic', 'switch', "
	"'thresholds') OR key LIKE 'state %' OR key LIKE 'compared %');"
	"DROP VIEW main.timings; DROP TABLE main.notes; DROP TABLE main.runs;"
	"ALTER TABLE main.observations ADD COLUMN state_before INTEGER;"
	"ALTER TABLE main.observations ADD COLUMN state_after INTEGER;"
	"ALTER TABLE main.observations ADD COLUMN level REAL;";

/* Version 2 said by its words alone what a note is. */
static const char add_notes[] =
	"INSERT INTO notes (id, run, severity, subject, text) SELECT id, run, "
	"CASE WHEN instr(text, 'The machine changed') = 1 OR instr(text, 'was not back in its usual state') > 0 "
	"THEN 'warning' ELSE 'information' END, "
	"CASE WHEN instr(text, 'The machine changed') = 1 OR instr(text, 'was not back in its usual state') > 0 "
	"OR instr(text, 'The machine stayed the same') = 1 THEN 'machine' ELSE 'measurement' END, "
	"text FROM temp.old_notes;";

static const char clear_up[] = "DROP TABLE temp.old_runs; DROP TABLE temp.old_notes; DROP TABLE temp.facts;";

static enum status execute(struct store *store, const char *sql, struct error *err)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? OK : sql_failed(store, err);
}

/* A row of the old table of runs: id, name, purpose, started, ended. */
static enum status insert_run(struct store *store, sqlite3_stmt *old, const struct purpose *p, struct error *err)
{
	const char *const texts[] = {purpose_names[p->kind], p->model,   p->method, p->operation,
				     p->algorithm,           p->variant, p->title};
	sqlite3_stmt *insert = NULL;
	enum status status = OK;

	if (sqlite3_prepare_v2(store->db,
			       "INSERT INTO runs (id, name, started, ended, purpose, model, method, operation, "
			       "algorithm, variant, title) VALUES (?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''), "
			       "nullif(?, ''), nullif(?, ''), ?, ?)",
			       -1, &insert, NULL) != SQLITE_OK)
		return sql_failed(store, err);
	sqlite3_bind_int64(insert, 1, sqlite3_column_int64(old, 0));
	sqlite3_bind_value(insert, 2, sqlite3_column_value(old, 1));
	sqlite3_bind_value(insert, 3, sqlite3_column_value(old, 3));
	sqlite3_bind_value(insert, 4, sqlite3_column_value(old, 4));
	for (int i = 0; i < 7; i++)
		sqlite3_bind_text(insert, 5 + i, texts[i], -1, SQLITE_STATIC);
	if (sqlite3_step(insert) != SQLITE_DONE)
		status = sql_failed(store, err);
	sqlite3_finalize(insert);
	return status;
}

/* The value of a fact that is one of the words; set runs the statement with what stands for it. */
static enum status keep_word(struct store *store, int64_t run, const char *key, const char *const *words,
			     const char *const *values, enum statement set, struct error *err)
{
	char *text = NULL;
	enum status status = migrate_fact(store, run, key, &text, err);
	size_t i = 0;

	if (status != OK || !text)
		return status;
	while (words[i] && strcmp(words[i], text) != 0)
		i++;
	if (!words[i])
		status = run_damaged(store, run, err, "its %s is '%.80s', a word that this sonde does not know", key,
				     text);
	else
		status = sql_execute(store, set, (struct value[]){INTEGER(run), TEXT(values[i])}, 2, err);
	free(text);
	return status;
}

static enum status keep_switch(struct store *store, int64_t run, struct error *err)
{
	char *text = NULL, *end = NULL;
	enum status status = migrate_fact(store, run, "switch", &text, err);
	long long bytes;

	if (status != OK || !text)
		return status;
	bytes = strtoll(text, &end, 10);
	if (end == text || *end || bytes < 0)
		status = run_damaged(store, run, err, "its switch to rendezvous, \"%.80s\", is no number of bytes",
				     text);
	else if (bytes > 0)
		status = sql_execute(store, SQL_SET_SWITCH, (struct value[]){INTEGER(run), INTEGER(bytes)}, 2, err);
	free(text);
	return status;
}

static enum status keep_command(struct store *store, int64_t run, struct error *err)
{
	sqlite3_stmt *statement = NULL;
	enum status status = OK;

	if (sqlite3_prepare_v2(store->db,
			       "SELECT value FROM circumstances WHERE run = ? AND key = 'command' AND process IS NULL",
			       -1, &statement, NULL) != SQLITE_OK)
		return sql_failed(store, err);
	sqlite3_bind_int64(statement, 1, run);
	if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
		status = migrate_command(store, run, (const char *)sqlite3_column_text(statement, 0), err);
	sqlite3_finalize(statement);
	return status;
}

static enum status migrate_run(struct store *store, sqlite3_stmt *old, struct error *err)
{
	static const char *const verdicts[] = {"stayed the same", "changed", NULL};
	const char *sentence = (const char *)sqlite3_column_text(old, 2);
	int64_t run = sqlite3_column_int64(old, 0);
	struct purpose purpose;

	if (!sentence)
		return run_damaged(store, run, err, "it has no purpose");
	migrate_purpose(sentence, &purpose);
	TRY(insert_run(store, old, &purpose, err));
	TRY(keep_word(store, run, "statistic", statistic_names, statistic_names, SQL_SET_STATISTIC, err));
	TRY(keep_word(store, run, "machine", verdicts, machine_words, SQL_SET_MACHINE, err));
	TRY(keep_switch(store, run, err));
	TRY(keep_command(store, run, err));
	return migrate_found(store, run, err);
}

static enum status migrate_runs(struct store *store, struct error *err)
{
	sqlite3_stmt *old = NULL;
	enum status status = OK;
	int code;

	if (sqlite3_prepare_v2(store->db, "SELECT id, name, purpose, started, ended FROM temp.old_runs ORDER BY id", -1,
			       &old, NULL) != SQLITE_OK)
		return sql_failed(store, err);
	while (status == OK && (code = sqlite3_step(old)) != SQLITE_DONE)
		status = code == SQLITE_ROW ? migrate_run(store, old, err) : sql_failed(store, err);
	sqlite3_finalize(old);
	return status;
}

/* Version 2 said in sentences what is typed now. */
static enum status migrate_sentences(struct store *store, struct error *err)
{
	TRY(execute(store, set_aside, err));
	TRY(store_make_schema(store, err));
	TRY(sql_prepare(store, err));
	TRY(migrate_runs(store, err));
	TRY(execute(store, add_notes, err));
	return execute(store, clear_up, err);
}

/* Version 3 lacks tables. */
static enum status add_tables(struct store *store, struct error *err)
{
	TRY(execute(store, "DROP VIEW IF EXISTS main.timings", err));
	return store_make_schema(store, err);
}

enum status store_migrate(struct store *store, int version, struct error *err)
{
	enum status status = execute(store, "PRAGMA foreign_keys = OFF; BEGIN EXCLUSIVE", err);

	if (status != OK)
		return status;
	status = version == OLD_VERSION ? migrate_sentences(store, err) : add_tables(store, err);
	if (status == OK)
		status = execute(store, "COMMIT", err);
	if (status != OK)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}
