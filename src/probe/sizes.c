#include "probe/sizes.h"

#include "base/units.h"

#include "stats/regression.h"

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

/* True if knot i is off the line through knots a and b by more than epsilon and than the intervals of the three explain. */
static bool off_line(const struct size_curve *c, size_t a, size_t b, size_t i, double epsilon)
{
	struct line line = line_through(c->bytes[a], c->value[a], c->bytes[b], c->value[b]);
	double off = fabs(c->value[i] - line_at(&line, c->bytes[i]));
	double weight = (c->bytes[i] - c->bytes[a]) / (c->bytes[b] - c->bytes[a]);
	double explained = reach(c, i) + fabs(1 - weight) * reach(c, a) + fabs(weight) * reach(c, b);

	return off > epsilon * fabs(c->value[i]) && off > explained;
}

bool sizes_must_grow(const struct size_curve *curve, double epsilon)
{
	size_t n = curve->n;

	return n >= 3 && off_line(curve, n - 3, n - 2, n - 1, epsilon);
}

/* True if the rule wants the interval between knots k - 1 and k halved. */
static bool wants_halving(const struct size_rules *rules, const struct size_curve *c, size_t k, bool first)
{
	double step = c->bytes[k] - c->bytes[k - 1];

	if (step <= fmax((double)rules->least_step, rules->epsilon * c->bytes[k]) || step < 2)
		return false;
	if (rules->rule == RULE_EXTRAPOLATION)
		return k >= 2 && off_line(c, k - 2, k - 1, k, rules->epsilon);
	if (first)
		return true;
	return (k >= 2 && off_line(c, k - 2, k, k - 1, rules->epsilon)) || (k + 1 < c->n && off_line(c, k - 1, k + 1, k, rules->epsilon));
}

enum status sizes_refine(const struct size_rules *rules, const struct size_curve *curves, size_t n_curves, bool first, size_t **sizes, size_t *n, struct error *err)
{
	size_t room = 1, all = 0, unique = 0;
	size_t *list;

	for (size_t i = 0; i < n_curves; i++)
		room += curves[i].n;
	list = malloc(room * sizeof(*list));
	if (!list)
		return error_memory(err, "a list of sizes");
	for (size_t i = 0; i < n_curves; i++)
		for (size_t k = 1; k < curves[i].n; k++)
			if (wants_halving(rules, &curves[i], k, first))
				list[all++] = (size_t)((curves[i].bytes[k - 1] + curves[i].bytes[k]) / 2);
	qsort(list, all, sizeof(*list), size_order);
	for (size_t i = 0; i < all; i++)
		if (unique == 0 || list[unique - 1] != list[i])
			list[unique++] = list[i];
	*sizes = list;
	*n = unique;
	return OK;
}
