#include "sample/sharing.h"

#include <math.h>
#include <stdlib.h>

/* A look before an observation: when, and the level if the observation is of a state, else 0. */
struct glance {
	double at, level;
};

static int by_time(const void *a, const void *b)
{
	const struct glance *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

/* The looks before all observations that are told apart, ascending; allocated, there are *n. *mean: the mean level
 * while something went on that is of several states, by its work; 0 without such. NULL without memory. */
static struct glance *list_glances(const struct campaign *all, const double *levels, size_t *n, double *mean)
{
	double seconds = 0, work = 0;
	size_t room = 1;
	struct glance *list;

	for (size_t s = 0; s < all->n; s++)
		room += all->samples[s]->n;
	list = malloc(room * sizeof(*list));
	*n = 0;
	for (size_t s = 0; list && s < all->n; s++)
		for (size_t i = 0; i < all->samples[s]->n; i++) {
			const struct observation *o = &all->samples[s]->observations[i];
			bool several = observation_is_of_several(o);

			if (!(o->level > 0))
				continue;
			seconds += several ? o->seconds : 0;
			work += several ? o->seconds / o->level : 0;
			list[(*n)++] = (struct glance){o->at, o->state_before >= 0 && o->state_before < REGIMES_MOST
								      ? levels[o->state_before]
								      : 0};
		}
	if (list)
		qsort(list, *n, sizeof(*list), by_time);
	*mean = work > 0 ? seconds / work : 0;
	return list;
}

/* The levels that are known, ascending. */
static struct regimes regimes_of(const double *levels)
{
	struct regimes known = {.n = 0, .stay = INFINITY};

	for (int k = 0; k < REGIMES_MOST; k++) {
		size_t i = known.n;

		if (!(levels[k] > 0))
			continue;
		for (; i > 0 && known.of[i - 1].value > levels[k]; i--)
			known.of[i] = known.of[i - 1];
		known.of[i].value = levels[k];
		known.n++;
	}
	for (size_t i = 0; i + 1 < known.n; i++)
		known.bound[i] = sqrt(known.of[i].value * known.of[i + 1].value);
	return known;
}

/* How soon levels are forgotten, by the looks whose level is known. */
static enum status find_rate(const struct glance *list, size_t n, struct regimes *known, struct error *err)
{
	double *at = malloc(2 * (n + 1) * sizeof(*at)), *x = at ? at + n + 1 : NULL;
	size_t count = 0;
	enum status status = at ? OK : error_memory(err, "the states of the machine");

	for (size_t i = 0; at && i < n; i++) {
		if (!(list[i].level > 0))
			continue;
		at[count] = list[i].at;
		x[count++] = list[i].level;
	}
	if (status == OK && count > 1)
		status = regimes_stay(known, at, x, count, err);
	free(at);
	return status;
}

/* The variance of the mean over all looks, as a part of that of a single one. */
static double part_of_variance(const struct glance *list, size_t n, double rate)
{
	double squares = 0, before = 0, whole = list[n - 1].at - list[0].at;

	for (size_t i = 0; i < n; i++) {
		double weight = (list[i + 1 < n ? i + 1 : i].at - list[i > 0 ? i - 1 : i].at) / (2 * whole);

		if (i > 0)
			before *= exp(-rate * (list[i].at - list[i - 1].at));
		squares += weight * (weight + 2 * before);
		before += weight;
	}
	return squares;
}

enum status sharing_find(const struct campaign *all, const double levels[REGIMES_MOST], struct sharing *found,
			 struct error *err)
{
	struct regimes known = regimes_of(levels);
	double mean, least = known.of[0].value, most = known.n > 0 ? known.of[known.n - 1].value : 0;
	size_t n;
	struct glance *list = list_glances(all, levels, &n, &mean);
	enum status status = list ? OK : error_memory(err, "the states of the machine");

	*found = (struct sharing){.error = 0};
	if (status == OK && known.n > 1 && mean > 0)
		status = find_rate(list, n, &known, err);
	if (status == OK && known.n > 1 && mean > least && mean < most && known.rate > 0) {
		found->rate = known.rate;
		found->error = sqrt((mean - least) * (most - mean) * part_of_variance(list, n, known.rate)) / mean;
	}
	free(list);
	return status;
}

double sharing_error(const struct sharing *sharing, double seconds)
{
	double y = sharing->rate * seconds / 2;

	return y > 0 ? sharing->error * (1 - tanh(y) / y) : 0;
}
