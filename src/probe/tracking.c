#include "probe/tracking.h"

#include "base/memory.h"
#include "platform/subset.h"
#include "probe/causes.h"
#include "probe/levels.h"
#include "probe/marks.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	SPARE = 4,        /* a look is due when so many times its own cost has passed */
	LOOKS_FIRST = 20, /* before there can be two levels */
	INTERRUPTED = 10  /* a process that was stopped during a look took no more of the time for looks than so many */
};

static const double growth = 1.1, /* of the looks, after which levels are looked for again */
	usual = 1.25,             /* a state is slower when it takes so many times as long: delays allow for it */
	longer = 1.12; /* than the look before by more than levels are apart: another state, or a disturbance */

bool tracking_drops(const struct tracking *t, const struct experiment *what)
{
	const struct sample *sample = t->on && t->levels.n > 1 ? campaign_find(&t->all, what) : NULL;

	return sample && campaign_drops(&t->all, sample);
}

bool tracking_misses(const struct prober *prober, const struct experiment *what)
{
	const struct tracking *t = &prober->tracking;
	const struct sample *all = t->on && t->levels.n > 1 ? campaign_find(&t->all, what) : NULL,
			    *mine = all ? campaign_find(prober->campaign, what) : NULL;

	return mine && marks_miss(t, all, mine->n);
}

/* The prober's own sample of a point, made anew: of the main state, by new marks of all observations. */
static enum status refill(struct prober *prober, struct sample *sample, struct error *err)
{
	struct tracking *t = &prober->tracking;
	const struct state_levels levels = marks_levels(t);
	struct sample *mine = campaign_find(prober->campaign, &sample->what);
	size_t before = mine->n;
	double several = marks_length(t, sample);
	enum status status;

	for (size_t i = 0; i < sample->n; i++)
		marks_set(t, &sample->what, several, &sample->observations[i]);
	mine->n = sample->unwatched;
	status = sample_add_state(mine, &t->all, sample, 0, &levels, err);
	t->turned = t->turned || mine->n < before;
	return status;
}

/* A slower state has come up: receivers wait long enough for it from now on, and what they took in it before is of
 * none. */
static void lengthen_delays(struct prober *prober, double ratio)
{
	struct tracking *t = &prober->tracking;

	for (size_t s = 0; s < t->all.n; s++) {
		struct sample *sample = t->all.samples[s];

		double several = marks_length(t, sample);

		if (!marks_delayed(&sample->what))
			continue;
		for (size_t i = 0; i < sample->n; i++) {
			struct observation *o = &sample->observations[i];

			marks_set(t, &sample->what, several, o);
			if (!observation_is_of_several(o) && !observation_is_of_state(o, marks_number(t, 0)))
				o->before = o->after = 0;
		}
		campaign_find(prober->campaign, &sample->what)->what.delay *= ratio;
	}
}

/* Once for each state that is slower than all before: states that seem to come and go lengthen nothing again. */
static void allow_for_slowest(struct prober *prober)
{
	struct tracking *t = &prober->tracking;
	double slowest = t->levels.of[t->levels.n - 1].value,
	       before = t->slowest > 0 ? t->slowest : t->levels.of[0].value;

	if (t->levels.n < 2 || slowest <= usual * before)
		return;
	lengthen_delays(prober, slowest / before);
	t->slowest = slowest;
}

/* The watch's level is that of the main state, and its quickest that of the quickest. */
static void tell_watch(struct prober *prober)
{
	const struct tracking *t = &prober->tracking;
	struct watch *w = &prober->watch;

	w->level[0] = t->levels.of[t->main].value;
	w->quickest[0] = t->levels.of[0].value;
	w->gives_up = false;
}

static enum status refill_all(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	const struct state_levels levels = marks_levels(t);
	enum status status = OK;

	memcpy(t->all.levels, levels.of, sizeof(levels.of));
	for (size_t s = 0; status == OK && s < t->all.n; s++)
		status = refill(prober, t->all.samples[s], err);
	return status;
}

/* Looks for the levels again, and makes the campaign anew if there are several, or were. */
static enum status judge(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	const struct regimes before = t->levels;
	bool one = before.n < 2 && t->looks.made.n < 2;
	size_t main = t->main;
	enum status status = levels_find(t, err);

	if (status != OK)
		return status;
	levels_choose_main(t, before.of[main].value);
	tell_watch(prober);
	one = one && t->levels.n < 2 && t->looks.made.n < 2;
	t->several = t->several || !one;
	if (one)
		return OK;
	t->turned = t->turned || before.n != t->levels.n || regimes_index(&t->levels, before.of[main].value) != t->main;
	allow_for_slowest(prober);
	return refill_all(prober, err);
}

/* What is in the campaign of the main state, if by a share. */
static bool counts(const struct observation *o)
{
	return observation_is_of_several(o) || observation_is_of_state(o, 0);
}

/* A look has followed n observations of a sample: whether the campaign is to have others of it now. */
static bool follow(const struct tracking *t, const struct waiting *waiting, double after)
{
	struct sample *sample = waiting->sample;
	double several = marks_length(t, sample);
	bool others = several > 0 || marks_differ(sample, several);

	for (size_t k = 0; k < waiting->n; k++) {
		struct observation *o = &sample->observations[waiting->first + k];
		bool counted = counts(o);

		o->after = after;
		marks_set(t, &sample->what, several, o);
		others = others || counts(o) != counted;
	}
	return others;
}

/* The observations that the look was waited for by go to the sink, all of them also if the user stops. */
static enum status hand_on(struct prober *prober, double after, struct error *err)
{
	struct tracking *t = &prober->tracking;
	enum status status = OK;

	for (size_t i = 0; i < t->waiting.n && (status == OK || status == ERR_STOPPED); i++) {
		const struct waiting *waiting = &t->waiting.list[i];
		struct sample *sample = waiting->sample;
		const struct experiment *what = &campaign_find(prober->campaign, &sample->what)->what;
		enum status here = follow(t, waiting, after) ? refill(prober, sample, err) : OK;

		if (here == OK && prober->sink)
			here = prober->sink->take(prober->sink->context, what, &sample->observations[waiting->first],
						  waiting->n, err);
		status = status == OK ? here : status;
	}
	t->waiting.n = 0;
	return status;
}

/* A timing of the sentinel. */
struct timed_look {
	double begin, seconds, cost; /* cost: s on the platform's clock, with all that goes with it */
	double first;                /* s: what it took before it was timed once more */
};

/* Room for one more in all lists of looks. */
static enum status grow(struct tracking *t, struct error *err)
{
	double **const lists[] = {&t->at, &t->seconds, &t->firsts};
	size_t *const capacities[] = {&t->capacity_at, &t->capacity_seconds, &t->capacity_firsts};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		double *grown = memory_grow(*lists[i], capacities[i], t->n + 1, sizeof(*grown));

		if (!grown)
			return error_memory(err, "the states of the machine");
		*lists[i] = grown;
	}
	return OK;
}

static enum status remember(struct tracking *t, const struct timed_look *timed, struct error *err)
{
	const struct sample *last = t->waiting.n > 0 ? t->waiting.list[t->waiting.n - 1].sample : NULL;
	enum status status = grow(t, err);

	if (status == OK)
		status = causes_remember(t, last, err);
	if (status != OK)
		return status;
	t->at[t->n] = timed->begin;
	t->firsts[t->n] = timed->first;
	t->seconds[t->n++] = timed->seconds;
	return OK;
}

void tracking_stop(struct prober *prober)
{
	struct error ignored = {.status = OK};

	if (!prober->tracking.on)
		return;
	hand_on(prober, 0, &ignored);
	tracking_mark(&prober->tracking, prober->sink, &ignored);
}

/* Times the sentinel. What takes longer than the look before is timed once more, and so is the first, which has none
 * before it; the shorter counts: a state is still there then, a disturbance is not. */
static enum status time_sentinel(struct prober *prober, struct timed_look *timed, struct error *err)
{
	struct tracking *t = &prober->tracking;
	double most = t->n > 0 ? longer * t->seconds[t->n - 1] : 0;
	enum status status = OK;

	*timed = (struct timed_look){.seconds = INFINITY, .cost = INFINITY};
	for (int i = 0; status == OK && i < 2 && timed->seconds > most; i++) {
		struct observation seen;

		timed->begin = platform_now(prober->platform);
		status = platform_run(prober->platform, &t->sentinel, 1, &seen, err);
		if (status != OK)
			break;
		if (i == 0)
			timed->first = seen.seconds;
		timed->seconds = fmin(timed->seconds, seen.seconds);
		timed->cost = fmin(timed->cost, platform_now(prober->platform) - timed->begin);
	}
	if (t->n > 0)
		timed->cost = fmin(timed->cost, INTERRUPTED * t->looks.cost);
	return status;
}

static enum status look(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	double first = platform_now(prober->platform), taken;
	struct timed_look timed;
	size_t messages = prober->platform->messages;
	enum status status = time_sentinel(prober, &timed, err);

	if (status == OK)
		status = remember(t, &timed, err);
	if (status != OK) {
		tracking_stop(prober);
		return status;
	}
	t->looks.ended = platform_now(prober->platform);
	taken = t->looks.ended - first;
	t->looks.cost = timed.cost;
	t->looks.spent += fmin(taken, INTERRUPTED * timed.cost);
	prober->watching.seconds += taken;
	prober->watching.messages += prober->platform->messages - messages;
	status = hand_on(prober, timed.seconds, err);
	if (status == OK && t->n >= LOOKS_FIRST && (double)t->n >= growth * (double)t->judged)
		status = judge(prober, err);
	return status;
}

enum status tracking_begin(struct prober *prober, const struct experiment *sentinel, struct error *err)
{
	struct tracking *t = &prober->tracking;
	enum status status = OK;

	if (!prober->options->states || t->on)
		return OK;
	t->on = true;
	t->sentinel = *sentinel;
	t->levels = (struct regimes){.n = 1, .of = {{.share = 1}}, .stay = INFINITY};
	t->looks.inelastic[0] = t->looks.inelastic[1] = INFINITY;
	status = look(prober, err);
	if (status == OK)
		t->levels.of[0].value = t->seconds[0];
	return status;
}

bool tracking_is_due_after(const struct prober *prober, double seconds)
{
	const struct tracking *t = &prober->tracking;

	return t->on && t->looks.cost > 0 && seconds >= SPARE * t->looks.cost;
}

enum status tracking_look(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	double now = platform_now(prober->platform);
	bool due = t->on && now - t->looks.ended >= SPARE * t->looks.cost &&
		   now - t->at[0] >= (SPARE + 1) * t->looks.spent;

	return due ? look(prober, err) : OK;
}

enum status tracking_close(struct prober *prober, struct error *err)
{
	return prober->tracking.waiting.n > 0 ? look(prober, err) : OK;
}

static enum status wait_for_look(struct tracking *t, struct sample *sample, size_t n, struct error *err)
{
	struct waiting *grown = memory_grow(t->waiting.list, &t->waiting.capacity, t->waiting.n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the states of the machine");
	t->waiting.list = grown;
	t->waiting.list[t->waiting.n++] = (struct waiting){sample, sample->n - n, n};
	return OK;
}

static enum status add(struct prober *prober, const struct experiment *what, const struct observation *observations,
		       size_t n, struct error *err)
{
	struct tracking *t = &prober->tracking;
	struct sample *mine = campaign_point(prober->campaign, what, err),
		      *sample = mine ? campaign_find(&t->all, what) : NULL;
	double several = 0;
	bool changed;
	enum status status = mine ? OK : ERR_MEMORY;

	if (mine && !sample) {
		sample = campaign_point(&t->all, &mine->what, err);
		status = sample ? OK : ERR_MEMORY;
		if (sample)
			sample->unwatched = mine->n;
	}
	for (size_t i = 0; status == OK && i < n; i++) {
		struct observation o = observations[i];

		o.before = t->seconds[t->n - 1];
		o.after = 0;
		status = sample_add(sample, &o, 1, err);
	}
	if (status == OK)
		several = marks_length(t, sample);
	changed = status == OK && sample->n > n && marks_differ(sample, several);
	for (size_t i = status == OK ? sample->n - n : 0; status == OK && i < sample->n; i++)
		marks_set(t, &sample->what, several, &sample->observations[i]);
	if (status == OK)
		status = wait_for_look(t, sample, n, err);
	if (status == OK && (several > 0 || changed))
		return refill(prober, sample, err);
	for (size_t i = sample ? sample->n - n : 0; status == OK && i < sample->n; i++) {
		if (observation_is_of_state(&sample->observations[i], 0))
			status = sample_add(mine, &sample->observations[i], 1, err);
	}
	return status;
}

enum status tracking_mark(const struct tracking *t, const struct probe_sink *sink, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; t->several && sink && sink->mark && status == OK && s < t->all.n; s++) {
		const struct sample *sample = t->all.samples[s];

		status = sink->mark(sink->context, &sample->what, sample->observations, sample->n, err);
	}
	return status;
}

static enum status settle(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	struct state_levels levels;
	enum status status = campaign_state_levels(&t->all, &levels, err);

	for (size_t s = 0; t->on && status == OK && s < t->all.n; s++) {
		struct sample *mine = campaign_find(prober->campaign, &t->all.samples[s]->what);

		mine->n = t->all.samples[s]->unwatched;
		status = sample_add_state(mine, &t->all, t->all.samples[s], 0, &levels, err);
	}
	return status;
}

enum status tracking_settle(struct prober *prober, struct error *err)
{
	TRY(tracking_close(prober, err));
	return settle(prober, err);
}

double tracking_slowness(const struct tracking *t)
{
	double slowest = fmax(t->slowest, t->levels.of[t->levels.n > 0 ? t->levels.n - 1 : 0].value);

	return t->on && t->levels.n > 1 ? slowest / t->levels.of[levels_now(t)].value : 1;
}

double tracking_pace(const struct tracking *t)
{
	return t->on && t->levels.n > 1 ? t->levels.of[levels_now(t)].value / t->levels.of[t->main].value : 1;
}

void tracking_fix(struct prober *prober)
{
	prober->tracking.judged = SIZE_MAX;
	prober->tracking.completing = true; /* for good */
}

enum status tracking_take(struct prober *prober, size_t level, struct error *err)
{
	struct tracking *t = &prober->tracking;

	tracking_fix(prober);
	t->main = level;
	if (level == t->levels.n) {
		t->merged = true;
		levels_take_one(t);
	}
	TRY(refill_all(prober, err));
	return settle(prober, err);
}

enum status tracking_outside(struct tracking *t, const int *members, struct error *err)
{
	struct campaign all = {.n = 0};
	enum status status = OK;

	memcpy(all.levels, t->all.levels, sizeof(all.levels));
	for (size_t s = 0; status == OK && s < t->all.n; s++) {
		const struct sample *sample = t->all.samples[s];
		const struct experiment what = subset_outside(&sample->what, members);
		struct sample *there = campaign_point(&all, &what, err);

		status = there ? sample_add(there, sample->observations, sample->n, err) : ERR_MEMORY;
		if (there)
			there->unwatched = sample->unwatched;
	}
	if (t->on)
		t->sentinel = subset_outside(&t->sentinel, members);
	campaign_release(&t->all);
	t->all = all;
	t->waiting.n = 0;
	return status;
}

enum status probe_keep(struct prober *prober, const struct experiment *what, const struct observation *observations,
		       size_t n, struct error *err)
{
	struct sample *sample;

	if (prober->tracking.on)
		return add(prober, what, observations, n, err);
	sample = campaign_point(prober->campaign, what, err);
	TRY(sample ? sample_add(sample, observations, n, err) : ERR_MEMORY);
	return prober->sink ? prober->sink->take(prober->sink->context, &sample->what, observations, n, err) : OK;
}
