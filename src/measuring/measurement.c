#include "measuring/measurement.h"

#include "measuring/state_names.h"
#include "base/memory.h"
#include "measuring/machine_state.h"
#include "measuring/provenance.h"
#include "version.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct archive *archive_of(const struct measurement *m)
{
	return m->measuring->host.archive;
}

static void hand_on_report(void *context, const char *what, size_t done, size_t total, double left)
{
	struct measurement *m = context;

	progress_report(&m->measuring->host.progress, what, done, total, left);
}

void measurement_note(struct measurement *m, enum note_severity severity, enum note_subject subject, const char *text)
{
	if (m->begun && archive_of(m))
		archive_of(m)->class->note(archive_of(m), m->run, severity, subject, text, NULL);
	if (severity == NOTE_WARNING)
		progress_warn(&m->measuring->host.progress, "%s", text);
	else
		progress_note(&m->measuring->host.progress, "%s", text);
}

static void keep_note(void *context, enum note_severity severity, const char *text)
{
	measurement_note(context, severity, NOTE_MEASUREMENT, text);
}

static double host_now(void *context)
{
	struct measurement *m = context;
	const struct progress *progress = &m->measuring->host.progress;

	return progress->now(progress->context);
}

static enum status stopped(struct measurement *m, struct error *err)
{
	m->stopped = true;
	return error_set(err, ERR_STOPPED, "stopped: what was measured is in the store '%s', as run %lld",
			 archive_of(m) ? archive_of(m)->name : "", (long long)m->run);
}

static bool stop_asked(const struct measurement *m)
{
	return m->measuring->host.stop_asked && m->measuring->host.stop_asked();
}

/* Whether the deadline ends a search now. */
static bool is_late(struct measurement *m)
{
	double now, batch;
	bool late;

	if (!(m->search.until > 0))
		return false;
	now = platform_now(m->platform);
	batch = now - m->search.batch_ended;
	late = now + batch > m->search.until;
	m->search.batch_ended = now;
	m->late = m->late || late;
	return late;
}

static enum status keep(void *context, const struct experiment *what, const struct observation *observations, size_t n,
			struct error *err)
{
	struct measurement *m = context;
	struct archive *archive = archive_of(m);
	double begin = platform_now(m->platform), now;
	enum status status = archive ? archive->class->append(archive, m->run, what, observations, n, err) : OK;

	now = platform_now(m->platform);
	pauses_keep(&m->keeping, what, now - begin, now);
	if (status == OK && is_late(m))
		status = error_set(err, ERR_STOPPED,
				   "the time was over before the search had ended: allow more time (--budget none: as "
				   "long as it takes)");
	return status == OK && stop_asked(m) ? stopped(m, err) : status;
}

/* The states of the machine in which a point's newest observations were made. */
static enum status keep_states(void *context, const struct experiment *what, const struct observation *observations,
			       size_t n, struct error *err)
{
	struct measurement *m = context;
	struct archive *archive = archive_of(m);

	return archive ? archive->class->mark(archive, m->run, what, observations, n, err) : OK;
}

/* A user who stops the run does not wait for the machine's main state. */
static enum status may_stop(void *context, struct error *err)
{
	return stop_asked(context) ? stopped(context, err) : OK;
}

/* Synthetic platforms of different files are different platforms. */
static enum status name_model(struct circumstances *c, const char *path, struct error *err)
{
	char library[1024];
	char *named;

	snprintf(library, sizeof(library), "%s, synthetic:%s", c->library ? c->library : "", path);
	named = memory_text(library);
	if (!named)
		return error_memory(err, "the circumstances of the run");
	free(c->library);
	c->library = named;
	return OK;
}

/* What the platform says of itself; or no more than what the host calls it. */
static enum status gather(struct measurement *m, struct error *err)
{
	struct circumstances *c = &m->circumstances;

	if (!m->measuring->host.place)
		return platform_describe(m->platform, c, err);
	c->platform = memory_text(m->measuring->host.place);
	c->clock_resolution = m->platform->clock.resolution;
	c->clock_cost = m->platform->clock.cost;
	return c->platform ? OK : error_memory(err, "the circumstances of the run");
}

static enum status describe(struct measurement *m, struct error *err)
{
	struct circumstances *c = &m->circumstances;
	char started[32], version[128];
	time_t now = time(NULL);
	struct tm utc;
	enum status status = gather(m, err);

	if (status == OK && m->options->synthetic)
		status = name_model(c, m->options->synthetic, err);
	gmtime_r(&now, &utc);
	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", &utc);
	snprintf(version, sizeof(version), "sonde %s (%s)", SONDE_VERSION, SONDE_COMMIT);
	c->seed = m->options->seed;
	c->command = memory_text(m->measuring->host.command ? m->measuring->host.command : "");
	c->started = memory_text(started);
	c->version = memory_text(version);
	if (status == OK && (!c->command || !c->started || !c->version))
		status = error_memory(err, "the circumstances of the run");
	return status;
}

static struct archive_request request_of(const struct measurement *m, bool again)
{
	return (struct archive_request){.name = m->name,
					.purpose = &m->purpose,
					.asked = m->measuring->host.asked,
					.circumstances = &m->circumstances,
					.statistic = (enum statistic)m->options->statistic,
					.from = m->options->pair[0],
					.to = m->options->pair[1],
					.resume = m->options->resume && !again,
					.ended = m->options->resume_ended,
					.again = again};
}

/* The processes' CPU times until now, a new list of as many as the circumstances have; NULL where there are none. */
static enum status cpu_until_now(const struct measurement *m, struct cpu_time **cpu, struct error *err)
{
	size_t n = m->circumstances.processes;

	*cpu = NULL;
	if (m->measuring->host.place || !platform_has_cpu(m->platform) || n == 0)
		return OK;
	*cpu = calloc(n, sizeof(**cpu));
	return *cpu ? platform_cpu(m->platform, *cpu, err) : error_memory(err, "the CPU times of processes");
}

enum status measurement_tell_cpu(struct measurement *m, struct error *err)
{
	struct cpu_time *now;
	enum status status = cpu_until_now(m, &now, err);

	for (size_t i = 0; status == OK && now && m->begin.cpu && i < m->circumstances.processes; i++) {
		now[i].cpu -= m->begin.cpu[i].cpu;
		now[i].wall -= m->begin.cpu[i].wall;
	}
	free(m->circumstances.cpu);
	m->circumstances.cpu = now;
	return status;
}

static enum status begin_run(struct measurement *m, bool again, struct error *err)
{
	const struct archive_request request = request_of(m, again);
	struct archive *archive = archive_of(m);
	enum status status =
		archive ? archive->class->begin(archive, &request, &m->run, &m->campaign, &m->history, err) : OK;

	m->begun = status == OK;
	m->begin.now = platform_now(m->platform);
	m->begin.ahead = platform_ahead(m->platform);
	m->begin.went_back = m->platform->went_back;
	m->keeping = (struct keeping){.known = false};
	m->platform->long_runs = (struct long_runs){.runs = 0};
	free(m->begin.cpu);
	m->begin.cpu = NULL;
	if (status == OK)
		status = cpu_until_now(m, &m->begin.cpu, err);
	return status == OK && !m->measuring->host.place ? platform_traffic(m->platform, &m->begin.traffic, err)
							 : status;
}

/* What is added must not begin with the noise that was there already. */
static enum status continue_run(struct measurement *m, struct error *err)
{
	enum status status = measuring_renew(m->measuring, m->history.timings, err);

	m->platform = m->measuring->platform;
	if (status == OK)
		progress_note(&m->progress, "the run is resumed: %zu timings of %zu points are there already",
			      m->history.timings, m->history.points);
	return status;
}

/* Averages over loops of another length are another measurement. */
static void vary_by_loop(struct purpose *purpose, const struct probe_loop *loop)
{
	if (loop->messages > 0)
		purpose_vary(purpose, "loop", "%zu", loop->messages);
	else if (loop->seconds > 0)
		purpose_vary(purpose, "loop", "%gs", loop->seconds);
}

/* What a run is, before it begins. */
static enum status outline(struct measurement *m, struct measuring *measuring, const char *name,
			   const struct purpose *purpose, struct error *err)
{
	*m = (struct measurement){.measuring = measuring,
				  .options = &measuring->options,
				  .platform = measuring->platform,
				  .name = memory_text(name),
				  .purpose = *purpose};
	vary_by_loop(&m->purpose, &measuring->options.loop);
	return name && !m->name ? error_memory(err, "the name of a run") : describe(m, err);
}

enum status measurement_admit(struct measuring *measuring, const char *name, const struct purpose *purpose, bool resume,
			      struct error *err)
{
	struct measurement m;
	struct archive *archive = measuring->host.archive;
	enum status status = outline(&m, measuring, name, purpose, err);

	if (status == OK && archive) {
		struct archive_request request = request_of(&m, false);

		request.resume = resume;
		status = archive->class->admit(archive, &request, err);
	}
	measurement_release(&m);
	return status;
}

enum status measurement_begin(struct measurement *m, struct measuring *measuring, const char *name,
			      const struct purpose *purpose, struct error *err)
{
	enum status status = outline(m, measuring, name, purpose, err);

	m->sink = (struct probe_sink){.take = keep, .mark = keep_states, .pause = may_stop, .context = m};
	m->progress = (struct progress){.report = hand_on_report,
					.note = keep_note,
					.now = measuring->host.progress.now ? host_now : NULL,
					.context = m};
	if (status == OK)
		status = begin_run(m, false, err);
	if (status == OK && m->options->resume)
		status = continue_run(m, err);
	if (status != OK)
		return status;
	if (measuring->host.stop_expect)
		measuring->host.stop_expect();
	provenance_tell_crowded(&m->circumstances, &m->progress);
	return OK;
}

enum status measurement_load_pool(struct measurement *m, const struct tracking *tracking, struct error *err)
{
	struct archive_request request = request_of(m, false);
	struct archive *archive = archive_of(m);
	struct run_level levels[RUN_LEVELS_MOST];

	history_drop_launches(&m->history);
	request.n_levels = tracking ? state_names_find(tracking, &m->history, levels) : 0;
	request.levels = levels;
	request.level = tracking ? tracking->main : 0;
	return archive && m->options->launches > 1
		       ? archive->class->pool(archive, &request, m->run, m->options->launches, &m->history, err)
		       : OK;
}

enum status measurement_pool(struct measurement *m, const struct tracking *tracking, struct error *err)
{
	char others[120] = "";
	enum status status = measurement_load_pool(m, tracking, err);

	if (m->history.not_pooled)
		snprintf(others, sizeof(others),
			 "; %zu more %s in another state of the machine, or it changed meanwhile",
			 m->history.not_pooled, m->history.not_pooled == 1 ? "was" : "were");
	if (status == OK && m->history.n_pool == 0 && m->options->launches > 1)
		progress_warn(&m->progress,
			      "no other launch is pooled with this one: the store has none of this measurement on this "
			      "platform%s",
			      others);
	else if (status == OK && m->history.n_pool + 1 < m->options->launches)
		progress_warn(&m->progress,
			      "%zu launches are pooled, this one among them: the store has no more of this measurement "
			      "on this platform%s",
			      m->history.n_pool + 1, others);
	return status;
}

enum status measurement_expect(struct measurement *m, const struct model *model, struct error *err)
{
	const struct link link = {m->options->pair[0], m->options->pair[1]};
	struct campaign state = {0};
	bool here = model_says(model, "platform", m->circumstances.platform) &&
		    model_says(model, "library", m->circumstances.library);
	enum status status = here ? provenance_state(model, link, &state, err) : OK;

	if (status != OK || state.n == 0) {
		campaign_release(&state);
		return status;
	}
	campaign_release(&m->history.main);
	m->history.main = state;
	return OK;
}

const struct campaign *measurement_before(const struct measurement *m)
{
	return m->history.has_before ? &m->history.before : NULL;
}

const struct campaign *measurement_main_state(const struct measurement *m)
{
	return m->history.main.n ? &m->history.main : measurement_before(m);
}

struct reduce_rule measurement_rule(const struct measurement *m)
{
	return (struct reduce_rule){.statistic = (enum statistic)m->options->statistic,
				    .confidence = m->options->confidence,
				    .resolution = m->platform->clock.resolution};
}

enum status measurement_part(struct measurement *m, const char *name, double seconds, size_t messages,
			     struct error *err)
{
	struct archive *archive = archive_of(m);

	/* A difference of sums that is 0 may come out a little less. */
	return archive ? archive->class->part(archive, m->run, name, fmax(0, seconds), messages, err) : OK;
}

enum status measurement_keep(struct measurement *m, const struct findings *findings, struct error *err)
{
	struct archive *archive = archive_of(m);

	return archive ? archive->class->keep(archive, m->run, findings, err) : OK;
}

enum status measurement_find(struct measurement *m, struct findings *findings, struct error *err)
{
	struct archive *archive = archive_of(m);

	*findings = (struct findings){.n_states = 0};
	return archive ? archive->class->find(archive, m->run, findings, err) : OK;
}

void measurement_search(struct measurement *m, double share)
{
	double now = platform_now(m->platform);

	m->search.until = share > 0 && m->options->deadline > 0 ? now + share * (m->options->deadline - now) : 0;
	m->search.batch_ended = now;
}

enum status measurement_again(struct measurement *m, const struct prober *prober, struct error *err)
{
	enum status status = measurement_end(m, prober, NULL, err);

	campaign_release(&m->campaign);
	campaign_release(&m->history.before);
	campaign_release(&m->history.main);
	m->history.has_before = m->history.before_is_own = m->history.resumed = false;
	if (status == OK)
		status = begin_run(m, true, err);
	if (status == OK)
		progress_note(&m->progress,
			      "everything is measured once more, as a run of its own, in the machine's %s state",
			      prober->watch.quicker ? "quicker" : "present");
	for (size_t i = 0; status == OK && prober->watch.quicker && i < prober->watch.n; i++)
		status = machine_state_add(&m->history.main, &prober->watch.sentinels[i], prober->watch.quickest[i],
					   err);
	return status;
}

void measurement_release(struct measurement *m)
{
	campaign_release(&m->campaign);
	history_release(&m->history);
	circumstances_release(&m->circumstances);
	free(m->begin.cpu);
	m->begin.cpu = NULL;
	free(m->name);
	m->name = NULL;
}
