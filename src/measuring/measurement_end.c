#include "measuring/measurement.h"

#include "base/units.h"
#include "estimate/verdict.h"
#include "measuring/state_names.h"
#include "measuring/upsets.h"
#include "probe/deadline.h"
#include "probe/settings.h"
#include "probe/stretches.h"
#include "probe/tracking.h"
#include "probe/unfinished.h"
#include "sample/reduce.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NAMED_MOST = 5 };

static const double another_state = 0.15;

/* s; NAN without memory, which then is no other state. */
static double sample_median(const struct sample *sample)
{
	return sample_reduce(sample, &(struct reduce_rule){.statistic = STATISTIC_MEDIAN, .confidence = 0.95}).median;
}

/* Tells the watch that a resumed run's parts are of two states, if they are. */
static void join(const struct measurement *m, struct watch *watch, double patience)
{
	bool alike = !probe_loop_is_asked(&m->options->loop); /* else its timings are of other loops than its looks */

	for (size_t i = 0; alike && m->history.before_is_own && i < watch->n; i++) {
		const struct sample *sample = campaign_find(&m->history.before, &watch->sentinels[i]);
		double first = sample ? sample_median(sample) : NAN;

		if (!watch->gives_up && fabs(watch->level[i] - first) > another_state * first) {
			watch->gives_up = true;
			watch->waited = patience;
		}
	}
}

void measurement_join(const struct measurement *m, struct prober *prober)
{
	join(m, &prober->watch, m->options->patience);
}

static enum status keep_account(struct measurement *m, const char *name, const struct probe_account *account,
				struct error *err)
{
	return measurement_part(m, name, account->seconds, account->messages, err);
}

/* The verdict, the states of the machine, and the quickest that lasted. */
static enum status keep_findings(struct measurement *m, const struct watch *watch, struct error *err)
{
	struct findings found = {.machine = m->machine,
				 .n_levels = m->n_levels,
				 .earlier = m->history.known,
				 .n_earlier = m->history.n_known,
				 .cpu = m->circumstances.cpu,
				 .n_cpu = m->circumstances.cpu ? m->circumstances.processes : 0};

	memcpy(found.levels, m->levels, sizeof(found.levels));
	for (size_t i = 0; i < watch->n && watch->looks > 0 && isfinite(watch->quickest[i]); i++) {
		const struct experiment *sentinel = &watch->sentinels[i];

		found.states[found.n_states++] =
			(struct run_state){sentinel->from, sentinel->to, sentinel->bytes, watch->quickest[i]};
	}
	return measurement_keep(m, &found, err);
}

/* Whether there is a timing of a point, in whatever state of the machine. */
static bool is_timed(const struct measurement *m, const struct prober *prober, const struct experiment *what)
{
	const struct sample *here = campaign_find(&m->campaign, what),
			    *all = campaign_find(&prober->tracking.all, what);

	return (here && here->n > 0) || (all && all->n > 0);
}

/* Counts the points that a deadline left, those with timings or those without, and names sizes of some: "2 (for example
 * of 64K, 1M)". */
static size_t name_unfinished(const struct measurement *m, const struct prober *prober, bool timed, char *text,
			      size_t room)
{
	const struct campaign *points = &prober->unfinished.points;
	size_t used = 0, named[NAMED_MOST], n = 0, count = 0;
	char size[32], sizes[200] = "";

	for (size_t i = 0; i < points->n; i++) {
		size_t bytes = points->samples[i]->what.bytes, k = 0;

		if (points->samples[i]->finished || is_timed(m, prober, &points->samples[i]->what) != timed)
			continue;
		count++;
		while (k < n && named[k] != bytes)
			k++;
		if (k < n || n == NAMED_MOST || used >= sizeof(sizes))
			continue;
		used += (size_t)snprintf(sizes + used, sizeof(sizes) - used, "%s%s", n ? ", " : "",
					 size_format_unit(bytes, size, sizeof(size)));
		named[n++] = bytes;
	}
	snprintf(text, room, "%zu (for example of %s)", count, sizes);
	return count;
}

/* A run that takes so much longer than its budget says it. */
static const double exceeds = 1.25;

static void tell_unfinished(struct measurement *m, const struct prober *prober)
{
	double budget = m->options->deadline - m->begin.now, seconds = platform_now(m->platform) - m->begin.now;
	char less[240], none[240], least[80] = "", text[700];
	size_t n_less, n_none;

	if (!m->options->lenient || unfinished_count(prober) == 0)
		return;
	n_less = name_unfinished(m, prober, true, less, sizeof(less));
	n_none = name_unfinished(m, prober, false, none, sizeof(none));
	if (seconds > exceeds * budget)
		snprintf(least, sizeof(least), ", and %.2g s in place of %.2g s for the least that a fit needs",
			 seconds, fmax(0, budget));
	snprintf(text, sizeof(text), "the budget was used up%s: of all points %s%s%s%s%s", least,
		 n_less > 0 ? less : "", n_less > 0 ? " are less precise than was asked for" : "",
		 n_less > 0 && n_none > 0 ? ", and " : "", n_none > 0 ? none : "",
		 n_none > 0 ? " were not measured" : "");
	measurement_note(m, NOTE_WARNING, NOTE_MEASUREMENT, text);
}

static bool is_sentinel(const struct prober *prober, const struct experiment *what)
{
	bool is = prober->tracking.on && experiment_same_point(&prober->tracking.sentinel, what);

	for (size_t i = 0; !is && i < prober->watch.n; i++)
		is = experiment_same_point(&prober->watch.sentinels[i], what);
	return is;
}

static bool any_timed(const struct prober *prober, const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->n; i++)
		if (campaign->samples[i]->n > 0 && !is_sentinel(prober, &campaign->samples[i]->what))
			return true;
	return false;
}

/* Whether a budget was too short for all that was asked for: nothing but the machine was looked at. */
static bool is_empty(const struct measurement *m, const struct prober *prober)
{
	const struct campaign *points = &prober->unfinished.points;

	if (!m->options->lenient || unfinished_count(prober) == 0)
		return false;
	for (size_t i = 0; i < points->n; i++)
		if (is_timed(m, prober, &points->samples[i]->what))
			return false;
	return !any_timed(prober, &m->campaign) && !any_timed(prober, &prober->tracking.all);
}

/* Of points that have hardly any timing in the main state (tracking_misses). */
static void tell_missed(struct measurement *m, const struct prober *prober)
{
	const struct campaign *all = &prober->tracking.all;
	size_t n = 0;
	char text[300];

	for (size_t i = 0; i < all->n; i++)
		n += tracking_misses(prober, &all->samples[i]->what);
	if (n == 0)
		return;
	snprintf(text, sizeof(text),
		 "%zu of %zu points have hardly any timing in the machine's main state, as it came or went nearly "
		 "each time they were timed: they are less precise than was asked for, or not known",
		 n, all->n);
	measurement_note(m, NOTE_WARNING, NOTE_MEASUREMENT, text);
}

/* s: 0 of none. */
static double usual_look(const struct tracking *t)
{
	return t->n > 0 ? quantile_median(t->seconds, t->n) : 0;
}

/* Of timings that something has upset, and of a clock that jumped. */
static void tell_upset(struct measurement *m, const struct prober *prober)
{
	const struct campaign *tracked = prober->tracking.on ? &prober->tracking.all : NULL;
	const struct pauses_evidence evidence = {.runs = &m->platform->long_runs,
						 .campaign = &m->campaign,
						 .tracked = tracked,
						 .seen = &prober->watch.seen,
						 .sentinel = tracked ? &prober->tracking.sentinel : NULL,
						 .look = usual_look(&prober->tracking),
						 .processes = m->platform->processes};
	struct upsets upsets = upsets_find(&m->campaign, tracked, m->begin.now, m->search.escalating);
	struct pauses pauses = pauses_find(&evidence, &upsets);
	char text[600];

	pauses = pauses_join(pauses, m->keeping.pauses);
	if (upsets.upset > 0)
		measurement_note(m, NOTE_WARNING, NOTE_MEASUREMENT,
				 upsets_text(&upsets, m->begin.now, text, sizeof(text)));
	if (pauses_text(&pauses, m->begin.now, text, sizeof(text)))
		measurement_note(m, NOTE_INFORMATION, NOTE_MEASUREMENT, text);
	if (upsets_clock_text(platform_now(m->platform) - m->begin.now, platform_ahead(m->platform) - m->begin.ahead,
			      m->platform->went_back - m->begin.went_back, text, sizeof(text)))
		measurement_note(m, NOTE_WARNING, NOTE_MEASUREMENT, text);
}

/* Of packets that were lost between hosts. */
static enum status tell_lost(struct measurement *m, struct error *err)
{
	struct traffic now = {.segments = 0};
	enum status status = m->measuring->host.place ? OK : platform_traffic(m->platform, &now, err);
	char text[300];

	if (status == OK && upsets_lost_text(now.segments - m->begin.traffic.segments,
					     now.again - m->begin.traffic.again, text, sizeof(text)))
		measurement_note(m, NOTE_WARNING, NOTE_MEASUREMENT, text);
	return status;
}

/* Whether what is known of the run before was measured in the main state of this one. */
static bool is_of_state_before(const struct measurement *m, const struct tracking *t)
{
	const struct sample *sample = m->history.has_before ? campaign_find(&m->history.before, &t->sentinel) : NULL;

	return !sample || run_levels_alike(sample_median(sample), t->levels.of[t->main].value);
}

size_t measurement_tell_single(struct measurement *m, double since)
{
	const struct experiment *first = NULL;
	size_t n = stretches_single(&m->campaign, platform_spread(m->platform), since, &first);
	char text[300], size[32];

	if (n == 0 || measuring_counts(m->options))
		return n;
	snprintf(
		text, sizeof(text),
		"all timings of %zu %s (for example %s of %s B) come from one short stretch of the time: a disturbance "
		"that lasted as long moves them, and their intervals do not show it",
		n, n == 1 ? "point" : "points", experiment_name(first->kind),
		size_format(first->bytes, size, sizeof(size)));
	measurement_note(m, NOTE_WARNING, NOTE_MEASUREMENT, text);
	return n;
}

static enum status refuse_empty(struct measurement *m, const struct prober *prober, struct error *err)
{
	double budget = m->options->deadline - m->begin.now;
	struct archive *archive = m->measuring->host.archive;
	double enough;

	TRY(deadline_needed(prober, &enough, err));
	if (archive)
		TRY(archive->class->drop(archive, m->run, err));
	m->begun = false;
	if (!(enough > 0))
		return error_set(err, ERR_INPUT,
				 "nothing of what was asked for could be measured within the budget: a larger one is "
				 "needed");
	if (!(budget > 0))
		return error_set(err, ERR_INPUT,
				 "nothing of what was asked for could be measured: the budget was over before it "
				 "began, and %g s more suffice",
				 enough - budget);
	return error_set(err, ERR_INPUT,
			 "nothing of what was asked for could be measured within the budget of %.3g s: %g s suffice",
			 budget, fmax(enough, 2 * budget));
}

enum status measurement_end(struct measurement *m, const struct prober *prober, const struct parameter_drift *drift,
			    struct error *err)
{
	struct archive *archive = m->measuring->host.archive;
	struct watch watch = prober->watch;
	struct run_level levels[RUN_LEVELS_MOST] = {{.from = 0}};
	struct verdict_on_machine verdict;
	enum status status = OK;

	if (is_empty(m, prober))
		return refuse_empty(m, prober, err);
	if (prober->tracking.on) {
		state_names_find(&prober->tracking, &m->history, levels);
		verdict = verdict_of_states(&prober->tracking, levels, measurement_main_state(m),
					    is_of_state_before(m, &prober->tracking) ? drift : NULL);
	} else {
		join(m, &watch, m->options->patience);
		verdict = verdict_find(&watch, measurement_main_state(m), drift);
	}
	for (int kind = 0; status == OK && kind < EXPERIMENT_KINDS; kind++)
		if (prober->spent[kind].messages)
			status =
				keep_account(m, experiment_name((enum experiment_kind)kind), &prober->spent[kind], err);
	if (status == OK)
		status = keep_account(m, "preparing", &prober->preparing, err);
	if (status == OK)
		status = keep_account(m, "watching", &prober->watching, err);
	tell_unfinished(m, prober);
	tell_missed(m, prober);
	tell_upset(m, prober);
	if (status == OK)
		status = tell_lost(m, err);
	if (status == OK)
		status = measurement_tell_cpu(m, err);
	measurement_note(m, verdict.changed ? NOTE_WARNING : NOTE_INFORMATION,
			 verdict.known ? NOTE_MACHINE : NOTE_MEASUREMENT, verdict.text);
	m->machine = !verdict.known ? MACHINE_UNKNOWN : verdict.changed ? MACHINE_CHANGED : MACHINE_SAME;
	m->n_levels = state_names_settle(&prober->tracking, &m->history, m->levels);
	if (status == OK)
		status = tracking_mark(&prober->tracking, &m->sink, err);
	if (status == OK)
		status = keep_findings(m, &watch, err);
	if (status == OK && archive)
		status = archive->class->end(archive, m->run, err);
	return status;
}
