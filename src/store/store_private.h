#ifndef SONDE_STORE_PRIVATE_H
#define SONDE_STORE_PRIVATE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/error.h"
#include "sample/asked.h"
#include "sample/circumstances.h"

/* What the files of this folder share; no other folder includes it. All of it is Local; texts are UTF-8, sizes bytes,
 * times seconds; errors are ERR_IO, ERR_INPUT (the file is not a sound store), ERR_MEMORY. */

#define SCHEMA_VERSION 4 /* user_version in schema.sql */
#define OLD_VERSION 2    /* the oldest that can be migrated */

/* The prepared statements; their text is in store_sql.c. */
enum statement {
	SQL_BEGIN,
	SQL_COMMIT,
	SQL_ROLLBACK,
	SQL_RUN_NAMED,
	SQL_RUN_INSERT,
	SQL_RUN_END,
	SQL_RUN_FIND,
	SQL_RUN_NEWEST,
	SQL_RUNS,
	SQL_CIRCUMSTANCE_INSERT,
	SQL_CIRCUMSTANCE_SET,
	SQL_CIRCUMSTANCES,
	SQL_POINT_INSERT,
	SQL_POINT_FIND,
	SQL_BATCH_INSERT,
	SQL_OBSERVATION_INSERT,
	SQL_OBSERVATIONS_TRACKED,
	SQL_OBSERVATION_MARK,
	SQL_TIMINGS,
	SQL_PART_INSERT,
	SQL_PARTS,
	SQL_NOTE_INSERT,
	SQL_NOTES,
	SQL_OPTION_INSERT,
	SQL_OPTIONS,
	SQL_SIZE_INSERT,
	SQL_SIZES,
	SQL_SET_STATISTIC,
	SQL_SET_MACHINE,
	SQL_SET_SWITCH,
	SQL_STATE_SET,
	SQL_STATES,
	SQL_LEVELS_DELETE,
	SQL_LEVEL_INSERT,
	SQL_LEVELS,
	SQL_THRESHOLDS_DELETE,
	SQL_THRESHOLDS_INSERT,
	SQL_THRESHOLDS,
	SQL_ESCALATION_INSERT,
	SQL_ESCALATIONS,
	SQL_EVALUATION_INSERT,
	SQL_EVALUATION,
	SQL_EVALUATED_MODEL_INSERT,
	SQL_EVALUATED_MODELS,
	SQL_EVALUATED_OPERATION_INSERT,
	SQL_EVALUATED_OPERATIONS,
	SQL_EVALUATED_SIZE_INSERT,
	SQL_EVALUATED_SIZES,
	SQL_EVALUATION_COST_INSERT,
	SQL_EVALUATION_COSTS,
	SQL_COUNT_POINTS,
	SQL_COUNT_OBSERVATIONS,
	SQL_RUN_DELETE,
	SQL_STATEMENTS
};

struct store {
	sqlite3 *db;
	char *path;
	bool accepted;  /* it is a store, of a version that we know */
	bool writable;  /* a write has succeeded: the journal mode is set and the file is ours alone */
	bool copied;    /* db is a migrated copy of the file, which is only read */
	time_t emptied; /* when store_write.c last emptied the log or first committed, in s of CLOCK_MONOTONIC; 0: not
			   yet */
	sqlite3_stmt *statements[SQL_STATEMENTS];
};

/* A value to bind to a statement. */
struct value {
	enum { VALUE_NULL, VALUE_TEXT, VALUE_INTEGER, VALUE_SIZE, VALUE_REAL } type;
	const char *text; /* or NULL */
	int64_t integer;
	size_t size;
	double real; /* NAN is stored as NULL */
};

#define NO_VALUE ((struct value){.type = VALUE_NULL})
#define TEXT(x) ((struct value){.type = VALUE_TEXT, .text = (x)})
#define INTEGER(x) ((struct value){.type = VALUE_INTEGER, .integer = (x)})
#define SIZE(x) ((struct value){.type = VALUE_SIZE, .size = (x)})
#define REAL(x) ((struct value){.type = VALUE_REAL, .real = (x)})

/* Prepares all statements that are not prepared yet. ERR_INPUT if the schema is not the one that they need. */
enum status sql_prepare(struct store *store, struct error *err);

/* Binds the n values, from the first parameter on. ERR_INPUT for a size of 2^63 or more. The values' texts must stay
 * until sql_reset. */
enum status sql_bind(struct store *store, enum statement statement, const struct value *values, int n,
		     struct error *err);

/* The next row of a bound statement: *row is false after the last one. */
enum status sql_step(struct store *store, enum statement statement, bool *row, struct error *err);

/* Ends a statement that was stepped, so that it can be bound again. */
void sql_reset(struct store *store, enum statement statement);

/* sql_bind, sql_step and sql_reset for a statement whose rows do not matter. */
enum status sql_execute(struct store *store, enum statement statement, const struct value *values, int n,
			struct error *err);

/* The integer in the first column of the first row; *found is false if there is no row. */
enum status sql_integer(struct store *store, enum statement statement, const struct value *values, int n,
			int64_t *integer, bool *found, struct error *err);

/* A column of the current row: a copied text (NULL for NULL); a size, ERR_INPUT if it is none. */
enum status sql_text(struct store *store, enum statement statement, int column, char **text, struct error *err);

/* sql_text of a column that must not be NULL: ERR_INPUT then. */
enum status sql_needed_text(struct store *store, enum statement statement, int column, char **text, struct error *err);
enum status sql_size(struct store *store, enum statement statement, int column, size_t *size, struct error *err);

/* Keeps what SQLite last complained about, in words of the user. */
enum status sql_failed(struct store *store, struct error *err);

/* Keeps that the store holds what it must not: what names it. */
enum status store_damaged(struct store *store, const char *what, struct error *err);

/* Makes sure that the store can be written, once: takes the file and sets the journal mode. */
enum status store_make_writable(struct store *store, struct error *err);

/* Begins a transaction, and makes sure that the store can be written. transaction_end commits if status is OK, else (or
 * if that fails) undoes everything since. */
enum status transaction_begin(struct store *store, struct error *err);
enum status transaction_end(struct store *store, enum status status, struct error *err);

/* sql_execute for an insertion whose only reference to another row is the run: ERR_INPUT if it is not there. */
enum status sql_insert_for_run(struct store *store, enum statement statement, int64_t run, const struct value *values,
			       int n, struct error *err);

/* Calls take for each row of a statement with the run as its only value. */
enum status sql_each(struct store *store, enum statement statement, int64_t run,
		     enum status (*take)(struct store *store, void *context, struct error *err), void *context,
		     struct error *err);

/* A column of the current row: a finite number; a number that may also be NULL (then NAN). ERR_INPUT if it is none. */
enum status sql_number(struct store *store, enum statement statement, int column, double *number, struct error *err);
enum status sql_number_or_null(struct store *store, enum statement statement, int column, double *number,
			       struct error *err);

/* The index among names, NULL-terminated, of the word in a column of the current row, -1 for NULL. ERR_INPUT for
 * another word, with what it is called and the run. */
enum status sql_word(struct store *store, enum statement statement, int column, const char *const *names,
		     const char *what, int64_t run, int *index, struct error *err);

/* sql_word of a column that must not be NULL: ERR_INPUT then. */
enum status sql_needed_word(struct store *store, enum statement statement, int column, const char *const *names,
			    const char *what, int64_t run, int *index, struct error *err);

/* Keeps that there is no such run. */
enum status no_run(struct store *store, int64_t run, struct error *err);

/* Keeps that a run holds what it must not. */
enum status run_damaged(struct store *store, int64_t run, struct error *err, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Adds what the user asked for, as part of the caller's transaction. */
enum status asked_write(struct store *store, int64_t run, const struct asked *asked, struct error *err);

/* Makes what schema.sql has and the database lacks, as part of the caller's transaction. */
enum status store_make_schema(struct store *store, struct error *err);

/* Brings a database of this earlier version to the present one, in one transaction. */
enum status store_migrate(struct store *store, int version, struct error *err);

/* The words of the store's enumerations, NULL-terminated, by value. */
extern const char *const machine_words[], *const severity_words[], *const subject_words[], *const part_words[];

/* The circumstances of a run, as rows. Writing is part of the caller's transaction; reading fills in a zero-initialised
 * struct. */
enum status circumstances_write(struct store *store, int64_t run, const struct circumstances *c, struct error *err);
enum status circumstances_read(struct store *store, int64_t run, struct circumstances *c, struct error *err);

#endif
