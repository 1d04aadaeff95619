#include "probe/sizes.h"

#include "base/units.h"

#include "stats/breaks.h"
#include "stats/regression.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

const char *const size_rule_names[] = {[RULE_EXTRAPOLATION] = "extrapolation", [RULE_MIDPOINT] = "midpoint", NULL};

enum status sizes_initial(size_t least, size_t most, size_t **sizes, size_t *n, struct error *err)
{
	size_t count = 0;
	size_t *list = malloc((8 * sizeof(size_t) + 3) * sizeof(*list));

	if (!list)
		return error_memory(err, "a list of sizes");
	list[count++] = least;
	for (size_t bytes = 1; bytes < most; bytes *= 2) {
		if (bytes > least)
			list[count++] = bytes;
		if (bytes > most / 2)
			break;
	}
	if (most > least)
		list[count++] = most;
	*sizes = list;
	*n = count;
	return OK;
}

/* How far the interval of knot i reaches from its value. */
static double reach(const struct size_curve *c, size_t i)
{
	if (!c->low || !c->high)
		return 0;
	return fmax(c->value[i] - c->low[i], c->high[i] - c->value[i]);
}

/* How far knot i is off the line through knots a and b, as a part of its value; 0 if that is at most epsilon, or no
 * more than the intervals of the three explain. */
static double off_line(const struct size_curve *c, size_t a, size_t b, size_t i, double epsilon)
{
	struct line line = line_through(c->bytes[a], c->value[a], c->bytes[b], c->value[b]);
	double off = fabs(c->value[i] - line_at(&line, c->bytes[i])), whole = fabs(c->base + c->value[i]);
	double weight = (c->bytes[i] - c->bytes[a]) / (c->bytes[b] - c->bytes[a]);
	double explained = reach(c, i) + fabs(1 - weight) * reach(c, a) + fabs(weight) * reach(c, b);

	return off > epsilon * whole && off > explained ? off / whole : 0;
}

bool sizes_must_grow(const struct size_curve *curve, double epsilon)
{
	size_t n = curve->n;

	return n >= 3 && off_line(curve, n - 3, n - 2, n - 1, epsilon) > 0;
}

/* A size that is wanted, and how far the curve is off there. */
struct wanted_size {
	double off;
	size_t bytes;
};

struct wanted_sizes {
	struct wanted_size *list;
	size_t n;
};

static void want_middle(struct wanted_sizes *wanted, const struct size_curve *c, size_t k, double off)
{
	wanted->list[wanted->n++] = (struct wanted_size){off, (size_t)((c->bytes[k - 1] + c->bytes[k]) / 2)};
}

/* How far the curve is off in the interval between knots k - 1 and k, if the rule wants it halved; else 0. */
static double halving(const struct size_rules *rules, const struct size_curve *c, size_t k, bool first)
{
	double step = c->bytes[k] - c->bytes[k - 1], before, after;

	if (step <= fmax((double)rules->least_step, rules->epsilon * c->bytes[k]) || step < 2)
		return 0;
	if (rules->rule == RULE_EXTRAPOLATION)
		return k >= 2 ? off_line(c, k - 2, k - 1, k, rules->epsilon) : 0;
	before = k >= 2 ? off_line(c, k - 2, k, k - 1, rules->epsilon) : 0;
	after = k + 1 < c->n ? off_line(c, k - 1, k + 1, k, rules->epsilon) : 0;
	return fmax(fmax(before, after), first ? DBL_MIN : 0);
}

/* What the rule wants of the knots from begin to end, among which nothing jumps. */
static void want_piece(struct wanted_sizes *wanted, const struct size_rules *rules, const struct size_curve *c,
		       size_t begin, size_t end, bool first)
{
	const double *low = c->low && c->high ? c->low + begin : NULL, *high = low ? c->high + begin : NULL;
	const struct size_curve piece = {c->bytes + begin, c->value + begin, low, high, end - begin, c->base};

	for (size_t k = 1; k < piece.n; k++) {
		double off = halving(rules, &piece, k, first);

		if (off > 0)
			want_middle(wanted, &piece, k, off);
	}
}

/* Cuts the knots from begin to end between large sizes one byte apart, between which a jump was sought: a line through
 * the two says nothing of larger sizes. */
static void want_pieces(struct wanted_sizes *wanted, const struct size_rules *rules, const struct size_curve *c,
			size_t begin, size_t end, bool first)
{
	for (size_t k = begin + 1; rules->jump > 0 && k < end; k++) {
		if (c->bytes[k] - c->bytes[k - 1] >= 2 || rules->epsilon * c->bytes[k] < 1)
			continue;
		want_piece(wanted, rules, c, begin, k, first);
		begin = k;
	}
	want_piece(wanted, rules, c, begin, end, first);
}

/* The breaks of the whole of which the curve's values are a part. *list is allocated. */
static enum status find_breaks(const struct size_rules *rules, const struct size_curve *c, struct breakpoint **list,
			       size_t *n, struct error *err)
{
	double *room = malloc((3 * c->n + 1) * sizeof(*room)), *value = room, *low, *high;
	bool bounded = c->low && c->high;
	enum status status;

	if (!room)
		return error_memory(err, "a curve");
	low = room + c->n;
	high = low + c->n;
	for (size_t i = 0; i < c->n; i++) {
		value[i] = c->base + c->value[i];
		low[i] = bounded ? c->base + c->low[i] : value[i];
		high[i] = bounded ? c->base + c->high[i] : value[i];
	}
	status = breaks_find(c->bytes, value, low, high, c->n, rules->jump, list, n, err);
	free(room);
	return status;
}

static enum status want_curve(struct wanted_sizes *wanted, const struct size_rules *rules, const struct size_curve *c,
			      bool first, struct error *err)
{
	struct breakpoint *breaks = NULL;
	size_t n = 0, begin = 0;
	enum status status = rules->jump > 0 ? find_breaks(rules, c, &breaks, &n, err) : OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		if (breaks[i].kind != BREAK_JUMP)
			continue;
		if (breaks[i].after - breaks[i].before >= 2)
			want_middle(wanted, c, breaks[i].first,
				    fabs(breaks[i].to - breaks[i].from) / fabs(breaks[i].from));
		want_pieces(wanted, rules, c, begin, breaks[i].first, first);
		begin = breaks[i].first;
	}
	if (status == OK)
		want_pieces(wanted, rules, c, begin, c->n, first);
	free(breaks);
	return status;
}

static int by_size(const void *one, const void *other)
{
	const struct wanted_size *a = one, *b = other;

	return a->bytes != b->bytes ? (a->bytes > b->bytes) - (a->bytes < b->bytes)
				    : (a->off < b->off) - (a->off > b->off);
}

static int by_need(const void *one, const void *other)
{
	const struct wanted_size *a = one, *b = other;

	return a->off != b->off ? (a->off < b->off) - (a->off > b->off) : by_size(one, other);
}

/* Each size once, with the largest of its deviations; the most needed ones first. */
static void sort_wanted(struct wanted_sizes *wanted)
{
	size_t unique = 0;

	qsort(wanted->list, wanted->n, sizeof(*wanted->list), by_size);
	for (size_t i = 0; i < wanted->n; i++)
		if (unique == 0 || wanted->list[unique - 1].bytes != wanted->list[i].bytes)
			wanted->list[unique++] = wanted->list[i];
	wanted->n = unique;
	qsort(wanted->list, wanted->n, sizeof(*wanted->list), by_need);
}

enum status sizes_refine(const struct size_rules *rules, const struct size_curve *curves, size_t n_curves, bool first,
			 size_t **sizes, size_t *n, struct error *err)
{
	struct wanted_sizes wanted = {0};
	enum status status = OK;
	size_t room = 1;

	for (size_t i = 0; i < n_curves; i++)
		room += curves[i].n;
	*sizes = malloc(room * sizeof(**sizes));
	wanted.list = malloc(room * sizeof(*wanted.list));
	if (!*sizes || !wanted.list)
		status = error_memory(err, "a list of sizes");
	for (size_t i = 0; status == OK && i < n_curves; i++)
		status = want_curve(&wanted, rules, &curves[i], first, err);
	if (status == OK)
		sort_wanted(&wanted);
	*n = status == OK ? wanted.n : 0;
	for (size_t i = 0; i < *n; i++)
		(*sizes)[i] = wanted.list[i].bytes;
	free(wanted.list);
	if (status != OK) {
		free(*sizes);
		*sizes = NULL;
	}
	return status;
}
