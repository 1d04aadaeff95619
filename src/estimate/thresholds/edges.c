/* The two ends of the region in which gathers escalate. */
#include "estimate/thresholds/edges.h"

#include "stats/support.h"

#include <math.h>
#include <stdlib.h>

/*
 * - clear_leap: by what part of a time two lines must differ before a single gather tells which of them it is on.
 * - nearly: a gather of at least this part of the line after may be on it.
 * - rare_least: the probability of an escalation where none was seen: a test of it against the region's must be able
 *   to end.
 */
static const double clear_leap = 0.2, nearly = 0.8, rare_least = 0.002;

enum { CLEAR = 2 /* sizes in a row that do not escalate, on either side */ };

/* What tells gathers that escalate from others near an end of the region. */
struct edge {
	const struct line *before;    /* the regular line */
	const struct line *after;     /* beyond the region, if it is clearly another one there; or NULL */
	const struct gathers *larger; /* at the lower end: no gather takes less than the quickest of the next larger
					 size that was swept; there is a part that no line through 0 knows. Else NULL */
	double noise;                 /* s: what a gather must be longer by */
	double rare, common;          /* probabilities that a gather escalates outside, and at least inside */
};

/* What a gather takes that does not escalate. */
static double regular_at(const struct threshold_search *s, const struct edge *edge, double x)
{
	double stride = (double)s->options->stride, regular = line_at(edge->before, x);
	size_t i = (size_t)ceil(x / stride);

	return edge->larger && i > 0 && i <= edge->larger->n ? fmax(regular, edge->larger->quickest[i - 1]) : regular;
}

/* By the line before, and not what the line after gives. */
static bool escalated(const struct threshold_search *s, const struct edge *edge, double x, double seconds)
{
	double before = regular_at(s, edge, x), after = edge->after ? line_at(edge->after, x) : before;

	return thresholds_is_escalation(s->found, edge->noise, before, seconds) &&
	       !(edge->after && seconds > nearly * after && seconds < s->found->factor * after);
}

/* Whether gathers of a size escalate, by as many as it takes to know; *quickest receives the time of the quickest. */
static enum status try_size(struct threshold_search *s, const struct edge *edge, size_t bytes, bool *escalates,
			    double *quickest, struct error *err)
{
	struct sequential test = sequential_begin(edge->rare, edge->common);
	enum status status = OK;

	*quickest = INFINITY;
	while (status == OK && !sequential_knows(&test) && test.n < s->options->tries) {
		double seconds[GATHER_BATCH];

		status = sweep_measure(s, "gather", bytes, GATHER_BATCH, seconds, err);
		for (size_t i = 0; status == OK && i < GATHER_BATCH; i++) {
			*quickest = fmin(*quickest, seconds[i]);
			sequential_add(&test, escalated(s, edge, (double)bytes, seconds[i]));
		}
	}
	*escalates = test.evidence > 0;
	return status;
}

/* How often gathers escalate in a part of the region, from a size to a size, but clearly more often than outside. */
static double share_of(const struct gathers *g, size_t begin, size_t end, double rare)
{
	double made = 0, seen = 0;

	for (size_t i = begin; i < end; i++) {
		made += (double)g->made[i];
		seen += (double)g->escalated[i];
	}
	return fmin(0.9, fmax(seen / made, 4 * rare));
}

static double rare_of(const struct gathers *g)
{
	double made = 0, seen = 0;

	for (size_t i = 0; i < g->n; i++)
		if (i < g->region.begin || i >= g->region.end) {
			made += (double)g->made[i];
			seen += (double)g->escalated[i];
		}
	return fmax((seen + 0.5) / (made + 1), rare_least);
}

/* The part of the region at an end that tells how often gathers escalate there: a third. */
static size_t third(const struct gathers *g)
{
	return (g->region.end - g->region.begin + 2) / 3;
}

/* The smallest size of the region that escalates again; *found: whether there is one. */
static enum status first_again(struct threshold_search *s, const struct gathers *g, const struct edge *edge,
			       size_t *first, bool *found, struct error *err)
{
	enum status status = OK;

	*found = false;
	for (size_t i = g->region.begin; status == OK && !*found && i < g->region.end; i++) {
		double quickest;

		if (g->escalated[i] == 0)
			continue;
		*first = i;
		status = try_size(s, edge, (size_t)g->x[i], found, &quickest, err);
	}
	return status;
}

/* From there down to sizes in a row that do not escalate; then the interval is halved. */
static enum status find_lower(struct threshold_search *s, const struct gathers *g, const struct edge *edge,
			      struct error *err)
{
	size_t first = 0, clear = 0, low = 0, high;
	bool escalates;
	double quickest;
	enum status status = first_again(s, g, edge, &first, &escalates, err);

	if (status != OK || !escalates)
		return status;
	high = (size_t)g->x[first];
	for (size_t i = first; status == OK && clear < CLEAR && i > 0; i--) {
		status = try_size(s, edge, (size_t)g->x[i - 1], &escalates, &quickest, err);
		if (escalates) {
			high = (size_t)g->x[i - 1];
			low = 0;
		} else if (low == 0) {
			low = (size_t)g->x[i - 1];
		}
		clear = escalates ? 0 : clear + 1;
	}
	while (status == OK && high - low > 1) {
		size_t middle = low + (high - low) / 2;

		status = try_size(s, edge, middle, &escalates, &quickest, err);
		*(escalates ? &high : &low) = middle;
	}
	s->found->M1 = (double)high;
	return status;
}

/* The line beyond the region, from the first size on that is off the line before; where there are sizes enough, and it
 * is. */
static enum status find_after(const struct threshold_search *s, const struct gathers *g, struct line *line,
			      bool *is_there, struct error *err)
{
	size_t from = g->region.end;
	enum status status = ERR_INPUT;

	while (from < g->n &&
	       fabs(g->quickest[from] - line_at(&s->found->regular, g->x[from])) < SWEEP_LEAP * g->quickest[from])
		from++;
	if (g->n - from >= SWEEP_LEAST)
		status = support_line(g->x + from, g->quickest + from, g->n - from, SWEEP_LEAP, s->found->noise, line,
				      NULL);
	*is_there = status == OK;
	return status == ERR_MEMORY ? error_memory(err, "a line") : OK;
}

/* Of what gathers beyond the region are above the quickest: of those more may be normal than of scatters, since a
 * rendezvous waits for processes. */
static enum status noise_beyond(const struct gathers *g, double *noise, struct error *err)
{
	double *above = malloc((g->n - g->region.end) * g->most * sizeof(*above) + 1);
	size_t n = 0;

	if (!above)
		return error_memory(err, "gathers");
	for (size_t i = g->region.end; i < g->n; i++)
		for (size_t k = 0; k < g->made[i]; k++)
			above[n++] = g->times[i * g->most + k] - g->quickest[i];
	*noise = sweep_noise_of(above, n);
	free(above);
	return OK;
}

/* A gather that is on the line before, where the line after is clearly another one. */
static bool is_before(const struct edge *edge, double x, double seconds)
{
	double before = line_at(edge->before, x), after = edge->after ? line_at(edge->after, x) : before;

	return fabs(after - before) > clear_leap * fmin(before, after) && fabs(seconds - before) < SWEEP_LEAP * seconds;
}

/* Halves the interval in which M_2 lies: below it gathers escalate or, where the lines are apart, the quickest is
 * nearer to the line before. */
static enum status close_in(struct threshold_search *s, const struct edge *edge, size_t from, size_t to,
			    struct error *err)
{
	enum status status = OK;

	while (status == OK && to - from > 1) {
		size_t middle = from + (to - from) / 2;
		double quickest, x = (double)middle;
		bool below;

		status = try_size(s, edge, middle, &below, &quickest, err);
		if (!below && edge->after &&
		    fabs(line_at(edge->after, x) - line_at(edge->before, x)) > SWEEP_LEAP * line_at(edge->before, x))
			below = fabs(quickest - line_at(edge->before, x)) < fabs(quickest - line_at(edge->after, x));
		*(below ? &from : &to) = middle;
	}
	s->found->M2 = (double)to;
	return status;
}

/* From the end of the region up to sizes in a row that do not escalate. */
static enum status find_upper(struct threshold_search *s, const struct gathers *g, const struct edge *edge,
			      struct error *err)
{
	size_t low = g->region.end - 1, high = g->region.end, clear = 0;
	enum status status = OK;

	for (size_t i = high; status == OK && clear < CLEAR && i < g->n; i++) {
		double quickest;
		bool escalates;

		status = try_size(s, edge, (size_t)g->x[i], &escalates, &quickest, err);
		if (escalates || is_before(edge, g->x[i], quickest)) {
			low = i;
			high = i + 1;
			clear = 0;
		} else {
			clear++;
		}
	}
	if (status == OK && high < g->n)
		return close_in(s, edge, (size_t)g->x[low], (size_t)g->x[high], err);
	s->found->M2 = INFINITY;
	return status;
}

enum status edges_find(struct threshold_search *s, const struct gathers *g, struct error *err)
{
	struct edge edge = {
		.before = &s->found->regular,
		.larger = g,
		.noise = s->found->noise,
		.rare = fmin(0.1, fmax(rare_of(g), ((double)s->disturbed + 0.5) / ((double)s->scatters + 1)))};
	struct line after;
	bool is_there = false;
	double beyond = 0;
	enum status status;

	edge.common = share_of(g, g->region.begin, g->region.begin + third(g), edge.rare);
	status = find_lower(s, g, &edge, err);
	if (status == OK && isfinite(s->found->M1) && g->region.end < g->n)
		status = find_after(s, g, &after, &is_there, err);
	if (status == OK && isfinite(s->found->M1))
		status = noise_beyond(g, &beyond, err);
	if (status != OK || isnan(s->found->M1))
		return status;
	edge.after = is_there ? &after : NULL;
	edge.larger = NULL;
	edge.noise = fmax(edge.noise, beyond);
	edge.common = share_of(g, g->region.end - third(g), g->region.end, edge.rare);
	return find_upper(s, g, &edge, err);
}
