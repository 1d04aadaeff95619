/*
 * Gain of a region: ln L(inside) + ln L(outside) - ln L(all), each binomial at its own rate,
 * ln L = k ln(k / n) + (n - k) ln(1 - k / n) for k events in n trials.
 * Sequential test: the sum of ln(P(event | common) / P(event | rare)) (Wald 1945).
 */
#include "stats/region.h"

#include <math.h>

/* The logarithm of the likelihood of seen among made, at its own probability. */
static double likelihood(double made, double seen)
{
	double missed = made - seen;

	return (seen > 0 ? seen * log(seen / made) : 0) + (missed > 0 ? missed * log(missed / made) : 0);
}

static double gain_of(double made, double seen, double all_made, double all_seen)
{
	double rest_made = all_made - made, rest_seen = all_seen - seen;

	if (made <= 0 || seen * rest_made <= rest_seen * made)
		return 0;
	return likelihood(made, seen) + (rest_made > 0 ? likelihood(rest_made, rest_seen) : 0) -
	       likelihood(all_made, all_seen);
}

static double total(const size_t *list, size_t begin, size_t end)
{
	double sum = 0;

	for (size_t i = begin; i < end; i++)
		sum += (double)list[i];
	return sum;
}

double region_gain(const size_t *made, const size_t *seen, size_t n, size_t begin, size_t end)
{
	return gain_of(total(made, begin, end), total(seen, begin, end), total(made, 0, n), total(seen, 0, n));
}

struct region region_find(const size_t *made, const size_t *seen, size_t n, size_t made_elsewhere,
			  size_t seen_elsewhere)
{
	double all_made = total(made, 0, n) + (double)made_elsewhere,
	       all_seen = total(seen, 0, n) + (double)seen_elsewhere;
	struct region best = {0, 0, 0};

	for (size_t begin = 0; begin < n; begin++) {
		double m = 0, s = 0;

		for (size_t end = begin + 1; end <= n; end++) {
			double gain;

			m += (double)made[end - 1];
			s += (double)seen[end - 1];
			gain = gain_of(m, s, all_made, all_seen);
			if (gain > best.gain)
				best = (struct region){begin, end, gain};
		}
	}
	return best;
}

struct sequential sequential_begin(double rare, double common)
{
	return (struct sequential){.common = common, .rare = rare};
}

void sequential_add(struct sequential *test, bool seen)
{
	test->evidence += seen ? log(test->common / test->rare) : log((1 - test->common) / (1 - test->rare));
	test->n++;
}

bool sequential_knows(const struct sequential *test)
{
	return fabs(test->evidence) > REGION_SURE;
}
