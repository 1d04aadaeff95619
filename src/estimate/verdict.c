#include "estimate/verdict.h"

#include "base/units.h"
#include "probe/tracking.h"
#include "stats/change.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Relative: what counts as another level within a run, and between runs. */
static const double within = 0.1, between = 0.1;

static void append(struct verdict_on_machine *verdict, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(struct verdict_on_machine *verdict, const char *format, ...)
{
	size_t length = strlen(verdict->text);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(verdict->text + length, sizeof(verdict->text) - length, format, arguments);
	va_end(arguments);
}

/* A sample's times in order; NULL if there are none. */
static double *times_of(const struct campaign *campaign, const struct experiment *what, size_t *n)
{
	const struct sample *sample = campaign ? campaign_find(campaign, what) : NULL;
	double *times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL;

	*n = times ? sample->n : 0;
	for (size_t i = 0; i < *n; i++)
		times[i] = sample->observations[i].seconds;
	return times;
}

/* Replaces the timings by the medians of the looks that they were taken in: a look is over before the state changes,
 * and an outlier in it does not count. Returns how many there are. */
static size_t looks_of(double *times, size_t n)
{
	size_t looks = n / WATCH_LOOK;

	for (size_t i = 0; i < looks; i++)
		times[i] = quantile_median(&times[i * WATCH_LOOK], WATCH_LOOK);
	return looks;
}

/* Replaces times by those of looks. */
static void judge_run(struct verdict_on_machine *verdict, const char *name, double *times, size_t n)
{
	struct change change = change_find(times, n, within);
	double low = NAN, high = NAN;
	bool wanders = change_wanders(times, looks_of(times, n), within, &low, &high);
	char a[32], b[32];

	if (change.regimes)
		append(verdict, " %s: 2 regimes seen, %s us in %.0f %% of the timings and %s us in %.0f %%.", name,
		       microseconds_format(change.level[0], a, sizeof(a)), 100 * change.share[0],
		       microseconds_format(change.level[1], b, sizeof(b)), 100 * change.share[1]);
	else if (change.drift)
		append(verdict, " %s: it drifted from %s to %s us (p = %.2g).", name,
		       microseconds_format(change.median[0], a, sizeof(a)),
		       microseconds_format(change.median[1], b, sizeof(b)), change.p);
	else if (wanders)
		append(verdict, " %s: it went up and down between %s and %s us.", name,
		       microseconds_format(low, a, sizeof(a)), microseconds_format(high, b, sizeof(b)));
	verdict->changed = verdict->changed || change.regimes || change.drift || wanders;
}

/* Compares the levels. */
static void judge_since(struct verdict_on_machine *verdict, const char *name, double level, const double *before,
			size_t n_before)
{
	double old = quantile_median(before, n_before), part = level / old - 1;
	char a[32], b[32];

	if (!(fabs(part) > between))
		return;
	verdict->changed = true;
	append(verdict, " %s: %s us, where the main state has %s us (%+.0f %%).", name,
	       microseconds_format(level, a, sizeof(a)), microseconds_format(old, b, sizeof(b)), 100 * part);
}

/* A sentinel's level in the state in which was measured: the quickest that lasted, as the store keeps it of earlier
 * runs; of a short run the median of the looks on the level. */
static double level_of(const struct watch *watch, size_t i, const double *good, size_t n_good)
{
	return watch->looks > 0 && isfinite(watch->quickest[i]) ? watch->quickest[i] : quantile_median(good, n_good);
}

/* Regimes and drift by all looks at the sentinel, its level by those that found the machine in the state in which was
 * measured. */
static void judge(struct verdict_on_machine *verdict, const struct watch *watch, const struct campaign *before,
		  size_t i)
{
	const struct experiment *sentinel = &watch->sentinels[i];
	size_t n = 0, n_good = 0, n_before = 0;
	double *times = times_of(&watch->seen, sentinel, &n), *good = times_of(&watch->good, sentinel, &n_good),
	       *old = times_of(before, sentinel, &n_before);
	char name[80], size[32];

	snprintf(name, sizeof(name), "Round trip of %s B", size_format(sentinel->bytes, size, sizeof(size)));
	if (n > 0)
		judge_run(verdict, name, times, n);
	if (n_good > 0 && n_before > 0)
		judge_since(verdict, name, level_of(watch, i, good, n_good), old, n_before);
	free(times);
	free(good);
	free(old);
}

/* True if an earlier campaign holds every sentinel, so that levels could be compared. */
static bool knows_sentinels(const struct campaign *before, const struct watch *watch)
{
	for (size_t i = 0; before && i < watch->n; i++) {
		const struct sample *sample = campaign_find(before, &watch->sentinels[i]);

		if (!sample || sample->n == 0)
			return false;
	}
	return before && watch->n > 0;
}

static void tell_waiting(struct verdict_on_machine *verdict, const struct watch *watch, bool said)
{
	if (watch->quicker)
		append(verdict, " It went into a state quicker than its main one: the timings before are of the "
				"slower one, and numbers made of all of them hold in neither.");
	else if (watch->gives_up && watch->waited > 0)
		append(verdict,
		       " It was not back in its main state after %.1f s of waiting: the timings since then are of "
		       "another state, and numbers made of all of them hold in neither.",
		       watch->waited);
	else if (watch->gives_up)
		append(verdict, " It left its main state meanwhile, and nobody waited for it.");
	else if (said && watch->waited > 0)
		append(verdict, " Timings were taken in one state only; %.1f s were spent waiting for it.",
		       watch->waited);
}

struct verdict_on_machine verdict_find(const struct watch *watch, const struct campaign *before,
				       const struct parameter_drift *drift)
{
	struct verdict_on_machine verdict = {.changed = false}, said = {.changed = false};
	bool elsewhere = drift && drift->text[0];

	for (size_t i = 0; i < watch->n; i++)
		judge(&said, watch, before, i);
	verdict.changed = said.changed || elsewhere || watch->gives_up;
	if (verdict.changed)
		append(&verdict, "The machine changed:%s%s", said.text, elsewhere ? drift->text : "");
	else
		append(&verdict,
		       "The machine stayed the same: no second regime and no drift above %.0f %% at the sentinels%s%s.",
		       100 * within,
		       knows_sentinels(before, watch) ? ", and their level is that of the main state" : "",
		       drift && drift->known ? "; the link's parameters are those of before" : "");
	tell_waiting(&verdict, watch, said.changed);
	return verdict;
}

/* What the sentinel took while it was in the main state, in order; NULL if memory does not suffice. */
static double *main_times(const struct tracking *t, size_t *n)
{
	double *times = malloc((t->n + 1) * sizeof(*times));

	*n = 0;
	for (size_t i = 0; times && i < t->n; i++)
		if (regimes_index(&t->levels, t->seconds[i]) == t->main)
			times[(*n)++] = t->seconds[i];
	return times;
}

static bool is_known_level(const struct tracking *t, double before)
{
	for (size_t k = 0; k < t->levels.n; k++)
		if (fabs(t->levels.of[k].value / before - 1) <= between)
			return true;
	return false;
}

static void append_states(struct verdict_on_machine *verdict, const struct tracking *t)
{
	size_t all, lost;
	char text[32];

	append(verdict, "The machine was in %zu states: an empty round trip takes", t->levels.n);
	for (size_t k = 0; k < t->levels.n; k++)
		append(verdict, "%s %s us for %.0f %% of the time%s",
		       k == 0                ? ""
		       : k + 1 < t->levels.n ? ","
					     : " and",
		       microseconds_format(t->levels.of[k].value, text, sizeof(text)), 100 * t->levels.of[k].share,
		       k == t->main ? " (the main state)" : "");
	tracking_count(t, &all, &lost);
	append(verdict,
	       ". Numbers are of the main state; %.1f %% of the timings lie between two states and are not used.",
	       all ? 100 * (double)lost / (double)all : 0);
}

struct verdict_on_machine verdict_of_states(const struct tracking *t, const struct campaign *before,
					    const struct parameter_drift *drift)
{
	struct verdict_on_machine verdict = {.changed = false}, said = {.changed = false};
	bool elsewhere = drift && drift->text[0] && t->levels.n < 2;
	size_t n = 0, n_old = 0;
	double *times = main_times(t, &n), *old = times_of(before, &t->sentinel, &n_old);

	if (times && n > 0)
		judge_run(&said, "Empty round trip", times, n);
	if (n_old > 0 && !is_known_level(t, quantile_median(old, n_old)))
		judge_since(&said, "Empty round trip", t->levels.of[t->main].value, old, n_old);
	free(times);
	free(old);
	verdict.changed = said.changed || elsewhere;
	if (t->levels.n > 1)
		append_states(&verdict, t);
	if (verdict.changed)
		append(&verdict, "%s%s:%s%s", t->levels.n > 1 ? " " : "",
		       t->levels.n > 1 ? "Within it the machine changed" : "The machine changed", said.text,
		       elsewhere ? drift->text : "");
	else if (t->levels.n < 2)
		append(&verdict,
		       "The machine stayed the same: no second state and no drift above %.0f %% of empty round "
		       "trips%s%s.",
		       100 * within, n_old > 0 ? ", and their level is that of the main state" : "",
		       drift && drift->known ? "; the link's parameters are those of before" : "");
	return verdict;
}
