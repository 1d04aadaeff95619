#include "measuring/upsets.h"

#include "base/units.h"
#include "probe/pauses.h"
#include "sample/reduce.h"

#include <math.h>
#include <stdio.h>

enum { TIMINGS_LEAST = 3, TIMES_AS_LONG = 3 };

static const double lost_least = 3, lost_part = 1e-3;
static const double clock_least = 0.1, clock_part = 1e-3;
/* s; of TCP on Linux 0.2, in ticks of up to 10 ms, and a median may be long itself */
static const double timeout = PAUSE_LEAST;

static bool look_at(struct upsets *found, const struct sample *sample, const struct observation *o, double median)
{
	double loop = experiment_timed_times(&sample->what), beyond = (o->seconds - median) * loop;

	if (fabs(beyond) < fmax(timeout, (TIMES_AS_LONG - 1) * median * loop))
		return false;
	found->upset++;
	if (fabs(beyond) < fabs(found->longest))
		return true;
	found->longest = beyond;
	found->what = sample->what;
	found->at = o->at;
	found->beside = false;
	return true;
}

/* The least that the empty round trips beside the sample's timings took; INFINITY: there are none. */
static double least_trip(const struct sample *sample)
{
	double least = INFINITY;

	for (size_t i = 0; i < sample->n; i++)
		if (sample->observations[i].after > 0)
			least = fmin(least, sample->observations[i].after);
	return least;
}

/* A process may be stopped while the machine is looked at, too: what follows a timing counts as a part of it. */
static void look_beside(struct upsets *found, const struct sample *sample, const struct observation *o, double least)
{
	double beyond = o->after - least;

	if (!(beyond >= fmax(timeout, (TIMES_AS_LONG - 1) * least)))
		return;
	found->upset++;
	if (beyond < fabs(found->longest))
		return;
	found->longest = beyond;
	found->what = sample->what;
	found->at = o->at;
	found->beside = true;
}

struct upsets upsets_find(const struct campaign *campaign, double since)
{
	const struct reduce_rule rule = {
		.statistic = STATISTIC_MEDIAN, .confidence = 0.95, .keep_warmup = true, .independent = true};
	struct upsets found = {.upset = 0};

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		double median, least = least_trip(sample);

		found.timings += sample->n;
		if (sample->n < TIMINGS_LEAST)
			continue;
		median = sample_reduce(sample, &rule).median;
		for (size_t k = 0; isfinite(median) && k < sample->n; k++)
			if (sample->observations[k].at >= since &&
			    !look_at(&found, sample, &sample->observations[k], median))
				look_beside(&found, sample, &sample->observations[k], least);
	}
	return found;
}

/* "roundtrip of 64K between processes 2 and 5" */
static const char *name_point(const struct experiment *what, char *text, size_t room)
{
	char size[32], between[64] = "";

	if (what->kind != EXPERIMENT_COLLECTIVE)
		snprintf(between, sizeof(between), " between processes %d and %d", what->from, what->to);
	snprintf(text, room, "%s of %s%s", experiment_name(what->kind),
		 size_format_unit(what->bytes, size, sizeof(size)), between);
	return text;
}

const char *upsets_text(const struct upsets *upsets, double begin, char *text, size_t room)
{
	char point[128];

	if (upsets->upset == 0) {
		snprintf(text, room, "%s", "");
		return text;
	}
	snprintf(text, room,
		 "%zu of %zu timings %s upset: the worst took %.3g s %s than %s (%s, %.1f s after the begin). A link "
		 "that is down, a lost packet, a stopped process or a clock that jumps makes such times; they are kept "
		 "as outliers",
		 upsets->upset, upsets->timings, upsets->upset == 1 ? "was" : "were", fabs(upsets->longest),
		 upsets->longest < 0 ? "less" : "more",
		 upsets->beside ? "usual, with the empty round trip behind it" : "its point's median",
		 name_point(&upsets->what, point, sizeof(point)), upsets->at - begin);
	return text;
}

bool upsets_pauses_text(const struct pauses *pauses, double begin, char *text, size_t room)
{
	char point[128];

	snprintf(text, room,
		 "%zu %s between timings: the longest took %.3g s (%s, until %.1f s after the begin). A stopped "
		 "process, a link that is down, a slow disk or a clock that jumps makes them; no timing is wrong by it",
		 pauses->n, pauses->n == 1 ? "pause" : "pauses", pauses->longest,
		 name_point(&pauses->what, point, sizeof(point)), pauses->at - begin);
	return pauses->n > 0;
}

bool upsets_clock_text(double passed, double ahead, size_t went_back, char *text, size_t room)
{
	bool jumped = fabs(ahead) >= fmax(clock_least, clock_part * fabs(passed));
	char by[160] = "", again[120] = "";

	if (jumped)
		snprintf(by, sizeof(by), ": meanwhile it went %.3g s %s the machine's other clock", fabs(ahead),
			 ahead > 0 ? "further than" : "less far than");
	if (went_back > 0)
		snprintf(again, sizeof(again), "%s timings below 0, which were made again: %zu", jumped ? ";" : ":",
			 went_back);
	snprintf(text, room,
		 "the clock that times are taken by jumped%s%s. A timing during which it jumps %s; budgets are of this "
		 "clock",
		 by, again,
		 !jumped     ? "is wrong"
		 : ahead > 0 ? "is too long"
			     : "is too short, or below 0");
	return jumped || went_back > 0;
}

bool upsets_lost_text(double segments, double again, char *text, size_t room)
{
	bool lost = again >= fmax(lost_least, lost_part * segments);

	snprintf(text, room,
		 "TCP of the hosts sent %.0f of %.0f segments again (%.2g %%): packets were lost or came too late, of "
		 "these messages or of what else these hosts send",
		 again, segments, segments > 0 ? 100 * again / segments : 0);
	return lost;
}
