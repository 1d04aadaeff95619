#include "estimate/thresholds/scatter.h"

#include "stats/segments.h"

#include <math.h>
#include <stdlib.h>

enum { SEGMENTS_OF_SCATTER = 4 };

/* A sweep of one operation. */
struct sweep {
	double *x, *y; /* n sizes and the time at each */
	size_t n;
	struct segment segments[SEGMENTS_MOST];
	size_t n_segments;
};

static void sweep_release(struct sweep *sweep)
{
	free(sweep->x);
	free(sweep->y);
	*sweep = (struct sweep){.n = 0};
}

/* Measures every size once, ascending, and finds the segments. sweep_release in any case. */
static enum status sweep_run(struct threshold_search *s, const char *operation, struct sweep *sweep, struct error *err)
{
	size_t n = s->options->most / s->options->stride;
	enum status status = OK;

	*sweep = (struct sweep){.x = calloc(n + 1, sizeof(double)), .y = calloc(n + 1, sizeof(double)), .n = n};
	if (!sweep->x || !sweep->y)
		status = error_memory(err, "a sweep over sizes");
	for (size_t i = 0; status == OK && i < n; i++) {
		sweep->x[i] = (double)((i + 1) * s->options->stride);
		status = sweep_measure(s, operation, (i + 1) * s->options->stride, 1, &sweep->y[i], err);
	}
	return status == OK ? segments_find(sweep->x, sweep->y, n, SWEEP_LEAST, SEGMENTS_OF_SCATTER, sweep->segments,
					    &sweep->n_segments, err)
			    : status;
}

/* How many seconds the lines on both sides of a break are apart there; 0 if that is no more than a twentieth of the
 * lower one. */
static double leap_at(const struct sweep *sweep, size_t k)
{
	double at = sweep->x[sweep->segments[k].begin], before = line_at(&sweep->segments[k - 1].line, at),
	       after = line_at(&sweep->segments[k].line, at);
	double leap = fabs(after - before);

	return leap > SWEEP_LEAP * fmin(before, after) ? leap : 0;
}

/* Halves the interval in which the leap lies, each time by one scatter: it is of the line that it is nearer to. */
static enum status close_in(struct threshold_search *s, const struct sweep *sweep, size_t k, struct error *err)
{
	const struct line *before = &sweep->segments[k - 1].line, *after = &sweep->segments[k].line;
	size_t low = (size_t)sweep->x[sweep->segments[k].begin - 1], high = (size_t)sweep->x[sweep->segments[k].begin];

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		double seconds = 0;

		TRY(sweep_measure(s, "scatter", middle, 1, &seconds, err));
		if (fabs(seconds - line_at(before, (double)middle)) <= fabs(seconds - line_at(after, (double)middle)))
			low = middle;
		else
			high = middle;
	}
	s->found->S = (double)low;
	return OK;
}

/* Of how far the points lie above their segments' lines: a single one may be disturbed for long. */
static enum status sweep_noise(const struct sweep *sweep, double *noise, struct error *err)
{
	double *above = malloc(sweep->n * sizeof(*above));
	size_t n = 0;

	if (!above)
		return error_memory(err, "a sweep over sizes");
	for (size_t k = 0; k < sweep->n_segments; k++)
		for (size_t i = sweep->segments[k].begin; i < sweep->segments[k].end; i++)
			above[n++] = fmax(0, sweep->y[i] - line_at(&sweep->segments[k].line, sweep->x[i]));
	*noise = sweep_noise_of(above, n);
	free(above);
	return OK;
}

static size_t disturbed(const struct sweep *sweep, const struct thresholds *found)
{
	size_t n = 0;

	for (size_t k = 0; k < sweep->n_segments; k++)
		for (size_t i = sweep->segments[k].begin; i < sweep->segments[k].end; i++)
			n += thresholds_is_escalation(found, found->noise,
						      line_at(&sweep->segments[k].line, sweep->x[i]), sweep->y[i]);
	return n;
}

enum status scatter_find(struct threshold_search *s, struct error *err)
{
	struct sweep sweep;
	size_t best = 0;
	enum status status = sweep_run(s, "scatter", &sweep, err);

	for (size_t k = 1; status == OK && k < sweep.n_segments; k++)
		if (leap_at(&sweep, k) > 0 && (best == 0 || leap_at(&sweep, k) > leap_at(&sweep, best)))
			best = k;
	if (status == OK)
		status = sweep_noise(&sweep, &s->found->noise, err);
	s->scatters = sweep.n;
	if (status == OK)
		s->disturbed = disturbed(&sweep, s->found);
	if (status == OK && best > 0)
		status = close_in(s, &sweep, best, err);
	sweep_release(&sweep);
	return status;
}
