#include "fuzz_store.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "fuzz.h"

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

/* Batches of a run as store_timings hands them out, and where they are copied to. */
struct copy {
	struct store *to;
	int64_t run, batch;
	struct experiment what;
	struct observation *observations;
	size_t n, capacity, total;
};

static void copy_batch(struct copy *copy)
{
	struct error err = {0};

	FUZZ_REQUIRE(
		fuzz_accepted(store_append(copy->to, copy->run, &copy->what, copy->observations, copy->n, &err), &err),
		"a batch that was read is not written: %s", err.text);
	copy->total += copy->n;
	copy->n = 0;
}

static enum status copy_timing(void *context, const struct timing *timing, struct error *err)
{
	struct copy *copy = context;

	(void)err;
	if (copy->n > 0 && timing->batch != copy->batch)
		copy_batch(copy);
	copy->observations = memory_grow(copy->observations, &copy->capacity, copy->n + 1, sizeof(*copy->observations));
	FUZZ_REQUIRE(copy->observations, "no memory for observations");
	copy->observations[copy->n++] = timing->observation;
	copy->batch = timing->batch;
	copy->what = timing->what;
	return OK;
}

static void same_observation(const struct observation *a, const struct observation *b)
{
	FUZZ_REQUIRE(a->at == b->at && a->seconds == b->seconds, "an observation of %.17g s at %.17g is %.17g at %.17g",
		     a->seconds, a->at, b->seconds, b->at);
	FUZZ_REQUIRE(a->send_seconds == b->send_seconds || (isnan(a->send_seconds) && isnan(b->send_seconds)),
		     "the send calls took %.17g and take %.17g", a->send_seconds, b->send_seconds);
}

static void same_campaign(const struct campaign *a, const struct campaign *b)
{
	FUZZ_REQUIRE(a->n == b->n, "%zu points were written, %zu are read", a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		const struct sample *x = a->samples[i], *y = b->samples[i];

		FUZZ_REQUIRE(experiment_same_point(&x->what, &y->what) && x->what.loop == y->what.loop &&
				     x->what.warmup == y->what.warmup && x->what.delay == y->what.delay,
			     "point %zu is another", i);
		FUZZ_REQUIRE(x->n == y->n, "point %zu had %zu observations and has %zu", i, x->n, y->n);
		for (size_t o = 0; o < x->n; o++)
			same_observation(&x->observations[o], &y->observations[o]);
	}
}

static void copy_timings(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct copy copy = {.to = to, .run = copied};
	struct campaign read = {0}, again = {0};
	struct error err = {0}, load_err = {0}, count_err = {0};
	size_t points = 0, observations = 0;
	bool sound = fuzz_accepted(store_timings(from, run, copy_timing, &copy, &err), &err);

	FUZZ_REQUIRE(fuzz_accepted(store_load(from, run, &read, &load_err), &load_err) == sound,
		     "store_load and store_timings differ: \"%s\", \"%s\"", load_err.text, err.text);
	if (sound) {
		if (copy.n > 0)
			copy_batch(&copy);
		if (fuzz_accepted(store_count(from, run, &points, &observations, &count_err), &count_err))
			FUZZ_REQUIRE(observations == copy.total, "%zu observations are counted, %zu read", observations,
				     copy.total);
		FUZZ_REQUIRE(store_load(to, copied, &again, &err) == OK, "what was written is refused: %s", err.text);
		same_campaign(&read, &again);
	}
	campaign_release(&read);
	campaign_release(&again);
	free(copy.observations);
}

static void copy_parts(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct run_part *parts = NULL, *again = NULL;
	struct error err = {0};
	size_t n = 0, m = 0;

	if (!fuzz_accepted(store_parts(from, run, &parts, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(store_part(to, copied, parts[i].name, parts[i].seconds, parts[i].messages, &err) == OK,
			     "a part that was read is not written: %s", err.text);
	FUZZ_REQUIRE(store_parts(to, copied, &again, &m, &err) == OK && n == m, "%zu parts, then %zu", n, m);
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(strcmp(parts[i].name, again[i].name) == 0 && parts[i].seconds == again[i].seconds &&
				     parts[i].messages == again[i].messages,
			     "part %zu is another", i);
	parts_free(parts, n);
	parts_free(again, m);
}

static void copy_notes(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct run_note *notes = NULL, *again = NULL;
	struct error err = {0};
	size_t n = 0, m = 0;

	if (!fuzz_accepted(store_notes(from, run, &notes, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(store_note(to, copied, notes[i].severity, notes[i].subject, notes[i].text, &err) == OK,
			     "a note that was read is not written: %s", err.text);
	FUZZ_REQUIRE(store_notes(to, copied, &again, &m, &err) == OK && n == m, "%zu notes, then %zu", n, m);
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(notes[i].severity == again[i].severity && notes[i].subject == again[i].subject &&
				     strcmp(notes[i].text, again[i].text) == 0,
			     "note %zu is another", i);
	notes_free(notes, n);
	notes_free(again, m);
}

static bool same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void same_circumstances(const struct circumstances *a, const struct circumstances *b)
{
	char text[200];

	FUZZ_REQUIRE(circumstances_same_platform(a, b), "the platform is another: %s",
		     circumstances_difference(a, b, text, sizeof(text)));
	FUZZ_REQUIRE(same_text(a->standard, b->standard) && same_text(a->processor, b->processor) &&
			     same_text(a->command, b->command) && same_text(a->started, b->started) &&
			     same_text(a->version, b->version) && same_text(a->buffers, b->buffers),
		     "a text of the circumstances is another");
	FUZZ_REQUIRE(a->clock_resolution == b->clock_resolution && a->clock_cost == b->clock_cost && a->seed == b->seed,
		     "a number of the circumstances is another");
}

/* The names of the copies are the store's own: two texts that differ behind a 0 are one here. */
static void copy_run(struct store *from, const struct run *run, struct store *to)
{
	struct run copied = {0};
	struct error err = {0};
	char name[32];
	int64_t id;

	FUZZ_REQUIRE(store_begin(to,
				 &(struct run_begin){.purpose = &run->purpose,
						     .statistic = run->statistic,
						     .circumstances = &run->circumstances},
				 &id, &err) == OK,
		     "a run that was read is not written: %s", err.text);
	snprintf(name, sizeof(name), "%lld", (long long)id);
	FUZZ_REQUIRE(store_find(to, name, &copied, &err) == OK && copied.id == id,
		     "a run that was written is not found: %s", err.text);
	FUZZ_REQUIRE(purpose_same(&run->purpose, &copied.purpose) &&
			     strcmp(run->purpose.title, copied.purpose.title) == 0,
		     "the purpose was \"%s\" and is \"%s\"", run->purpose.title, copied.purpose.title);
	FUZZ_REQUIRE(run->statistic == copied.statistic, "the statistic was %d and is %d", run->statistic,
		     copied.statistic);
	same_circumstances(&run->circumstances, &copied.circumstances);
	run_release(&copied);
	copy_timings(from, run->id, to, id);
	copy_parts(from, run->id, to, id);
	copy_notes(from, run->id, to, id);
	FUZZ_REQUIRE(store_delete(to, id, &err) == OK, "a run that was written is not removed: %s", err.text);
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

static void read_all(struct store *store)
{
	struct error err = {0};
	struct run *runs = NULL;
	size_t n = 0;

	find_runs(store);
	if (!fuzz_accepted(store_runs(store, &runs, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++) {
		copy_run(store, &runs[i], copy_store());
		run_release(&runs[i]);
	}
	free(runs);
}

/* Of what is written to a store that may be damaged, only that it is accepted or refused. */
static void write_some(struct store *store)
{
	const struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 8, .count = 1, .loop = 1};
	const struct observation observation = {1, 2, NAN};
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

void fuzz_store(void)
{
	struct error read_err = {0}, write_err = {0};
	struct store *store = store_open(fuzz_store_path(), 0, &read_err);

	FUZZ_REQUIRE(fuzz_accepted(read_err.status, &read_err) == (store != NULL), "a store or an error");
	if (store)
		read_all(store);
	store_close(store);
	store = store_open(fuzz_store_path(), 1, &write_err);
	FUZZ_REQUIRE(fuzz_accepted(write_err.status, &write_err) == (store != NULL), "a store or an error");
	if (store)
		write_some(store);
	store_close(store);
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
	const struct observation observations[] = {{1, 2e-6, 1e-6}, {2, 3e-6, NAN}};
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
	char *bytes = NULL;
	FILE *in;

	fuzz_store_remove();
	store = store_open(fuzz_store_path(), 1, &err);
	FUZZ_REQUIRE(store, "no store can be made: %s", err.text);
	add_run(store, "first", &circumstances);
	add_run(store, NULL, &circumstances);
	store_close(store);
	in = fopen(fuzz_store_path(), "rb");
	FUZZ_REQUIRE(in && fseek(in, 0, SEEK_END) == 0, "the store that was made is not there");
	*size = (size_t)ftell(in);
	rewind(in);
	bytes = malloc(*size);
	FUZZ_REQUIRE(bytes && fread(bytes, 1, *size, in) == *size, "the store that was made cannot be read");
	fclose(in);
	fuzz_store_remove();
	return bytes;
}
