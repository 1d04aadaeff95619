#include "platform/long_runs.h"

#include <math.h>
#include <stdbool.h>

enum {
	BESIDE = 2,   /* operations for orders and answers, beside those that are timed and those that warm up */
	PER_GROUP = 2 /* powers of two of bytes in each */
};

static const double least_beyond = 0.15; /* s: what befalls processes takes so long at least (measuring/upsets.h) */

double long_run_usual(const struct experiment *what, size_t n, double timed, double beside)
{
	return (double)n * (experiment_timed_times(what) * timed + ((double)what->warmup + BESIDE) * beside +
			    what->delay + what->setup.compute);
}

static double time_of(const struct experiment *what, const struct observation *o)
{
	return fabs(o->seconds) * experiment_timed_times(what);
}

/* s: of experiments side by side the longest counts. */
static double timed_in_all(const struct experiment *list, size_t k, size_t n, const struct observation *observations)
{
	double all = 0;

	for (size_t r = 0; r < n; r++) {
		double longest = 0;

		for (size_t i = 0; i < k; i++)
			longest = fmax(longest, time_of(&list[i], &observations[i * n + r]));
		all += longest;
	}
	return all;
}

static double least_of(const struct experiment *list, size_t k, size_t n, const struct observation *observations)
{
	double longest = 0;

	if (n == 1 && k == 1)
		return NAN;
	for (size_t i = 0; i < k; i++) {
		double least = INFINITY;

		for (size_t r = 0; r < n; r++)
			least = fmin(least, time_of(&list[i], &observations[i * n + r]));
		longest = fmax(longest, least);
	}
	return longest / experiment_timed_times(list);
}

static double longest_of(const struct observation *observations, size_t n)
{
	double longest = 0;

	for (size_t r = 0; r < n; r++)
		longest = fmax(longest, observations[r].seconds);
	return longest;
}

static size_t sizes_of(size_t bytes)
{
	size_t group = (size_t)(log2((double)bytes + 1) / PER_GROUP);

	return group < LONG_RUNS_SIZES ? group : LONG_RUNS_SIZES - 1;
}

/* The run that goes least beyond, of the sizes that have most of the runs. */
static size_t least_of_most(const struct long_runs *runs)
{
	size_t in_group[LONG_RUNS_SIZES] = {0}, place = 0;

	for (size_t i = 0; i < runs->n; i++)
		in_group[runs->list[i].sizes]++;
	for (size_t i = 1; i < runs->n; i++) {
		const struct long_run *run = &runs->list[i], *best = &runs->list[place];
		size_t here = in_group[run->sizes], there = in_group[best->sizes];

		if (here > there || (here == there && run->beyond < best->beyond))
			place = i;
	}
	return place;
}

static void keep(struct long_runs *runs, const struct long_run *run)
{
	size_t place;

	if (runs->n < LONG_RUNS_MOST) {
		runs->list[runs->n++] = *run;
		return;
	}
	place = least_of_most(runs);
	if (runs->list[place].sizes != run->sizes || runs->list[place].beyond < run->beyond)
		runs->list[place] = *run;
}

void long_runs_add(struct long_runs *runs, const struct experiment *list, size_t k, size_t n,
		   const struct observation *observations, double begin, double ended)
{
	struct long_run run = {.n = n,
			       .together = k,
			       .passed = ended - begin,
			       .timed = timed_in_all(list, k, n, observations),
			       .longest = longest_of(observations, n),
			       .least = least_of(list, k, n, observations),
			       .ended = ended};

	runs->runs++;
	run.beyond = isnan(run.least) ? run.passed : run.passed - long_run_usual(list, n, run.least, run.least);
	if (!(run.beyond >= least_beyond))
		return;
	run.what = *list;
	run.sizes = sizes_of(list->bytes);
	runs->lengthy[run.sizes]++;
	keep(runs, &run);
}
