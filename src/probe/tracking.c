#include "probe/tracking.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum {
	SPARE = 4,       /* a look is due when so many times its own cost has passed */
	LOOKS_FIRST = 20 /* before there can be two levels */
};

static const double growth = 1.1, /* of the looks, after which levels are looked for again */
	usual = 1.25,             /* another state is the main one when it has so many times its share of the time */
	longest = 0.25;           /* an observation that is of one state, as a part of the median stay */

/* What a state has to do with an observation. */
enum belonging { OF_STATE, OF_OTHER, OF_SEVERAL };

static bool on_level(const struct tracking *t, double seconds, size_t state)
{
	return seconds > 0 && regimes_index(&t->levels, seconds) == state;
}

static bool is_delayed(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
}

static bool is_send(const struct experiment *what)
{
	return what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_SEND_EARLY;
}

/* Calls are timed at one end of what goes on between the looks: a send at the beginning, a receive after its delay. */
static enum belonging belongs(const struct tracking *t, const struct experiment *what, const struct observation *o,
			      size_t state)
{
	if (t->levels.n < 2)
		return OF_STATE;
	if ((double)what->loop * o->seconds > longest * t->levels.stay)
		return OF_SEVERAL;
	if (!is_delayed(what) && !on_level(t, o->before, state))
		return OF_OTHER;
	if (is_delayed(what) && !(o->after > 0)) /* not looked yet */
		return on_level(t, o->before, state) ? OF_STATE : OF_OTHER;
	return is_send(what) || !(o->after > 0) || on_level(t, o->after, state) ? OF_STATE : OF_OTHER;
}

/* The number of a level where the main state is 0. */
static int number_of(const struct tracking *t, double seconds)
{
	size_t k = regimes_index(&t->levels, seconds);

	return k == t->main ? 0 : (int)(k < t->main ? k + 1 : k);
}

/* What the sentinel takes over all states: operations of time l_k take turns as the states do. */
static double level_of_all(const struct regimes *levels)
{
	double rate = 0;

	for (size_t k = 0; k < levels->n; k++)
		rate += levels->of[k].share / levels->of[k].value;
	return 1 / rate;
}

/* Says in the observation in which state it was made, as far as that is known now. */
static void mark(const struct tracking *t, const struct experiment *what, struct observation *o)
{
	double side = is_delayed(what) ? o->after : o->before;

	o->level = is_send(what) || is_delayed(what) ? side : (o->before + o->after) / 2;
	o->state_before = number_of(t, is_delayed(what) ? side : o->before);
	o->state_after = number_of(t, is_send(what) ? side : o->after);
	if (t->levels.n < 2 || belongs(t, what, o, t->main) != OF_SEVERAL)
		return;
	o->state_before = o->state_after = STATE_NONE;
	o->level = level_of_all(&t->levels);
}

/* The mean of the observations of no state, and how many there are. */
static double mean_mixed(const struct tracking *t, const struct sample *sample, size_t state, size_t *n)
{
	double sum = 0;

	*n = 0;
	for (size_t i = 0; i < sample->n; i++) {
		if (belongs(t, &sample->what, &sample->observations[i], state) != OF_SEVERAL)
			continue;
		sum += sample->observations[i].seconds;
		++*n;
	}
	return *n ? sum / (double)*n : 0;
}

/* Of trains the longest that is of one state tells the gap: a longer one is left out where there is a shorter one. */
bool tracking_drops(const struct tracking *t, const struct experiment *what)
{
	struct experiment shorter = *what;
	const struct sample *sample, *half;
	double sum = 0;

	if (what->kind != EXPERIMENT_TRAIN || !t->on || t->levels.n < 2)
		return false;
	shorter.count = what->count / 2;
	sample = campaign_find(&t->all, what);
	half = campaign_find(&t->all, &shorter);
	for (size_t i = 0; sample && i < sample->n; i++)
		sum += (double)sample->what.loop * sample->observations[i].seconds;
	return half && sample && sum > longest * t->levels.stay * (double)sample->n;
}

/* Adds those of a state to another sample; *mixed grows by those of no state. */
static enum status gather(const struct tracking *t, const struct sample *sample, size_t state, struct sample *to,
			  size_t *mixed, struct error *err)
{
	size_t n;
	bool dropped = tracking_drops(t, &sample->what);
	size_t first = to->n;
	double mean = mean_mixed(t, sample, state, &n), part = t->levels.of[state].value / level_of_all(&t->levels);
	enum status status = OK;

	*mixed += dropped ? 0 : n;
	for (size_t i = 0; status == OK && !dropped && i < sample->n; i++) {
		struct observation o = sample->observations[i];
		enum belonging belonging = belongs(t, &sample->what, &o, state);

		if (belonging == OF_SEVERAL)
			observation_share(&o, mean, n, part);
		if (belonging != OF_OTHER)
			status = sample_add(to, &o, 1, err);
	}
	return status == OK && state > 0 ? sample_leave_quicker(to, first, err) : status;
}

/* The prober's own sample of a point, made anew: of the main state. */
static enum status refill(struct prober *prober, const struct sample *sample, struct error *err)
{
	struct sample *mine = campaign_find(prober->campaign, &sample->what);
	size_t mixed = 0, before = mine->n;
	enum status status;

	mine->n = sample->unwatched;
	status = gather(&prober->tracking, sample, prober->tracking.main, mine, &mixed, err);
	prober->tracking.turned = prober->tracking.turned || mine->n < before;
	return status;
}

/* A slower state has come up: receivers wait long enough for it from now on, and what they took in it before is of
 * none. */
static void lengthen_delays(struct prober *prober, double ratio)
{
	struct tracking *t = &prober->tracking;

	for (size_t s = 0; s < t->all.n; s++) {
		struct sample *sample = t->all.samples[s];

		if (!is_delayed(&sample->what))
			continue;
		for (size_t i = 0; i < sample->n; i++)
			if (belongs(t, &sample->what, &sample->observations[i], 0) == OF_OTHER)
				sample->observations[i].before = sample->observations[i].after = 0;
		campaign_find(prober->campaign, &sample->what)->what.delay *= ratio;
	}
}

static void choose_main(struct tracking *t, double level)
{
	size_t most = 0, now = regimes_index(&t->levels, level);

	for (size_t k = 1; k < t->levels.n; k++)
		if (t->levels.of[k].share > t->levels.of[most].share)
			most = k;
	t->main = t->levels.of[most].share > usual * t->levels.of[now].share ? most : now;
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

/* Looks for the levels again, and makes the campaign anew if there are several, or were. */
static enum status judge(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	const struct regimes before = t->levels;
	size_t main = t->main;
	double ratio;
	enum status status = regimes_find(t->seconds, t->n, &t->levels, err);

	t->judged = t->n;
	if (status != OK)
		return status;
	regimes_stay(&t->levels, t->at, t->seconds, t->n);
	choose_main(t, before.of[main].value);
	tell_watch(prober);
	if (before.n < 2 && t->levels.n < 2)
		return OK;
	t->turned = t->turned || before.n != t->levels.n || regimes_index(&t->levels, before.of[main].value) != t->main;
	ratio = t->levels.of[t->levels.n - 1].value / before.of[before.n - 1].value;
	if (ratio > usual || before.n < 2)
		lengthen_delays(prober, t->levels.of[t->levels.n - 1].value / t->levels.of[0].value);
	for (size_t s = 0; status == OK && s < t->all.n; s++)
		status = refill(prober, t->all.samples[s], err);
	return status;
}

/* The observations that the look was waited for by go to the sink, all of them also if the user stops. */
static enum status hand_on(struct prober *prober, double after, struct error *err)
{
	struct tracking *t = &prober->tracking;
	enum status status = OK;

	for (size_t i = 0; i < t->n_waiting && (status == OK || status == ERR_STOPPED); i++) {
		struct sample *sample = t->waiting[i].sample;
		struct observation *observations = &sample->observations[t->waiting[i].first];
		const struct experiment *what = &campaign_find(prober->campaign, &sample->what)->what;
		enum status here = OK;

		bool other = false;

		for (size_t k = 0; k < t->waiting[i].n; k++) {
			enum belonging before = belongs(t, &sample->what, &observations[k], t->main);

			observations[k].after = after;
			other = other || belongs(t, &sample->what, &observations[k], t->main) != before;
			mark(t, &sample->what, &observations[k]);
		}
		if (other)
			here = refill(prober, sample, err);
		if (here == OK && prober->sink)
			here = prober->sink->take(prober->sink->context, what, observations, t->waiting[i].n, err);
		status = status == OK ? here : status;
	}
	t->n_waiting = 0;
	return status;
}

static enum status remember(struct tracking *t, double at, double seconds, struct error *err)
{
	double *grown = memory_grow(t->at, &t->capacity_at, t->n + 1, sizeof(*grown));

	t->at = grown ? grown : t->at;
	if (grown)
		grown = memory_grow(t->seconds, &t->capacity_seconds, t->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "the states of the machine");
	t->seconds = grown;
	t->at[t->n] = at;
	t->seconds[t->n++] = seconds;
	return OK;
}

static enum status look(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	double begin = platform_now(prober->platform);
	size_t messages = prober->platform->messages;
	struct observation seen;
	enum status status = platform_run(prober->platform, &t->sentinel, 1, &seen, err);

	if (status == OK)
		status = remember(t, begin, seen.seconds, err);
	t->ended = platform_now(prober->platform);
	t->cost = t->ended - begin;
	prober->watching.seconds += t->cost;
	prober->watching.messages += prober->platform->messages - messages;
	if (status == OK)
		status = hand_on(prober, seen.seconds, err);
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
	status = look(prober, err);
	if (status == OK)
		t->levels.of[0].value = t->seconds[0];
	return status;
}

enum status tracking_look(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	bool due = t->on && platform_now(prober->platform) - t->ended >= SPARE * t->cost;

	return due ? look(prober, err) : OK;
}

enum status tracking_close(struct prober *prober, struct error *err)
{
	return prober->tracking.n_waiting > 0 ? look(prober, err) : OK;
}

static enum status wait_for_look(struct tracking *t, struct sample *sample, size_t n, struct error *err)
{
	struct waiting *grown = memory_grow(t->waiting, &t->capacity_waiting, t->n_waiting + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the states of the machine");
	t->waiting = grown;
	t->waiting[t->n_waiting++] = (struct waiting){sample, sample->n - n, n};
	return OK;
}

static enum status add(struct prober *prober, const struct experiment *what, const struct observation *observations,
		       size_t n, struct error *err)
{
	struct tracking *t = &prober->tracking;
	struct sample *mine = campaign_point(prober->campaign, what, err),
		      *sample = mine ? campaign_find(&t->all, what) : NULL;
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
		status = sample_add(sample, &o, 1, err);
	}
	if (status == OK)
		status = wait_for_look(t, sample, n, err);
	for (size_t i = sample ? sample->n - n : 0; status == OK && i < sample->n; i++) {
		enum belonging belonging = belongs(t, &sample->what, &sample->observations[i], t->main);

		if (belonging == OF_SEVERAL)
			return refill(prober, sample, err);
		if (belonging == OF_STATE)
			status = sample_add(mine, &sample->observations[i], 1, err);
	}
	return status;
}

enum status tracking_mark(const struct tracking *t, const struct probe_sink *sink, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; t->levels.n > 1 && sink && sink->mark && status == OK && s < t->all.n; s++) {
		struct sample *sample = t->all.samples[s];

		for (size_t i = 0; i < sample->n; i++)
			mark(t, &sample->what, &sample->observations[i]);
		status = sink->mark(sink->context, &sample->what, sample->observations, sample->n, err);
	}
	return status;
}

bool tracking_is_long(const struct tracking *t, double seconds)
{
	return t->on && t->levels.n > 1 && seconds > longest * t->levels.stay;
}

double tracking_slowness(const struct tracking *t)
{
	return t->on && t->levels.n > 1 ? t->levels.of[t->levels.n - 1].value /
						  t->levels.of[regimes_index(&t->levels, t->seconds[t->n - 1])].value
					: 1;
}

enum status tracking_sample(const struct tracking *t, const struct sample *sample, size_t state, struct sample *to,
			    struct error *err)
{
	size_t mixed = 0;

	return gather(t, sample, state, to, &mixed, err);
}

enum status tracking_campaign(const struct tracking *t, size_t state, struct campaign *campaign, size_t *mixed,
			      struct error *err)
{
	enum status status = OK;

	*mixed = 0;
	for (size_t s = 0; status == OK && s < t->all.n; s++) {
		struct sample *to = campaign_point(campaign, &t->all.samples[s]->what, err);

		status = to ? gather(t, t->all.samples[s], state, to, mixed, err) : ERR_MEMORY;
	}
	return status;
}

void tracking_count(const struct tracking *t, size_t *all, size_t *between)
{
	*all = *between = 0;
	for (size_t s = 0; s < t->all.n; s++) {
		const struct sample *sample = t->all.samples[s];

		*all += sample->n;
		for (size_t i = 0; i < sample->n; i++) {
			const struct observation *o = &sample->observations[i];
			size_t state = regimes_index(&t->levels, o->before);

			*between += belongs(t, &sample->what, o, state) == OF_OTHER;
		}
	}
}

enum status probe_keep(struct prober *prober, const struct experiment *what, const struct observation *observations,
		       size_t n, struct error *err)
{
	struct sample *sample;
	enum status status;

	if (prober->tracking.on)
		return add(prober, what, observations, n, err);
	sample = campaign_point(prober->campaign, what, err);
	status = sample ? sample_add(sample, observations, n, err) : ERR_MEMORY;
	return status == OK && prober->sink
		       ? prober->sink->take(prober->sink->context, &sample->what, observations, n, err)
		       : status;
}
