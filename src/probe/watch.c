#include "probe/watch.h"

#include "base/units.h"
#include "probe/sameness.h"
#include "probe/settings.h"
#include "probe/tracking.h"
#include "stats/quantile.h"

#include <math.h>

enum {
	LOOK = WATCH_LOOK,
	SPARE = 10,      /* a look is due when so many times its own cost has passed */
	INTERRUPTED = 10 /* what takes so many times as long as the look before has stopped meanwhile */
};

static const double tolerance = 0.1;

/* The medians of a look join the recent ones, of which the least median of a whole state is kept. */
static void note_look(struct watch *w, const double *median)
{
	for (size_t i = 0; i < w->n; i++) {
		double state;

		w->recent[i][w->looks % WATCH_STATE] = median[i];
		if (w->looks == 0)
			w->quickest[i] = INFINITY;
		if (w->looks + 1 < WATCH_STATE)
			continue;
		state = quantile_median(w->recent[i], WATCH_STATE);
		w->quickest[i] = state < w->quickest[i] ? state : w->quickest[i];
	}
	w->looks++;
}

/* One look at every sentinel: their median seconds. The observations go to all[sentinel][LOOK]. */
static enum status look(struct prober *prober, struct observation all[WATCH_SENTINELS][LOOK], double *median,
			struct error *err)
{
	struct watch *w = &prober->watch;
	struct platform *platform = prober->platform;
	double begin = platform_now(platform), most = w->looks > 0 ? INTERRUPTED * w->cost : INFINITY;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < w->n; i++) {
		struct sample *seen = campaign_point(&w->seen, &w->sentinels[i], err);
		double seconds[LOOK];

		status = seen ? platform_run(platform, &w->sentinels[i], LOOK, all[i], err) : ERR_MEMORY;
		if (status == OK)
			sameness_note(prober, seen, all[i], LOOK);
		if (status == OK)
			status = sample_add(seen, all[i], LOOK, err);
		for (size_t k = 0; status == OK && k < LOOK; k++)
			seconds[k] = all[i][k].seconds;
		if (status == OK)
			median[i] = quantile_median(seconds, LOOK);
	}
	if (status == OK)
		note_look(w, median);
	w->looked = platform_now(platform);
	w->cost = fmin(w->looked - begin, most);
	return status;
}

/* exact: a quicker state will not do either. */
static bool on_level(const struct watch *w, const double *median, bool exact)
{
	for (size_t i = 0; i < w->n; i++)
		if (median[i] > (1 + tolerance) * w->level[i] || (exact && median[i] < (1 - tolerance) * w->level[i]))
			return false;
	return true;
}

/* True if a sentinel has been below its level for as long as a state lasts at least. */
static bool found_quicker(const struct watch *w)
{
	for (size_t i = 0; i < w->n; i++) {
		size_t below = 0;

		for (size_t k = 0; k < WATCH_STATE && w->looks >= WATCH_STATE; k++)
			below += w->recent[i][k] < (1 - tolerance) * w->level[i];
		if (below == WATCH_STATE)
			return true;
	}
	return false;
}

/* Adds a look's observations to the good ones, and to what is measured if the sentinel is a point of it. */
static enum status keep(struct prober *prober, struct observation all[WATCH_SENTINELS][LOOK], struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < prober->watch.n; i++) {
		const struct experiment *sentinel = &prober->watch.sentinels[i];
		struct sample *good = campaign_point(&prober->watch.good, sentinel, err);

		status = good ? sample_add(good, all[i], LOOK, err) : ERR_MEMORY;
		if (status == OK && !settings_are_asked(prober) && campaign_find(prober->campaign, sentinel))
			status = probe_keep(prober, sentinel, all[i], LOOK, err);
	}
	return status;
}

/* Names the sentinel that is furthest off. */
static void tell_waiting(const struct prober *prober, const double *median)
{
	const struct watch *w = &prober->watch;
	char now[32], level[32], size[32];
	size_t far = 0;

	for (size_t i = 1; i < w->n; i++)
		if (fabs(log(median[i] / w->level[i])) > fabs(log(median[far] / w->level[far])))
			far = i;
	progress_note(
		prober->progress,
		"the machine is in another state: a round trip of %s B takes %s us, where the main state has %s us; "
		"waiting for up to %.0f s in all until that is over (the patience)",
		size_format(w->sentinels[far].bytes, size, sizeof(size)),
		microseconds_format(median[far], now, sizeof(now)),
		microseconds_format(w->level[far], level, sizeof(level)), prober->options->patience);
}

/* Looks until the sentinels are on their level or patience is used up. */
static enum status look_until_main_state(struct prober *prober, struct error *err)
{
	struct watch *w = &prober->watch;
	struct observation all[WATCH_SENTINELS][LOOK];
	double median[WATCH_SENTINELS] = {0}, begin = platform_now(prober->platform), waited = w->waited;
	enum status status = look(prober, all, median, err);
	bool exact = prober->options->exact_state;
	int off = 0;

	while (status == OK && !w->gives_up && !on_level(w, median, exact)) {
		w->waited = waited + w->looked - begin;
		w->gives_up = w->waited >= prober->options->patience;
		if (++off == WATCH_STATE && !w->told) { /* a moment's disturbance is nothing to tell */
			w->told = true;
			tell_waiting(prober, median);
		}
		if (prober->sink && prober->sink->pause)
			status = prober->sink->pause(prober->sink->context, err);
		if (status == OK)
			status = look(prober, all, median, err);
	}
	if (status == OK && !exact && prober->options->patience > 0 && !w->quicker && found_quicker(w))
		w->quicker = w->gives_up = true;
	return status == OK ? keep(prober, all, err) : status;
}

enum status watch_look(struct prober *prober, struct error *err)
{
	struct watch *w = &prober->watch;
	bool due = platform_now(prober->platform) - w->looked >= SPARE * w->cost;

	return w->n > 0 && due && !prober->tracking.on ? look_until_main_state(prober, err) : OK;
}

/* Those of the campaign's point if it is one already, which looks are added to; else found by trying. Looks are as long
 * as the clock needs, however long the user wants the timings. */
static enum status choose_settings(struct prober *prober, struct experiment *sentinel, struct error *err)
{
	const struct sample *sample = campaign_find(prober->campaign, sentinel);
	const struct probe_options *whole = prober->options;
	struct probe_options own = *whole;
	enum status status;

	if (sample && !settings_are_asked(prober)) {
		*sentinel = sample->what;
		return OK;
	}
	own.loop = (struct probe_loop){.messages = 0};
	prober->options = &own;
	status = settings_choose(prober, sentinel, err);
	prober->options = whole;
	return status;
}

/* The sentinels and their settings. */
static enum status choose(struct prober *prober, int from, int to, size_t large, struct error *err)
{
	struct watch *w = &prober->watch;
	enum status status = OK;

	w->n = large > 0 ? 2 : 1;
	for (size_t i = 0; status == OK && i < w->n; i++) {
		w->sentinels[i] = (struct experiment){
			.kind = EXPERIMENT_ROUNDTRIP, .from = from, .to = to, .bytes = i == 0 ? 0 : large, .count = 1};
		status = choose_settings(prober, &w->sentinels[i], err);
	}
	return status;
}

static double median_of(const struct sample *sample)
{
	enum { MOST = WATCH_STATE * LOOK };
	double seconds[MOST];
	size_t n = sample->n < MOST ? sample->n : MOST;

	for (size_t i = 0; i < n; i++)
		seconds[i] = sample->observations[sample->n - n + i].seconds;
	return quantile_median(seconds, n);
}

/* The level of a sentinel in a campaign, NAN if it was not measured there. */
static double level_in(const struct campaign *campaign, const struct experiment *sentinel)
{
	const struct sample *sample = campaign ? campaign_find(campaign, sentinel) : NULL;

	return sample && sample->n ? median_of(sample) : NAN;
}

/* Sets the level to the present one, but not above most. */
static enum status find_level(struct prober *prober, const double *most, struct error *err)
{
	struct watch *w = &prober->watch;
	struct observation all[WATCH_SENTINELS][LOOK];
	double median[WATCH_SENTINELS];
	enum status status = OK;

	for (int i = 0; status == OK && i < WATCH_STATE; i++) {
		status = look(prober, all, median, err);
		if (status == OK)
			status = keep(prober, all, err);
	}
	for (size_t i = 0; status == OK && i < w->n; i++)
		w->level[i] = fmin(level_in(&w->seen, &w->sentinels[i]), most[i]);
	return status;
}

/* Waits for the level of the campaign, if it knows the sentinels, and takes it for that of the main state; *back says
 * whether the machine is there. */
static enum status return_to(struct prober *prober, const struct campaign *main_state, bool *back, struct error *err)
{
	struct watch *w = &prober->watch;
	enum status status;

	*back = false;
	for (size_t i = 0; i < w->n; i++) {
		w->level[i] = level_in(main_state, &w->sentinels[i]);
		if (!isfinite(w->level[i]))
			return OK;
	}
	status = look_until_main_state(prober, err);
	*back = !w->gives_up;
	return status;
}

enum status watch_begin(struct prober *prober, int from, int to, size_t large, const struct campaign *main_state,
			struct error *err)
{
	struct watch *w = &prober->watch;
	double most[WATCH_SENTINELS];
	enum status status = OK;
	bool back = false;

	if (prober->options->deadline > 0 && !prober->options->lenient)
		return OK;
	status = choose(prober, from, to, prober->options->states ? 0 : large, err);
	if (status == OK)
		status = tracking_begin(prober, &w->sentinels[0], err);
	if (status == OK && main_state)
		status = return_to(prober, main_state, &back, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < w->n; i++)
		most[i] = back ? w->level[i] : INFINITY;
	if (!back) {
		w->gives_up = false;
		w->waited = 0;
	}
	status = find_level(prober, most, err);
	if (prober->tracking.on && prober->tracking.judged == 0) /* until there are looks enough */
		prober->tracking.levels.of[0].value = w->level[0];
	return status;
}
