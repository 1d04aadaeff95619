#include <math.h>
#include <stdlib.h>

#include "stats/statistic.h"
#include "store/store.h"
#include "store/store_private.h"

enum status transaction_begin(struct store *store, struct error *err)
{
	enum status status = store_make_writable(store, err);

	return status ? status : sql_execute(store, SQL_BEGIN, NULL, 0, err);
}

/* What is committed is on the disk, and survives a failure of the machine, when the log has been emptied into the file:
 * every so many seconds where timings come slowly. That it cannot be emptied, as another command reads, is no failure.
 */
static void empty_log_in_time(struct store *store)
{
	const time_t seconds = 10;
	struct timespec now = {0};

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec - store->emptied < seconds)
		return;
	if (store->emptied > 0)
		sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	store->emptied = now.tv_sec;
}

enum status transaction_end(struct store *store, enum status status, struct error *err)
{
	if (!status)
		status = sql_execute(store, SQL_COMMIT, NULL, 0, err);
	if (!status)
		empty_log_in_time(store);
	if (status && !sqlite3_get_autocommit(store->db))
		sql_execute(store, SQL_ROLLBACK, NULL, 0, NULL);
	return status;
}

enum status no_run(struct store *store, int64_t run, struct error *err)
{
	return error_set(err, ERR_INPUT, "there is no run %lld in the store '%s'", (long long)run, store->path);
}

enum status sql_insert_for_run(struct store *store, enum statement statement, int64_t run, const struct value *values,
			       int n, struct error *err)
{
	struct error failure = {0};

	if (!sql_execute(store, statement, values, n, &failure))
		return OK;
	if (sqlite3_extended_errcode(store->db) == SQLITE_CONSTRAINT_FOREIGNKEY)
		return no_run(store, run, err);
	return error_set(err, failure.status, "%s", failure.text);
}

enum status store_admits_name(struct store *store, const char *name, struct error *err)
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

static struct value text_or_null(const char *text)
{
	return *text ? TEXT(text) : NO_VALUE;
}

static struct value statistic_value(int statistic)
{
	return statistic == STATISTIC_UNKNOWN ? NO_VALUE : TEXT(statistic_names[statistic]);
}

static enum status add_run(struct store *store, const struct run_begin *run, int64_t *id, struct error *err)
{
	const struct purpose *p = run->purpose;
	const struct value values[] = {TEXT(run->name),
				       TEXT(purpose_names[p->kind]),
				       text_or_null(p->model),
				       text_or_null(p->method),
				       text_or_null(p->operation),
				       text_or_null(p->algorithm),
				       TEXT(p->variant),
				       TEXT(p->title),
				       statistic_value(run->statistic),
				       TEXT(run->circumstances->started)};
	enum status status = sql_execute(store, SQL_RUN_INSERT, values, 10, err);

	*id = sqlite3_last_insert_rowid(store->db);
	return status;
}

enum status asked_write(struct store *store, int64_t run, const struct asked *asked, struct error *err)
{
	const struct size_list *sizes = &asked->sizes;
	enum status status = OK;

	for (size_t i = 0; !status && i < asked->n; i++) {
		const struct run_option *option = &asked->options[i];
		const struct value values[] = {INTEGER(run), TEXT(option->key), TEXT(option->value),
					       INTEGER(option->resume)};

		status = sql_execute(store, SQL_OPTION_INSERT, values, 4, err);
	}
	for (size_t i = 0; !status && i < sizes->n; i++) {
		const char *role = !sizes->adaptive ? "listed" : i == 0 ? "least" : "most";
		const struct value values[] = {INTEGER(run), SIZE(sizes->bytes[i]), TEXT(role)};

		status = sql_execute(store, SQL_SIZE_INSERT, values, 3, err);
	}
	return status;
}

enum status store_begin(struct store *store, const struct run_begin *run, int64_t *id, struct error *err)
{
	int64_t added = 0;
	enum status status = transaction_begin(store, err);

	if (status)
		return status;
	if (run->name)
		status = store_admits_name(store, run->name, err);
	if (!status)
		status = add_run(store, run, &added, err);
	if (!status && run->asked)
		status = asked_write(store, added, run->asked, err);
	if (!status)
		status = circumstances_write(store, added, run->circumstances, err);
	status = transaction_end(store, status, err);
	if (!status)
		*id = added;
	return status;
}

/* Looks for the point, or adds it first. */
static enum status point_of(struct store *store, int64_t run, const struct experiment *what, bool add, int64_t *id,
			    bool *found, struct error *err)
{
	char setup[SETUP_TEXT_MOST];
	const struct value point[] = {INTEGER(run),        TEXT(experiment_name(what->kind)),
				      INTEGER(what->from), INTEGER(what->to),
				      SIZE(what->bytes),   SIZE(what->reply_bytes),
				      SIZE(what->count),   TEXT(setup_format(&what->setup, setup))};
	enum status status = add ? sql_insert_for_run(store, SQL_POINT_INSERT, run, point, 8, err) : OK;

	return status ? status : sql_integer(store, SQL_POINT_FIND, point, 8, id, found, err);
}

static enum status add_batch(struct store *store, int64_t run, const struct experiment *what, int64_t *batch,
			     struct error *err)
{
	int64_t id;
	bool found;
	enum status status = point_of(store, run, what, true, &id, &found, err);

	if (!status && !found)
		status = store_damaged(store, "a point that was added is not there", err);
	if (!status) {
		const struct value values[] = {INTEGER(id), SIZE(what->loop), SIZE(what->warmup), REAL(what->delay)};

		status = sql_execute(store, SQL_BATCH_INSERT, values, 4, err);
	}
	*batch = sqlite3_last_insert_rowid(store->db);
	return status;
}

static struct value state_value(int state)
{
	return state == STATE_NONE ? NO_VALUE : INTEGER(state);
}

static enum status add_observation(struct store *store, const struct experiment *what, int64_t batch, size_t number,
				   const struct observation *o, struct error *err)
{
	bool known = o->level > 0;
	const struct value values[] = {INTEGER(batch),
				       SIZE(number),
				       REAL(o->at),
				       REAL(o->seconds),
				       REAL(o->send_seconds),
				       known ? state_value(o->state_before) : NO_VALUE,
				       known ? state_value(o->state_after) : NO_VALUE,
				       known || o->before > 0 ? REAL(o->level) : NO_VALUE};

	if (!observation_is_possible(what, o))
		return error_set(err, ERR_INPUT,
				 "observation %zu of a batch for the store '%s' has a time that cannot be: %g s (%g s "
				 "in send calls, at %g s)",
				 number, store->path, o->seconds, o->send_seconds, o->at);
	return sql_execute(store, SQL_OBSERVATION_INSERT, values, 8, err);
}

enum status store_append(struct store *store, int64_t run, const struct experiment *what,
			 const struct observation *observations, size_t n, struct error *err)
{
	int64_t batch;
	enum status status;

	if (!n)
		return OK;
	if ((size_t)what->kind >= EXPERIMENT_KINDS || !(what->delay >= 0))
		return error_set(err, ERR_INPUT,
				 "a batch for the store '%s' is of an experiment of unknown kind or delay",
				 store->path);
	if (experiment_check(what, err) != OK)
		return ERR_INPUT;
	status = transaction_begin(store, err);
	if (status)
		return status;
	status = add_batch(store, run, what, &batch, err);
	for (size_t i = 0; !status && i < n; i++)
		status = add_observation(store, what, batch, i, &observations[i], err);
	return transaction_end(store, status, err);
}

/* Where an observation is: its batch and its number in it. */
struct observation_place {
	int64_t batch, number;
};

/* The places of the n newest observations of the point that have a level, in places, the newest first. */
static enum status find_tracked(struct store *store, int64_t point, size_t n, struct observation_place *places,
				struct error *err)
{
	const struct value values[] = {INTEGER(point), SIZE(n)};
	sqlite3_stmt *row = store->statements[SQL_OBSERVATIONS_TRACKED];
	size_t found = 0;
	bool more = true;
	enum status status = sql_bind(store, SQL_OBSERVATIONS_TRACKED, values, 2, err);

	while (!status && found < n && !(status = sql_step(store, SQL_OBSERVATIONS_TRACKED, &more, err)) && more)
		places[found++] =
			(struct observation_place){sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)};
	sql_reset(store, SQL_OBSERVATIONS_TRACKED);
	return !status && found < n ? store_damaged(store, "observations that were added are not there", err) : status;
}

static enum status mark_point(struct store *store, int64_t point, const struct observation *observations, size_t n,
			      struct error *err)
{
	struct observation_place *places = malloc((n + 1) * sizeof(*places));
	enum status status = places ? find_tracked(store, point, n, places, err) : error_memory(err, "observations");

	for (size_t i = 0; !status && i < n; i++) {
		const struct observation *o = &observations[i];
		const struct observation_place *place = &places[n - 1 - i];
		const struct value values[] = {INTEGER(place->batch), INTEGER(place->number),
					       state_value(o->state_before), state_value(o->state_after),
					       REAL(o->level)};

		status = sql_execute(store, SQL_OBSERVATION_MARK, values, 5, err);
	}
	free(places);
	return status;
}

enum status store_mark(struct store *store, int64_t run, const struct experiment *what,
		       const struct observation *observations, size_t n, struct error *err)
{
	int64_t point = 0;
	bool found;
	enum status status = transaction_begin(store, err);

	if (status)
		return status;
	status = point_of(store, run, what, false, &point, &found, err);
	if (!status && !found)
		status = store_damaged(store, "a point that was added is not there", err);
	if (!status)
		status = mark_point(store, point, observations, n, err);
	return transaction_end(store, status, err);
}

enum status store_part(struct store *store, int64_t run, const char *part, double seconds, size_t messages,
		       struct error *err)
{
	const struct value values[] = {INTEGER(run), TEXT(part), REAL(seconds), SIZE(messages)};
	enum status status;

	if (!(seconds >= 0))
		return error_set(err, ERR_INPUT, "the time of part '%s' for the store '%s' is not one: %g s", part,
				 store->path, seconds);
	status = transaction_begin(store, err);
	return status ? status
		      : transaction_end(store, sql_insert_for_run(store, SQL_PART_INSERT, run, values, 4, err), err);
}

enum status store_note(struct store *store, int64_t run, enum note_severity severity, enum note_subject subject,
		       const char *text, struct error *err)
{
	const struct value values[] = {INTEGER(run), TEXT(severity_words[severity]), TEXT(subject_words[subject]),
				       TEXT(text)};
	enum status status = transaction_begin(store, err);

	return status ? status
		      : transaction_end(store, sql_insert_for_run(store, SQL_NOTE_INSERT, run, values, 4, err), err);
}

/* A statement that changes the row of this run, by a value unless it is NULL. */
static enum status change_run(struct store *store, enum statement statement, int64_t run, const struct value *value,
			      struct error *err)
{
	const struct value values[] = {INTEGER(run), value ? *value : NO_VALUE};
	enum status status = transaction_begin(store, err);

	if (status)
		return status;
	status = sql_execute(store, statement, values, value ? 2 : 1, err);
	if (!status && sqlite3_changes(store->db) == 0)
		status = no_run(store, run, err);
	return transaction_end(store, status, err);
}

enum status store_delete(struct store *store, int64_t run, struct error *err)
{
	return change_run(store, SQL_RUN_DELETE, run, NULL, err);
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
	return change_run(store, SQL_RUN_END, run, NULL, err);
}

enum status store_set_statistic(struct store *store, int64_t run, int statistic, struct error *err)
{
	const struct value value = statistic_value(statistic);

	return change_run(store, SQL_SET_STATISTIC, run, &value, err);
}

enum status store_set_machine(struct store *store, int64_t run, enum machine_verdict verdict, struct error *err)
{
	const struct value value = verdict == MACHINE_UNKNOWN ? NO_VALUE : TEXT(machine_words[verdict - MACHINE_SAME]);

	return change_run(store, SQL_SET_MACHINE, run, &value, err);
}

enum status store_set_switch(struct store *store, int64_t run, size_t switch_size, struct error *err)
{
	return change_run(store, SQL_SET_SWITCH, run, &SIZE(switch_size), err);
}
