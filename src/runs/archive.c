#include "runs/archive.h"

#include "measuring/machine_state.h"
#include "runs/resume.h"
#include "sample/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_RUNS = 8, NAME_ROOM = 256 };

static struct store *store_of(struct archive *archive)
{
	return ((struct store_archive *)archive)->store;
}

static void free_runs(struct run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
}

/* True if this campaign knows the machine's state: the pair's empty round trip. */
static bool knows_state(const struct archive_request *request, const struct campaign *campaign)
{
	const struct experiment trip = {
		.kind = EXPERIMENT_ROUNDTRIP, .from = request->from, .to = request->to, .count = 1};

	return campaign_find(campaign, &trip) != NULL;
}

/* Whether the run ended, on the same platform, and is another one than this. */
static bool is_earlier(const struct archive_request *request, int64_t run, const struct run *other)
{
	return other->id != run && other->ended &&
	       circumstances_same_platform(&other->circumstances, request->circumstances);
}

/* Loads the newest ended run on the same platform that knows the machine's state. */
static enum status load_before(struct store *store, const struct archive_request *request, int64_t run,
			       struct history *history, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && !history->has_before; i--) {
		if (!is_earlier(request, run, &runs[i - 1]))
			continue;
		status = store_load(store, runs[i - 1].id, &history->before, err);
		history->has_before = status == OK && knows_state(request, &history->before);
		if (!history->has_before)
			campaign_release(&history->before);
	}
	free_runs(runs, n);
	return status;
}

/*
 * Loads the quickest state of the newest ended runs on this platform that watched the pair. So many, and not all: a
 * machine that has become slower for good is not waited for for ever. A note of a state that cannot be read is passed
 * over.
 */
static enum status load_main_state(struct store *store, const struct archive_request *request, int64_t run,
				   struct history *history, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, known = 0;
	char key[MACHINE_STATE_ROOM];
	enum status status = store_runs(store, &runs, &n, err);

	machine_state_key(request->from, request->to, key);
	for (size_t i = n; status == OK && i > 0 && known < STATE_RUNS; i--) {
		char *text = NULL;

		if (!is_earlier(request, run, &runs[i - 1]))
			continue;
		status = store_fact(store, runs[i - 1].id, key, &text, err);
		if (status == OK && text) {
			status = machine_state_read(text, request->from, request->to, &history->main, err);
			known++;
		}
		free(text);
	}
	free_runs(runs, n);
	return status;
}

/* An interrupted run: its state of the machine is the main one, if it got as far as to know it. */
static enum status resume_run(struct store *store, const struct archive_request *request, int64_t *id,
			      struct campaign *campaign, struct history *history, struct error *err)
{
	struct run run = {0};
	enum status status = resume_find(store, request->name, request->purpose, request->circumstances, &run, err);

	if (status == OK)
		status = store_count(store, run.id, &history->points, &history->timings, err);
	if (status == OK)
		status = store_load(store, run.id, campaign, err);
	if (status == OK && knows_state(request, campaign)) {
		status = store_load(store, run.id, &history->before, err);
		history->has_before = history->resumed = status == OK;
	}
	*id = run.id;
	run_release(&run);
	return status;
}

/* "NAME again", "NAME again 2", ...: the first that no run of the store has. */
static void free_name(struct store *store, const char *base, char *name)
{
	struct run run = {0};
	struct error none = {.status = OK};

	snprintf(name, NAME_ROOM, "%s again", base);
	for (int k = 2; store_find(store, name, &run, &none) == OK; k++) {
		run_release(&run);
		run = (struct run){0};
		snprintf(name, NAME_ROOM, "%s again %d", base, k);
	}
}

static enum status new_run(struct store *store, const struct archive_request *request, int64_t *run, struct error *err)
{
	char name[NAME_ROOM];
	bool again = request->again && request->name;

	if (again)
		free_name(store, request->name, name);
	return store_begin(store, again ? name : request->name, request->purpose, request->circumstances, run, err);
}

static enum status begin(struct archive *archive, const struct archive_request *request, int64_t *run,
			 struct campaign *campaign, struct history *history, struct error *err)
{
	struct store_archive *self = (struct store_archive *)archive;
	enum status status;

	if (!self->store)
		self->store = store_open(archive->name, !request->resume, err);
	if (!self->store)
		return err->status;
	status = request->resume ? resume_run(self->store, request, run, campaign, history, err)
				 : new_run(self->store, request, run, err);
	if (status == OK)
		status = store_set_fact(self->store, *run, FACT_STATISTIC, statistic_name(request->statistic), err);
	if (status != OK || request->again)
		return status;
	if (!history->resumed)
		status = load_main_state(self->store, request, *run, history, err);
	return status == OK && !history->has_before ? load_before(self->store, request, *run, history, err) : status;
}

/* Whether the machine changed while the run was measured, or was not in its main state. */
static enum status has_changed(struct store *store, int64_t run, bool *changed, struct error *err)
{
	char *text = NULL;
	enum status status = store_fact(store, run, FACT_MACHINE, &text, err);

	*changed = text && strcmp(text, VERDICT_CHANGED) == 0;
	free(text);
	return status;
}

static enum status pool(struct archive *archive, const struct archive_request *request, int64_t run, size_t launches,
			struct history *history, struct error *err)
{
	struct store *store = store_of(archive);
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);

	history->pool = calloc(launches + 1, sizeof(*history->pool));
	if (status == OK && !history->pool)
		status = error_memory(err, "pooled launches");
	for (size_t i = n; status == OK && i > 0 && history->n_pool + 1 < launches; i--) {
		const struct run *other = &runs[i - 1];
		bool changed;

		if (!is_earlier(request, run, other) || !other->purpose ||
		    strcmp(other->purpose, request->purpose) != 0)
			continue;
		status = has_changed(store, other->id, &changed, err);
		if (status != OK || changed)
			continue;
		status = store_load(store, other->id, &history->pool[history->n_pool], err);
		campaign_settle(&history->pool[history->n_pool++], NULL);
	}
	free_runs(runs, n);
	return status;
}

static enum status append(struct archive *archive, int64_t run, const struct experiment *what,
			  const struct observation *observations, size_t n, struct error *err)
{
	return store_append(store_of(archive), run, what, observations, n, err);
}

static enum status part(struct archive *archive, int64_t run, const char *name, double seconds, size_t messages,
			struct error *err)
{
	return store_part(store_of(archive), run, name, seconds, messages, err);
}

static enum status note(struct archive *archive, int64_t run, const char *text, struct error *err)
{
	return store_note(store_of(archive), run, text, err);
}

static enum status set_fact(struct archive *archive, int64_t run, const char *key, const char *text, struct error *err)
{
	return store_set_fact(store_of(archive), run, key, text, err);
}

static enum status fact(struct archive *archive, int64_t run, const char *key, char **text, struct error *err)
{
	return store_fact(store_of(archive), run, key, text, err);
}

static enum status end(struct archive *archive, int64_t run, struct error *err)
{
	return store_end(store_of(archive), run, err);
}

static const struct archive_class store_archive_class = {
	.begin = begin,
	.pool = pool,
	.append = append,
	.part = part,
	.note = note,
	.set_fact = set_fact,
	.fact = fact,
	.end = end,
};

struct store_archive store_archive(const char *path)
{
	return (struct store_archive){.archive = {.class = &store_archive_class, .name = path}};
}

struct store *store_archive_store(const struct archive *archive)
{
	return ((const struct store_archive *)archive)->store;
}

void store_archive_release(struct store_archive *archive)
{
	store_close(archive->store);
	archive->store = NULL;
}
