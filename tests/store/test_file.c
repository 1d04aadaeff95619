#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>

#include "place.h"
#include "store/store.h"

/* Refused, with a text that names the path and has all of the words. */
static void must_refuse(const char *path, int create, enum status status, const char *const *words)
{
	struct error err = {0};

	assert_null(store_open(path, create, &err));
	assert_int_equal(err.status, status);
	assert_non_null(strstr(err.text, path));
	for (; *words; words++) {
		if (!strstr(err.text, *words))
			fail_msg("\"%s\" does not say \"%s\"", err.text, *words);
	}
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void write_at(const char *path, long at, const void *bytes, size_t n)
{
	FILE *file = fopen(path, "r+b");

	if (!file)
		file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	assert_int_equal(fclose(file), 0);
}

static void a_closed_store_is_one_file(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);

	must_begin(store, NULL);
	assert_true(file_size(place->log) > 0);
	store_close(store);
	assert_int_equal(file_size(place->log), -1);
	assert_int_equal(file_size(place->journal), -1);
	store_close(NULL);
}

enum { BATCH = 7 };

/* Appends batches for ever and says after each how many there are. */
static void append_until_killed(const char *path, int pipe_end)
{
	struct circumstances none = {0};
	struct store *store = store_open(path, 1, NULL);
	int64_t id;

	if (!store || begin_run(store, "killed", &none, &id, NULL))
		_exit(1);
	for (size_t done = 0;; done++) {
		struct experiment what = roundtrip;
		struct observation batch[BATCH];

		what.bytes = done % 3;
		for (size_t i = 0; i < BATCH; i++)
			batch[i] = (struct observation){
				.at = (double)(done * BATCH + i), .seconds = 1, .send_seconds = NAN};
		if (store_append(store, id, &what, batch, BATCH, NULL) ||
		    write(pipe_end, &done, sizeof done) != sizeof done)
			_exit(1);
	}
}

static size_t kill_after(const char *path, size_t batches)
{
	int ends[2], status;
	size_t done = 0, acknowledged = 0;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		append_until_killed(path, ends[1]);
	}
	close(ends[1]);
	while (acknowledged < batches && read(ends[0], &done, sizeof done) == sizeof done)
		acknowledged = done + 1;
	kill(child, SIGKILL);
	while (read(ends[0], &done, sizeof done) == sizeof done)
		acknowledged = done + 1;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	return acknowledged;
}

/* 700 batches go past SQLite's first checkpoint of the log at 1000 pages, 1 is before it. */
static void a_killed_run_keeps_every_batch_that_was_acknowledged(void **state)
{
	static const size_t moments[] = {1, 40, 700};
	struct place *place = *state;

	for (size_t m = 0; m < sizeof moments / sizeof *moments; m++) {
		size_t acknowledged = kill_after(place->path, moments[m]), n = 0;
		struct store *store = must_open(place->path, 0);
		struct campaign campaign = {0};
		struct error err = {0};
		struct run run = {0};

		assert_true(acknowledged >= moments[m]);
		assert_int_equal(store_find(store, "killed", &run, &err), OK);
		assert_null(run.ended);
		assert_int_equal(store_load(store, run.id, &campaign, &err), OK);
		for (size_t i = 0; i < campaign.n; i++) {
			const struct sample *sample = campaign.samples[i];

			assert_int_equal(sample->n % BATCH, 0);
			for (size_t j = 0; j < sample->n; j++)
				assert_true(sample->observations[j].at ==
					    (double)((j / BATCH * 3 + i) * BATCH + j % BATCH));
			n += sample->n;
		}
		/* The batch after the last acknowledged one may be there or not. */
		assert_in_range(n, acknowledged * BATCH, (acknowledged + 1) * BATCH);
		assert_int_equal(store_note(store, run.id, NOTE_INFORMATION, NOTE_MEASUREMENT, "resumed", &err), OK);
		run_release(&run);
		campaign_release(&campaign);
		store_close(store);
		assert_int_equal(file_size(place->log), -1);
		unlink(place->path);
	}
}

static void a_killed_run_that_was_only_read_since_is_one_file_again(void **state)
{
	struct place *place = *state;
	unsigned char versions[2] = {0};
	FILE *file;

	kill_after(place->path, 3);
	assert_true(file_size(place->log) > 0);
	store_close(must_open(place->path, 0));
	assert_int_equal(file_size(place->log), -1);
	file = fopen(place->path, "rb");
	assert_non_null(file);
	/* Bytes 18 and 19 of an SQLite file are 2 if it can only be opened where a log can be made, else 1. */
	assert_int_equal(fseek(file, 18, SEEK_SET), 0);
	assert_int_equal(fread(versions, 1, 2, file), 2);
	fclose(file);
	assert_int_equal(versions[0], 1);
	assert_int_equal(versions[1], 1);
}

/* SQLite by itself would move the log into the file, or remove it, when it opens or closes a database. */
static void a_foreign_database_keeps_its_log(void **state)
{
	static const unsigned char foreign[] = {0x47, 0x50, 0x4b, 0x47};
	struct place *place = *state;
	long file, log;

	kill_after(place->path, 3);
	write_at(place->path, 68, foreign, 4);
	file = file_size(place->path);
	log = file_size(place->log);
	assert_true(log > 0);
	must_refuse(place->path, 1, ERR_INPUT, WORDS("another program"));
	must_refuse(place->path, 0, ERR_INPUT, WORDS("another program"));
	assert_int_equal(file_size(place->path), file);
	assert_int_equal(file_size(place->log), log);
}

/* Holds the store open in another process while the test runs; *release ends that. */
static pid_t hold(const char *path, int create, int *release)
{
	int ready[2], ends[2];
	char byte = 0;
	pid_t child;

	assert_int_equal(pipe(ready), 0);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct store *store;

		close(ends[1]);
		store = store_open(path, create, NULL);
		if (!store || write(ready[1], &byte, 1) != 1)
			_exit(1);
		/* Ends when the test closes its end. */
		if (read(ends[0], &byte, 1) != 0)
			_exit(1);
		store_close(store);
		_exit(0);
	}
	close(ends[0]);
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	*release = ends[1];
	return child;
}

static void let_go(pid_t child, int release)
{
	int status;

	close(release);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void a_store_that_another_process_writes_is_refused(void **state)
{
	struct place *place = *state;
	int release;
	pid_t child = hold(place->path, 1, &release);

	must_refuse(place->path, 1, ERR_IO, WORDS("in use by another process"));
	must_refuse(place->path, 0, ERR_IO, WORDS("in use by another process"));
	let_go(child, release);
	store_close(must_open(place->path, 1));
}

static void two_processes_can_read_a_store_at_once_but_neither_can_write(void **state)
{
	struct place *place = *state;
	struct error err = {0};
	struct store *store = must_open(place->path, 1);
	int64_t id = must_begin(store, "mine");
	struct run run = {0};
	int release;
	pid_t child;

	store_close(store);
	child = hold(place->path, 0, &release);
	store = must_open(place->path, 0);
	assert_int_equal(store_find(store, "mine", &run, &err), OK);
	run_release(&run);
	assert_int_equal(store_note(store, id, NOTE_INFORMATION, NOTE_MEASUREMENT, "busy", &err), ERR_IO);
	assert_non_null(strstr(err.text, "in use by another process"));
	let_go(child, release);
	err = (struct error){0};
	assert_int_equal(store_note(store, id, NOTE_INFORMATION, NOTE_MEASUREMENT, "free", &err), OK);
	store_close(store);
}

static void a_file_that_is_not_a_store_is_refused_and_left_as_it_was(void **state)
{
	static const unsigned char foreign[] = {0x47, 0x50, 0x4b, 0x47}, newer[] = {0, 0, 0, 5}, older[] = {0, 0, 0, 1},
				   none[] = {0, 0, 0, 0};
	struct place *place = *state;
	char text[300];

	memset(text, 'x', sizeof text);
	must_refuse(place->path, 0, ERR_IO, WORDS("there is no store"));
	write_at(place->path, 0, text, 5);
	must_refuse(place->path, 1, ERR_INPUT, WORDS("not an SQLite file"));
	write_at(place->path, 0, text, sizeof text);
	must_refuse(place->path, 1, ERR_INPUT, WORDS("not an SQLite file"));
	assert_int_equal(file_size(place->path), sizeof text);
	unlink(place->path);
	store_close(must_open(place->path, 1));
	write_at(place->path, 60, newer, 4); /* user_version */
	must_refuse(place->path, 1, ERR_INPUT, WORDS("version 5", "up to 4"));
	write_at(place->path, 60, older, 4);
	must_refuse(place->path, 1, ERR_INPUT, WORDS("version 1", "versions 2 to 4"));
	write_at(place->path, 60, none, 4);
	must_refuse(place->path, 1, ERR_INPUT, WORDS("damaged"));
	write_at(place->path, 68, foreign, 4); /* application_id */
	must_refuse(place->path, 1, ERR_INPUT, WORDS("another program", "0x47504b47"));
	must_refuse(place->path, 0, ERR_INPUT, WORDS("another program"));
	write_at(place->path, 68, none, 4);
	must_refuse(place->path, 1, ERR_INPUT, WORDS("another program"));
}

static void a_path_that_cannot_be_opened_is_refused(void **state)
{
	struct place *place = *state;
	char missing[96];

	snprintf(missing, sizeof missing, "%s/missing/a.sonde", place->folder);
	must_refuse(missing, 1, ERR_IO, WORDS("folder is not there"));
	must_refuse(missing, 0, ERR_IO, WORDS("no store"));
	must_refuse(place->folder, 1, ERR_IO, WORDS("directory"));
	must_refuse("", 1, ERR_INPUT, WORDS("empty"));
	assert_null(store_open(missing, 1, NULL));
}

static void an_empty_file_becomes_a_store_only_if_one_may_be_made(void **state)
{
	struct place *place = *state;

	write_at(place->path, 0, "", 0);
	assert_int_equal(file_size(place->path), 0);
	must_refuse(place->path, 0, ERR_INPUT, WORDS("is empty"));
	assert_int_equal(file_size(place->path), 0);
	store_close(must_open(place->path, 1));
	store_close(must_open(place->path, 0));
}

static void make_large_store(const char *path)
{
	struct store *store = must_open(path, 1);
	int64_t id = must_begin(store, "large");
	struct observation batch[500] = {{0}};
	struct error err = {0};

	for (int i = 0; i < 20; i++)
		assert_int_equal(store_append(store, id, &roundtrip, batch, 500, &err), OK);
	store_close(store);
}

static void a_truncated_store_is_refused(void **state)
{
	struct place *place = *state;
	long whole, lengths[8];

	make_large_store(place->path);
	whole = file_size(place->path);
	memcpy(lengths, (long[]){whole - 4096, whole - 5000, whole / 2, 8192, 4096, 512, 100, 99}, sizeof lengths);
	for (size_t i = 0; i < 8; i++) {
		assert_int_equal(truncate(place->path, lengths[i]), 0);
		must_refuse(place->path, 0, ERR_INPUT,
			    i < 7 ? WORDS("damaged", "recover") : WORDS("not an SQLite file"));
	}
}

static void a_store_with_wrong_bytes_in_it_is_refused_when_they_are_read(void **state)
{
	struct place *place = *state;
	struct campaign campaign = {0};
	struct error err = {0};
	struct store *store;
	char page[4096];
	long whole;

	memset(page, 0x5a, sizeof page);
	make_large_store(place->path);
	whole = file_size(place->path);
	write_at(place->path, whole / 2 / 4096 * 4096, page, sizeof page);
	store = must_open(place->path, 0);
	assert_int_equal(store_load(store, 1, &campaign, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "damaged"));
	campaign_release(&campaign);
	store_close(store);
}

/* Runs the check in a process without root's rights, which nothing is read-only for. 0: it held, 77: such a process
 * cannot be had. */
static int as_ordinary_user(bool (*check)(const struct place *place), const struct place *place)
{
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		if (geteuid() == 0 && setuid(65534))
			_exit(77);
		_exit(check(place) ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static bool refused(const char *path, int create, const char *word)
{
	struct error err = {0};
	struct store *store = store_open(path, create, &err);
	bool held = !store && err.status == ERR_IO && strstr(err.text, word);

	if (!held)
		fprintf(stderr, "not refused with \"%s\": %s\n", word, err.text);
	store_close(store);
	return held;
}

static bool new_store_is_refused(const struct place *place)
{
	return refused(place->path, 1, "folder is read-only");
}

static bool closed_store_is_only_read(const struct place *place)
{
	struct error err = {0}, writing = {0};
	struct store *store = store_open(place->path, 0, &err);
	struct run run = {0};
	bool held = store && !store_find(store, "large", &run, &err) &&
		    store_note(store, run.id, NOTE_INFORMATION, NOTE_MEASUREMENT, "x", &writing) == ERR_IO &&
		    strstr(writing.text, "read-only");

	if (!held)
		fprintf(stderr, "%s %s\n", err.text, writing.text);
	run_release(&run);
	store_close(store);
	return refused(place->path, 1, "read-only") && held;
}

static bool killed_store_is_refused(const struct place *place)
{
	return refused(place->path, 0, "was killed");
}

static void make_nothing(const char *path)
{
	(void)path;
}

static void make_killed_store(const char *path)
{
	kill_after(path, 3);
}

static void where_nothing_can_be_written_a_closed_store_is_read_and_others_are_refused(void **state)
{
	static const struct {
		void (*make)(const char *path);
		mode_t file, folder;
		bool (*check)(const struct place *place);
	} cases[] = {
		{make_nothing, 0444, 0555, new_store_is_refused},
		{make_large_store, 0444, 0555, closed_store_is_only_read},
		{make_large_store, 0666, 0555, closed_store_is_only_read},
		{make_large_store, 0444, 0777, closed_store_is_only_read},
		{make_killed_store, 0444, 0555, killed_store_is_refused},
	};
	struct place *place = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int held;

		chmod(place->folder, 0755);
		cases[i].make(place->path);
		chmod(place->path, cases[i].file);
		chmod(place->log, cases[i].file);
		chmod(place->folder, cases[i].folder);
		held = as_ordinary_user(cases[i].check, place);
		chmod(place->folder, 0755);
		unlink(place->path);
		unlink(place->log);
		if (held == 77) {
			print_message(
				"skipped: root cannot become another user here, and nothing is read-only for root\n");
			skip();
		}
		if (held)
			fail_msg("case %zu", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_A_PLACE(a_closed_store_is_one_file),
		IN_A_PLACE(a_killed_run_keeps_every_batch_that_was_acknowledged),
		IN_A_PLACE(a_killed_run_that_was_only_read_since_is_one_file_again),
		IN_A_PLACE(a_foreign_database_keeps_its_log),
		IN_A_PLACE(a_store_that_another_process_writes_is_refused),
		IN_A_PLACE(two_processes_can_read_a_store_at_once_but_neither_can_write),
		IN_A_PLACE(a_file_that_is_not_a_store_is_refused_and_left_as_it_was),
		IN_A_PLACE(a_path_that_cannot_be_opened_is_refused),
		IN_A_PLACE(an_empty_file_becomes_a_store_only_if_one_may_be_made),
		IN_A_PLACE(a_truncated_store_is_refused),
		IN_A_PLACE(a_store_with_wrong_bytes_in_it_is_refused_when_they_are_read),
		IN_A_PLACE(where_nothing_can_be_written_a_closed_store_is_read_and_others_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
