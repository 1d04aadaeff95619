#include "fuzz_store.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "store/found.h"

const char *fuzz_store_path(void)
{
	static char path[200];
	const char *folder = getenv("TMPDIR");

	if (path[0] == '\0')
		snprintf(path, sizeof(path), "%s/sonde-fuzz-%ld", folder ? folder : "/tmp", (long)getpid());
	return path;
}

void fuzz_store_remove(void)
{
	static const char *const besides[] = {"", "-wal", "-journal", "-shm"};
	char path[220];

	for (size_t i = 0; i < sizeof(besides) / sizeof(besides[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", fuzz_store_path(), besides[i]);
		unlink(path);
	}
}

void fuzz_store_file(const void *bytes, size_t size)
{
	FILE *file = fopen(fuzz_store_path(), "wb");

	FUZZ_REQUIRE(file && (size == 0 || fwrite(bytes, 1, size, file) == size) && fclose(file) == 0,
		     "%s cannot be written", fuzz_store_path());
}

static void find_runs(struct store *store)
{
	static const char *const names[] = {NULL, "1", "run-1", "first", "", "none"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct run run = {0};
		struct error err = {0};

		if (fuzz_accepted(store_find(store, names[i], &run, &err), &err))
			run_release(&run);
	}
}

/* A store in memory, which is empty again after each input: making one takes longer than the rest. */
static struct store *copy_store(void)
{
	static struct store *copy;
	struct error err = {0};

	if (!copy)
		copy = store_open(":memory:", 1, &err);
	FUZZ_REQUIRE(copy, "no store in memory: %s", err.text);
	return copy;
}

static enum status take_timing(void *context, const struct timing *timing, struct error *err)
{
	(void)err;
	*(size_t *)context += timing->observation.seconds > 0;
	return OK;
}

static void read_timings(struct store *store, int64_t run)
{
	struct campaign campaign = {0};
	struct error errors[3] = {0};
	size_t n = 0, points, observations;

	fuzz_accepted(store_timings(store, run, take_timing, &n, &errors[0]), &errors[0]);
	fuzz_accepted(store_load(store, run, &campaign, &errors[1]), &errors[1]);
	fuzz_accepted(store_count(store, run, &points, &observations, &errors[2]), &errors[2]);
	campaign_release(&campaign);
}

static void read_lists(struct store *store, int64_t run)
{
	struct asked asked = {0};
	struct run_part *parts = NULL;
	struct run_note *notes = NULL;
	struct run_state *states = NULL;
	struct error errors[4] = {0};
	size_t n = 0;

	if (fuzz_accepted(store_asked(store, run, &asked, &errors[0]), &errors[0]))
		asked_release(&asked);
	if (fuzz_accepted(store_parts(store, run, &parts, &n, &errors[1]), &errors[1]))
		parts_free(parts, n);
	if (fuzz_accepted(store_notes(store, run, &notes, &n, &errors[2]), &errors[2]))
		notes_free(notes, n);
	if (fuzz_accepted(store_states(store, run, 0, 1, &states, &n, &errors[3]), &errors[3]))
		free(states);
}

static void read_found(struct store *store, int64_t run)
{
	struct run_thresholds thresholds = {0};
	struct stored_evaluation evaluation = {0};
	struct error thresholds_err = {0}, evaluation_err = {0};
	bool known;

	if (fuzz_accepted(store_thresholds(store, run, &thresholds, &known, &thresholds_err), &thresholds_err))
		run_thresholds_release(&thresholds);
	if (fuzz_accepted(store_evaluation(store, run, &evaluation, &evaluation_err), &evaluation_err))
		stored_evaluation_release(&evaluation);
}

static void read_all(struct store *store, bool sound)
{
	struct error err = {0};
	struct run *runs = NULL;
	size_t n = 0;

	find_runs(store);
	if (!fuzz_accepted(store_runs(store, &runs, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++) {
		read_timings(store, runs[i].id);
		read_lists(store, runs[i].id);
		read_found(store, runs[i].id);
		if (sound)
			fuzz_store_copy(store, &runs[i], copy_store());
		run_release(&runs[i]);
	}
	free(runs);
}

/* Of what is written to a store that may be damaged, only that it is accepted or refused. */
static void write_some(struct store *store)
{
	const struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 8, .count = 1, .loop = 1};
	const struct observation observation = {
		.at = 1, .seconds = 2, .send_seconds = NAN, .before = 3, .after = 4, .state_after = 1, .level = 5};
	struct error errors[5] = {0};

	fuzz_accepted(store_append(store, 1, &what, &observation, 1, &errors[0]), &errors[0]);
	fuzz_accepted(store_note(store, 1, NOTE_WARNING, NOTE_MACHINE, "a note", &errors[1]), &errors[1]);
	fuzz_accepted(store_set_machine(store, 1, MACHINE_CHANGED, &errors[2]), &errors[2]);
	fuzz_accepted(store_end(store, 1, &errors[3]), &errors[3]);
	fuzz_accepted(store_delete(store, 1, &errors[4]), &errors[4]);
}

/* SQLite without locks between threads and with more small pieces of memory of its own, which are quicker than those
 * that AddressSanitizer watches. It must be told before it is first used. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	FUZZ_REQUIRE(sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) == SQLITE_OK &&
			     sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK &&
			     sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 1024, 2000) == SQLITE_OK,
		     "SQLite cannot be configured");
	return 0;
}

void fuzz_store(bool sound)
{
	struct error read_err = {0}, write_err = {0};
	struct store *store = store_open(fuzz_store_path(), 0, &read_err);

	FUZZ_REQUIRE(fuzz_accepted(read_err.status, &read_err) == (store != NULL), "a store or an error");
	if (store)
		read_all(store, sound);
	store_close(store);
	if (sound)
		return;
	store = store_open(fuzz_store_path(), 1, &write_err);
	FUZZ_REQUIRE(fuzz_accepted(write_err.status, &write_err) == (store != NULL), "a store or an error");
	if (store)
		write_some(store);
	store_close(store);
}
