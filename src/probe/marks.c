#include "probe/marks.h"

#include "probe/elastic.h"
#include "stats/quantile.h"

enum { LENGTHS = 50 }; /* observations of a point by whose median it is judged how long it takes */

/* A point is given up when the main state was there before or after TRIES of its observations, and fewer than one in
 * TRIES_EACH of these is of it; never with ENOUGH that are. */
enum { TRIES = 120, TRIES_EACH = 60, ENOUGH = 20 };

static const double longest = 0.25; /* an observation that is of one state, as a part of the median stay */

bool marks_delayed(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
}

static bool is_send(const struct experiment *what)
{
	return what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_SEND_EARLY;
}

int marks_number(const struct tracking *t, size_t level)
{
	return level == t->main ? 0 : (int)(level < t->main ? level + 1 : level);
}

/* The number of the state in which the sentinel takes so long; STATE_NONE of what was not looked at. */
static int state_of(const struct tracking *t, double seconds)
{
	return seconds > 0 ? marks_number(t, regimes_index(&t->levels, seconds)) : STATE_NONE;
}

bool marks_is_long(const struct tracking *t, double seconds)
{
	return t->on && t->levels.n > 1 && seconds > longest * t->levels.stay;
}

double marks_length(const struct tracking *t, const struct sample *sample)
{
	double seconds[LENGTHS], length = 0;
	size_t n = 0, step = sample->n / LENGTHS + 1;

	for (size_t i = 0; t->levels.n > 1 && i < sample->n; i += step)
		seconds[n++] = sample->observations[i].seconds;
	if (n > 0)
		length = (double)sample->what.loop * quantile_median(seconds, n);
	if (n > 0 && elastic_is_not(t, &sample->what, length))
		return MARKS_INELASTIC;
	return marks_is_long(t, length) ? length : 0;
}

/* What the sentinel takes in the state in which a look took so long: where looks of one state are on several levels, a
 * low one is no glimpse of a quicker state (sample/states.h). */
static double level_at(const struct tracking *t, double seconds)
{
	bool mixed = t->merged || t->looks.made.n > 1;

	return mixed && seconds > 0 ? t->levels.of[regimes_index(&t->levels, seconds)].value : seconds;
}

void marks_set(const struct tracking *t, const struct experiment *what, double several, struct observation *o)
{
	double after = o->after > 0 ? o->after : o->before, before = marks_delayed(what) ? after : o->before;

	after = is_send(what) ? before : after;
	o->state_before = state_of(t, before);
	o->state_after = state_of(t, after);
	o->level = (level_at(t, before) + level_at(t, after)) / 2;
	if (!(before > 0) && (t->levels.n > 1 || t->merged)) {
		o->state_after = 0; /* differs from STATE_NONE: it lies between two */
		o->level = t->levels.of[t->main].value;
	} else if (several < 0) {
		o->state_before = o->state_after = STATE_NONE;
		o->level = 0;
	} else if (several > 0) {
		o->state_before = o->state_after = STATE_NONE;
		o->level = regimes_mean(&t->levels, several, before, after);
	}
}

bool marks_differ(const struct sample *sample, double several)
{
	size_t first = 0;
	const struct observation *o;

	while (first < sample->n && !(sample->observations[first].before > 0))
		first++;
	if (first == sample->n)
		return false;
	o = &sample->observations[first];
	return several < 0 ? o->level > 0 : !(o->level > 0) || (several > 0) != observation_is_of_several(o);
}

struct state_levels marks_levels(const struct tracking *t)
{
	struct state_levels levels = {.of = {0}};

	for (size_t k = 0; k < t->levels.n; k++)
		levels.of[marks_number(t, k)] = t->levels.of[k].value;
	return levels;
}

bool marks_miss(const struct tracking *t, const struct sample *all, size_t n)
{
	size_t tries = 0;

	if (t->levels.n < 2 || n >= ENOUGH || all->n < TRIES)
		return false;
	for (size_t i = 0; i < all->n; i++)
		tries += state_of(t, all->observations[i].before) == 0 || state_of(t, all->observations[i].after) == 0;
	return tries >= TRIES && tries >= TRIES_EACH * (n + 1);
}
