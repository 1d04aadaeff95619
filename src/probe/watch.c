#include "probe/watch.h"

#include "base/units.h"
#include "probe/probe.h"
#include "probe/settings.h"
#include "stats/quantile.h"

#include <math.h>

enum {
	LOOK = WATCH_LOOK,
	FIRST_LOOKS = 20,       /* looks that find the present level */
	SPARE = 10              /* a look is due when so many times its own cost has passed */
};

static const double tolerance = 0.15;

/* One look at every sentinel: their median seconds. The observations go to all[sentinel][LOOK]. */
static enum status look(struct prober *prober, struct observation all[WATCH_SENTINELS][LOOK], double *median, struct error *err)
{
	struct watch *w = &prober->watch;
	struct platform *platform = prober->platform;
	double begin = platform->class->now(platform);
	enum status status = OK;

	for (size_t i = 0; status == OK && i < w->n; i++) {
		struct sample *seen = campaign_point(&w->seen, &w->sentinels[i], err);
		double seconds[LOOK];

		status = seen ? platform->class->run(platform, &w->sentinels[i], LOOK, all[i], err) : ERR_MEMORY;
		if (status == OK)
			status = sample_add(seen, all[i], LOOK, err);
		for (size_t k = 0; status == OK && k < LOOK; k++)
			seconds[k] = all[i][k].seconds;
		if (status == OK)
			median[i] = quantile_median(seconds, LOOK);
	}
	w->looked = platform->class->now(platform);
	w->cost = w->looked - begin;
	return status;
}

static bool on_level(const struct watch *w, const double *median)
{
	for (size_t i = 0; i < w->n; i++)
		if (fabs(median[i] - w->level[i]) > tolerance * w->level[i])
			return false;
	return true;
}

/* Adds a look's observations to the good ones, and to what is measured if the sentinel is a point of it. */
static enum status keep(struct prober *prober, struct observation all[WATCH_SENTINELS][LOOK], struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < prober->watch.n; i++) {
		const struct experiment *sentinel = &prober->watch.sentinels[i];
		struct sample *good = campaign_point(&prober->watch.good, sentinel, err);

		status = good ? sample_add(good, all[i], LOOK, err) : ERR_MEMORY;
		if (status == OK && campaign_find(prober->campaign, sentinel))
			status = probe_keep(prober, sentinel, all[i], LOOK, err);
	}
	return status;
}

static void tell_waiting(const struct prober *prober, const double *median)
{
	char now[32], usual[32];

	progress_note(prober->progress, "the machine is in another state: an empty round trip takes %s us, where %s us is usual; waiting for up to %.0f s in all until that is over",
		microseconds_format(median[0], now, sizeof(now)), microseconds_format(prober->watch.level[0], usual, sizeof(usual)), prober->options->patience);
}

/* Looks until the sentinels are on their level or patience is used up. */
static enum status look_until_usual(struct prober *prober, struct error *err)
{
	struct watch *w = &prober->watch;
	struct observation all[WATCH_SENTINELS][LOOK];
	double median[WATCH_SENTINELS] = {0}, begin = prober->platform->class->now(prober->platform), waited = w->waited;
	enum status status = look(prober, all, median, err);
	int off = 0;

	while (status == OK && !w->gives_up && !on_level(w, median)) {
		w->waited = waited + w->looked - begin;
		w->gives_up = w->waited >= prober->options->patience;
		if (++off == FIRST_LOOKS) /* a moment's disturbance is nothing to tell */
			tell_waiting(prober, median);
		status = look(prober, all, median, err);
	}
	return status == OK ? keep(prober, all, err) : status;
}

enum status watch_look(struct prober *prober, struct error *err)
{
	struct watch *w = &prober->watch;
	bool due = prober->platform->class->now(prober->platform) - w->looked >= SPARE * w->cost;

	return w->n > 0 && due ? look_until_usual(prober, err) : OK;
}

/* Those of the campaign's point if it is one already, which looks are added to; else found by trying. */
static enum status choose_settings(struct prober *prober, struct experiment *sentinel, struct error *err)
{
	const struct sample *sample = campaign_find(prober->campaign, sentinel);

	if (!sample)
		return settings_choose(prober, sentinel, err);
	*sentinel = sample->what;
	return OK;
}

/* The sentinels and their settings. */
static enum status choose(struct prober *prober, int from, int to, size_t large, struct error *err)
{
	struct watch *w = &prober->watch;
	enum status status = OK;

	w->n = large > 0 ? 2 : 1;
	for (size_t i = 0; status == OK && i < w->n; i++) {
		w->sentinels[i] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP, .from = from, .to = to, .bytes = i == 0 ? 0 : large, .count = 1};
		status = choose_settings(prober, &w->sentinels[i], err);
	}
	return status;
}

static double median_of(const struct sample *sample)
{
	double seconds[FIRST_LOOKS * LOOK];
	size_t n = sample->n < FIRST_LOOKS * LOOK ? sample->n : FIRST_LOOKS * LOOK;

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

/* Sets the level to the present one. */
static enum status find_level(struct prober *prober, struct error *err)
{
	struct watch *w = &prober->watch;
	struct observation all[WATCH_SENTINELS][LOOK];
	double median[WATCH_SENTINELS];
	enum status status = OK;

	for (int i = 0; status == OK && i < FIRST_LOOKS; i++) {
		status = look(prober, all, median, err);
		if (status == OK)
			status = keep(prober, all, err);
	}
	for (size_t i = 0; status == OK && i < w->n; i++)
		w->level[i] = level_in(&w->seen, &w->sentinels[i]);
	return status;
}

/* Waits for the level of the campaign before, if it knew the sentinels; *back says whether the machine is there. */
static enum status return_to(struct prober *prober, const struct campaign *before, bool *back, struct error *err)
{
	struct watch *w = &prober->watch;
	enum status status;

	*back = false;
	for (size_t i = 0; i < w->n; i++) {
		w->level[i] = level_in(before, &w->sentinels[i]);
		if (!isfinite(w->level[i]))
			return OK;
	}
	status = look_until_usual(prober, err);
	*back = !w->gives_up;
	return status;
}

enum status watch_begin(struct prober *prober, int from, int to, size_t large, const struct campaign *before, struct error *err)
{
	struct watch *w = &prober->watch;
	enum status status = OK;
	bool back = false;

	if (prober->options->deadline > 0)
		return OK;
	status = choose(prober, from, to, large, err);
	if (status == OK && before)
		status = return_to(prober, before, &back, err);
	if (status != OK || back)
		return status;
	w->gives_up = false;
	w->waited = 0;
	return find_level(prober, err);
}

void watch_release(struct watch *watch)
{
	campaign_release(&watch->seen);
	campaign_release(&watch->good);
	watch->n = 0;
}
