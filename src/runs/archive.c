#include "runs/archive.h"

#include "base/file.h"
#include "measuring/machine_state.h"
#include "runs/resume.h"
#include "runs/run_states.h"
#include "sample/warmup.h"
#include "store/found.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATE_RUNS = 8, LEVEL_RUNS = 100, NAME_ROOM = 256, NAME_MOST = NAME_ROOM - 20 };

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

/* Whether the user chose the length of loops: what the machine is watched by has another one. */
static bool has_loop(const struct purpose *purpose)
{
	const char *found = strstr(purpose->variant, "loop=");

	return found && (found == purpose->variant || found[-1] == ' ');
}

/* Loads the newest ended run on the same platform that knows the machine's state, in loops as long as the clock needs;
 * none for a run with others. */
static enum status load_before(struct store *store, const struct archive_request *request, int64_t run,
			       struct history *history, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && !history->has_before; i--) {
		if (!is_earlier(request, run, &runs[i - 1]) || has_loop(&runs[i - 1].purpose) ||
		    has_loop(request->purpose))
			continue;
		status = store_load(store, runs[i - 1].id, &history->before, err);
		history->has_before = status == OK && knows_state(request, &history->before);
		if (!history->has_before)
			campaign_release(&history->before);
	}
	free_runs(runs, n);
	return status;
}

/* Adds the run's state of the pair; *known tells whether it has one. */
static enum status add_states(struct store *store, const struct archive_request *request, int64_t run,
			      struct campaign *state, bool *known, struct error *err)
{
	struct run_state *states = NULL;
	size_t n = 0;
	enum status status = store_states(store, run, request->from, request->to, &states, &n, err);

	for (size_t i = 0; status == OK && i < n; i++)
		status = machine_state_add(
			state, &(struct experiment){.from = request->from, .to = request->to, .bytes = states[i].bytes},
			states[i].seconds, err);
	*known = n > 0;
	free(states);
	return status;
}

/*
 * Loads the quickest state of the newest ended runs on this platform that watched the pair. So many, and not all: a
 * machine that has become slower for good is not waited for for ever.
 */
static enum status load_main_state(struct store *store, const struct archive_request *request, int64_t run,
				   struct history *history, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, known = 0;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && known < STATE_RUNS; i--) {
		bool has_state = false;

		if (!is_earlier(request, run, &runs[i - 1]))
			continue;
		status = add_states(store, request, runs[i - 1].id, &history->main, &has_state, err);
		known += has_state;
	}
	free_runs(runs, n);
	return status;
}

static bool is_known(const struct history *history, const struct run_level *level)
{
	for (size_t i = 0; i < history->n_known; i++) {
		const struct run_level *known = &history->known[i];

		if (*level->name ? strcmp(known->name, level->name) == 0
				 : run_levels_alike(known->seconds, level->seconds))
			return true;
	}
	return false;
}

/* Adds the states of the machine during a run, unless a newer one had them. */
static enum status add_levels(struct store *store, const struct archive_request *request, int64_t run,
			      struct history *history, struct error *err)
{
	struct run_level levels[RUN_LEVELS_MOST];
	size_t n = 0;
	enum status status = store_levels(store, run, levels, &n, err);

	for (size_t i = 0; status == OK && i < n && history->n_known < MACHINE_STATES_KNOWN; i++)
		if (levels[i].from == request->from && levels[i].to == request->to && !is_known(history, &levels[i]))
			history->known[history->n_known++] = levels[i];
	return status;
}

/* What the newest ended runs on this platform call the states of the machine. */
static enum status load_levels(struct store *store, const struct archive_request *request, int64_t run,
			       struct history *history, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, seen = 0;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && seen < LEVEL_RUNS; i--) {
		if (!is_earlier(request, run, &runs[i - 1]))
			continue;
		status = add_levels(store, request, runs[i - 1].id, history, err);
		seen++;
	}
	free_runs(runs, n);
	return status;
}

/* An interrupted run: its state of the machine is the main one, if it got as far as to know it. */
static enum status resume_run(struct store *store, const struct archive_request *request, int64_t *id,
			      struct campaign *campaign, struct history *history, struct error *err)
{
	struct run run = {0};
	enum status status = resume_find(store, request, &run, err);

	if (status == OK)
		status = store_count(store, run.id, &history->points, &history->timings, err);
	if (status == OK)
		status = store_load(store, run.id, campaign, err);
	history->resumed = status == OK;
	if (status == OK && knows_state(request, campaign)) {
		status = store_load(store, run.id, &history->before, err);
		history->has_before = history->before_is_own = status == OK;
	}
	*id = run.id;
	run_release(&run);
	return status;
}

/* "NAME again", "NAME again 2", ...: the first that no run of the store has. A long name is cut, so that what follows
 * it has room: else all of them would be the same. */
static void free_name(struct store *store, const char *base, char *name)
{
	struct run run = {0};
	struct error none = {.status = OK};

	snprintf(name, NAME_ROOM, "%.*s again", NAME_MOST, base);
	for (int k = 2; store_find(store, name, &run, &none) == OK; k++) {
		run_release(&run);
		run = (struct run){0};
		snprintf(name, NAME_ROOM, "%.*s again %d", NAME_MOST, base, k);
	}
}

static enum status new_run(struct store *store, const struct archive_request *request, int64_t *run, struct error *err)
{
	char name[NAME_ROOM];
	bool again = request->again && request->name;

	if (again)
		free_name(store, request->name, name);
	return store_begin(store,
			   &(struct run_begin){.name = again ? name : request->name,
					       .purpose = request->purpose,
					       .statistic = (int)request->statistic,
					       .asked = request->asked,
					       .circumstances = request->circumstances},
			   run, err);
}

static enum status open_for(struct store_archive *self, const struct archive_request *request, struct error *err)
{
	if (!self->store)
		self->store = store_open(self->archive.name, !request->resume, err);
	return self->store ? OK : err->status;
}

/* Whether there is no store yet, and one is to be a file. */
static bool is_missing(const struct store_archive *self)
{
	const char *path = self->archive.name;

	return !self->store && *path && strcmp(path, ":memory:") != 0 && access(path, F_OK) != 0;
}

/* It is made when a run begins: whoever is admitted may be refused for another reason, and would leave it empty. */
static enum status admit_first(const char *path, const struct archive_request *request, struct error *err)
{
	enum status status = file_replace_check(path, "store", err);
	struct store *empty = status == OK && request->name ? store_open(":memory:", 1, err) : NULL;

	if (status == OK && request->name)
		status = empty ? store_admits_name(empty, request->name, err) : err->status;
	store_close(empty);
	return status;
}

static enum status admit(struct archive *archive, const struct archive_request *request, struct error *err)
{
	struct store_archive *self = (struct store_archive *)archive;
	struct run run = {0};
	enum status status;

	if (!request->resume && is_missing(self))
		return admit_first(archive->name, request, err);
	status = open_for(self, request, err);
	if (status != OK)
		return status;
	if (!request->resume)
		return request->name ? store_admits_name(self->store, request->name, err) : OK;
	status = resume_find(self->store, request, &run, err);
	if (status == OK)
		run_release(&run);
	return status;
}

static enum status begin(struct archive *archive, const struct archive_request *request, int64_t *run,
			 struct campaign *campaign, struct history *history, struct error *err)
{
	struct store_archive *self = (struct store_archive *)archive;
	enum status status = open_for(self, request, err);

	if (status != OK)
		return status;
	status = request->resume ? resume_run(self->store, request, run, campaign, history, err)
				 : new_run(self->store, request, run, err);
	if (status == OK && request->resume)
		status = store_set_statistic(self->store, *run, (int)request->statistic, err);
	if (status == OK)
		status = load_levels(self->store, request, *run, history, err);
	if (status != OK || request->again)
		return status;
	if (!history->before_is_own)
		status = load_main_state(self->store, request, *run, history, err);
	return status == OK && !history->has_before ? load_before(self->store, request, *run, history, err) : status;
}

/* Adds a launch that was in another state of the machine, with what it has of its main state. */
static enum status pool_elsewhere(struct store *store, const struct run *other, const struct run_level *level,
				  struct history *history, struct error *err)
{
	struct launch_elsewhere *launch = &history->elsewhere[history->n_elsewhere++];

	launch->level = *level;
	TRY(store_load_state(store, other->id, 0, &launch->campaign, err));
	return campaign_find_warmup(&launch->campaign, NULL, NULL, err);
}

/* Adds what a run has of the state of the machine that is asked for, or counts it. */
static enum status pool_run(struct store *store, const struct archive_request *request, const struct run *other,
			    struct history *history, struct error *err)
{
	struct run_states states = {.n = 0};
	struct state_choice asked;
	enum status status = store_levels(store, other->id, states.of, &states.n, err);
	int state;

	if (status != OK)
		return status;
	if (request->n_levels > 0)
		run_states_localise(&states, true, request->levels[0].from, request->levels[0].to);
	run_states_take(request->levels, request->n_levels, request->level, &asked);
	state = run_states_number(&states, &asked);
	if (state == STATE_NONE || (states.n == 0 && other->machine == MACHINE_CHANGED)) {
		history->not_pooled++;
		return states.n > 0 ? pool_elsewhere(store, other, &states.of[0], history, err) : OK;
	}
	status = store_load_state(store, other->id, state, &history->pool[history->n_pool], err);
	if (status == OK)
		status = campaign_find_warmup(&history->pool[history->n_pool], NULL, NULL, err);
	history->n_pool++;
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
	history->elsewhere = calloc(n + 1, sizeof(*history->elsewhere));
	if (status == OK && (!history->pool || !history->elsewhere))
		status = error_memory(err, "pooled launches");
	for (size_t i = n; status == OK && i > 0 && history->n_pool + 1 < launches; i--) {
		const struct run *other = &runs[i - 1];

		if (is_earlier(request, run, other) && purpose_same(&other->purpose, request->purpose))
			status = pool_run(store, request, other, history, err);
	}
	free_runs(runs, n);
	return status;
}

static enum status append(struct archive *archive, int64_t run, const struct experiment *what,
			  const struct observation *observations, size_t n, struct error *err)
{
	return store_append(store_of(archive), run, what, observations, n, err);
}

static enum status mark(struct archive *archive, int64_t run, const struct experiment *what,
			const struct observation *observations, size_t n, struct error *err)
{
	return store_mark(store_of(archive), run, what, observations, n, err);
}

static enum status part(struct archive *archive, int64_t run, const char *name, double seconds, size_t messages,
			struct error *err)
{
	return store_part(store_of(archive), run, name, seconds, messages, err);
}

static enum status note(struct archive *archive, int64_t run, enum note_severity severity, enum note_subject subject,
			const char *text, struct error *err)
{
	return store_note(store_of(archive), run, severity, subject, text, err);
}

/* The state of earlier runs that this one's is, the nearest, if it has a name by now; NULL if there is none. */
static const struct run_level *renamed(const struct run_level *level, const struct findings *found)
{
	const struct run_level *nearest = NULL;
	double least = INFINITY;

	for (size_t i = 0; !*level->name && i < found->n_earlier; i++) {
		const struct run_level *earlier = &found->earlier[i];

		double apart = fabs(log(earlier->seconds / level->seconds));

		if (!*earlier->name || earlier->from != level->from || earlier->to != level->to || apart >= least ||
		    !run_levels_alike(earlier->seconds, level->seconds))
			continue;
		least = apart;
		nearest = earlier;
	}
	return nearest;
}

static enum status rename_level(struct store *store, int64_t run, const struct findings *found, struct error *err)
{
	struct run_level levels[RUN_LEVELS_MOST];
	size_t n = 0;
	enum status status = store_levels(store, run, levels, &n, err);
	const struct run_level *now = status == OK && n == 1 ? renamed(&levels[0], found) : NULL;

	if (!now)
		return status;
	memcpy(levels[0].name, now->name, LEVEL_NAME);
	return store_set_levels(store, run, levels, n, err);
}

/* Names the only states of earlier runs on this platform, now that another one is known. */
static enum status rename_levels(struct store *store, int64_t run, const struct findings *found, struct error *err)
{
	struct run *runs = NULL, own = {.id = 0};
	size_t n = 0, seen = 0;
	enum status status = store_run(store, run, &own, err);

	if (status == OK)
		status = store_runs(store, &runs, &n, err);
	for (size_t i = n; status == OK && found->n_earlier > 0 && i > 0 && seen < LEVEL_RUNS; i--) {
		if (runs[i - 1].id == run || !runs[i - 1].ended ||
		    !circumstances_same_platform(&runs[i - 1].circumstances, &own.circumstances))
			continue;
		status = rename_level(store, runs[i - 1].id, found, err);
		seen++;
	}
	free_runs(runs, n);
	run_release(&own);
	return status;
}

static enum status keep(struct archive *archive, int64_t run, const struct findings *found, struct error *err)
{
	struct store *store = store_of(archive);
	enum status status = OK;

	if (found->switch_size)
		status = store_set_switch(store, run, found->switch_size, err);
	if (status == OK && found->has_thresholds)
		status = store_set_thresholds(store, run, &found->thresholds, err);
	if (status == OK && found->n_levels)
		status = store_set_levels(store, run, found->levels, found->n_levels, err);
	if (status == OK && found->n_levels)
		status = rename_levels(store, run, found, err);
	for (size_t i = 0; status == OK && i < found->n_states; i++)
		status = store_set_state(store, run, &found->states[i], err);
	if (status == OK && found->machine != MACHINE_UNKNOWN)
		status = store_set_machine(store, run, found->machine, err);
	if (status == OK && found->n_cpu)
		status = store_set_cpu(store, run, found->cpu, found->n_cpu, err);
	if (status == OK && found->statistic)
		status = store_set_statistic(store, run, (int)*found->statistic, err);
	return status;
}

static enum status find(struct archive *archive, int64_t run, struct findings *found, struct error *err)
{
	struct store *store = store_of(archive);
	struct run known = {.id = 0};
	enum status status = store_run(store, run, &known, err);

	*found = (struct findings){.machine = known.machine, .switch_size = known.switch_size};
	run_release(&known);
	return status == OK ? store_thresholds(store, run, &found->thresholds, &found->has_thresholds, err) : status;
}

static enum status end(struct archive *archive, int64_t run, struct error *err)
{
	return store_end(store_of(archive), run, err);
}

static enum status drop(struct archive *archive, int64_t run, struct error *err)
{
	return store_delete(store_of(archive), run, err);
}

static const struct archive_class store_archive_class = {
	.begin = begin,
	.admit = admit,
	.pool = pool,
	.append = append,
	.mark = mark,
	.part = part,
	.note = note,
	.keep = keep,
	.find = find,
	.end = end,
	.drop = drop,
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
