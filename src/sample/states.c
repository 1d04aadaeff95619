#include "sample/states.h"

#include <math.h>

#include "stats/quantile.h"

#include <stdlib.h>

enum { SHORTEST = 4 /* messages of a train that half of are a train, too: one message has no gap */ };

static const double lower = 1 / 1.15; /* a level of another state, as a part of the first decile */

bool observation_is_of_state(const struct observation *o, int state)
{
	return !(o->level > 0) || (o->state_before == state && o->state_after == state);
}

/* The levels of what is of the state, in seconds, in room that suffices; returns how many there are. */
static size_t list_levels(const struct campaign *all, int state, double *levels)
{
	size_t n = 0;

	for (size_t s = 0; s < all->n; s++)
		for (size_t i = 0; i < all->samples[s]->n; i++) {
			const struct observation *o = &all->samples[s]->observations[i];

			if (o->level > 0 && observation_is_of_state(o, state))
				levels[n++] = o->level;
		}
	return n;
}

enum status campaign_state_levels(const struct campaign *all, struct state_levels *levels, struct error *err)
{
	size_t room = 1;
	double *list;

	*levels = (struct state_levels){.of = {0}};
	for (size_t s = 0; s < all->n; s++)
		room += all->samples[s]->n;
	list = malloc(room * sizeof(*list));
	if (!list)
		return error_memory(err, "the states of the machine");
	for (int k = 0; k < REGIMES_MOST; k++) {
		size_t n = list_levels(all, k, list);

		levels->of[k] = all->levels[k] > 0 || n == 0 ? all->levels[k] : quantile_median(list, n);
		quantile_sort(list, n);
		levels->least[k] = n > 0 ? lower * quantile_sorted(list, n, 0.1) : 0;
	}
	free(list);
	return sharing_find(all, levels->of, &levels->sharing, err);
}

bool campaign_drops(const struct campaign *all, const struct sample *sample)
{
	struct experiment shorter = sample->what;
	const struct sample *half;
	size_t several = 0;

	if (sample->what.kind != EXPERIMENT_TRAIN || sample->what.count < SHORTEST)
		return false;
	for (size_t i = 0; i < sample->n; i++)
		several += observation_is_of_several(&sample->observations[i]);
	shorter.count /= 2;
	half = campaign_find(all, &shorter);
	return 2 * several > sample->n && half && half->n > 0;
}

bool sample_is_of_several(const struct sample *sample)
{
	for (size_t i = 0; i < sample->n; i++)
		if (observation_is_of_several(&sample->observations[i]))
			return true;
	return false;
}

/* Whether observations of it are of single states. */
static bool is_of_single_states(const struct sample *sample)
{
	bool tracked = false;

	for (size_t i = 0; i < sample->n; i++)
		tracked = tracked || sample->observations[i].level > 0;
	return tracked && !sample_is_of_several(sample);
}

/* What the longest observation over several states can take without a disturbance, in seconds. */
static double longest_of_several(const struct sample *sample, const struct state_levels *levels)
{
	double least = INFINITY, low = INFINITY, high = 0;
	size_t known = 0;

	for (size_t i = 0; i < sample->n; i++)
		least = fmin(least, sample->observations[i].seconds);
	for (int k = 0; k < REGIMES_MOST; k++) {
		known += levels->of[k] > 0;
		low = levels->of[k] > 0 ? fmin(low, levels->of[k]) : low;
		high = fmax(high, levels->of[k]);
	}
	return known > 1 ? SAMPLE_DISTURBED * least * high / low : INFINITY;
}

static bool is_quickest(const struct state_levels *levels, int state)
{
	for (int k = 0; k < REGIMES_MOST; k++)
		if (levels->of[k] > 0 && levels->of[k] < levels->of[state])
			return false;
	return true;
}

/* What a look saw of a quicker state that was too rare to be told apart. */
static bool is_glimpse(const struct observation *o, int state, const struct state_levels *levels)
{
	return o->level > 0 && o->level < levels->least[state];
}

/* Whether all that the sample has of the state are glimpses of a quicker one: they are better than nothing. */
static bool has_glimpses_alone(const struct sample *sample, int state, const struct state_levels *levels)
{
	for (size_t i = 0; i < sample->n; i++) {
		const struct observation *o = &sample->observations[i];

		if (observation_is_of_several(o) ||
		    (observation_is_of_state(o, state) && !is_glimpse(o, state, levels)))
			return false;
	}
	return true;
}

/* The mean time of what is of several states, loops as a whole; 0 without such. */
static double length_of_several(const struct sample *sample)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < sample->n; i++)
		if (observation_is_of_several(&sample->observations[i])) {
			sum += sample->observations[i].seconds;
			n++;
		}
	return n > 0 ? (double)sample->what.loop * sum / (double)n : 0;
}

enum status sample_add_state(struct sample *to, const struct campaign *all, const struct sample *sample, int state,
			     const struct state_levels *levels, struct error *err)
{
	size_t first = to->n;
	double longest = longest_of_several(sample, levels);
	bool glimpses = has_glimpses_alone(sample, state, levels);
	enum status status = OK;

	if (campaign_drops(all, sample))
		return OK;
	to->sharing = levels->of[state] > 0 ? sharing_error(&levels->sharing, length_of_several(sample)) : 0;
	for (size_t i = 0; status == OK && i < sample->n; i++) {
		struct observation o = sample->observations[i];
		bool several = observation_is_of_several(&o);

		if (several && o.seconds > longest)
			continue;
		if (several && levels->of[state] > 0)
			observation_share(&o, levels->of[state] / o.level);
		if (several || (observation_is_of_state(&o, state) && (glimpses || !is_glimpse(&o, state, levels))))
			status = sample_add(to, &o, 1, err);
	}
	return status == OK && !is_quickest(levels, state) && is_of_single_states(sample)
		       ? sample_leave_quicker(to, first, err)
		       : status;
}

enum status campaign_add_state(struct campaign *to, const struct campaign *all, int state, struct error *err)
{
	struct state_levels levels;
	enum status status = campaign_state_levels(all, &levels, err);

	for (size_t s = 0; status == OK && s < all->n; s++) {
		struct sample *sample = campaign_point(to, &all->samples[s]->what, err);

		status = sample ? sample_add_state(sample, all, all->samples[s], state, &levels, err) : ERR_MEMORY;
	}
	return status;
}
