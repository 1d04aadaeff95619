#include "store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "store/schema.h"
#include "store/store_private.h"

#define APPLICATION_ID 0x536f6e64u /* "Sond", as in schema.sql */
#define HEADER_BYTES 100           /* of an SQLite file: sqlite.org/fileformat.html, section 1.3 */
#define BUSY_MILLISECONDS 1000     /* enough for another command that only lists */
#define QUOTE(x) #x
#define QUOTE_VALUE(x) QUOTE(x)

/*
 * What is committed survives that sonde is killed. The log is emptied into the file at 4000 pages, 16 MB: each time the
 * disk is waited for three times, and SQLite's 1000 pages are 300 batches. store_write.c empties it every ten seconds
 * as well.
 */
#define SETTINGS "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000; PRAGMA foreign_keys = ON"

/* SQLite's last cause is ENOENT for both a folder that is not there and one that is read-only. */
static bool folder_exists(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = memory_text(slash ? path : "./");
	bool exists;

	if (folder && slash)
		folder[slash - path + 1] = '\0';
	exists = folder && access(folder, F_OK) == 0;
	free(folder);
	return exists;
}

static enum status open_file(struct store *store, int create, struct error *err)
{
	int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
	int cause;

	if (!*store->path)
		return error_set(err, ERR_INPUT, "the store's path is empty: give it a file name");
	if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK) {
		if (!store->db || sqlite3_errcode(store->db) == SQLITE_NOMEM)
			return error_memory(err, "the store");
		cause = sqlite3_system_errno(store->db);
		if (cause == ENOENT && create)
			return error_set(err, ERR_IO, "cannot make the store '%s': its folder %s", store->path,
					 folder_exists(store->path) ? "is read-only for you" : "is not there");
		if (cause == ENOENT)
			return error_set(err, ERR_IO, "there is no store '%s'", store->path);
		return error_set(err, ERR_IO, "cannot open the store '%s': %s", store->path,
				 cause ? strerror(cause) : sqlite3_errmsg(store->db));
	}
	if (create && sqlite3_db_readonly(store->db, "main"))
		return error_set(err, ERR_IO, "cannot write to the store '%s': the file is read-only for you",
				 store->path);
	return OK;
}

static unsigned header_number(const unsigned char *bytes)
{
	return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

/*
 * Whether the file is a store of ours or empty. It is read past SQLite, which would recover and checkpoint a foreign
 * database before it tells us what it is; and through SQLite's own descriptor, because closing another one would drop
 * the locks of this process.
 */
static enum status check_header(struct store *store, bool *empty, struct error *err)
{
	unsigned char header[HEADER_BYTES];
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;
	int code = sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);

	if (code == SQLITE_OK && file->pMethods)
		code = file->pMethods->xFileSize(file, &size);
	*empty = size == 0;
	if (code == SQLITE_OK && size >= HEADER_BYTES)
		code = file->pMethods->xRead(file, header, sizeof(header), 0);
	if (code != SQLITE_OK)
		return error_set(err, ERR_IO, "cannot read the store '%s': %s", store->path, sqlite3_errstr(code));
	if (*empty)
		return OK;
	if (size < HEADER_BYTES || memcmp(header, "SQLite format 3", 16) != 0)
		return error_set(err, ERR_INPUT, "'%s' is not an SQLite file, so it is no store of sonde", store->path);
	if (header_number(header + 68) != APPLICATION_ID)
		return error_set(err, ERR_INPUT,
				 "'%s' is an SQLite file of another program (application id 0x%08x), no store of sonde",
				 store->path, header_number(header + 68));
	if (header_number(header + 60) > SCHEMA_VERSION)
		return error_set(err, ERR_INPUT,
				 "the store '%s' has schema version %u, but this sonde knows versions up to %d: use a "
				 "newer sonde",
				 store->path, header_number(header + 60), SCHEMA_VERSION);
	if (header_number(header + 60) == 0)
		return store_damaged(store, "it has no schema version", err);
	if (header_number(header + 60) < OLD_VERSION)
		return error_set(err, ERR_INPUT,
				 "the store '%s' is of schema version %u, from before setups were kept; this sonde "
				 "reads versions %d to %d: use another store",
				 store->path, header_number(header + 60), OLD_VERSION, SCHEMA_VERSION);
	return OK;
}

static enum status execute_text(struct store *store, const char *sql, struct error *err)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? OK : sql_failed(store, err);
}

enum status store_make_schema(struct store *store, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; !status && schema_sql[i]; i++)
		status = execute_text(store, schema_sql[i], err);
	return status;
}

/* The first access under SQLite's locks: it recovers what a killed process left behind. */
static enum status recover(struct store *store, struct error *err)
{
	int code = sqlite3_exec(store->db, "PRAGMA schema_version", NULL, NULL, NULL) & 0xff;

	if (code == SQLITE_OK)
		return OK;
	if (code == SQLITE_BUSY || code == SQLITE_CORRUPT)
		return sql_failed(store, err);
	if (sqlite3_db_readonly(store->db, "main") || code == SQLITE_READONLY || code == SQLITE_CANTOPEN)
		return error_set(err, ERR_IO,
				 "the store '%s' was left by a process that was killed, and cannot be repaired because "
				 "the file or its folder is read-only: copy it, "
				 "together with '%s-wal' or '%s-journal', to where you may write",
				 store->path, store->path, store->path);
	return sql_failed(store, err);
}

static enum status make_schema(struct store *store, struct error *err)
{
	bool empty;
	enum status status = execute_text(store, "BEGIN EXCLUSIVE", err);

	if (status)
		return status;
	/* Another process may have made it while we waited. */
	status = check_header(store, &empty, err);
	if (!status && empty)
		status = store_make_schema(store, err);
	if (!status)
		status = execute_text(store, "COMMIT", err);
	if (status)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}

/* The version of the schema, under SQLite's locks. */
static enum status find_version(struct store *store, int *version, struct error *err)
{
	sqlite3_stmt *pragma;
	enum status status = OK;

	if (sqlite3_prepare_v2(store->db, "PRAGMA user_version", -1, &pragma, NULL) != SQLITE_OK)
		return sql_failed(store, err);
	if (sqlite3_step(pragma) == SQLITE_ROW)
		*version = sqlite3_column_int(pragma, 0);
	else
		status = sql_failed(store, err);
	sqlite3_finalize(pragma);
	return status;
}

/* Takes a copy, in a file of SQLite's own that ends with the process, in the place of the file, which is closed. */
static enum status take_copy(struct store *store, struct error *err)
{
	sqlite3 *copy = NULL;
	sqlite3_backup *backup = NULL;
	int code = sqlite3_open_v2("", &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
	enum status status = OK;

	if (code == SQLITE_OK)
		backup = sqlite3_backup_init(copy, "main", store->db, "main");
	if (!backup || sqlite3_backup_step(backup, -1) != SQLITE_DONE)
		status = error_set(err, ERR_IO, "the store '%s' cannot be copied to be read: %s", store->path,
				   copy ? sqlite3_errmsg(copy) : sqlite3_errstr(code));
	sqlite3_backup_finish(backup);
	if (status) {
		sqlite3_close(copy);
		return status;
	}
	sqlite3_close(store->db);
	store->db = copy;
	store->copied = true;
	return OK;
}

/* Brings a store of an earlier version to this one: itself if it is written, else a copy. */
static enum status bring_up(struct store *store, int create, struct error *err)
{
	int version = SCHEMA_VERSION;
	enum status status = find_version(store, &version, err);

	if (status || version >= SCHEMA_VERSION)
		return status;
	if (!create)
		status = take_copy(store, err);
	return status ? status : store_migrate(store, version, err);
}

static enum status open_store(struct store *store, int create, struct error *err)
{
	bool empty;
	enum status status = open_file(store, create, err);

	if (!status)
		status = check_header(store, &empty, err);
	if (status)
		return status;
	sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
	/* Before the first access: only then does a write-ahead log do without shared memory, which network file
	 * systems do not have. */
	status = execute_text(store, "PRAGMA locking_mode = EXCLUSIVE", err);
	if (!status && !empty) {
		status = recover(store, err);
		/* A store whose making was killed is empty after that. */
		if (!status)
			status = check_header(store, &empty, err);
	}
	if (!status && empty)
		status = create ? make_schema(store, err)
				: error_set(err, ERR_INPUT, "'%s' is empty: there is no store in it", store->path);
	if (!status)
		status = bring_up(store, create, err);
	if (!status)
		status = execute_text(store, SETTINGS, err);
	if (!status)
		status = sql_prepare(store, err);
	store->accepted = !status;
	if (!status && create)
		status = store_make_writable(store, err);
	return status;
}

/* Sets the journal mode to WAL if SQLite lets us. */
static int set_wal(struct store *store, bool *set)
{
	sqlite3_stmt *pragma;
	int code = sqlite3_prepare_v2(store->db, "PRAGMA journal_mode = WAL", -1, &pragma, NULL);

	*set = code == SQLITE_OK && sqlite3_step(pragma) == SQLITE_ROW &&
	       strcmp((const char *)sqlite3_column_text(pragma, 0), "wal") == 0;
	return sqlite3_finalize(pragma);
}

static void close_database(struct store *store)
{
	for (size_t i = 0; i < SQL_STATEMENTS; i++) {
		sqlite3_finalize(store->statements[i]);
		store->statements[i] = NULL;
	}
	/* One file without a log, which can be copied, and read where nothing can be written. A database that was
	 * refused is left as it is. */
	if (store->accepted)
		sqlite3_exec(store->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
	sqlite3_close(store->db);
	store->db = NULL;
}

/* The file itself, in the place of the copy that was read. */
static enum status reopen(struct store *store, struct error *err)
{
	close_database(store);
	store->accepted = store->copied = false;
	return open_store(store, 1, err);
}

enum status store_make_writable(struct store *store, struct error *err)
{
	bool wal;
	enum status status = OK;

	if (store->writable)
		return OK;
	if (store->copied)
		return reopen(store, err);
	if ((set_wal(store, &wal) & 0xff) == SQLITE_BUSY)
		return sql_failed(store, err);
	if (!wal)
		status = execute_text(store, "PRAGMA journal_mode = TRUNCATE", err);
	/* A write that changes nothing shows now, not after the first measurement, whether the file is ours alone and
	 * can be written. */
	if (!status)
		status = execute_text(
			store, "BEGIN EXCLUSIVE; PRAGMA user_version = " QUOTE_VALUE(SCHEMA_VERSION) "; COMMIT", err);
	if (status)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	store->writable = !status;
	return status;
}

struct store *store_open(const char *path, int create, struct error *err)
{
	struct store *store = calloc(1, sizeof(*store));

	if (store)
		store->path = memory_text(path);
	if (!store || !store->path) {
		error_memory(err, "the store");
		free(store);
		return NULL;
	}
	if (open_store(store, create, err)) {
		store_close(store);
		return NULL;
	}
	return store;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	close_database(store);
	free(store->path);
	free(store);
}
