#include "measuring/upsets.h"

#include "base/units.h"
#include "sample/reduce.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double lost_least = 3, lost_part = 1e-3;
static const double clock_least = 0.1, clock_part = 1e-3;

/* True if it is the worst so far. */
static bool count(struct upsets *found, const struct experiment *what, double beyond, double at)
{
	found->upset++;
	if (fabs(beyond) < fabs(found->longest))
		return false;
	found->longest = beyond;
	found->what = *what;
	found->at = at;
	found->beside = found->alone = false;
	return true;
}

void upsets_add(struct upsets *upsets, const struct experiment *what, double beyond, double at)
{
	if (count(upsets, what, beyond, at))
		upsets->alone = true;
}

static bool look_at(struct upsets *found, const struct sample *sample, const struct observation *o, double median)
{
	double loop = experiment_timed_times(&sample->what), beyond = (o->seconds - median) * loop;

	if (fabs(beyond) < fmax(UPSET_LEAST, (UPSET_TIMES - 1) * median * loop))
		return false;
	count(found, &sample->what, beyond, o->at);
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

	if (!(beyond >= fmax(UPSET_LEAST, (UPSET_TIMES - 1) * least)))
		return;
	if (count(found, &sample->what, beyond, o->at))
		found->beside = true;
}

double upsets_median(const struct sample *sample)
{
	const struct reduce_rule rule = {
		.statistic = STATISTIC_MEDIAN, .confidence = 0.95, .keep_warmup = true, .independent = true};

	return sample && sample->n >= UPSET_TIMINGS ? sample_reduce(sample, &rule).median : NAN;
}

static void look_through(struct upsets *found, const struct sample *sample, double since)
{
	double median = upsets_median(sample), least = least_trip(sample);

	found->timings += sample->n;
	for (size_t k = 0; isfinite(median) && k < sample->n; k++)
		if (sample->observations[k].at >= since && !look_at(found, sample, &sample->observations[k], median))
			look_beside(found, sample, &sample->observations[k], least);
}

const struct sample *upsets_sample(const struct campaign *campaign, const struct campaign *tracked,
				   const struct experiment *what)
{
	const struct sample *here = campaign_find(campaign, what),
			    *there = tracked ? campaign_find(tracked, what) : NULL;

	return there && (!here || there->n > here->n) ? there : here;
}

struct upsets upsets_find(const struct campaign *campaign, const struct campaign *tracked, double since,
			  const double escalating[2])
{
	struct upsets found = {.upset = 0};

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;
		double bytes = (double)what->bytes;

		if (!(escalating && experiment_is_gather(what) && strcmp(what->setup.algorithm, "linear") == 0 &&
		      bytes >= escalating[0] && bytes < escalating[1]))
			look_through(&found, upsets_sample(campaign, tracked, what), since);
	}
	for (size_t i = 0; tracked && i < tracked->n; i++)
		if (!campaign_find(campaign, &tracked->samples[i]->what))
			look_through(&found, tracked->samples[i], since);
	return found;
}

const char *upsets_point(const struct experiment *what, char *text, size_t room)
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
		 "%zu of %zu timings %s upset: the worst took %.3g s %s than %s (%s, %.1f s after the begin). %sA link "
		 "that is down, a lost packet, a stopped process or a clock that jumps makes such times; they are kept "
		 "as outliers",
		 upsets->upset, upsets->timings, upsets->upset == 1 ? "was" : "were", fabs(upsets->longest),
		 upsets->longest < 0 ? "less" : "more",
		 upsets->beside  ? "usual, with the empty round trip behind it"
		 : upsets->alone ? "usual"
				 : "its point's median",
		 upsets_point(&upsets->what, point, sizeof(point)), upsets->at - begin,
		 experiment_is_gather(&upsets->what)
			 ? "Gathers in which all send at once may escalate: sonde measure thresholds finds which do. "
			 : "");
	return text;
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
