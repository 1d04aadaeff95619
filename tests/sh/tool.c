/*
 * What shell scripts cannot do where sqlite3 is not installed. Arguments of sonde_test_tool:
 *
 * - runs STORE: a store's runs, a line each: name|title|ended or killed|batches|observations
 * - disturb STORE RUN: makes the run one that was interrupted, on a machine that warmed up and changed its speed for
 *   some time again and again: the first five timings of each point are 30 % longer, every other twenty 10 %
 * - sql FILE: runs what standard input says, in SQL without the checks of the tables; prints rows as a|b
 * - foreign FILE: makes an SQLite file that is no store
 * - commits WAL: how many transactions a write-ahead log holds, as a process that is killed now would leave it
 *
 * It has nothing of sonde in it, and no sanitizer: scripts start it again and again, to wait for something.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "sonde_test_tool: %s: %s\n", what, why);
	return EXIT_FAILURE;
}

static int print_row(void *unused, int n, char **values, char **names)
{
	(void)unused, (void)names;
	for (int i = 0; i < n; i++)
		printf("%s%s", values[i] ? values[i] : "", i + 1 < n ? "|" : "\n");
	return 0;
}

static int execute(const char *path, int flags, const char *sql)
{
	sqlite3 *db = NULL;
	int code = sqlite3_open_v2(path, &db, flags, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_exec(db, sql, print_row, NULL, NULL);
	if (code != SQLITE_OK)
		complain(path, sqlite3_errmsg(db));
	sqlite3_close(db);
	return code == SQLITE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int runs(const char *path)
{
	return execute(path, SQLITE_OPEN_READWRITE,
		       "SELECT name, title, CASE WHEN ended IS NULL THEN 'killed' ELSE 'ended' END, "
		       "(SELECT count(*) FROM points p JOIN batches b ON b.point = p.id WHERE p.run = r.id), (SELECT "
		       "count(*) FROM timings t WHERE t.run = r.id) FROM runs r ORDER BY id");
}

static int disturb(const char *path, const char *run)
{
	static const char statements[] =
		"WITH places AS (SELECT o.batch, o.number, row_number() OVER (PARTITION BY b.point ORDER BY o.batch, "
		"o.number) - 1 AS place FROM observations o JOIN batches b ON b.id = o.batch JOIN points p ON p.id = "
		"b.point JOIN runs r ON r.id = p.run WHERE r.name = %Q) UPDATE observations SET seconds = seconds * "
		"(SELECT 1 + CASE WHEN place < 5 THEN 0.3 ELSE 0 END + CASE WHEN place / 20 %% 2 THEN 0.1 ELSE 0 END "
		"FROM places WHERE places.batch = observations.batch AND places.number = observations.number) WHERE "
		"EXISTS (SELECT 1 FROM places WHERE places.batch = observations.batch AND places.number = "
		"observations.number); UPDATE runs SET ended = NULL WHERE name = %Q";
	char *sql = sqlite3_mprintf(statements, run, run);
	int code = sql ? execute(path, SQLITE_OPEN_READWRITE, sql) : EXIT_FAILURE;

	sqlite3_free(sql);
	return code;
}

/* What standard input says, in SQL; without the checks of the tables, so that a store can be damaged. */
static int sql(const char *path)
{
	static char text[1 << 20] = "PRAGMA ignore_check_constraints = ON;";
	size_t begin = strlen(text), n = fread(text + begin, 1, sizeof(text) - begin - 1, stdin);

	text[begin + n] = '\0';
	return execute(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, text);
}

static int foreign(const char *path)
{
	return execute(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
		       "CREATE TABLE addresses (name TEXT, street TEXT)");
}

static unsigned long number(const unsigned char *bytes)
{
	return (unsigned long)bytes[0] << 24 | (unsigned long)bytes[1] << 16 | (unsigned long)bytes[2] << 8 | bytes[3];
}

/* sqlite.org/fileformat.html, section 4.1: a frame that ends a transaction says how large the database is after it;
 * frames of an older log have other salts. */
static int commits(const char *path)
{
	enum { LOG_HEADER = 32, FRAME_HEADER = 24, SALTS = 8 };
	unsigned char log[LOG_HEADER], frame[FRAME_HEADER];
	FILE *file = fopen(path, "rb");
	unsigned long page, n = 0;

	if (!file || fread(log, LOG_HEADER, 1, file) != 1) {
		if (file)
			fclose(file);
		puts("0");
		return EXIT_SUCCESS;
	}
	page = number(log + 8);
	while (fread(frame, FRAME_HEADER, 1, file) == 1 && memcmp(frame + 8, log + 16, SALTS) == 0 &&
	       fseek(file, (long)page - 1, SEEK_CUR) == 0 && getc(file) != EOF)
		n += number(frame + 4) != 0;
	fclose(file);
	printf("%lu\n", n);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (strcmp(what, "disturb") == 0 && argc == 4)
		return disturb(argv[2], argv[3]);
	if (strcmp(what, "runs") == 0)
		return runs(argv[2]);
	if (strcmp(what, "sql") == 0)
		return sql(argv[2]);
	if (strcmp(what, "foreign") == 0)
		return foreign(argv[2]);
	if (strcmp(what, "commits") == 0)
		return commits(argv[2]);
	return complain(argv[0], "runs STORE, disturb STORE RUN, sql FILE, foreign FILE or commits WAL");
}
