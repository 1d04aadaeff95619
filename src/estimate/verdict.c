#include "estimate/verdict.h"

#include "base/units.h"
#include "probe/causes.h"
#include "probe/levels.h"
#include "probe/tracked.h"
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
		append(verdict, " %s: 2 states seen, %s us in %.0f %% of the timings and %s us in %.0f %%.", name,
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

/* "Empty round trip", "Round trip of 64 KiB with an empty answer". */
static void name_sentinel(const struct experiment *sentinel, char *name, size_t room)
{
	char size[32];
	size_t last = strlen(size_format(sentinel->bytes, size, sizeof(size))) - 1;
	bool prefixed = strchr("KMGT", size[last]);

	if (sentinel->bytes == 0)
		snprintf(name, room, "Empty round trip");
	else
		snprintf(name, room, "Round trip of %.*s %s%sB with an empty answer", (int)(prefixed ? last : last + 1),
			 size, prefixed ? &size[last] : "", prefixed ? "i" : "");
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
	char name[80];

	name_sentinel(sentinel, name, sizeof(name));
	verdict->known = verdict->known || n > 0;
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
	verdict.known = verdict.changed || said.known;
	if (verdict.changed)
		append(&verdict, "The machine changed:%s%s", said.text, elsewhere ? drift->text : "");
	else if (!verdict.known)
		append(&verdict, "Whether the machine stayed the same is not known: it was not watched.");
	else
		append(&verdict,
		       "The machine stayed the same: no second state and no drift above %.0f %% of the fixed messages "
		       "that were timed again and again%s%s.",
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

/* What made the main state the main one (levels_choose_main). */
static const char *main_reason(const struct tracking *t)
{
	bool largest = true;

	for (size_t k = 0; k < t->levels.n; k++)
		largest = largest && t->levels.of[k].share <= t->levels.of[t->main].share;
	if (largest)
		return "for most of the time";
	return levels_now(t) == t->main ? "at the end for long"
					: "from the beginning, and for nearly as long as in another";
}

static void append_states(struct verdict_on_machine *verdict, const struct tracking *t, const struct run_level *levels)
{
	size_t all, lost;
	char text[32];

	append(verdict, "The machine was in %zu states: an empty round trip takes", t->levels.n);
	for (size_t k = 0; k < t->levels.n; k++)
		append(verdict, "%s %s us in the state \"%s\" for %.0f %% of the time%s",
		       k == 0                ? ""
		       : k + 1 < t->levels.n ? ","
					     : " and",
		       microseconds_format(levels[k].seconds, text, sizeof(text)), levels[k].name,
		       100 * levels[k].share, k == t->main ? " (the main state)" : "");
	tracked_count(t, &all, &lost);
	append(verdict,
	       ". Numbers are of the main state, in which it was %s; %.1f %% of the timings lie between two states and "
	       "are not used.",
	       main_reason(t), all ? 100 * (double)lost / (double)all : 0);
}

/* The only state beside those of earlier runs, of which this is the level of the quickest; 0: there are none. */
static void append_earlier(struct verdict_on_machine *verdict, const struct run_level *state, double earlier)
{
	char now[32], then[32];

	if (*state->name && state->known)
		append(verdict, " It is in the state \"%s\" of earlier runs.", state->name);
	else if (earlier > 0 && run_levels_alike(state->seconds, earlier))
		append(verdict, " Its level is that of earlier runs.");
	else if (earlier > 0)
		append(verdict,
		       " It is in another state than in earlier runs: an empty round trip takes %s us, where it took "
		       "%s us.",
		       microseconds_format(state->seconds, now, sizeof(now)),
		       microseconds_format(earlier, then, sizeof(then)));
}

/* The levels that are made by what is measured; n below 2: there are none. A short run shows them only as a whole. */
static struct regimes made_levels(const struct tracking *t, const double *times, size_t n)
{
	struct change change = change_find(times, n, within);
	struct regimes levels = {.n = 2,
				 .of = {{.value = change.level[0]}, {.value = change.level[1]}},
				 .bound = {sqrt(change.level[0] * change.level[1])}};
	struct error ignored = {.status = OK};
	bool made[REGIMES_MOST] = {false};

	if (t->looks.made.n > 1 || t->levels.n > 1 || !change.regimes)
		return t->looks.made;
	causes_find(t, &levels, made, &ignored);
	levels.n = made[0] ? 2 : 0;
	return levels;
}

static void append_made(struct verdict_on_machine *verdict, const struct regimes *levels, bool several)
{
	char text[32];

	append(verdict,
	       several ? " Within states it takes" : "The machine was in one state: an empty round trip takes");
	for (size_t k = 0; k < levels->n; k++)
		append(verdict, "%s %s us",
		       k == 0              ? ""
		       : k + 1 < levels->n ? ","
					   : " or",
		       microseconds_format(levels->of[k].value, text, sizeof(text)));
	append(verdict, ", by what was measured just before it.");
}

struct verdict_on_machine verdict_of_states(const struct tracking *t, const struct run_level *levels,
					    const struct campaign *before, const struct parameter_drift *drift)
{
	struct verdict_on_machine verdict = {.known = true}, said = {.changed = false};
	bool several = t->levels.n > 1;
	size_t n = 0, n_old = 0;
	double *times = main_times(t, &n), *old = times_of(before, &t->sentinel, &n_old);
	struct regimes levels_made = {.n = 0};

	if (times && n > 0)
		levels_made = made_levels(t, times, n);
	if (times && n > 0 && levels_made.n < 2)
		judge_run(&said, "Empty round trip", times, n);
	verdict.changed = said.changed || t->merged;
	if (several)
		append_states(&verdict, t, levels);
	if (t->merged)
		append(&verdict, "The machine was in several states, which change too often to be told apart: numbers "
				 "are of all of them.");
	else if (said.changed)
		append(&verdict,
		       "%s:%s Numbers are averages over that change: what holds now may be quicker or slower.",
		       several ? " Within it the machine changed" : "The machine changed", said.text);
	else if (levels_made.n > 1)
		append_made(&verdict, &levels_made, several);
	else if (!several)
		append(&verdict,
		       "The machine stayed the same: no second state and no drift above %.0f %% of empty round trips.",
		       100 * within);
	if (!several && !t->merged && levels_made.n < 2)
		append_earlier(&verdict, &levels[t->main], n_old > 0 ? quantile_median(old, n_old) : 0);
	if (drift && drift->text[0] && !several)
		append(&verdict, " Since the run before:%s", drift->text);
	else if (drift && drift->known && !several)
		append(&verdict, " The link's parameters are those of before.");
	free(times);
	free(old);
	return verdict;
}
