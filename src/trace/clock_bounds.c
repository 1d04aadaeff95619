#include "trace/clock_bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/*
 * Clocks that run by themselves differ by less than 100 ppm, those that are steered by as much as 500 each.
 * SPARSE: bounds of a pair beside its hull. LOOKS: at bounds, of one search.
 */
static const double most_drift = 1e-3, least_delay = 1e-9;
enum { SPARSE = 256, LOOKS = 20000000, SWEEPS = 20000, HALVINGS = 8 };

/* The correction of a clock at the begin and at the end of all messages, s. */
struct ends {
	double at[2];
};

struct fitting {
	const struct trace_bounds *bounds;
	const double *drift;
	struct ends *clocks;
	double span;  /* s */
	double part;  /* of half the shortest round trip: the least delay */
	double early; /* s: by how much messages may be early, of clocks that agree with no lines */
};

void trace_bounds_init(struct trace_bounds *bounds, int n_clocks)
{
	*bounds = (struct trace_bounds){.n_clocks = n_clocks, .begin = INFINITY, .end = -INFINITY};
}

void trace_bounds_release(struct trace_bounds *bounds)
{
	for (size_t i = 0; i < bounds->n_pairs; i++)
		free(bounds->pairs[i].bounds);
	free(bounds->pairs);
	*bounds = (struct trace_bounds){.n_clocks = 0};
}

static double delay(const struct trace_bound *bound)
{
	return bound->received - bound->sent;
}

static int by_time(const void *one, const void *other)
{
	const struct trace_bound *a = one, *b = other;

	if (a->received != b->received)
		return a->received < b->received ? -1 : 1;
	return (a->sent < b->sent) - (a->sent > b->sent);
}

/* Whether b is above the line from a to c, or on it. */
static bool is_above(const struct trace_bound *a, const struct trace_bound *b, const struct trace_bound *c)
{
	return (delay(b) - delay(a)) * (c->received - a->received) >=
	       (delay(c) - delay(a)) * (b->received - a->received);
}

/* Leaves the lower convex hull of the delays (Andrew 1979). */
static void reduce(struct trace_bound_pair *pair)
{
	struct trace_bound *bounds = pair->bounds;
	size_t n = 0;

	qsort(bounds, pair->n, sizeof(*bounds), by_time);
	for (size_t i = 0; i < pair->n; i++) {
		while (n > 1 && is_above(&bounds[n - 2], &bounds[n - 1], &bounds[i]))
			n--;
		if (n == 0 || bounds[n - 1].received != bounds[i].received)
			bounds[n++] = bounds[i];
	}
	pair->n = pair->hull = n;
}

/* NULL: there is none. */
static struct trace_bound_pair *find_pair(const struct trace_bounds *bounds, int from, int to)
{
	size_t low = 0, high = bounds->n_pairs;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct trace_bound_pair *pair = &bounds->pairs[middle];

		if (pair->from < from || (pair->from == from && pair->to < to))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == bounds->n_pairs || bounds->pairs[low].from != from || bounds->pairs[low].to != to)
		return NULL;
	return &bounds->pairs[low];
}

/* Pairs are in the order of from and to. NULL: memory is out. */
static struct trace_bound_pair *add_pair(struct trace_bounds *bounds, int from, int to)
{
	struct trace_bound_pair *pairs =
		memory_grow(bounds->pairs, &bounds->pairs_room, bounds->n_pairs + 1, sizeof(*pairs));
	size_t place = bounds->n_pairs;

	if (!pairs)
		return NULL;
	bounds->pairs = pairs;
	for (; place > 0; place--) {
		const struct trace_bound_pair *before = &pairs[place - 1];

		if (before->from < from || (before->from == from && before->to < to))
			break;
		pairs[place] = *before;
	}
	bounds->n_pairs++;
	pairs[place] = (struct trace_bound_pair){.from = from, .to = to};
	return &pairs[place];
}

bool trace_bounds_add(struct trace_bounds *bounds, int from, double sent, int to, double received)
{
	struct trace_bound_pair *pair = find_pair(bounds, from, to);
	struct trace_bound *grown;

	if (!pair)
		pair = add_pair(bounds, from, to);
	if (!pair)
		return false;
	if (pair->n >= 2 * pair->hull + SPARSE)
		reduce(pair);
	grown = memory_grow(pair->bounds, &pair->room, pair->n + 1, sizeof(*grown));
	if (!grown)
		return false;
	pair->bounds = grown;
	grown[pair->n++] = (struct trace_bound){sent, received};
	bounds->messages++;
	bounds->early += received < sent;
	bounds->earliest = fmax(bounds->earliest, sent - received);
	bounds->begin = fmin(bounds->begin, fmin(sent, received));
	bounds->end = fmax(bounds->end, fmax(sent, received));
	return true;
}

/* The hull at a time, INFINITY outside it. */
static double hull_at(const struct trace_bound_pair *pair, double time)
{
	size_t low = 0, high = pair->n;
	const struct trace_bound *a, *b;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (pair->bounds[middle].received <= time)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return INFINITY;
	a = &pair->bounds[low - 1];
	if (a->received == time)
		return delay(a);
	if (low == pair->n)
		return INFINITY;
	b = &pair->bounds[low];
	return delay(a) + (delay(b) - delay(a)) * (time - a->received) / (b->received - a->received);
}

/* Half the least sum of the delays there and back at one time. */
static double half_round_trip(const struct trace_bound_pair *there, const struct trace_bound_pair *back)
{
	double least = INFINITY;

	for (size_t i = 0; i < there->n; i++)
		least = fmin(least, delay(&there->bounds[i]) + hull_at(back, there->bounds[i].received));
	for (size_t i = 0; i < back->n; i++)
		least = fmin(least, delay(&back->bounds[i]) + hull_at(there, back->bounds[i].received));
	return isinf(least) ? 0 : least / 2;
}

static double least_of(const struct fitting *fitting, const struct trace_bound_pair *pair)
{
	if (fitting->early > 0)
		return -fitting->early;
	return pair->half > least_delay ? least_delay + fitting->part * (pair->half - least_delay) : least_delay;
}

/* Where a time is between begin (0) and end (1). */
static double place_of(const struct fitting *fitting, double time)
{
	return (time - fitting->bounds->begin) / fitting->span;
}

static double value(const struct ends *clock, double place)
{
	return clock->at[0] + (clock->at[1] - clock->at[0]) * place;
}

/* By how much a message comes too early, with the least delay. */
static double lack(const struct fitting *fitting, const struct trace_bound_pair *pair, const struct trace_bound *bound,
		   double least)
{
	return least - delay(bound) - value(&fitting->clocks[pair->to], place_of(fitting, bound->received)) +
	       value(&fitting->clocks[pair->from], place_of(fitting, bound->sent));
}

static void move(struct ends *clock, double place, double by)
{
	clock->at[0] += by * (1 - place);
	clock->at[1] += by * place;
}

/* Moves two lines as little as it takes for a message that is short of so much. */
static void relax(struct fitting *fitting, const struct trace_bound_pair *pair, const struct trace_bound *bound,
		  double by)
{
	double to = place_of(fitting, bound->received), from = place_of(fitting, bound->sent);
	double norm = 0;

	if (pair->to != 0)
		norm += to * to + (1 - to) * (1 - to);
	if (pair->from != 0)
		norm += from * from + (1 - from) * (1 - from);
	if (pair->to != 0)
		move(&fitting->clocks[pair->to], to, by / norm);
	if (pair->from != 0)
		move(&fitting->clocks[pair->from], from, -by / norm);
}

/* Keeps a clock's drift within what clocks have. */
static void bound_drift(const struct fitting *fitting, int clock)
{
	struct ends *ends = &fitting->clocks[clock];
	double rate = (ends->at[1] - ends->at[0]) / fitting->span, all = rate + fitting->drift[clock];
	double excess = all > most_drift ? all - most_drift : all < -most_drift ? all + most_drift : 0;

	ends->at[0] += excess * fitting->span / 2;
	ends->at[1] -= excess * fitting->span / 2;
}

/* Goes through all bounds once; how much a message was short of at most, in parts of what is asked of it. */
static double sweep(struct fitting *fitting)
{
	double worst = 0;

	for (size_t i = 0; i < fitting->bounds->n_pairs; i++) {
		const struct trace_bound_pair *pair = &fitting->bounds->pairs[i];
		double least = least_of(fitting, pair);

		for (size_t j = 0; j < pair->n; j++) {
			double by = lack(fitting, pair, &pair->bounds[j], least);

			if (by > 0)
				relax(fitting, pair, &pair->bounds[j], by);
			worst = fmax(worst, by / fabs(least));
		}
	}
	for (int k = 1; k < fitting->bounds->n_clocks; k++)
		bound_drift(fitting, k);
	return worst;
}

/* Whether lines were found that satisfy all bounds. */
static bool search(struct fitting *fitting)
{
	size_t n = 1;

	for (size_t i = 0; i < fitting->bounds->n_pairs; i++)
		n += fitting->bounds->pairs[i].n;
	for (size_t looks = 0, sweeps = 0; looks < LOOKS && sweeps < SWEEPS; looks += n, sweeps++)
		if (sweep(fitting) < 0.01)
			return true;
	return false;
}

/*
 * From lines that were found the best that a search finds; known: room for as many clocks. They have as much of the
 * round trips as can be, or, of clocks that agree with no lines, let messages be as little early as can be.
 */
static void improve(struct fitting *fitting, bool agree, struct ends *known)
{
	size_t n = (size_t)fitting->bounds->n_clocks;
	double good = agree ? 0 : fitting->early, bad = agree ? 1 : 0;

	memcpy(known, fitting->clocks, n * sizeof(*known));
	for (int i = 0; i < HALVINGS; i++) {
		double middle = agree && i == 0 ? 0.99 : (good + bad) / 2;
		bool found;

		*(agree ? &fitting->part : &fitting->early) = middle;
		found = search(fitting);
		*(found ? &good : &bad) = middle;
		memcpy(found ? known : fitting->clocks, found ? fitting->clocks : known, n * sizeof(*known));
	}
}

static double still_early(struct fitting *fitting)
{
	double most = 0;

	for (size_t i = 0; i < fitting->bounds->n_pairs; i++) {
		const struct trace_bound_pair *pair = &fitting->bounds->pairs[i];

		for (size_t j = 0; j < pair->n; j++)
			most = fmax(most, lack(fitting, pair, &pair->bounds[j], 0));
	}
	return most;
}

bool trace_bounds_fit(struct trace_bounds *bounds, const double *drift, struct trace_line *lines, double *left)
{
	size_t n = (size_t)bounds->n_clocks;
	struct ends *clocks = calloc(2 * n + 1, sizeof(*clocks));
	struct fitting fitting = {.bounds = bounds, .drift = drift, .clocks = clocks};
	bool agree;

	if (!clocks)
		return false;
	fitting.span = bounds->end > bounds->begin ? bounds->end - bounds->begin : 1;
	for (size_t i = 0; i < bounds->n_pairs; i++)
		reduce(&bounds->pairs[i]);
	for (size_t i = 0; i < bounds->n_pairs; i++) {
		struct trace_bound_pair *there = &bounds->pairs[i];
		const struct trace_bound_pair *back = find_pair(bounds, there->to, there->from);

		there->half = back ? half_round_trip(there, back) : 0;
	}
	agree = search(&fitting);
	if (!agree) {
		fitting.early = bounds->earliest;
		memset(clocks, 0, n * sizeof(*clocks)); /* as they were measured, no message is earlier than that */
	}
	improve(&fitting, agree, clocks + n);
	*left = still_early(&fitting);
	for (size_t k = 0; k < n; k++)
		lines[k] = (struct trace_line){.at = bounds->begin,
					       .shift = clocks[k].at[0],
					       .rate = (clocks[k].at[1] - clocks[k].at[0]) / fitting.span};
	free(clocks);
	return true;
}
