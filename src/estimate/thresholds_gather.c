#include "estimate/thresholds_sweep.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

static const double least_leap = 0.05, clear_leap = 0.2;

enum { SEGMENTS_OF_GATHER = 4, REPEATS_MOST = 1000 };

/* No gather takes longer than one of more bytes that did not escalate: the least of this and all larger sizes. */
static void find_quickest(const struct sweep *sweep, double *quickest)
{
	for (size_t i = sweep->n; i-- > 0;)
		quickest[i] = i + 1 < sweep->n ? fmin(sweep->y[i], quickest[i + 1]) : sweep->y[i];
}

static bool stands_out(const struct search *s, const struct sweep *sweep, const double *quickest, size_t i, double factor)
{
	return sweep->y[i] > factor * quickest[i] && sweep->y[i] - quickest[i] > s->found->noise;
}

/* Position of the smallest size whose time was more than factor times the quickest's; n if there is none. */
static size_t first_escalated(const struct search *s, const struct sweep *sweep, const double *quickest)
{
	size_t i = 0;

	while (i < sweep->n && !stands_out(s, sweep, quickest, i, s->options->factor))
		i++;
	return i;
}

/* Position of the largest size that escalated, in a segment where a tenth do, and two at least: one alone may be a disturbance. Not below first, the smallest that did tenfold; n if there is none. */
static size_t last_escalated(const struct search *s, const struct sweep *sweep, const double *quickest, size_t first)
{
	size_t found = first;
	bool any = first < sweep->n;

	for (size_t k = 0; k < sweep->n_segments; k++) {
		size_t begin = sweep->segments[k].begin, end = sweep->segments[k].end, n = 0, last = begin;

		for (size_t i = begin; i < end; i++)
			if (stands_out(s, sweep, quickest, i, 2)) {
				n++;
				last = i;
			}
		if (n > 1 && 10 * n >= end - begin && (!any || last > found)) {
			found = last;
			any = true;
		}
	}
	return found;
}

/* The line through the gathers below a size that took no longer than larger ones. Few of them are there if most escalate: then it may be any that goes through 0. */
static void fit_regular(struct search *s, const struct sweep *sweep, const double *quickest, double below)
{
	double *weights = calloc(sweep->n, sizeof(*weights)), steepest = INFINITY;
	struct line line;
	size_t n = 0;

	for (size_t i = 0; i < sweep->n && sweep->x[i] < below; i++) {
		steepest = fmin(steepest, quickest[i] / sweep->x[i]);
		if (weights && sweep->y[i] <= quickest[i]) {
			weights[i] = 1 / (sweep->y[i] * sweep->y[i]);
			n++;
		}
	}
	if (n < 3 || regression_line(sweep->x, sweep->y, weights, sweep->n, &line, NULL) != OK || line.slope <= 0)
		line = (struct line){0, isfinite(steepest) ? steepest : quickest[0] / sweep->x[0]};
	s->found->regular = line;
	free(weights);
}

/* What lies on both sides of M_2: the regular line, and the first segment beyond that is apart from it, NULL if there is none. */
struct sides {
	const struct line *before;
	const struct segment *after;
	double noise; /* s: of the gathers beyond, which may be more than that of scatters: a rendezvous waits for processes */
};

static bool apart(const struct line *one, const struct line *other, double x, double least)
{
	double a = line_at(one, x), b = line_at(other, x);

	return fabs(a - b) > least * fmin(a, b);
}

/* A gather that is on the line before, where the line after is clearly another one. */
static bool is_before(const struct sides *sides, double x, double seconds)
{
	return sides->after && apart(sides->before, &sides->after->line, x, clear_leap) && fabs(seconds - line_at(sides->before, x)) < least_leap * seconds;
}

/* Twice the line before, and not what the line after gives. */
static bool escalated(const struct search *s, const struct sides *sides, double x, double seconds)
{
	double before = line_at(sides->before, x), after = sides->after ? line_at(&sides->after->line, x) : before;

	return seconds > 2 * before && seconds - before > fmax(s->found->noise, sides->noise) && !(seconds > 0.8 * after && seconds < 2 * after);
}

/* Whether gathers of a size escalate: two of tries, since one may be a disturbance; *quickest receives the time of the quickest. */
static enum status try_size(struct search *s, const struct sides *sides, size_t bytes, bool *escalates, double *quickest, struct error *err)
{
	size_t seen = 0;
	enum status status = OK;

	*quickest = INFINITY;
	for (size_t i = 0; status == OK && seen < 2 && i < s->options->tries; i++) {
		double seconds = 0;

		status = sweep_measure(s, "gather", bytes, &seconds, err);
		*quickest = fmin(*quickest, seconds);
		seen += escalated(s, sides, (double)bytes, seconds);
	}
	*escalates = seen > 1;
	return status;
}

/* Halves the interval in which M_2 lies: below it a gather escalates or, where a break of the lines is beside it, the quickest is nearer to the line before. */
static enum status close_in(struct search *s, const struct sides *sides, size_t from, size_t to, bool by_level, struct error *err)
{
	enum status status = OK;

	while (status == OK && to - from > 1) {
		size_t middle = from + (to - from) / 2;
		double quickest, x = (double)middle;
		bool below;

		status = try_size(s, sides, middle, &below, &quickest, err);
		if (!below && by_level && apart(sides->before, &sides->after->line, x, least_leap))
			below = fabs(quickest - line_at(sides->before, x)) < fabs(quickest - line_at(&sides->after->line, x));
		*(below ? &from : &to) = middle;
	}
	s->found->M2 = (double)to;
	return status;
}

/* Raises *last to the largest size of the sweep that stood out and does so again, twice within tries: where escalations are rare, segments end with a run of sizes that were spared by chance. */
static enum status confirm_last(struct search *s, const struct sweep *sweep, const double *quickest, size_t *last, struct error *err)
{
	double beyond = 0;
	enum status status = sweep_noise(sweep, sweep->segments[sweep->n_segments - 1].begin, &beyond, err);

	for (size_t i = sweep->n; status == OK && i-- > *last + 1;) {
		size_t seen = 0;

		if (!stands_out(s, sweep, quickest, i, 2) || sweep->y[i] - quickest[i] <= beyond)
			continue;
		for (size_t k = 0; status == OK && seen < 2 && k < s->options->tries; k++) {
			double seconds = 0;

			status = sweep_measure(s, "gather", (size_t)sweep->x[i], &seconds, err);
			seen += seconds > 2 * quickest[i] && seconds - quickest[i] > fmax(s->found->noise, beyond);
		}
		if (seen > 1)
			*last = i;
	}
	return status;
}

/* From the end of the segment that holds the largest size that escalated, at position last, up to a size that does not within tries. */
static enum status find_upper(struct search *s, const struct sweep *sweep, const double *quickest, size_t last, struct error *err)
{
	struct sides sides = {&s->found->regular, NULL, 0};
	size_t high = last + 1, low, k = 0;
	bool escalates = true;
	double least;
	enum status status = OK;

	while (k + 1 < sweep->n_segments && sweep->segments[k].end <= last)
		k++;
	if (k + 1 < sweep->n_segments)
		high = sweep->segments[k].end;
	fit_regular(s, sweep, quickest, high < sweep->n ? sweep->x[high] : INFINITY);
	while (++k < sweep->n_segments && !sides.after)
		if (apart(sides.before, &sweep->segments[k].line, sweep->x[sweep->segments[k].begin], least_leap))
			sides.after = &sweep->segments[k];
	status = sweep_noise(sweep, high, &sides.noise, err);
	for (low = last; status == OK && escalates && high < sweep->n; high += escalates) {
		status = try_size(s, &sides, (size_t)sweep->x[high], &escalates, &least, err);
		escalates = escalates || is_before(&sides, sweep->x[high], least);
		low = escalates ? high : low;
	}
	if (escalates)
		s->found->M2 = INFINITY;
	if (status != OK || escalates)
		return status;
	if (sides.after && sides.after->begin == high)
		low = high - 1;
	return close_in(s, &sides, (size_t)sweep->x[low], (size_t)sweep->x[high], sides.after && sides.after->begin == high, err);
}

/* What a gather of so many bytes takes at least if it does not escalate: the line, but not less than the quickest of the next larger size of the sweep. */
static double regular_at(const struct search *s, const struct sweep *sweep, const double *quickest, size_t bytes)
{
	size_t i = (bytes + s->options->stride - 1) / s->options->stride;
	double regular = line_at(&s->found->regular, (double)bytes);

	return i > 0 && i <= sweep->n ? fmax(regular, quickest[i - 1]) : regular;
}

/* One pass: multiples of the stride below *least, ascending, or some of them at random. *least becomes the smallest that escalated.
 * So many more are measured than scatters were that they must stand out from noise by more. */
static enum status pass(struct search *s, const struct sweep *sweep, const double *quickest, size_t stride, size_t *least, struct error *err)
{
	size_t count = (*least - 1) / stride, n = count < s->options->pass_most ? count : s->options->pass_most;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		size_t bytes = stride * (1 + (n < count ? random_below(&s->prober->random, count) : i));
		double seconds = 0, regular = regular_at(s, sweep, quickest, bytes);

		if (bytes >= *least)
			continue;
		status = sweep_measure(s, "gather", bytes, &seconds, err);
		if (status == OK && seconds > s->options->factor * regular && seconds - regular > 3 * s->found->noise)
			*least = bytes;
	}
	return status;
}

/* Passes below a size. Nothing is set if no gather of them was as long as M_1 asks, and the sweep had none either. */
static enum status find_lower(struct search *s, const struct sweep *sweep, const double *quickest, size_t least, bool known, struct error *err)
{
	size_t first = least;
	enum status status = OK;

	for (size_t stride = s->options->stride / 2; status == OK && stride >= 1 && least > 1; stride /= 2)
		status = pass(s, sweep, quickest, stride, &least, err);
	if (status == OK && (known || least < first))
		s->found->M1 = (double)(least / 1024 * 1024);
	return status;
}

/* Gathers of one size in the irregular region, each measured by itself. */
static enum status count_at(struct search *s, size_t bytes, struct escalations *e, struct error *err)
{
	double excess[REPEATS_MOST], regular = line_at(&s->found->regular, (double)bytes);
	size_t repeats = s->options->repeats < REPEATS_MOST ? s->options->repeats : REPEATS_MOST;
	enum status status = OK;

	*e = (struct escalations){.bytes = bytes, .q10 = NAN, .q50 = NAN, .q90 = NAN};
	for (; status == OK && e->made < repeats; e->made++) {
		double seconds = 0;

		status = sweep_measure(s, "gather", bytes, &seconds, err);
		if (status == OK && thresholds_escalated(s->found, bytes, seconds))
			excess[e->escalated++] = seconds - regular;
	}
	if (e->escalated > 0) {
		quantile_sort(excess, e->escalated);
		e->q10 = quantile_sorted(excess, e->escalated, 0.1);
		e->q50 = quantile_sorted(excess, e->escalated, 0.5);
		e->q90 = quantile_sorted(excess, e->escalated, 0.9);
	}
	return status;
}

/* At sizes spread evenly from M_1 to below M_2. */
static enum status count_escalations(struct search *s, struct error *err)
{
	double from = s->found->M1, to = fmin(s->found->M2 - 1, (double)s->options->most);
	size_t sizes = s->options->sizes < ESCALATION_SIZES_MOST ? s->options->sizes : ESCALATION_SIZES_MOST, last = 0;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < sizes; i++) {
		size_t bytes = (size_t)(from + (to - from) * (sizes > 1 ? (double)i / (double)(sizes - 1) : 0.5));

		if (bytes <= last)
			continue;
		status = count_at(s, bytes, &s->found->list[s->found->n], err);
		s->found->n += status == OK;
		last = bytes;
	}
	return status;
}

enum status gather_find(struct search *s, struct error *err)
{
	struct sweep sweep;
	double *quickest = NULL;
	enum status status = sweep_run(s, "gather", SPREAD_OWN, SEGMENTS_OF_GATHER, &sweep, err);
	size_t first = 0, last = 0;

	if (status == OK && !(quickest = malloc(sweep.n * sizeof(*quickest))))
		status = error_memory(err, "a sweep over sizes");
	if (status == OK) {
		find_quickest(&sweep, quickest);
		first = first_escalated(s, &sweep, quickest);
		last = last_escalated(s, &sweep, quickest, first);
		fit_regular(s, &sweep, quickest, last + 1 < sweep.n ? sweep.x[last + 1] : INFINITY);
	}
	if (status == OK && last < sweep.n)
		status = find_lower(s, &sweep, quickest, (size_t)sweep.x[first < sweep.n ? first : last], first < sweep.n, err);
	if (status == OK && isfinite(s->found->M1)) {
		status = confirm_last(s, &sweep, quickest, &last, err);
		if (status == OK)
			status = find_upper(s, &sweep, quickest, last, err);
		if (status == OK)
			status = count_escalations(s, err);
	}
	free(quickest);
	sweep_release(&sweep);
	return status;
}
