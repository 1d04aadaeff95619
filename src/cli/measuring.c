#include "cli/measuring.h"

#include "base/memory.h"
#include "cli/provenance.h"
#include "cli/resume.h"
#include "cli/state.h"
#include "cli/stop.h"
#include "mpi/live.h"
#include "model/file/file.h"
#include "platform/synthetic.h"
#include "version.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double outlier_factor = 5;
static const char synthetic[] = "synthetic:";

enum { BY_PLATFORM = -1 };

/* The clock of the user, who waits. */
static double seconds_now(void *context)
{
	struct timespec now;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Progress goes to a terminal only, at most five times a second; remarks go wherever chatter goes. */
static void show_progress(void *context, const char *what, size_t done, size_t total, double left)
{
	struct measuring *m = context;
	char rest[64];
	double seconds = seconds_now(NULL);

	if (m->context->quiet || !isatty(fileno(m->context->chatter)) || seconds - m->last_shown < 0.2)
		return;
	m->last_shown = seconds;
	if (total)
		fprintf(m->context->chatter, "\r\033[K%s: %zu of %zu%s%s", what, done, total, isnan(left) ? "" : ", ",
			progress_left_text(left, rest, sizeof(rest)));
	else
		fprintf(m->context->chatter, "\r\033[K%s: %zu", what, done);
	fflush(m->context->chatter);
}

static void show_note(void *context, const char *text)
{
	struct measuring *m = context;

	if (m->begun)
		store_note(m->store, m->run, text, NULL);
	if (!m->context->quiet)
		fprintf(m->context->chatter, "%ssonde: %s\n", isatty(fileno(m->context->chatter)) ? "\r\033[K" : "",
			text);
}

static enum status stopped(const struct measuring *m, struct error *err)
{
	return error_set(err, ERR_STOPPED,
			 "stopped: what was measured is in the store '%s', as run %lld; the same command with "
			 "--resume%s goes on with it",
			 m->store_path, (long long)m->run,
			 m->run_name ? "" : " (and --run if others were interrupted since)");
}

static enum status keep(void *context, const struct experiment *what, const struct observation *observations, size_t n,
			struct error *err)
{
	struct measuring *m = context;
	enum status status = store_append(m->store, m->run, what, observations, n, err);

	return status == OK && stop_asked() ? stopped(m, err) : status;
}

/* A user who stops the run does not wait for the machine's usual state. */
static enum status may_stop(void *context, struct error *err)
{
	return stop_asked() ? stopped(context, err) : OK;
}

void measuring_init(struct measuring *m, struct context *context)
{
	const struct probe_options usual = probe_options_default();

	*m = (struct measuring){
		.context = context,
		.store_path = "sonde.db",
		.seed = usual.seed,
		.reps = {usual.stopping.least, usual.stopping.most},
		.train_most = usual.train_most,
		.confidence = usual.stopping.confidence,
		.error = usual.stopping.error,
		.patience = usual.patience,
		.launches = 1,
		.statistic = BY_PLATFORM,
		.pair = {LINK_ANY, LINK_ANY},
	};
	m->sink = (struct probe_sink){.take = keep, .pause = may_stop, .context = m};
	m->progress = (struct progress){show_progress, show_note, seconds_now, m};
}

void measuring_prefer(struct measuring *m, enum statistic statistic)
{
	if (m->statistic == BY_PLATFORM)
		m->statistic = (int)statistic;
}

/* The platform of m->model, its noise from this seed. */
static enum status open_synthetic(struct measuring *m, size_t seed, struct error *err)
{
	const struct noise noise = {.spread = m->noise, .outliers = m->outliers, .outlier_factor = outlier_factor};

	return synthetic_open(m->model, &noise, seed, &m->platform, err);
}

static enum status read_synthetic(struct measuring *m, const char *path, struct error *err)
{
	m->model = model_read(path, err);
	return m->model ? open_synthetic(m, m->seed, err) : err->status;
}

/* More than two processes are refused unless the user says which two: the rest then stays idle. */
static enum status choose_pair(struct measuring *m, struct error *err)
{
	int last = (int)m->platform->processes - 1;

	if (last < 1)
		return error_set(err, ERR_USAGE,
				 "two processes are measured, and there is 1: start with mpirun -n 2 (if you did, that "
				 "launcher belongs to another MPI: see sonde info)");
	if (m->pair[0] == OPTION_PAIR_ALL && !m->all_pairs)
		return error_set(err, ERR_USAGE,
				 "--pairs all: two processes are measured here; say which, for example --pairs 0:1");
	if (m->all_pairs && m->pair[0] < 0)
		return OK;
	if (m->pair[0] == LINK_ANY && last > 1)
		return error_set(err, ERR_USAGE,
				 "two processes are measured, and %d were started: start with mpirun -n 2, or say "
				 "which two with --pairs 0:1 (the others then stay idle)",
				 last + 1);
	if (m->pair[0] == LINK_ANY)
		m->pair[0] = 0, m->pair[1] = 1;
	if (m->pair[0] > last || m->pair[1] > last)
		return error_set(err, ERR_USAGE, "--pairs %d:%d: there are processes 0 to %d", m->pair[0], m->pair[1],
				 last);
	if (last > 1)
		progress_note(&m->progress, "processes %d and %d are measured; %d other%s there", m->pair[0],
			      m->pair[1], last - 1, last == 2 ? " is" : "s are");
	return OK;
}

const char *measuring_model_path(const struct measuring *m)
{
	return m->platform_name && strncmp(m->platform_name, synthetic, strlen(synthetic)) == 0
		       ? m->platform_name + strlen(synthetic)
		       : NULL;
}

enum status measuring_platform(struct measuring *m, struct error *err)
{
	enum status status = OK;

	if (!m->platform_name || strcmp(m->platform_name, "mpi") == 0) {
		m->platform = m->context->live;
		if (!m->platform)
			status = live_available() ? error_set(err, ERR_PLATFORM, "MPI was not started")
						  : live_open(NULL, NULL, &m->platform, err);
		else if (m->noise != 0 || m->outliers != 0)
			status = error_set(
				err, ERR_USAGE,
				"--noise and --outliers: only a synthetic platform can be told how noisy it is");
	} else if (measuring_model_path(m)) {
		status = read_synthetic(m, measuring_model_path(m), err);
	} else {
		status = error_set(err, ERR_USAGE, "--platform %s: use mpi or synthetic:MODEL.json", m->platform_name);
	}
	if (status == OK && m->statistic == BY_PLATFORM)
		m->statistic = (int)m->platform->class->statistic;
	return status == OK ? choose_pair(m, err) : status;
}

void measuring_note_collectives(const struct measuring *m)
{
	if (m->model)
		progress_note(&m->progress,
			      "a synthetic platform times scatter and gather by one equation of the %s model's "
			      "messages for the whole operation, where predictions simulate message after message: the "
			      "two may differ without noise too",
			      m->model->class->name);
}

/* Synthetic platforms of different files are different platforms. */
static enum status name_model(struct circumstances *c, const char *platform_name, struct error *err)
{
	char library[1024];
	char *named;

	snprintf(library, sizeof(library), "%s, %s", c->library ? c->library : "", platform_name);
	named = memory_text(library);
	if (!named)
		return error_memory(err, "the circumstances of the run");
	free(c->library);
	c->library = named;
	return OK;
}

static enum status describe(struct measuring *m, struct error *err)
{
	struct circumstances *c = &m->circumstances;
	char started[32], version[128];
	time_t now = time(NULL);
	struct tm utc;
	enum status status = m->platform->class->describe(m->platform, c, err);

	if (status == OK && m->model)
		status = name_model(c, m->platform_name, err);
	gmtime_r(&now, &utc);
	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", &utc);
	snprintf(version, sizeof(version), "sonde %s (%s)", SONDE_VERSION, SONDE_COMMIT);
	c->seed = m->seed;
	c->command = memory_text(m->context->line);
	c->started = memory_text(started);
	c->version = memory_text(version);
	if (status == OK && (!c->command || !c->started || !c->version))
		status = error_memory(err, "the circumstances of the run");
	return status;
}

/* True if this campaign knows the machine's state: the pair's empty round trip. */
static bool knows_state(const struct measuring *m, const struct campaign *campaign)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = m->pair[0], .to = m->pair[1], .count = 1};

	return campaign_find(campaign, &trip) != NULL;
}

/* Loads the run if it ended, was made on the same platform and knows the machine's state; else leaves nothing loaded.
 */
static enum status load_if_known(struct measuring *m, const struct run *run, struct error *err)
{
	enum status status = OK;

	if (run->id == m->run || !run->ended || !circumstances_same_platform(&run->circumstances, &m->circumstances))
		return OK;
	status = store_load(m->store, run->id, &m->before, err);
	m->has_before = status == OK && knows_state(m, &m->before);
	if (!m->has_before)
		campaign_release(&m->before);
	return status;
}

/* Loads the newest such run of the store. */
static enum status load_before(struct measuring *m, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(m->store, &runs, &n, err);

	for (size_t i = n; status == OK && i > 0 && !m->has_before; i--)
		status = load_if_known(m, &runs[i - 1], err);
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
	return status;
}

/* What goes on must not begin with the noise that was there already. */
static enum status renew_noise(struct measuring *m, size_t n, struct error *err)
{
	if (!m->model)
		return OK;
	m->platform->class->close(m->platform);
	m->platform = NULL;
	return open_synthetic(m, m->seed + 1000003 * n, err);
}

/* Goes on with an interrupted run: its state of the machine is the usual one, if it got as far as to know it. */
static enum status resume(struct measuring *m, const char *purpose, struct error *err)
{
	struct run run = {0};
	size_t points = 0, n = 0;
	enum status status = resume_find(m->store, m->run_name, purpose, &m->circumstances, &run, err);

	if (status == OK)
		status = store_count(m->store, run.id, &points, &n, err);
	if (status == OK)
		status = store_load(m->store, run.id, &m->campaign, err);
	if (status == OK && knows_state(m, &m->campaign)) {
		status = store_load(m->store, run.id, &m->before, err);
		m->has_before = m->resumed = status == OK;
	}
	if (status == OK)
		status = renew_noise(m, n, err);
	if (status == OK) {
		m->run = run.id;
		m->begun = true;
		progress_note(&m->progress, "run '%s' is resumed: %zu timings of %zu points are there already",
			      run.name, n, points);
	}
	run_release(&run);
	return status;
}

static enum status begin_run(struct measuring *m, const char *name, const char *purpose, struct error *err)
{
	enum status status = store_begin(m->store, name, purpose, &m->circumstances, &m->run, err);

	m->begun = status == OK;
	return status;
}

enum status measuring_begin(struct measuring *m, const char *purpose, struct error *err)
{
	enum status status = describe(m, err);

	if (status == OK && !(m->store = store_open(m->store_path, !m->resume, err)))
		status = err->status;
	if (status == OK)
		status = m->resume ? resume(m, purpose, err) : begin_run(m, m->run_name, purpose, err);
	if (status == OK)
		status = store_set_fact(m->store, m->run, FACT_STATISTIC, statistic_name((enum statistic)m->statistic),
					err);
	if (status != OK)
		return status;
	stop_expect();
	provenance_tell_crowded(&m->circumstances, &m->progress);
	if (!m->resumed)
		status = state_usual(m->store, &m->circumstances, m->pair[0], m->pair[1], &m->usual, err);
	return status == OK && !m->has_before ? load_before(m, err) : status;
}

static bool is_text(const struct fact *fact, const char *text)
{
	return fact && fact->text && text && strcmp(fact->text, text) == 0;
}

enum status measuring_expect(struct measuring *m, const struct model *model, struct error *err)
{
	struct campaign state = {0};
	bool here = is_text(model_fact(model, "platform"), m->circumstances.platform) &&
		    is_text(model_fact(model, "library"), m->circumstances.library);
	enum status status = here ? provenance_state(model, (struct link){m->pair[0], m->pair[1]}, &state, err) : OK;

	if (status != OK || state.n == 0) {
		campaign_release(&state);
		return status;
	}
	campaign_release(&m->usual);
	m->usual = state;
	return OK;
}

const struct campaign *measuring_before(const struct measuring *m)
{
	return m->has_before ? &m->before : NULL;
}

const struct campaign *measuring_usual(const struct measuring *m)
{
	return m->usual.n ? &m->usual : measuring_before(m);
}

bool measuring_counts(const struct measuring *m)
{
	const struct probe_options usual = probe_options_default();

	return m->reps[0] != usual.stopping.least || m->reps[1] != usual.stopping.most;
}

struct probe_options measuring_probe(const struct measuring *m)
{
	struct probe_options probe = probe_options_default();

	if (measuring_counts(m)) {
		/* The user's word holds for large messages too, and where all timings are the same. */
		probe.large_most = m->reps[1];
		probe.steady = 0;
	}
	probe.stopping = (struct stopping){.least = m->reps[0],
					   .most = m->reps[1],
					   .error = m->error,
					   .confidence = m->confidence,
					   .statistic = (enum statistic)m->statistic};
	probe.train_most = m->train_most;
	probe.patience = m->patience;
	probe.exact_state = m->exact_state;
	probe.seed = m->seed;
	return probe;
}

struct reduce_rule measuring_rule(const struct measuring *m)
{
	return (struct reduce_rule){.statistic = (enum statistic)m->statistic,
				    .confidence = m->confidence,
				    .resolution = m->platform->clock.resolution};
}

/* "NAME again", "NAME again 2", ...: the first that no run of the store has. */
static void free_name(const struct measuring *m, char *name, size_t room)
{
	struct run run = {0};
	struct error none = {.status = OK};

	snprintf(name, room, "%s again", m->run_name);
	for (int k = 2; store_find(m->store, name, &run, &none) == OK; k++) {
		run_release(&run);
		run = (struct run){0};
		snprintf(name, room, "%s again %d", m->run_name, k);
	}
}

enum status measuring_again(struct measuring *m, const char *purpose, const struct prober *prober, struct error *err)
{
	char name[256];
	enum status status = measuring_end(m, prober, NULL, err);

	if (status == OK && m->run_name)
		free_name(m, name, sizeof(name));
	if (status == OK)
		status = begin_run(m, m->run_name ? name : NULL, purpose, err);
	if (status == OK)
		status = store_set_fact(m->store, m->run, FACT_STATISTIC, statistic_name((enum statistic)m->statistic),
					err);
	progress_note(&m->progress, "everything is measured once more, as a run of its own, in the machine's %s state",
		      prober->watch.quicker ? "quicker" : "present");
	campaign_release(&m->campaign);
	campaign_release(&m->before);
	campaign_release(&m->usual);
	m->has_before = m->resumed = false;
	for (size_t i = 0; status == OK && prober->watch.quicker && i < prober->watch.n; i++) {
		const struct experiment *sentinel = &prober->watch.sentinels[i];

		status = state_add(&m->usual, sentinel->from, sentinel->to, sentinel->bytes, prober->watch.quickest[i],
				   err);
	}
	return status;
}

void measuring_release(struct measuring *m)
{
	store_close(m->store);
	campaign_release(&m->campaign);
	campaign_release(&m->before);
	campaign_release(&m->usual);
	for (size_t i = 0; i < m->n_pool; i++)
		campaign_release(&m->pool[i]);
	free(m->pool);
	m->pool = NULL;
	m->n_pool = 0;
	circumstances_release(&m->circumstances);
	if (m->platform && m->platform != m->context->live)
		m->platform->class->close(m->platform);
	model_free(m->model);
	m->store = NULL;
	m->platform = NULL;
	m->model = NULL;
}
