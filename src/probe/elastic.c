#include "probe/elastic.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST = 5 };

static const double odds = 1e3, most = 4, spread = 0.1, differ = 0.05, errors = 3;

/* A point: its length in seconds, by what e = 0 explains it better than e = 1, as a logarithm, and whether its times in
 * two states differ. */
struct length_evidence {
	double length, evidence;
	bool differs;
};

/* The times of a point in a state of a level, as logarithms: their median, its variance, and how many there are. */
struct in_state {
	double median, variance;
	size_t n;
};

static bool is_call(const struct experiment *what)
{
	return what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_SEND_ALONE ||
	       what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
}

static bool is_on(const struct tracking *t, const struct observation *o, size_t level)
{
	return o->before > 0 && o->after > 0 && o->seconds > 0 && regimes_index(&t->levels, o->before) == level &&
	       regimes_index(&t->levels, o->after) == level;
}

/* room: for twice the sample's observations. The standard error of a median of normal numbers is 1.2533 times that of
 * their mean, and their standard deviation 1.4826 times the median deviation. */
static struct in_state find_in_state(const struct tracking *t, const struct sample *sample, size_t level, double *room)
{
	struct in_state found = {.n = 0};
	double *away = room + sample->n, error;

	for (size_t i = 0; i < sample->n; i++)
		if (is_on(t, &sample->observations[i], level))
			room[found.n++] = log(sample->observations[i].seconds);
	if (found.n < LEAST)
		return found;
	found.median = quantile_median(room, found.n);
	for (size_t i = 0; i < found.n; i++)
		away[i] = fabs(room[i] - found.median);
	error = 1.2533 * 1.4826 * quantile_median(away, found.n);
	found.variance = error * error / (double)found.n;
	return found;
}

/* The level while a point of this length is measured, before and after which the sentinel was on it. */
static double level_of(const struct tracking *t, size_t level, double length)
{
	double value = t->levels.of[level].value;

	return t->levels.rate > 0 ? regimes_mean(&t->levels, length, value, value) : value;
}

static struct length_evidence evidence_of(const struct tracking *t, const struct sample *sample, double length,
					  double *room)
{
	struct length_evidence found = {.length = length};
	struct in_state low = {.n = 0}, high = {.n = 0};
	double levels, apart, e, variance;
	size_t first = 0, last = t->levels.n;

	for (; first < t->levels.n && low.n < LEAST; first++)
		low = find_in_state(t, sample, first, room);
	for (; last > first && high.n < LEAST; last--)
		high = find_in_state(t, sample, last - 1, room);
	if (low.n < LEAST || high.n < LEAST)
		return found;
	levels = log(level_of(t, last, length) / level_of(t, first - 1, length));
	apart = high.median - low.median;
	found.differs = fabs(apart) > log1p(differ) + errors * sqrt(low.variance + high.variance);
	e = apart / levels;
	variance = (low.variance + high.variance) / (levels * levels) + spread * spread;
	found.evidence = levels > 0 ? fmax(-most, fmin(most, (1 - 2 * e) / (2 * variance))) : 0;
	return found;
}

static int by_length(const void *a, const void *b)
{
	const struct length_evidence *x = a, *y = b;

	return (x->length > y->length) - (x->length < y->length);
}

/* The length from which on evidence is most, between two points, as a point's median length moves a little; INFINITY if
 * it does not suffice. */
static double cut(struct length_evidence *points, size_t n)
{
	double sum = 0, best = log(odds), length = INFINITY;

	qsort(points, n, sizeof(*points), by_length);
	for (size_t i = n; i-- > 0 && !points[i].differs;) {
		sum += points[i].evidence;
		if (sum > best && points[i].evidence > 0) {
			best = sum;
			length = i > 0 ? sqrt(points[i].length * points[i - 1].length) : 0;
		}
	}
	return length;
}

static double length_of(const struct sample *sample, double *room)
{
	for (size_t i = 0; i < sample->n; i++)
		room[i] = sample->observations[i].seconds;
	return (double)sample->what.loop * quantile_median(room, sample->n);
}

enum status elastic_find(const struct tracking *t, double inelastic[2], struct error *err)
{
	struct length_evidence *points = malloc((t->all.n + 1) * sizeof(*points));
	double *room;
	size_t longest = 1;

	for (size_t s = 0; s < t->all.n; s++)
		longest = t->all.samples[s]->n > longest ? t->all.samples[s]->n : longest;
	room = malloc(2 * longest * sizeof(*room));
	inelastic[0] = inelastic[1] = INFINITY;
	for (int calls = 0; points && room && t->levels.n > 1 && calls < 2; calls++) {
		size_t n = 0;

		for (size_t s = 0; s < t->all.n; s++) {
			const struct sample *sample = t->all.samples[s];

			if (is_call(&sample->what) != calls || sample->n == 0)
				continue;
			points[n++] = evidence_of(t, sample, length_of(sample, room), room);
		}
		inelastic[calls] = cut(points, n);
	}
	free(points);
	free(room);
	return points && room ? OK : error_memory(err, "the states of the machine");
}

bool elastic_is_not(const struct tracking *t, const struct experiment *what, double seconds)
{
	return t->levels.n > 1 && seconds >= t->looks.inelastic[is_call(what)];
}
