/*
 * Under one peak the density between two points is at least the lower of the densities at these points. So of a numbers
 * within a sixth of the distance around the median of the smaller class and b in the middle third between the medians,
 * b is binomial (a + b, 1/2) at least. Runs test: of n pairs of neighbours with parts p and q of their members on
 * either side 2 p q n differ by chance, with variance (2 p q)^2 n.
 *
 * Stays: of a Markov chain of two states, of which two looks far apart find different ones with probability h, looks
 * that are d apart do with h (1 - exp(-r d)). The rate r is that of the largest likelihood; changes are r h per second.
 * Looks come when work is done, which takes longer on a higher level: so all this is by work, of which u = d / f is
 * done in d seconds where all takes f times as long. Between two looks f is w times the mean at the looks and 1 - w
 * times that of all work, w = tanh(r u / 2) / (r u / 2). The levels' parts of all work are those of w u at the looks: a
 * pause that is longer than any stay tells hardly more of them than a short one.
 */
#include "stats/regimes.h"

#include "stats/quantile.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ON_LEVEL = 8, LEAST = 20, CENTRED = 10, HALVINGS = 50, ROUNDS = 6 };

static const double apart = 0.12, least_share = 0.03, chance = 1e-3, runs_least = 3,
		    brief = 0.25; /* a disturbance, as a part of a stay */

static double middle(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Logarithms of the medians of three in a row; the ends stand for themselves. */
static void smooth(const double *x, size_t n, double *logs)
{
	for (size_t i = 0; i < n; i++)
		logs[i] = log(i == 0 || i + 1 == n ? x[i] : middle(x[i - 1], x[i], x[i + 1]));
}

static size_t count_between(const double *sorted, size_t n, double low, double high)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += sorted[i] >= low && sorted[i] <= high;
	return count;
}

/* How wide the gap at this split is, in spreads of the classes; -INFINITY if their medians are not apart. */
static double gap_at(const double *sorted, size_t n, size_t split)
{
	const double *upper = sorted + split;
	size_t rest = n - split;
	double gap = quantile_sorted(upper, rest, 0.1) - quantile_sorted(sorted, split, 0.9),
	       spread = quantile_sorted(sorted, split, 0.75) - quantile_sorted(sorted, split, 0.25) +
			quantile_sorted(upper, rest, 0.75) - quantile_sorted(upper, rest, 0.25),
	       distance = quantile_sorted(upper, rest, 0.5) - quantile_sorted(sorted, split, 0.5);

	return distance > log1p(apart) ? gap / (spread + 1e-3 * distance) : -INFINITY;
}

/* The split with the widest gap; 0 if there is none. */
static size_t best_split(const double *sorted, size_t n, size_t least)
{
	double best = -INFINITY;
	size_t found = 0;

	for (size_t split = least; split + least <= n; split++) {
		double gap = gap_at(sorted, n, split);

		if (gap > best) {
			best = gap;
			found = split;
		}
	}
	return found;
}

/* Moves the split to the middle between the medians of the classes, again and again: a tail of one may have been taken
 * for a part of the other, which the gap does not show. */
static size_t centre_split(const double *sorted, size_t n, size_t split)
{
	for (int i = 0; i < CENTRED; i++) {
		double bound =
			(quantile_sorted(sorted, split, 0.5) + quantile_sorted(sorted + split, n - split, 0.5)) / 2;
		size_t moved = count_between(sorted, n, -INFINITY, bound);

		if (moved == split)
			break;
		split = moved;
	}
	return split;
}

/* Whether there is a valley between the classes. */
static bool has_valley(const double *sorted, size_t n, size_t split)
{
	double low = quantile_sorted(sorted, split, 0.5), high = quantile_sorted(sorted + split, n - split, 0.5),
	       distance = high - low;
	double smaller = split < n - split ? low : high;
	size_t around = count_between(sorted, n, smaller - distance / 6, smaller + distance / 6),
	       between = count_between(sorted, n, low + distance / 3, high - distance / 3);

	return gsl_cdf_binomial_P((unsigned)between, 0.5, (unsigned)(around + between)) < chance;
}

/* Whether neighbours that are at most so far apart are on the same side of the bound more often than by chance. */
static bool persists_within(const double *at, const double *x, size_t n, double bound, double gap)
{
	double upper = 0, changes = 0, pairs = 0, part, unlike;

	for (size_t i = 1; i < n; i++) {
		if (at && at[i] - at[i - 1] > gap)
			continue;
		upper += (x[i - 1] > bound) + (x[i] > bound);
		changes += (x[i] > bound) != (x[i - 1] > bound);
		pairs++;
	}
	part = upper / (2 * pairs);
	unlike = 2 * part * (1 - part);
	return pairs >= LEAST && unlike * pairs - changes > runs_least * unlike * sqrt(pairs);
}

/* The same of all neighbours, or of the half or quarter that are nearest: what lasts shorter than the rest are apart
 * shows there alone. gaps: room for n. */
static bool persists(const double *at, const double *x, size_t n, double bound, double *gaps)
{
	if (persists_within(NULL, x, n, bound, INFINITY))
		return true;
	for (size_t i = 1; at && i < n; i++)
		gaps[i - 1] = at[i] - at[i - 1];
	if (at)
		quantile_sort(gaps, n - 1);
	return at && (persists_within(at, x, n, bound, quantile_sorted(gaps, n - 1, 0.5)) ||
		      persists_within(at, x, n, bound, quantile_sorted(gaps, n - 1, 0.25)));
}

/* Numbers in the order in which they were taken, when that was, and as they were at first. */
struct numbers {
	const double *at, *x, *firsts;
	size_t n;
};

/* Room for n numbers each: those of a class, and logarithms. */
struct room {
	double *x, *at, *firsts, *logs;
};

static void room_release(struct room *room)
{
	free(room->x);
	free(room->at);
	free(room->firsts);
	free(room->logs);
}

/* Those that lie above low and up to high, with what else is known of them. */
static size_t take(const struct numbers *all, double low, double high, const struct room *class)
{
	size_t count = 0;

	for (size_t i = 0; i < all->n; i++) {
		if (!(all->x[i] > low && all->x[i] <= high))
			continue;
		if (all->at)
			class->at[count] = all->at[i];
		if (all->firsts)
			class->firsts[count] = all->firsts[i];
		class->x[count++] = all->x[i];
	}
	return count;
}

/* A bound within the numbers above low and up to high; 0 if they are on one level. */
static double find_bound(const struct numbers *all, double low, double high, const struct room *room)
{
	size_t count = take(all, low, high, room),
	       least = (size_t)fmax(LEAST_ON_LEVEL, ceil(least_share * (double)all->n)), split;
	double bound;

	if (count < LEAST || count < 2 * least)
		return 0;
	smooth(room->x, count, room->logs);
	quantile_sort(room->logs, count);
	split = best_split(room->logs, count, least);
	if (split == 0)
		return 0;
	split = centre_split(room->logs, count, split);
	if (split < least || count - split < least || !has_valley(room->logs, count, split))
		return 0;
	bound = exp(
		(quantile_sorted(room->logs, split, 0.5) + quantile_sorted(room->logs + split, count - split, 0.5)) /
		2);
	return persists(all->at ? room->at : NULL, all->firsts ? room->firsts : room->x, count, bound, room->logs)
		       ? bound
		       : 0;
}

static void insert_bound(struct regimes *levels, double bound)
{
	size_t i = levels->n++ - 1;

	for (; i > 0 && levels->bound[i - 1] > bound; i--)
		levels->bound[i] = levels->bound[i - 1];
	levels->bound[i] = bound;
}

static double below(const struct regimes *levels, size_t i)
{
	return i > 0 ? levels->bound[i - 1] : 0;
}

static double above(const struct regimes *levels, size_t i)
{
	return i + 1 < levels->n ? levels->bound[i] : INFINITY;
}

static void describe(struct regimes *levels, const double *x, size_t n, const struct room *room)
{
	for (size_t i = 0; i < levels->n; i++) {
		size_t count = take(&(struct numbers){.x = x, .n = n}, below(levels, i), above(levels, i), room);

		quantile_sort(room->x, count);
		levels->of[i] = (struct regime){.value = count ? quantile_sorted(room->x, count, 0.5) : NAN,
						.share = (double)count / (double)n,
						.n = count};
	}
}

enum status regimes_find(const double *at, const double *x, const double *firsts, size_t n, struct regimes *found,
			 struct error *err)
{
	const struct numbers all = {at, x, firsts, n};
	struct room room = {malloc((n + 1) * sizeof(*room.x)), malloc((n + 1) * sizeof(*room.at)),
			    malloc((n + 1) * sizeof(*room.firsts)), malloc((n + 1) * sizeof(*room.logs))};

	*found = (struct regimes){.n = 1, .stay = INFINITY};
	if (!room.x || !room.at || !room.firsts || !room.logs) {
		room_release(&room);
		return error_memory(err, "levels");
	}
	for (size_t i = 0; i < found->n && found->n < REGIMES_MOST;) {
		double bound = find_bound(&all, below(found, i), above(found, i), &room);

		if (bound > 0)
			insert_bound(found, bound);
		else
			i++;
	}
	describe(found, x, n, &room);
	room_release(&room);
	return OK;
}

enum status regimes_join(struct regimes *levels, const bool *join, const double *x, size_t n, struct error *err)
{
	struct room room = {.x = malloc((n + 1) * sizeof(*room.x))};
	size_t kept = 0;

	if (!room.x)
		return error_memory(err, "levels");
	for (size_t i = 0; i + 1 < levels->n; i++)
		if (!join[i])
			levels->bound[kept++] = levels->bound[i];
	levels->n = kept + 1;
	describe(levels, x, n, &room);
	free(room.x);
	return OK;
}

size_t regimes_index(const struct regimes *levels, double x)
{
	size_t i = 0;

	while (i + 1 < levels->n && x > levels->bound[i])
		i++;
	return i;
}

/* Numbers in the order in which they were taken, each with its level, and what was done until the next one: in seconds
 * of the lowest level. */
struct visits {
	const double *at;
	size_t *level;
	double *work;
	size_t n;
	double part[REGIMES_MOST]; /* of the work, by level */
	double rate;               /* of forgetting, by work */
};

/* The level at place i, but for a disturbance: what is over within so many seconds. */
static size_t settled(const struct regimes *levels, const double *at, const double *x, size_t n, size_t i,
		      double window)
{
	size_t here = regimes_index(levels, x[i]), before, after;

	if (i == 0 || i + 1 == n || at[i + 1] - at[i - 1] > window)
		return here;
	before = regimes_index(levels, x[i - 1]);
	after = regimes_index(levels, x[i + 1]);
	return before == after ? before : here;
}

static double factor_of(const struct regimes *levels, size_t k)
{
	return levels->of[k].value / levels->of[0].value;
}

/* How much the levels at both ends of a gap tell of the levels within it. work: done in it. */
static double seen_of(const struct visits *visits, double work)
{
	double y = visits->rate * work / 2;

	return y > 0 ? tanh(y) / y : 1;
}

/* What is done between two numbers: how long it took tells more of that the less is known of the levels meanwhile. */
static void find_work(const struct regimes *levels, struct visits *visits)
{
	double overall = 0;

	for (size_t k = 0; k < levels->n; k++)
		overall += visits->part[k] * factor_of(levels, k);
	for (size_t i = 0; i + 1 < visits->n; i++) {
		double gap = visits->at[i + 1] - visits->at[i],
		       ends = (factor_of(levels, visits->level[i]) + factor_of(levels, visits->level[i + 1])) / 2,
		       seen = seen_of(visits, visits->work[i]);

		visits->work[i] = gap / (seen * ends + (1 - seen) * overall);
	}
}

/* A number stands for what was done before and after it, as far as it tells of that. */
static void find_parts(const struct regimes *levels, struct visits *visits)
{
	double whole = 0;

	for (size_t k = 0; k < levels->n; k++)
		visits->part[k] = 0;
	for (size_t i = 0; i + 1 < visits->n; i++) {
		double told = seen_of(visits, visits->work[i]) * visits->work[i];

		visits->part[visits->level[i]] += told / 2;
		visits->part[visits->level[i + 1]] += told / 2;
		whole += told;
	}
	for (size_t k = 0; k < levels->n; k++)
		visits->part[k] /= whole;
}

/* The derivative of the log-likelihood by the rate. other: that two numbers far apart are on different levels. */
static double slope(const struct visits *visits, double other, double rate)
{
	double sum = 0;

	for (size_t i = 0; i + 1 < visits->n; i++) {
		double gap = visits->work[i], left = exp(-rate * gap);

		if (!(gap > 0))
			continue;
		sum += visits->level[i] != visits->level[i + 1] ? gap * left / -expm1(-rate * gap)
								: -other * gap * left / (1 - other * (1 - left));
	}
	return sum;
}

/* The rate of the largest likelihood; 0 without a change. */
static double find_rate(const struct visits *visits, double other)
{
	double whole = visits->at[visits->n - 1] - visits->at[0], low = log(1e-3 / whole),
	       high = log(1e3 * (double)visits->n / whole);

	if (!(other > 0) || !(slope(visits, other, exp(low)) > 0))
		return 0;
	for (int i = 0; i < HALVINGS; i++) {
		double middle = (low + high) / 2;

		if (slope(visits, other, exp(middle)) > 0)
			low = middle;
		else
			high = middle;
	}
	return exp(low);
}

/* The probability that two numbers far apart are on different levels. */
static double far_apart(const double *parts, size_t n)
{
	double same = 0;

	for (size_t k = 0; k < n; k++)
		same += parts[k] * parts[k];
	return 1 - same;
}

/* From parts and rate by work to those by time. */
static void take_times(struct regimes *levels, const struct visits *visits)
{
	double sum = 0, slowing = 0, shares[REGIMES_MOST];

	for (size_t k = 0; k < levels->n; k++)
		sum += visits->part[k] * factor_of(levels, k);
	for (size_t k = 0; k < levels->n; k++) {
		shares[k] = levels->of[k].share = visits->part[k] * factor_of(levels, k) / sum;
		slowing += levels->n > 1 ? (1 - shares[k]) * factor_of(levels, k) / (double)(levels->n - 1) : 1;
	}
	levels->rate = visits->rate / slowing;
	levels->stay = levels->rate > 0 ? log(2) / (levels->rate * far_apart(shares, levels->n)) : INFINITY;
}

/* The values of levels by what has neighbours on the same one: what noise takes beyond a bound alone, and what was
 * taken while the level changed, lies between. Levels without enough of such stay as they are. room: for n. */
static void find_values(struct regimes *levels, const double *x, size_t n, double *room)
{
	for (size_t k = 0; levels->n > 1 && k < levels->n; k++) {
		size_t count = 0;

		for (size_t i = 1; i + 1 < n; i++)
			if (regimes_index(levels, x[i - 1]) == k && regimes_index(levels, x[i]) == k &&
			    regimes_index(levels, x[i + 1]) == k)
				room[count++] = x[i];
		if (count >= LEAST)
			levels->of[k].value = quantile_median(room, count);
	}
}

enum status regimes_stay(struct regimes *levels, const double *at, const double *x, size_t n, struct error *err)
{
	bool any = n > 1 && at[n - 1] > at[0];
	struct visits visits = {at,
				any ? malloc(n * sizeof(*visits.level)) : NULL,
				any ? calloc(n, sizeof(*visits.work)) : NULL,
				n,
				{0},
				0};
	double *values = any ? malloc(n * sizeof(*values)) : NULL;
	bool room = visits.level && visits.work && values;

	levels->stay = INFINITY;
	levels->rate = 0;
	if (room)
		find_values(levels, x, n, values);
	for (int i = 0; room && i < ROUNDS; i++) {
		for (size_t k = 0; k < n; k++)
			visits.level[k] = settled(levels, at, x, n, k, brief * levels->stay);
		find_work(levels, &visits);
		find_parts(levels, &visits);
		visits.rate = find_rate(&visits, far_apart(visits.part, levels->n));
		take_times(levels, &visits);
	}
	free(visits.level);
	free(visits.work);
	free(values);
	return room || !any ? OK : error_memory(err, "the states of the machine");
}

/* The part of the work in the state k, before and after which the machine was in it or not. p: its part of all work;
 * decay: rate times the work, in seconds of the quickest state. */
static double part_of_work(bool before, bool after, double p, double decay)
{
	double q = 1 - p, left = exp(-decay), mean = -expm1(-decay) / decay, unlike = 1 + left - 2 * mean;

	if (before != after)
		return (p * (1 - mean) + q * (mean - left)) / -expm1(-decay);
	return before ? 1 - p * q / (p + q * left) * unlike : p * q / (q + p * left) * unlike;
}

double regimes_mean(const struct regimes *levels, double seconds, double before, double after)
{
	double rate = 0, sum = 0, parts = 0, level = 0, least = levels->of[0].value;

	for (size_t k = 0; k < levels->n; k++) {
		sum += levels->of[k].share / levels->of[k].value;
		rate += levels->rate * (1 - levels->of[k].share) * levels->of[k].value / least /
			(double)(levels->n - 1);
	}
	for (size_t k = 0; k < levels->n; k++) {
		double p = levels->of[k].share / levels->of[k].value / sum,
		       part = part_of_work(regimes_index(levels, before) == k, regimes_index(levels, after) == k, p,
					   rate * seconds * sum * least);

		parts += part;
		level += part * levels->of[k].value;
	}
	return level / parts;
}
