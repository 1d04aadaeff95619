#include "measuring/pauses.h"

#include "sample/arrival.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdio.h>

enum { USUAL_LEAST = 4, USUAL_PART = 10 }; /* so many runs, and a part of all, are no disturbance */

static void note(struct pauses *pauses, const struct experiment *what, double seconds, double at)
{
	pauses->n++;
	if (seconds <= pauses->longest)
		return;
	pauses->longest = seconds;
	pauses->what = *what;
	pauses->at = at;
}

void pauses_keep(struct keeping *keeping, const struct experiment *what, double seconds, double now)
{
	double beyond = seconds - keeping->usual;

	if (seconds < 0)
		return;
	if (keeping->known && beyond >= fmax(UPSET_LEAST, (UPSET_TIMES - 1) * keeping->usual))
		note(&keeping->pauses, what, beyond, now);
	keeping->usual = keeping->known ? fmin(keeping->usual, seconds) : seconds;
	keeping->known = true;
}

/* Whether what it takes bounds what an operation of the other takes: a round trip between the same processes, either
 * way; a collective operation of another size. */
static bool is_relative(const struct experiment *what, const struct experiment *of)
{
	struct experiment same = *what;

	same.bytes = of->bytes;
	if (of->kind == EXPERIMENT_COLLECTIVE)
		return experiment_same_point(&same, of);
	return what->kind == EXPERIMENT_ROUNDTRIP && what->count == 1 &&
	       ((what->from == of->from && what->to == of->to) || (what->from == of->to && what->to == of->from));
}

/* Bytes at which a message takes twice as long as an empty one at most: as a deadline looks ahead (probe/prober.h). */
static const double half_performance = 1024;

/* Medians that were found already, since many runs are of few points. */
struct medians {
	const struct sample *of[3 * LONG_RUNS_MOST];
	double median[3 * LONG_RUNS_MOST];
	size_t n;
};

/* NAN of few timings, or none. */
static double median_of(struct medians *known, const struct sample *sample)
{
	size_t i = 0;

	while (i < known->n && known->of[i] != sample)
		i++;
	if (i == known->n) {
		known->of[i] = sample;
		known->median[i] = upsets_median(sample);
		known->n++;
	}
	return known->median[i];
}

/* s: what a message as long takes there at most, with an answer, or such a collective operation: by the shortest that
 * are not shorter, or by the longest; 0: there are none. */
static double relative_of(const struct campaign *campaign, const struct experiment *what, struct medians *known)
{
	const struct sample *nearest = NULL;
	double bytes = (double)what->bytes, there;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		size_t here = sample->what.bytes, best = nearest ? nearest->what.bytes : 0;
		bool is_nearer = !nearest || (best < what->bytes ? here > best : here >= what->bytes && here < best);

		if (is_nearer && sample->n >= UPSET_TIMINGS && is_relative(&sample->what, what))
			nearest = sample;
	}
	if (!nearest)
		return 0;
	there = (double)nearest->what.bytes;
	return median_of(known, nearest) * fmax(1, (bytes + half_performance) / (there + half_performance));
}

/* What is known of a run in the end. */
struct judged {
	double usual;     /* s: what such a run takes; 0: nobody knows */
	bool kept, alone; /* its timings are kept; and are too few for a median */
};

/* s: by which processes come late to each operation; 0: they do not, or there is no memory. */
static double arrival_of(const struct experiment *what, size_t processes)
{
	struct error ignored = {.status = OK};
	double longest = 0;

	if (!*what->setup.arrival ||
	    arrival_longest(what->setup.arrival, processes, (size_t)what->from, &longest, &ignored) != OK)
		return 0;
	return longest;
}

static bool holds(const struct sample *sample, double seconds)
{
	for (size_t i = 0; sample && i < sample->n; i++)
		if (sample->observations[i].seconds == seconds)
			return true;
	return false;
}

/* s: what is known of the point by looks at the machine; 0: it is not looked at by this. */
static double look_of(const struct pauses_evidence *e, const struct experiment *what, struct medians *known)
{
	const struct sample *sample = e->seen ? campaign_find(e->seen, what) : NULL;

	if (e->sentinel && experiment_same_point(e->sentinel, what))
		return e->look;
	return sample ? fmax(median_of(known, sample), 0) : 0;
}

static struct judged judge(const struct pauses_evidence *e, const struct long_run *run, struct medians *known)
{
	const struct experiment *what = &run->what;
	const struct sample *sample = upsets_sample(e->campaign, e->tracked, what);
	bool collective = what->kind == EXPERIMENT_COLLECTIVE, is_answered = what->kind == EXPERIMENT_SEND_ALONE;
	double median = median_of(known, sample), bound = relative_of(e->campaign, what, known),
	       own = fmax(fmax(median, run->least), look_of(e, what, known)), /* NAN is less than any */
		timed = own > 0 ? own : bound * (collective ? 1 : fmax(1, (double)experiment_messages(what)));
	struct judged judged = {.kept = run->together > 1 || holds(sample, run->longest)};

	judged.alone = judged.kept && run->together == 1 && isnan(median);
	timed = is_answered ? fmax(timed, bound) : timed; /* before each, which is not timed */
	if (collective)
		timed = (timed + arrival_of(what, e->processes)) *
			(what->setup.timing == TIMING_ACKNOWLEDGED ? (double)e->processes : 1);
	if (timed > 0)
		judged.usual = long_run_usual(what, run->n, timed, fmax(timed, bound));
	return judged;
}

/* s beyond what is usual, NAN if it is no longer than that. */
static double beyond(double seconds, double usual)
{
	bool is = usual > 0 && seconds - usual >= fmax(UPSET_LEAST, (UPSET_TIMES - 1) * usual);

	return is ? seconds - usual : NAN;
}

/* How many there are of those that were found, with those that the list had no room for: of each group of sizes as
 * large a part is found as of those in the list. */
static double count_all(const struct long_runs *runs, const double *found)
{
	size_t listed[LONG_RUNS_SIZES] = {0}, here[LONG_RUNS_SIZES] = {0};
	double all = 0;

	for (size_t i = 0; i < runs->n; i++) {
		listed[runs->list[i].sizes]++;
		here[runs->list[i].sizes] += isfinite(found[i]);
	}
	for (size_t group = 0; group < LONG_RUNS_SIZES; group++)
		if (here[group] > 0)
			all += (double)here[group] * (double)runs->lengthy[group] / (double)listed[group];
	return all;
}

/* s: by which long runs go beyond the usual where they are many; 0: they are few. */
static double usually_beyond(const struct long_runs *runs, const double *found)
{
	double sorted[LONG_RUNS_MOST];
	size_t n = 0;

	for (size_t i = 0; i < runs->n; i++)
		if (isfinite(found[i]))
			sorted[n++] = found[i];
	if (n < USUAL_LEAST || count_all(runs, found) * USUAL_PART < (double)runs->runs)
		return 0;
	quantile_sort(sorted, n);
	return quantile_sorted(sorted, n, 0.5);
}

struct pauses pauses_find(const struct pauses_evidence *evidence, struct upsets *upsets)
{
	const struct long_runs *runs = evidence->runs;
	double found[LONG_RUNS_MOST], usual;
	struct pauses pauses = {.n = 0};
	struct medians known = {.n = 0};

	for (size_t i = 0; i < runs->n; i++) {
		const struct long_run *run = &runs->list[i];
		const struct judged judged = judge(evidence, run, &known);
		double within = judged.alone ? beyond(run->timed, judged.usual) : NAN;

		if (isfinite(within))
			upsets_add(upsets, &run->what, within, run->ended);
		found[i] = beyond(judged.kept ? run->passed - run->timed : run->passed, judged.usual);
	}
	usual = usually_beyond(runs, found);
	for (size_t i = 0; i < runs->n; i++)
		if (found[i] >= UPSET_TIMES * usual)
			note(&pauses, &runs->list[i].what, found[i], runs->list[i].ended);
	pauses.more = count_all(runs, found) > (double)pauses.n + 0.5 && pauses.n > 0 && usual == 0;
	return pauses;
}

struct pauses pauses_join(struct pauses a, struct pauses b)
{
	struct pauses both = a.longest >= b.longest ? a : b;

	both.n = a.n + b.n;
	both.more = a.more || b.more;
	return both;
}

bool pauses_text(const struct pauses *pauses, double begin, char *text, size_t room)
{
	char point[128];

	snprintf(text, room,
		 "%s%zu %s between timings: the longest took %.3g s (%s, until %.1f s after the begin). A stopped "
		 "process, a link that is down, a slow disk or a clock that jumps makes them; no timing is wrong by it",
		 pauses->more ? "at least " : "", pauses->n, pauses->n == 1 ? "pause" : "pauses", pauses->longest,
		 upsets_point(&pauses->what, point, sizeof(point)), pauses->at - begin);
	return pauses->n > 0;
}
