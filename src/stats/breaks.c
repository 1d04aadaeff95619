/*
 * Piecewise straight lines by dynamic programming over the points: cost(k) = min over i of
 * cost(i) + sum of squared residuals of points i to k - 1 + (4 ln n + 6) price,
 * price 1 for a line of three points or more, 4/3 for two points, 2/3 for one.
 * Residuals are divided by their spread; sums are updated point by point (West 1979).
 */
#include "stats/breaks.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* The points with their spread, and the best partition of the first k of them: its cost, and where its last line
 * begins. */
struct partition {
	const double *x, *y;
	double *spread, *cost;
	size_t *begin;
	size_t n;
	double epsilon;
};

/* A weighted line through points that are added one by one (West 1979), so that points that lie close together far from
 * 0 lose no digits. */
struct fit {
	double weight, x, y, xx, xy, yy;
	size_t n;
};

/* A line of the partition, or a point that stands alone: points begin to end - 1. */
struct line_piece {
	size_t begin, end;
	double x, y, slope;               /* through (x, y); NAN for a single point */
	double toward_left, toward_right; /* its slope, or for a single point that of the nearest line on that side; NAN
					     if there is none */
};

static void fit_add(struct fit *fit, double x, double y, double spread)
{
	double weight = 1 / (spread * spread), dx = x - fit->x, dy = y - fit->y, part;

	fit->weight += weight;
	fit->n++;
	part = weight / fit->weight;
	fit->x += part * dx;
	fit->y += part * dy;
	fit->xx += weight * (1 - part) * dx * dx;
	fit->xy += weight * (1 - part) * dx * dy;
	fit->yy += weight * (1 - part) * dy * dy;
}

static double fit_residual(const struct fit *fit)
{
	return fit->n < 3 ? 0 : fmax(0, fit->yy - fit->xy * fit->xy / fit->xx);
}

/* A line through two points explains nothing: it costs as much as two that stand alone, so that it does not bridge a
 * jump. */
static double price(size_t points)
{
	return points < 3 ? 2 * (double)points / 3 : 1;
}

/* The best partition of points 0 to k, given those of fewer. */
static void extend(struct partition *p, size_t k, double penalty)
{
	struct fit fit = {0};

	p->cost[k + 1] = INFINITY;
	for (size_t i = k + 1; i > 0; i--) {
		double cost;

		fit_add(&fit, p->x[i - 1], p->y[i - 1], p->spread[i - 1]);
		cost = p->cost[i - 1] + fit_residual(&fit) + penalty * price(fit.n);
		if (cost < p->cost[k + 1]) {
			p->cost[k + 1] = cost;
			p->begin[k + 1] = i - 1;
		}
	}
}

static struct line_piece piece_of(const struct partition *p, size_t begin, size_t end)
{
	struct fit fit = {0};

	for (size_t i = begin; i < end; i++)
		fit_add(&fit, p->x[i], p->y[i], p->spread[i]);
	return (struct line_piece){begin, end, fit.x, fit.y, fit.n > 1 ? fit.xy / fit.xx : NAN, NAN, NAN};
}

static double piece_at(const struct line_piece *piece, double x)
{
	return piece->y + (isnan(piece->slope) ? 0 : piece->slope * (x - piece->x));
}

static double piece_span(const struct partition *p, const struct line_piece *piece)
{
	return p->x[piece->end - 1] - p->x[piece->begin];
}

/* The slope to bridge a gap with; NAN if the line is much shorter than the gap. */
static double bridging(const struct partition *p, const struct line_piece *piece, double slope, double gap)
{
	return !isnan(piece->slope) && 4 * piece_span(p, piece) < gap ? NAN : slope;
}

/* How far the lines are apart in the gap between them: the less of what the two slopes leave; 0 if they meet there. */
static double jump_between(const struct partition *p, const struct line_piece *left, const struct line_piece *right)
{
	double a = p->x[left->end - 1], b = p->x[right->begin];
	double rise = piece_at(right, b) - piece_at(left, a);
	double slope = bridging(p, left, left->toward_left, b - a),
	       other = bridging(p, right, right->toward_right, b - a), one, two;

	if (isnan(slope) && isnan(other))
		return rise;
	one = rise - (isnan(slope) ? other : slope) * (b - a);
	two = rise - (isnan(other) ? slope : other) * (b - a);
	if (one * two <= 0)
		return 0;
	return fabs(one) < fabs(two) ? one : two;
}

static struct breakpoint jump(const struct partition *p, const struct line_piece *left, const struct line_piece *right,
			      double height)
{
	size_t i = right->begin;
	double to = piece_at(right, p->x[i]);

	return (struct breakpoint){BREAK_JUMP, i,           p->x[i - 1], p->x[i],
				   p->x[i],    to - height, to,          {left->slope, right->slope}};
}

/* Where the lines meet, at most a point beside the gap. */
static double meeting(const struct partition *p, const struct line_piece *left, const struct line_piece *right)
{
	size_t i = right->begin;
	double place = right->x + (piece_at(left, right->x) - right->y) / (right->slope - left->slope);
	double least = p->x[i > 1 ? i - 2 : 0], most = p->x[i + 1 < p->n ? i + 1 : i];

	return fmin(fmax(place, least), most);
}

/* Sets *found to the break between two lines; false if they differ by too little. */
static bool break_between(const struct partition *p, const struct line_piece *left, const struct line_piece *right,
			  struct breakpoint *found)
{
	size_t i = right->begin;
	double level = fabs(p->y[i - 1]), height = jump_between(p, left, right), least;

	if (fabs(height) > p->epsilon * level && fabs(height) > 2 * (p->spread[i - 1] + p->spread[i])) {
		*found = jump(p, left, right, height);
		return true;
	}
	if (isnan(left->slope) || isnan(right->slope))
		return false;
	least = p->epsilon * level / fmin(piece_span(p, left), piece_span(p, right));
	if (fabs(left->slope - right->slope) <= least)
		return false;
	*found = (struct breakpoint){BREAK_SLOPE,
				     i,
				     p->x[i - 1],
				     p->x[i],
				     meeting(p, left, right),
				     p->y[i - 1],
				     p->y[i],
				     {left->slope, right->slope}};
	return true;
}

/* The pieces of the best partition, from its end back. A line through two points is none: any two have one, also across
 * a jump. Returns how many. */
static size_t cut(const struct partition *p, struct line_piece *pieces)
{
	size_t n = 0;

	for (size_t end = p->n; end > 0; end = p->begin[end]) {
		size_t begin = p->begin[end];

		if (end - begin == 2)
			pieces[n++] = piece_of(p, end - 1, end);
		pieces[n++] = piece_of(p, begin, end - begin == 2 ? end - 1 : end);
	}
	return n;
}

/* From the end back, as cut has left them: what the slopes beside single points are. */
static void look_around(struct line_piece *pieces, size_t n)
{
	double slope = NAN;

	for (size_t i = 0; i < n; i++)
		pieces[i].toward_right = slope = isnan(pieces[i].slope) ? slope : pieces[i].slope;
	slope = NAN;
	for (size_t i = n; i > 0; i--)
		pieces[i - 1].toward_left = slope = isnan(pieces[i - 1].slope) ? slope : pieces[i - 1].slope;
}

static size_t collect(const struct partition *p, struct line_piece *pieces, struct breakpoint *list)
{
	size_t n = 0, n_pieces = cut(p, pieces);

	look_around(pieces, n_pieces);
	for (size_t i = n_pieces; i > 1; i--)
		n += break_between(p, &pieces[i - 1], &pieces[i - 2], &list[n]);
	return n;
}

enum status breaks_find(const double *x, const double *y, const double *low, const double *high, size_t n,
			double epsilon, struct breakpoint **list, size_t *n_list, struct error *err)
{
	double penalty = 4 * log((double)n + 1) + 6;
	struct partition p = {x,
			      y,
			      malloc((n + 1) * sizeof(double)),
			      calloc(n + 1, sizeof(double)),
			      calloc(n + 1, sizeof(size_t)),
			      n,
			      epsilon};
	struct line_piece *pieces = malloc((n + 1) * sizeof(*pieces));
	enum status status = OK;

	*list = malloc((n + 1) * sizeof(**list));
	*n_list = 0;
	if (!p.spread || !p.cost || !p.begin || !pieces || !*list) {
		status = error_memory(err, "the breaks of a curve");
		free(*list);
		*list = NULL;
	}
	for (size_t i = 0; status == OK && i < n; i++) {
		double least = fmax(epsilon / 4 * fabs(y[i]), 1e-300);

		p.spread[i] = fmax(low && high && isfinite(high[i] - low[i]) ? (high[i] - low[i]) / 4 : 0, least);
	}
	for (size_t k = 0; status == OK && k < n; k++)
		extend(&p, k, penalty);
	if (status == OK && n > 0)
		*n_list = collect(&p, pieces, *list);
	free(p.spread);
	free(p.cost);
	free(p.begin);
	free(pieces);
	return status;
}

/* True if a jump is at a multiple of the period, or one more, to within two bytes; *k receives which. */
static bool is_multiple(const struct breakpoint *b, double period, double *k)
{
	*k = round((b->place - 1) / period);
	return *k >= 1 && fabs(b->place - 1 - *k * period) <= 2;
}

/* How many jumps from list[i] on are at k, k + 1, ... times the period and of about the same height. */
static size_t row_length(const struct breakpoint *list, size_t n, size_t i, double period)
{
	double expected, k, height = list[i].to - list[i].from;
	size_t length = 0;

	if (!is_multiple(&list[i], period, &expected))
		return 0;
	for (; i + length < n; length++) {
		const struct breakpoint *b = &list[i + length];
		double ratio = (b->to - b->from) / height;

		if (b->kind != BREAK_JUMP || !is_multiple(b, period, &k) || k != expected || ratio < 0.5 || ratio > 2)
			break;
		expected++;
	}
	return length;
}

double breaks_period(const struct breakpoint *list, size_t n, size_t *first, size_t *last)
{
	enum { LEAST = 3 };
	size_t longest = 0;
	double period = 0;

	for (size_t i = 0; i + LEAST <= n; i++) {
		double distance = list[i + 1].place - list[i].place;
		size_t length = distance >= 4 ? row_length(list, n, i, distance) : 0;

		if (length < LEAST || length <= longest)
			continue;
		longest = length;
		period = (list[i + length - 1].place - list[i].place) / (double)(length - 1);
		*first = i;
		*last = i + length - 1;
	}
	return period;
}
