/*
 * Lines by dynamic programming over all positions of the breaks (Bai, Perron 1998), their number by the least
 * n ln(s^2) + 0.299 (ln n)^2.1 per parameter (Liu, Wu, Zidek 1997). Weights are 1 / y^2; sums as West 1979.
 */
#include "stats/segments.h"

#include <math.h>
#include <stdlib.h>

static const double floor_of_scatter = 1e-4, price = 0.299;

/* A line through points weighted by 1 / y^2, which are added one by one (West 1979). */
struct sums {
	double weight, x, y, xx, xy, yy;
	size_t n;
};

/* cost[k * (n + 1) + j]: of the best k + 1 lines through the first j points; from[...]: where the last of them begins.
 */
struct segment_search {
	const double *x, *y;
	double *cost;
	size_t *from;
	size_t n, least, most;
};

static void sums_add(struct sums *s, double x, double y)
{
	double weight = 1 / (y * y), dx = x - s->x, dy = y - s->y, part;

	s->weight += weight;
	s->n++;
	part = weight / s->weight;
	s->x += part * dx;
	s->y += part * dy;
	s->xx += weight * (1 - part) * dx * dx;
	s->xy += weight * (1 - part) * dx * dy;
	s->yy += weight * (1 - part) * dy * dy;
}

static double residual(const struct sums *s)
{
	return s->xx > 0 ? fmax(0, s->yy - s->xy * s->xy / s->xx) : s->yy;
}

/* n ln(s^2) of a scatter, from a sum of squares. */
static double likelihood(double squares, size_t n)
{
	return (double)n * log(squares / (double)n + floor_of_scatter * floor_of_scatter);
}

/* All partitions whose last line ends at the first end points. */
static void extend(struct segment_search *s, size_t end)
{
	size_t width = s->n + 1;
	struct sums sums = {0};

	for (size_t k = 0; k < s->most; k++)
		s->cost[k * width + end] = INFINITY;
	for (size_t begin = end; begin-- > 0;) {
		double cost;

		sums_add(&sums, s->x[begin], s->y[begin]);
		if (sums.n < s->least)
			continue;
		cost = residual(&sums);
		if (begin == 0)
			s->cost[end] = cost;
		for (size_t k = 1; k < s->most && begin > 0; k++) {
			double whole = s->cost[(k - 1) * width + begin] + cost;

			if (whole < s->cost[k * width + end]) {
				s->cost[k * width + end] = whole;
				s->from[k * width + end] = begin;
			}
		}
	}
}

static double criterion(const struct segment_search *s, size_t lines)
{
	double cost = s->cost[(lines - 1) * (s->n + 1) + s->n], n = (double)s->n;
	double parameters = 2 * (double)lines + (double)(lines - 1) + 1;

	return (isinf(cost) ? cost : likelihood(cost, s->n)) + parameters * price * pow(log(n), 2.1);
}

static struct segment segment_of(const struct segment_search *s, size_t begin, size_t end)
{
	struct sums sums = {0};
	double slope;

	for (size_t i = begin; i < end; i++)
		sums_add(&sums, s->x[i], s->y[i]);
	slope = sums.xx > 0 ? sums.xy / sums.xx : 0;
	return (struct segment){begin, end, {sums.y - slope * sums.x, slope}};
}

static void collect(const struct segment_search *s, size_t lines, struct segment *list)
{
	size_t end = s->n;

	for (size_t k = lines; k-- > 0;) {
		size_t begin = k > 0 ? s->from[k * (s->n + 1) + end] : 0;

		list[k] = segment_of(s, begin, end);
		end = begin;
	}
}

static enum status check(const double *y, size_t n, size_t least, struct error *err)
{
	if (n < least)
		return error_set(err, ERR_INPUT, "%zu points are too few for a line, which needs %zu", n, least);
	for (size_t i = 0; i < n; i++)
		if (!(y[i] > 0) || isinf(y[i]))
			return error_set(err, ERR_INPUT, "a time of %g s cannot lie on a line of times", y[i]);
	return OK;
}

enum status segments_find(const double *x, const double *y, size_t n, size_t least, size_t most, struct segment *list,
			  size_t *n_list, struct error *err)
{
	struct segment_search s = {.x = x, .y = y, .n = n, .least = least, .most = most};
	enum status status = OK;
	size_t best = 1;

	if (check(y, n, least, err) != OK)
		return ERR_INPUT;
	s.cost = malloc(most * (n + 1) * sizeof(*s.cost));
	s.from = calloc(most * (n + 1), sizeof(*s.from));
	if (s.cost && s.from) {
		for (size_t k = 0; k < most; k++)
			s.cost[k * (n + 1)] = INFINITY;
		for (size_t end = 1; end <= n; end++)
			extend(&s, end);
		for (size_t k = 2; k <= most; k++)
			if (criterion(&s, k) < criterion(&s, best))
				best = k;
		collect(&s, best, list);
		*n_list = best;
	}
	if (!s.cost || !s.from)
		status = error_memory(err, "the segments of a curve");
	free(s.cost);
	free(s.from);
	return status;
}
