#include "estimate/method/partners.h"

#include "estimate/method/trips.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 2 };

/* Messages out and empty answers back, between all pairs: [i * n + j], infinite where nothing was measured. */
struct trips {
	size_t n;
	struct estimate *of[SIZES];
};

static const struct estimate unknown = {INFINITY, INFINITY, INFINITY};

/* A round trip of bytes each way with its interval. */
static enum status trip_of(const struct estimate_options *o, const struct campaign *campaign, int i, int j,
			   size_t bytes, struct estimate *trip, struct error *err)
{
	const struct sample *sample = trip_find(campaign, i, j, bytes);

	*trip = sample ? trip_estimate(o, sample) : unknown;
	return isnan(trip->value) ? error_memory(err, "a round trip's times") : OK;
}

static enum status trips_find(const struct estimate_options *o, const struct campaign *campaign, struct trips *trips,
			      struct error *err)
{
	size_t n = trips->n;
	enum status status = OK;

	for (size_t i = 0; i < n * n; i++)
		trips->of[0][i] = trips->of[1][i] = unknown;
	for (size_t at = 0; status == OK && at < n * n; at++) {
		int i = (int)(at / n), j = (int)(at % n);
		size_t back = (at % n) * n + at / n;
		struct estimate empty = unknown, whole = unknown;

		if (i >= j)
			continue;
		status = trip_of(o, campaign, i, j, 0, &empty, err);
		if (status == OK)
			status = trip_of(o, campaign, i, j, o->long_size, &whole, err);
		trips->of[0][at] = trips->of[0][back] = empty;
		trips->of[1][at] = trips->of[1][back] = (struct estimate){
			(empty.value + whole.value) / 2, (empty.low + whole.low) / 2, (empty.high + whole.high) / 2};
	}
	return status;
}

/* How slow a partner of this process may be: slowness_limit times that of the slower one of its two quickest, however
 * long these may take. */
static double slowest_allowed(const struct estimate *own, size_t n, double slowness_limit)
{
	double first = INFINITY, second = INFINITY;

	for (size_t j = 0; j < n; j++) {
		second = fmin(second, fmax(first, own[j].high));
		first = fmin(first, own[j].high);
	}
	return slowness_limit > 0 ? slowness_limit * second : INFINITY;
}

static bool is_near(const struct estimate *trip, double most)
{
	return isfinite(trip->value) && trip->low <= most;
}

/* The first partners of process i that are near enough, at most so many, in the order of the numbers after its own:
 * so processes have different ones, and are measured at the same time. Returns how many. */
static size_t near_partners(const struct trips *trips, int size, double slowness_limit, size_t i, size_t most,
			    size_t *partners)
{
	const struct estimate *own = &trips->of[size][i * trips->n];
	double slowest = slowest_allowed(own, trips->n, slowness_limit);
	size_t n = 0;

	for (size_t d = 1; d < trips->n && n < most; d++) {
		size_t j = (i + d) % trips->n;

		if (is_near(&own[j], slowest))
			partners[n++] = j;
	}
	return n;
}

static struct triplet triplet_of(const struct estimate *own, size_t i, size_t j, size_t k)
{
	struct triplet triplet = {(int)i, {(int)j, (int)k}, fmax(own[j].value, own[k].value)};

	if (j > k) {
		triplet.to[0] = (int)k;
		triplet.to[1] = (int)j;
	}
	return triplet;
}

/* The one-to-twos of all processes, each with every two of its partners; partners has room for those of one. Returns
 * how many there are. list may be NULL: they are only counted. */
static size_t list_near(const struct trips *trips, int size, double slowness_limit, size_t most, size_t *partners,
			struct triplet *list)
{
	size_t count = 0;

	for (size_t i = 0; i < trips->n; i++) {
		const struct estimate *own = &trips->of[size][i * trips->n];
		size_t n = near_partners(trips, size, slowness_limit, i, most, partners);

		for (size_t a = 0; a < n; a++)
			for (size_t b = a + 1; b < n; b++, count++)
				if (list)
					list[count] = triplet_of(own, i, partners[a], partners[b]);
	}
	return count;
}

static enum status arrange(const struct estimate_options *o, const struct trips *trips, int size, size_t most,
			   struct triplet_rounds *rounds, struct error *err)
{
	size_t *partners = malloc((trips->n + 1) * sizeof(*partners)), count = 0;
	struct triplet *list = NULL;
	enum status status = partners ? OK : error_memory(err, "the partners of a process");

	if (status == OK) {
		count = list_near(trips, size, o->method->slowness_limit, most, partners, NULL);
		list = calloc(count + 1, sizeof(*list));
		status = list ? OK : error_memory(err, "a list of triplets");
	}
	if (status == OK) {
		list_near(trips, size, o->method->slowness_limit, most, partners, list);
		status = triplet_rounds_of(rounds, list, count, trips->n, o->parallel, err);
	}
	free(partners);
	free(list);
	return status;
}

enum status partners_choose(const struct estimate_options *o, const struct campaign *campaign, size_t processes,
			    size_t most, struct triplet_rounds *rounds, struct error *err)
{
	struct trips trips = {processes,
			      {malloc((processes * processes + 1) * sizeof(*trips.of[0])),
			       malloc((processes * processes + 1) * sizeof(*trips.of[0]))}};
	enum status status = trips.of[0] && trips.of[1] ? trips_find(o, campaign, &trips, err)
							: error_memory(err, "the round trips of pairs");

	for (int size = 0; size < SIZES; size++) {
		rounds[size] = (struct triplet_rounds){.n = 0};
		if (status == OK)
			status = arrange(o, &trips, size, most, &rounds[size], err);
	}
	free(trips.of[0]);
	free(trips.of[1]);
	return status;
}

/* The process that is furthest to one side: the longest (sign 1) or shortest (-1) sum of round trips, but for two of
 * them. */
static int furthest(const double *sums, size_t n, double sign, int but, int or_but)
{
	int found = -1;

	for (int i = 0; (size_t)i < n; i++)
		if (i != but && i != or_but && (found < 0 || sign * sums[i] > sign * sums[found]))
			found = i;
	return found;
}

enum status partners_slowest(const struct estimate_options *o, const struct campaign *campaign, size_t n, size_t bytes,
			     struct triplet *found, struct error *err)
{
	double *sums = calloc(n + 1, sizeof(*sums)), all = 0;
	enum status status = sums ? OK : error_memory(err, "the round trips of processes");
	int slow, second;

	for (size_t at = 0; status == OK && at < n * n; at++) {
		struct estimate trip;

		if (at / n >= at % n)
			continue;
		status = trip_of(o, campaign, (int)(at / n), (int)(at % n), bytes, &trip, err);
		sums[at / n] += trip.value;
		sums[at % n] += trip.value;
		all += trip.value;
	}
	*found = (struct triplet){.from = -1};
	if (status == OK && n >= 3 && isfinite(all)) {
		slow = furthest(sums, n, 1, -1, -1);
		second = furthest(sums, n, 1, slow, -1);
		*found = (struct triplet){furthest(sums, n, -1, slow, second),
					  {slow < second ? slow : second, slow < second ? second : slow},
					  0};
	}
	free(sums);
	return status;
}
