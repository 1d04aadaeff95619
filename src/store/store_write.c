#include <math.h>

#include "store/store_private.h"

static enum status begin(struct store *store, struct error *err)
{
	enum status status = store_make_writable(store, err);

	return status ? status : sql_execute(store, SQL_BEGIN, NULL, 0, err);
}

/* Commits if all went well so far, else (or if that fails) undoes everything since begin. */
static enum status finish(struct store *store, enum status status, struct error *err)
{
	if (!status)
		status = sql_execute(store, SQL_COMMIT, NULL, 0, err);
	if (status && !sqlite3_get_autocommit(store->db))
		sql_execute(store, SQL_ROLLBACK, NULL, 0, NULL);
	return status;
}

static enum status no_run(struct store *store, int64_t run, struct error *err)
{
	return error_set(err, ERR_INPUT, "there is no run %lld in the store '%s'", (long long)run, store->path);
}

/* An insertion whose only reference to another row is the run. */
static enum status insert_for_run(struct store *store, enum statement statement, int64_t run,
				  const struct value *values, int n, struct error *err)
{
	struct error failure = {0};

	if (!sql_execute(store, statement, values, n, &failure))
		return OK;
	if (sqlite3_extended_errcode(store->db) == SQLITE_CONSTRAINT_FOREIGNKEY)
		return no_run(store, run, err);
	return error_set(err, failure.status, "%s", failure.text);
}

static enum status check_name(struct store *store, const char *name, struct error *err)
{
	int64_t id;
	bool taken;
	enum status status;

	if (!*name)
		return error_set(err, ERR_INPUT, "the name of a run cannot be empty");
	status = sql_integer(store, SQL_RUN_NAMED, &TEXT(name), 1, &id, &taken, err);
	if (!status && taken)
		return error_set(err, ERR_INPUT, "the name '%s' is taken by run %lld of the store '%s': choose another",
				 name, (long long)id, store->path);
	return status;
}

enum status store_begin(struct store *store, const char *name, const char *purpose,
			const struct circumstances *circumstances, int64_t *id, struct error *err)
{
	const struct value values[] = {TEXT(name), TEXT(purpose), TEXT(circumstances->started)};
	int64_t run = 0;
	enum status status = begin(store, err);

	if (status)
		return status;
	if (name)
		status = check_name(store, name, err);
	if (!status)
		status = sql_execute(store, SQL_RUN_INSERT, values, 3, err);
	if (!status) {
		run = sqlite3_last_insert_rowid(store->db);
		status = circumstances_write(store, run, circumstances, err);
	}
	status = finish(store, status, err);
	if (!status)
		*id = run;
	return status;
}

static enum status add_batch(struct store *store, int64_t run, const struct experiment *what, int64_t *batch,
			     struct error *err)
{
	char setup[SETUP_TEXT_MOST];
	const struct value point[] = {INTEGER(run),        TEXT(experiment_name(what->kind)),
				      INTEGER(what->from), INTEGER(what->to),
				      SIZE(what->bytes),   SIZE(what->reply_bytes),
				      SIZE(what->count),   TEXT(setup_format(&what->setup, setup))};
	int64_t id;
	bool found;
	enum status status = insert_for_run(store, SQL_POINT_INSERT, run, point, 8, err);

	if (!status)
		status = sql_integer(store, SQL_POINT_FIND, point, 8, &id, &found, err);
	if (!status && !found)
		status = store_damaged(store, "a point that was added is not there", err);
	if (!status) {
		const struct value values[] = {INTEGER(id), SIZE(what->loop), SIZE(what->warmup), REAL(what->delay)};

		status = sql_execute(store, SQL_BATCH_INSERT, values, 4, err);
	}
	*batch = sqlite3_last_insert_rowid(store->db);
	return status;
}

static enum status add_observation(struct store *store, int64_t batch, size_t number, const struct observation *o,
				   struct error *err)
{
	const struct value values[] = {INTEGER(batch), SIZE(number), REAL(o->at), REAL(o->seconds),
				       REAL(o->send_seconds)};

	if (isnan(o->at) || isnan(o->seconds))
		return error_set(err, ERR_INPUT, "observation %zu of a batch for the store '%s' is not a number",
				 number, store->path);
	return sql_execute(store, SQL_OBSERVATION_INSERT, values, 5, err);
}

enum status store_append(struct store *store, int64_t run, const struct experiment *what,
			 const struct observation *observations, size_t n, struct error *err)
{
	int64_t batch;
	enum status status;

	if (!n)
		return OK;
	if ((size_t)what->kind >= EXPERIMENT_KINDS || isnan(what->delay))
		return error_set(err, ERR_INPUT,
				 "a batch for the store '%s' is of an experiment of unknown kind or delay",
				 store->path);
	status = begin(store, err);
	if (status)
		return status;
	status = add_batch(store, run, what, &batch, err);
	for (size_t i = 0; !status && i < n; i++)
		status = add_observation(store, batch, i, &observations[i], err);
	return finish(store, status, err);
}

enum status store_part(struct store *store, int64_t run, const char *part, double seconds, size_t messages,
		       struct error *err)
{
	const struct value values[] = {INTEGER(run), TEXT(part), REAL(seconds), SIZE(messages)};
	enum status status;

	if (isnan(seconds))
		return error_set(err, ERR_INPUT, "the time of part '%s' for the store '%s' is not a number", part,
				 store->path);
	status = begin(store, err);
	return status ? status : finish(store, insert_for_run(store, SQL_PART_INSERT, run, values, 4, err), err);
}

enum status store_note(struct store *store, int64_t run, const char *text, struct error *err)
{
	const struct value values[] = {INTEGER(run), TEXT(text)};
	enum status status = begin(store, err);

	return status ? status : finish(store, insert_for_run(store, SQL_NOTE_INSERT, run, values, 2, err), err);
}

enum status store_set_fact(struct store *store, int64_t run, const char *key, const char *text, struct error *err)
{
	const struct value values[] = {INTEGER(run), TEXT(key), TEXT(text)};
	enum status status;

	if (circumstances_has_key(key))
		return error_set(err, ERR_INPUT, "the circumstance '%s' of a run is set when it begins, and not later",
				 key);
	status = begin(store, err);
	return status ? status : finish(store, insert_for_run(store, SQL_FACT_SET, run, values, 3, err), err);
}

/* A statement that changes the row of this run. */
static enum status change_run(struct store *store, enum statement statement, int64_t run, struct error *err)
{
	enum status status = begin(store, err);

	if (status)
		return status;
	status = sql_execute(store, statement, &INTEGER(run), 1, err);
	if (!status && sqlite3_changes(store->db) == 0)
		status = no_run(store, run, err);
	return finish(store, status, err);
}

enum status store_delete(struct store *store, int64_t run, struct error *err)
{
	return change_run(store, SQL_RUN_DELETE, run, err);
}

enum status store_shrink(struct store *store, struct error *err)
{
	enum status status = store_make_writable(store, err);

	if (status)
		return status;
	return sqlite3_exec(store->db, "VACUUM", NULL, NULL, NULL) == SQLITE_OK ? OK : sql_failed(store, err);
}

enum status store_end(struct store *store, int64_t run, struct error *err)
{
	return change_run(store, SQL_RUN_END, run, err);
}
