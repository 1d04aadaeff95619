#include "probe/levels.h"

#include "probe/causes.h"
#include "probe/elastic.h"
#include "stats/quantile.h"

#include <math.h>

static const double usual = 1.25, /* another state is the main one when it has so many times its share of the time */
	enough = 0.5;             /* or when it has lasted for so large a part of it */

void levels_take_one(struct tracking *t)
{
	double all = quantile_median(t->seconds, t->n);

	t->main = 0;
	t->levels = (struct regimes){.n = 1, .of = {{.value = all, .share = 1, .n = t->n}}, .stay = INFINITY};
}

/* Levels that measuring makes become one. */
static enum status join_made(struct tracking *t, struct error *err)
{
	bool made[REGIMES_MOST] = {false}, any = false;
	enum status status = t->levels.n > 1 ? causes_find(t, &t->levels, made, err) : OK;

	for (size_t k = 0; k + 1 < t->levels.n; k++)
		any = any || made[k];
	t->looks.made = t->levels;
	t->looks.made.n = any ? t->levels.n : 0;
	return status == OK && any ? regimes_join(&t->levels, made, t->seconds, t->n, err) : status;
}

enum status levels_find(struct tracking *t, struct error *err)
{
	enum status status = regimes_find(t->at, t->seconds, t->firsts, t->n, &t->levels, err);

	t->judged = t->n;
	if (status == OK)
		status = join_made(t, err);
	if (status == OK)
		status = regimes_stay(&t->levels, t->at, t->seconds, t->n, err);
	return status == OK ? elastic_find(t, t->looks.inelastic, err) : status;
}

bool levels_are_states(const struct tracking *t)
{
	return t->on && !t->merged && (t->levels.n > 1 || t->looks.made.n < 2);
}

size_t levels_now(const struct tracking *t)
{
	return regimes_index(&t->levels, t->seconds[t->n - 1]);
}

/* The level of the newest looks, and since when it has been theirs, in seconds; what happens once does not count. */
static size_t newest_level(const struct tracking *t, double *seconds)
{
	size_t level = levels_now(t), i = t->n;
	bool once = false;

	while (i > 0) {
		bool other = regimes_index(&t->levels, t->seconds[i - 1]) != level;

		if (other && once)
			break;
		once = other;
		i--;
	}
	*seconds = t->at[t->n - 1] - t->at[i < t->n ? i : t->n - 1];
	return level;
}

void levels_choose_main(struct tracking *t, double level)
{
	size_t most = 0, now = regimes_index(&t->levels, level), newest;
	double stretch, run = t->at[t->n - 1] - t->at[0];

	for (size_t k = 1; k < t->levels.n; k++)
		if (t->levels.of[k].share > t->levels.of[most].share)
			most = k;
	t->main = t->levels.of[most].share > usual * t->levels.of[now].share ? most : now;
	newest = newest_level(t, &stretch);
	if (stretch > enough * t->levels.of[t->main].share * run)
		t->main = newest;
}
