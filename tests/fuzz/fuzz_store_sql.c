#include "fuzz_store.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

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

static sqlite3 *open_database(void)
{
	sqlite3 *db = NULL;

	FUZZ_REQUIRE(sqlite3_open(fuzz_store_path(), &db) == SQLITE_OK, "SQLite cannot open the store");
	sqlite3_exec(db, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON",
		     NULL, NULL, NULL);
	return db;
}

void fuzz_store_change(const char *sql)
{
	sqlite3 *db = open_database();

	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_MOST);
	sqlite3_set_authorizer(db, authorise, NULL);
	sqlite3_progress_handler(db, STEPS_MOST, too_long, NULL);
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	FUZZ_REQUIRE(sqlite3_close(db) == SQLITE_OK, "SQLite cannot close the store");
}

/* Takes constraints away that would keep rows from being wrong: another program need not have them. */
static void loosen(void)
{
	sqlite3 *db = open_database();

	FUZZ_REQUIRE(sqlite3_exec(db,
				  "PRAGMA writable_schema = ON; "
				  "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'; "
				  "DROP INDEX circumstances_of_run",
				  NULL, NULL, NULL) == SQLITE_OK,
		     "the schema cannot be loosened: %s", sqlite3_errmsg(db));
	FUZZ_REQUIRE(sqlite3_close(db) == SQLITE_OK, "SQLite cannot close the store");
}

static void *read_bytes(const char *path, size_t *size)
{
	FILE *in = fopen(path, "rb");
	char *bytes;

	FUZZ_REQUIRE(in && fseek(in, 0, SEEK_END) == 0, "%s is not there", path);
	*size = (size_t)ftell(in);
	rewind(in);
	bytes = malloc(*size + 1);
	FUZZ_REQUIRE(bytes && fread(bytes, 1, *size, in) == *size, "%s cannot be read", path);
	fclose(in);
	return bytes;
}

void *fuzz_store_read(const char *path, size_t *size)
{
	void *bytes = read_bytes(path, size);

	fuzz_store_file(bytes, *size);
	free(bytes);
	loosen();
	bytes = read_bytes(fuzz_store_path(), size);
	fuzz_store_remove();
	return bytes;
}

void fuzz_store_sound(const void *bytes, size_t size)
{
	struct error err = {0};
	struct store *store;
	struct run *runs = NULL;
	struct asked asked = {0};
	size_t n = 0;

	fuzz_store_file(bytes, size);
	store = store_open(fuzz_store_path(), 0, &err);
	FUZZ_REQUIRE(store && store_runs(store, &runs, &n, &err) == OK && n > 0, "the sound store: %s", err.text);
	for (size_t i = 0; i < n; i++) {
		struct campaign campaign = {0};

		FUZZ_REQUIRE(store_load(store, runs[i].id, &campaign, &err) == OK && campaign.n > 0 &&
				     store_asked(store, runs[i].id, &asked, &err) == OK,
			     "run %zu of the sound store: %s", i, err.text);
		asked_release(&asked);
		campaign_release(&campaign);
		run_release(&runs[i]);
	}
	free(runs);
	store_close(store);
	fuzz_store_remove();
}

static void add_run(struct store *store, const char *name, const struct circumstances *circumstances)
{
	const struct experiment whats[] = {
		{.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 1024, .reply_bytes = 8, .count = 1, .loop = 10},
		{.kind = EXPERIMENT_COLLECTIVE,
		 .bytes = 64,
		 .count = 1,
		 .loop = 1,
		 .warmup = 2,
		 .setup = {.collective = "bcast", .algorithm = "binomial", .order = "1,0"}},
	};
	const struct observation observations[] = {
		{.at = 1, .seconds = 2e-6, .send_seconds = 1e-6, .state_after = 1, .level = 1e-6},
		{.at = 2, .seconds = 3e-6, .send_seconds = NAN}};
	struct error err = {0};
	int64_t id;
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p");
	enum status status = store_begin(store,
					 &(struct run_begin){.name = name,
							     .purpose = &purpose,
							     .statistic = STATISTIC_UNKNOWN,
							     .circumstances = circumstances},
					 &id, &err);

	for (size_t i = 0; status == OK && i < sizeof(whats) / sizeof(whats[0]); i++)
		status = store_append(store, id, &whats[i], observations, 2, &err);
	if (status == OK)
		status = store_part(store, id, "warm-up", 0.5, 100, &err);
	if (status == OK)
		status = store_note(store, id, NOTE_WARNING, NOTE_MACHINE, "a note", &err);
	if (status == OK)
		status = store_set_machine(store, id, MACHINE_SAME, &err);
	FUZZ_REQUIRE(status == OK && store_end(store, id, &err) == OK, "a sound run is not written: %s", err.text);
}

void *fuzz_store_sample(size_t *size)
{
	char *hosts[] = {"a", "b"}, *bindings[] = {"0", "1"};
	const struct circumstances circumstances = {.platform = "synthetic",
						    .library = "none",
						    .processes = 2,
						    .hosts = hosts,
						    .bindings = bindings,
						    .clock_resolution = 1e-9,
						    .seed = 7,
						    .started = "2024-01-01T00:00:00Z"};
	struct error err = {0};
	struct store *store;

	fuzz_store_remove();
	store = store_open(fuzz_store_path(), 1, &err);
	FUZZ_REQUIRE(store, "no store can be made: %s", err.text);
	add_run(store, "first", &circumstances);
	add_run(store, NULL, &circumstances);
	store_close(store);
	return fuzz_store_read(fuzz_store_path(), size);
}
