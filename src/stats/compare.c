/*
 * Shift: median of all b_j - a_i, its interval between order statistics of these differences (Hodges, Lehmann 1963).
 * Several strata: sum of R_s / (n_a + n_b + 1) over strata, R_s the rank sum of a stratum (van Elteren 1960).
 * Correction of k p-values in ascending order: the running maximum of (k - i) p_(i), i from 0 (Holm 1979).
 */
#include "stats/compare.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stats/quantile.h"

enum { EXACT_MOST = 50, HALVINGS = 200 };

static double *sorted_copy(const double *x, size_t n, struct error *err)
{
	double *sorted = n <= SIZE_MAX / sizeof(*sorted) - 1 ? malloc((n + 1) * sizeof(*sorted)) : NULL;

	if (!sorted) {
		error_memory(err, "a sorted sample");
		return NULL;
	}
	memcpy(sorted, x, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	return sorted;
}

/*
 * The number of ways to choose m of m + k ranks with U = u is the coefficient of q^u of the Gaussian binomial, prod (1
 * - q^(k + i)) / (1 - q^i), i = 1..m. As probabilities: each factor is divided by its share (k + i) / i of the number
 * of all ways. Returns the largest c with 2 P(U < c) <= alpha, 0 if there is none; SIZE_MAX without memory.
 */
static size_t exact_rank(size_t m, size_t k, double alpha)
{
	size_t top = m * k, c = 0;
	double *p = calloc(top + 1, sizeof(*p)), below = 0;

	if (!p)
		return SIZE_MAX;
	p[0] = 1;
	for (size_t i = 1; i <= m; i++) {
		for (size_t u = top; u >= k + i && u <= top; u--)
			p[u] -= p[u - k - i];
		for (size_t u = i; u <= top; u++)
			p[u] += p[u - i];
		for (size_t u = 0; u <= top; u++)
			p[u] *= (double)i / (double)(k + i);
	}
	while (c <= top && 2 * (below + p[c]) <= alpha)
		below += p[c++];
	free(p);
	return c;
}

static size_t normal_rank(size_t m, size_t k, double alpha)
{
	double expected = (double)m * (double)k / 2,
	       deviation = sqrt((double)m * (double)k * ((double)m + (double)k + 1) / 12);
	double c = floor(expected - gsl_cdf_ugaussian_Qinv(alpha / 2) * deviation);

	return c > 0 ? (size_t)c : 0;
}

/* How many differences b_j - a_i are at most d. Both ascend. */
static size_t count_most(const double *a, size_t n_a, const double *b, size_t n_b, double d)
{
	size_t n = 0, j = 0;

	for (size_t i = 0; i < n_a; i++) {
		while (j < n_b && b[j] - a[i] <= d)
			j++;
		n += j;
	}
	return n;
}

/* The least difference that is more than d, INFINITY if there is none. */
static double next_above(const double *a, size_t n_a, const double *b, size_t n_b, double d)
{
	double next = INFINITY;
	size_t j = 0;

	for (size_t i = 0; i < n_a; i++) {
		while (j < n_b && b[j] - a[i] <= d)
			j++;
		if (j < n_b)
			next = fmin(next, b[j] - a[i]);
	}
	return next;
}

/* The k-th least difference, k = 1 .. n_a n_b, by halving the range until it holds no other: there is no room for all
 * of them. */
static double nth_difference(const double *a, size_t n_a, const double *b, size_t n_b, size_t k)
{
	double low = b[0] - a[n_a - 1], high = b[n_b - 1] - a[0];

	if (count_most(a, n_a, b, n_b, low) >= k)
		return low;
	/* At most low: fewer than k. At most high: k at least. */
	for (int i = 0; i < HALVINGS; i++) {
		double middle = low + (high - low) / 2;

		if (!(low < middle && middle < high))
			break;
		if (count_most(a, n_a, b, n_b, middle) >= k)
			high = middle;
		else
			low = middle;
	}
	return next_above(a, n_a, b, n_b, low);
}

static struct estimate shift_of(const double *a, size_t n_a, const double *b, size_t n_b, size_t rank)
{
	size_t all = n_a * n_b;
	double lower = nth_difference(a, n_a, b, n_b, (all + 1) / 2),
	       upper = all % 2 ? lower : nth_difference(a, n_a, b, n_b, all / 2 + 1);

	return (struct estimate){
		.value = lower + (upper - lower) / 2,
		.low = rank ? nth_difference(a, n_a, b, n_b, rank) : -INFINITY,
		.high = rank ? nth_difference(a, n_a, b, n_b, all + 1 - rank) : INFINITY,
	};
}

enum status compare_shift(const double *a, size_t n_a, const double *b, size_t n_b, double confidence,
			  struct estimate *shift, struct error *err)
{
	double *sorted_a = sorted_copy(a, n_a, err), *sorted_b = sorted_a ? sorted_copy(b, n_b, err) : NULL;
	bool small = n_a <= EXACT_MOST && n_b <= EXACT_MOST;
	size_t rank = small ? exact_rank(n_a, n_b, 1 - confidence) : normal_rank(n_a, n_b, 1 - confidence);
	enum status status = sorted_b && rank != SIZE_MAX ? OK : error_memory(err, "the distribution of ranks");

	if (status == OK)
		*shift = shift_of(sorted_a, n_a, sorted_b, n_b, rank);
	free(sorted_a);
	free(sorted_b);
	return status;
}

/* Strata with the logarithms of their times, ascending, in one block. */
struct logs {
	double *block;
	struct stratum *strata;
	size_t n;
};

static double *add_logs(double *to, const double *times, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = log(times[i]);
	quantile_sort(to, n);
	return to + n;
}

static enum status make_logs(struct logs *logs, const struct stratum *strata, size_t n, struct error *err)
{
	size_t all = 0;
	double *to;

	for (size_t i = 0; i < n; i++)
		all += strata[i].n_a + strata[i].n_b;
	*logs = (struct logs){
		.block = calloc(all + 1, sizeof(*logs->block)), .strata = calloc(n + 1, sizeof(*logs->strata)), .n = n};
	if (!logs->block || !logs->strata)
		return error_memory(err, "the logarithms of times");
	to = logs->block;
	for (size_t i = 0; i < n; i++) {
		logs->strata[i] =
			(struct stratum){.a = to, .n_a = strata[i].n_a, .b = to + strata[i].n_a, .n_b = strata[i].n_b};
		to = add_logs(to, strata[i].a, strata[i].n_a);
		to = add_logs(to, strata[i].b, strata[i].n_b);
	}
	return OK;
}

/* U - E(U) of b shifted by -shift: how many pairs have b above a, ties counting half, beyond half of them. ties: sum of
 * t^3 - t over groups of ties. */
static double excess(const struct stratum *s, double shift, double *ties)
{
	double above = 0;
	size_t i = 0, j = 0;

	*ties = 0;
	while (j < s->n_b) {
		double least = s->b[j] - shift;
		size_t j0 = j, i0;

		while (i < s->n_a && s->a[i] < least)
			i++;
		for (i0 = i; i < s->n_a && s->a[i] <= least; i++)
			;
		while (j < s->n_b && s->b[j] - shift <= least)
			j++;
		above += (double)(j - j0) * ((double)i0 + (double)(i - i0) / 2);
		*ties += pow((double)(i - i0 + j - j0), 3) - (double)(i - i0 + j - j0);
	}
	return above - (double)s->n_a * (double)s->n_b / 2;
}

/* Groups of ties among a alone, which excess does not see: those that no b is tied with. */
static double ties_of_a(const struct stratum *s)
{
	double ties = 0;

	for (size_t i = 0, j = 0; i < s->n_a;) {
		size_t i0 = i;

		while (i < s->n_a && s->a[i] <= s->a[i0])
			i++;
		while (j < s->n_b && s->b[j] < s->a[i0])
			j++;
		if (j == s->n_b || s->b[j] > s->a[i0])
			ties += pow((double)(i - i0), 3) - (double)(i - i0);
	}
	return ties;
}

static double weight(const struct stratum *s)
{
	return 1 / ((double)s->n_a + (double)s->n_b + 1);
}

static double weighted_excess(const struct logs *logs, double shift)
{
	double sum = 0, ties;

	for (size_t i = 0; i < logs->n; i++)
		sum += weight(&logs->strata[i]) * excess(&logs->strata[i], shift, &ties);
	return sum;
}

/* The variance of the weighted excess, with ties as they are or as if there were none. */
static double variance(const struct logs *logs, bool tied)
{
	double sum = 0;

	for (size_t i = 0; i < logs->n; i++) {
		const struct stratum *s = &logs->strata[i];
		double all = (double)s->n_a + (double)s->n_b, ties = 0;

		if (tied) {
			excess(s, 0, &ties);
			ties += ties_of_a(s);
		}
		sum += weight(s) * weight(s) * (double)s->n_a * (double)s->n_b / 12 *
		       (all + 1 - ties / (all * (all - 1)));
	}
	return sum;
}

/* The shift at which the weighted excess, which falls, comes down to level: from above, or the last at which it is
 * still there. */
static double shift_at(const struct logs *logs, double level, bool last)
{
	double low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < logs->n; i++) {
		const struct stratum *s = &logs->strata[i];

		low = fmin(low, s->b[0] - s->a[s->n_a - 1]);
		high = fmax(high, s->b[s->n_b - 1] - s->a[0]);
	}
	for (int i = 0; i < HALVINGS; i++) {
		double middle = low + (high - low) / 2, here;

		if (!(low < middle && middle < high))
			break;
		here = weighted_excess(logs, middle);
		if (last ? here >= level : here > level)
			low = middle;
		else
			high = middle;
	}
	return last ? low : high;
}

/* How far the weighted excess can be from 0: a level beyond it refuses nothing. */
static double most_excess(const struct logs *logs)
{
	double sum = 0;

	for (size_t i = 0; i < logs->n; i++)
		sum += weight(&logs->strata[i]) * (double)logs->strata[i].n_a * (double)logs->strata[i].n_b / 2;
	return sum;
}

static struct estimate part_of(const struct logs *logs, double z)
{
	double value = (shift_at(logs, 0, false) + shift_at(logs, 0, true)) / 2;

	if (z >= most_excess(logs))
		return (struct estimate){expm1(value), -1, INFINITY};
	return (struct estimate){expm1(value), expm1(fmin(value, shift_at(logs, z, false))),
				 expm1(fmax(value, shift_at(logs, -z, true)))};
}

enum status compare_overall(const struct stratum *strata, size_t n, double confidence, struct overall *overall,
			    struct error *err)
{
	struct logs logs;
	enum status status = make_logs(&logs, strata, n, err);

	if (status == OK) {
		double untied = sqrt(variance(&logs, false)), tied = variance(&logs, true);

		overall->part = part_of(&logs, gsl_cdf_ugaussian_Qinv((1 - confidence) / 2) * untied);
		overall->p = tied > 1e-12 * untied * untied
				     ? 2 * gsl_cdf_ugaussian_Q(fabs(weighted_excess(&logs, 0)) / sqrt(tied))
				     : 1;
	}
	free(logs.block);
	free(logs.strata);
	return status;
}

enum status compare_holm(const double *p, size_t n, double *adjusted, struct error *err)
{
	double *sorted = sorted_copy(p, n, err), most = 0;

	if (!sorted)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++)
		sorted[i] = most = fmin(1, fmax(most, (double)(n - i) * sorted[i]));
	for (size_t i = 0; i < n; i++) {
		size_t smaller = 0;

		for (size_t k = 0; k < n; k++)
			smaller += p[k] < p[i];
		adjusted[i] = sorted[smaller];
	}
	free(sorted);
	return OK;
}
