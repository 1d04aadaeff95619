#include "explain/sensitivity.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Times that differ by less, in parts of them, are the same: rounding of sums. */
#define SAME 1e-9

/* Where the order changes, it is not asked more closely than by such a part of the whole. */
#define FINEST (1.0 / 256)

#define SIMULATIONS_MOST 1000

/* A curve that is being found. */
struct curve_tracing {
	const struct subject *subject;
	size_t k;
	struct time_curve *curve;
	unsigned samples; /* that are left */
	double finest;
	struct error *err;
};

static bool same(double a, double b)
{
	return fabs(a - b) <= SAME * fmax(fabs(a), fabs(b));
}

/* What a point's line is elsewhere. */
static double line(const struct time_point *point, double x)
{
	return point->seconds + point->slope * (x - point->x);
}

static enum status add(struct curve_tracing *t, const struct time_point *point)
{
	struct time_point *grown = memory_grow(t->curve->at, &t->curve->capacity, t->curve->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(t->err, "a curve");
	t->curve->at = grown;
	grown[t->curve->n++] = *point;
	return OK;
}

static enum status at(struct curve_tracing *t, double x, struct time_point *point)
{
	t->curve->simulations++;
	return time_at(t->subject, t->k, x, point, t->err);
}

/* Where the lines of two points meet; NAN if not between them. */
static double corner(const struct time_point *a, const struct time_point *b)
{
	double x = (b->seconds - a->seconds - b->slope * b->x + a->slope * a->x) / (a->slope - b->slope);

	return x > a->x && x < b->x ? x : NAN;
}

/* Two points between which nothing else is. */
struct curve_stretch {
	struct time_point a, b;
};

/* Adds the points behind a up to b. */
static enum status trace(struct curve_tracing *t, struct curve_stretch s, int depth)
{
	bool ordered = s.a.order == s.b.order, linear = same(line(&s.a, s.b.x), s.b.seconds);
	double x = ordered ? corner(&s.a, &s.b) : NAN;
	struct time_point c;
	enum status status;

	s.a.exact = ordered && linear;
	if (isnan(x) && !s.a.exact && t->samples > 0 && s.b.x - s.a.x > t->finest) {
		x = (s.a.x + s.b.x) / 2;
		t->samples--;
	}
	if (s.a.exact || isnan(x) || depth <= 0 || t->curve->simulations >= SIMULATIONS_MOST)
		return add(t, &s.a);
	status = at(t, x, &c);
	if (status != OK)
		return status;
	if (ordered && c.order == s.a.order && same(c.seconds, line(&s.a, x)) && same(c.seconds, line(&s.b, x))) {
		s.a.exact = c.exact = true;
		status = add(t, &s.a);
		return status == OK ? add(t, &c) : status;
	}
	status = trace(t, (struct curve_stretch){s.a, c}, depth - 1);
	return status == OK ? trace(t, (struct curve_stretch){c, s.b}, depth - 1) : status;
}

/* Points inside a line are none of its corners. */
static void leave_corners(struct time_curve *curve)
{
	size_t n = 1;

	for (size_t i = 1; i + 1 < curve->n; i++) {
		const struct time_point *last = &curve->at[n - 1], *here = &curve->at[i];

		if (!last->exact || !here->exact || !same(line(last, curve->at[i + 1].x), curve->at[i + 1].seconds))
			curve->at[n++] = *here;
	}
	curve->at[n++] = curve->at[curve->n - 1];
	curve->n = n;
}

enum status time_curve_find(const struct subject *subject, size_t k, double low, double high, unsigned samples,
			    struct time_curve *curve, struct error *err)
{
	struct curve_tracing t = {.subject = subject,
				  .k = k,
				  .curve = curve,
				  .samples = samples,
				  .finest = FINEST * (high - low),
				  .err = err};
	struct curve_stretch whole;
	enum status status;

	*curve = (struct time_curve){.n = 0};
	status = at(&t, low, &whole.a);
	if (status == OK)
		status = at(&t, high, &whole.b);
	if (status == OK)
		status = trace(&t, whole, 40);
	if (status == OK)
		status = add(&t, &whole.b);
	if (status == OK)
		leave_corners(curve);
	return status;
}

void time_curve_release(struct time_curve *curve)
{
	free(curve->at);
	*curve = (struct time_curve){.n = 0};
}

/* Between two points, below and above the seconds. */
static enum status search(const struct subject *subject, size_t k, double seconds, struct curve_stretch s,
			  double *value, struct error *err)
{
	enum status status = OK;

	for (int i = 0; i < 60 && status == OK && !same(s.b.seconds, seconds); i++) {
		double x = s.b.slope > 0 ? s.b.x + (seconds - s.b.seconds) / s.b.slope : NAN;
		struct time_point c;

		if (!(x > s.a.x && x < s.b.x) || i % 8 == 7)
			x = (s.a.x + s.b.x) / 2;
		if (!(x > s.a.x && x < s.b.x))
			break;
		status = time_at(subject, k, x, &c, err);
		if (status == OK && c.seconds >= seconds - SAME * seconds)
			s.b = c;
		else if (status == OK)
			s.a = c;
	}
	*value = s.b.x;
	return status;
}

enum status time_reach(const struct subject *subject, size_t k, double seconds, double *value, struct error *err)
{
	bool scaled = isnan(subject->parameters[k].value);
	double own = scaled ? 1 : subject->parameters[k].value, most = own > 0 ? 1e6 * own : 1;
	struct curve_stretch s;
	enum status status = time_at(subject, k, own, &s.a, err);

	*value = INFINITY;
	while (status == OK && s.a.x < most) {
		double x = s.a.slope > 0 ? s.a.x + (seconds - s.a.seconds) / s.a.slope : INFINITY;

		if (!(x <= most) || !(x > s.a.x))
			x = s.a.x > 0 ? fmin(4 * s.a.x, most) : 1e-9;
		status = time_at(subject, k, x, &s.b, err);
		if (status == OK && s.b.seconds >= seconds - SAME * seconds)
			return search(subject, k, seconds, s, value, err);
		s.a = s.b;
	}
	return status;
}
