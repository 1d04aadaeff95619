/*
 * Stores with rows that sonde has not written: the input is SQL, which changes a sound store before it is read. Only
 * rows are changed, and within limits of time and space; what SQLite refuses has no effect.
 */

#include "fuzz.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "fuzz_store.h"

enum { STEPS_MOST = 20000, VALUE_MOST = 10000 };

/* What a statement may do. */
static int authorise(void *context, int action, const char *a, const char *b, const char *c, const char *d)
{
	(void)context;
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	switch (action) {
	case SQLITE_INSERT:
	case SQLITE_UPDATE:
	case SQLITE_DELETE:
	case SQLITE_READ:
	case SQLITE_SELECT:
	case SQLITE_FUNCTION:
		return SQLITE_OK;
	default:
		return SQLITE_DENY;
	}
}

/* Ends a statement that takes so many steps. */
static int too_long(void *context)
{
	(void)context;
	return 1;
}

static void change_rows(const char *sql)
{
	sqlite3 *db = NULL;

	FUZZ_REQUIRE(sqlite3_open(fuzz_store_path(), &db) == SQLITE_OK, "SQLite cannot open the store");
	sqlite3_exec(db, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF", NULL, NULL, NULL);
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_MOST);
	sqlite3_set_authorizer(db, authorise, NULL);
	sqlite3_progress_handler(db, STEPS_MOST, too_long, NULL);
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	FUZZ_REQUIRE(sqlite3_close(db) == SQLITE_OK, "SQLite cannot close the store");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void *sample;
	static size_t sample_size;
	char *sql = fuzz_text(data, size);

	if (!sample)
		sample = fuzz_store_sample(&sample_size);
	fuzz_store_file(sample, sample_size);
	change_rows(sql);
	fuzz_store();
	fuzz_store_remove();
	free(sql);
	return 0;
}
