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

enum {
	CLEAR = 2, /* sizes in a row that do not escalate, on either side */
	AGREE = 3  /* tests of a size on the line before */
};

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

enum verdict { CALM, ESCALATES, OPEN };

/* Finds out whether gathers of a size escalate, by as many as it takes to know; *quickest receives the time of the
 * quickest. OPEN if the tries were too few. */
static enum status try_size(struct threshold_search *s, const struct edge *edge, size_t bytes, enum verdict *verdict,
			    double *quickest, struct error *err)
{
	struct sequential test = sequential_begin(edge->rare, edge->common);

	*quickest = INFINITY;
	while (!sequential_knows(&test) && test.n < s->options->tries) {
		double seconds[GATHER_BATCH];

		TRY(sweep_measure(s, "gather", bytes, GATHER_BATCH, seconds, err));
		for (size_t i = 0; i < GATHER_BATCH; i++) {
			*quickest = fmin(*quickest, seconds[i]);
			sequential_add(&test, escalated(s, edge, (double)bytes, seconds[i]));
		}
	}
	*verdict = test.evidence > 0 ? ESCALATES : sequential_knows(&test) ? CALM : OPEN;
	return OK;
}

/* The same where only whether they escalate counts. */
static enum status try_escalates(struct threshold_search *s, const struct edge *edge, size_t bytes, bool *escalates,
				 struct error *err)
{
	enum verdict verdict;
	double quickest;

	TRY(try_size(s, edge, bytes, &verdict, &quickest, err));
	*escalates = verdict == ESCALATES;
	return OK;
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

/* The smallest size of the region that escalates again; *found: whether one does. */
static enum status first_again(struct threshold_search *s, const struct gathers *g, const struct edge *edge,
			       size_t *first, bool *found, struct error *err)
{
	*found = false;
	for (size_t i = g->region.begin; !*found && i < g->region.end; i++) {
		if (g->escalated[i] == 0)
			continue;
		*first = i;
		TRY(try_escalates(s, edge, (size_t)g->x[i], found, err));
	}
	return OK;
}

/* From there down to sizes in a row that do not escalate; then the interval is halved. */
static enum status find_lower(struct threshold_search *s, const struct gathers *g, const struct edge *edge,
			      struct error *err)
{
	size_t first = 0, clear = 0, low = 0, high;
	bool escalates;

	TRY(first_again(s, g, edge, &first, &escalates, err));
	if (!escalates)
		return OK;
	high = (size_t)g->x[first];
	for (size_t i = first; clear < CLEAR && i > 0; i--) {
		TRY(try_escalates(s, edge, (size_t)g->x[i - 1], &escalates, err));
		if (escalates) {
			high = (size_t)g->x[i - 1];
			low = 0;
		} else if (low == 0) {
			low = (size_t)g->x[i - 1];
		}
		clear = escalates ? 0 : clear + 1;
	}
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		TRY(try_escalates(s, edge, middle, &escalates, err));
		*(escalates ? &high : &low) = middle;
	}
	s->found->M1 = (double)high;
	return OK;
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

/* Whether a gather is nearer to the line before, where the line after is another one by a leap. */
static bool is_before(const struct edge *edge, double x, double seconds, double leap)
{
	double before = line_at(edge->before, x), after = edge->after ? line_at(edge->after, x) : before;

	return fabs(after - before) > leap * fmin(before, after) && fabs(seconds - before) < fabs(seconds - after);
}

/*
 * Finds out whether a size lies below M_2: its gathers escalate, or, where the tries were too few to know, the quickest
 * is on the line before.
 *
 * - On that line, where a gather as long as the line after is an escalation too, further tests must agree that they
 *   do not escalate: M_2 seldom lies below the leap.
 */
static enum status is_below(struct threshold_search *s, const struct edge *edge, size_t bytes, double leap, bool *below,
			    struct error *err)
{
	struct edge regular = *edge;
	enum verdict verdict;
	double quickest;

	regular.after = NULL;
	TRY(try_size(s, edge, bytes, &verdict, &quickest, err));
	for (int agree = 1; agree < AGREE && verdict == CALM && is_before(edge, (double)bytes, quickest, leap); agree++)
		TRY(try_size(s, &regular, bytes, &verdict, &quickest, err));
	*below = verdict == ESCALATES || (verdict == OPEN && is_before(edge, (double)bytes, quickest, leap));
	return OK;
}

/* From the end of the region up to sizes in a row that do not escalate; then the interval in which M_2 lies is halved.
 */
static enum status find_upper(struct threshold_search *s, const struct gathers *g, const struct edge *edge,
			      struct error *err)
{
	size_t low = g->region.end - 1, high = g->region.end, clear = 0, from, to;
	bool below;

	for (size_t i = high; clear < CLEAR && i < g->n; i++) {
		TRY(is_below(s, edge, (size_t)g->x[i], clear_leap, &below, err));
		if (below) {
			low = i;
			high = i + 1;
		}
		clear = below ? 0 : clear + 1;
	}
	s->found->M2 = INFINITY;
	if (high >= g->n)
		return OK;
	from = (size_t)g->x[low];
	to = (size_t)g->x[high];
	while (to - from > 1) {
		size_t middle = from + (to - from) / 2;

		TRY(is_below(s, edge, middle, SWEEP_LEAP, &below, err));
		*(below ? &from : &to) = middle;
	}
	s->found->M2 = (double)to;
	return OK;
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

	edge.common = share_of(g, g->region.begin, g->region.begin + third(g), edge.rare);
	TRY(find_lower(s, g, &edge, err));
	if (isnan(s->found->M1))
		return OK;
	if (g->region.end < g->n)
		TRY(find_after(s, g, &after, &is_there, err));
	TRY(noise_beyond(g, &beyond, err));
	edge.after = is_there ? &after : NULL;
	edge.larger = NULL;
	edge.noise = fmax(edge.noise, beyond);
	edge.common = share_of(g, g->region.end - third(g), g->region.end, edge.rare);
	return find_upper(s, g, &edge, err);
}
