#include "estimate/thresholds/gather.h"

#include "estimate/thresholds/edges.h"
#include "stats/quantile.h"
#include "stats/support.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SWEEPS = 4, CONFIRMING = 3, REPEATS_MOST = 1000 }; /* sweeps over all sizes at most: that find, that confirm */

static void gathers_release(struct gathers *g)
{
	free(g->x);
	free(g->times);
	free(g->quickest);
	free(g->made);
	free(g->escalated);
}

static enum status gathers_init(struct gathers *g, const struct thresholds_options *o, struct error *err)
{
	size_t n = o->most / o->stride, most = (size_t)(SWEEPS + CONFIRMING) * GATHER_BATCH;

	*g = (struct gathers){
		.x = calloc(n, sizeof(double)),
		.times = calloc(n * most, sizeof(double)),
		.quickest = calloc(n, sizeof(double)),
		.made = calloc(n, sizeof(size_t)),
		.escalated = calloc(n, sizeof(size_t)),
		.n = n,
		.most = most,
	};
	if (!g->x || !g->times || !g->quickest || !g->made || !g->escalated)
		return error_memory(err, "a sweep over sizes");
	for (size_t i = 0; i < n; i++)
		g->x[i] = (double)((i + 1) * o->stride);
	return OK;
}

/* A batch of every size, in seeded random order: what a gather does to the network, the next one finds. */
static enum status sweep_gathers(struct threshold_search *s, struct gathers *g, struct error *err)
{
	size_t *order = malloc(g->n * sizeof(*order));
	enum status status = order ? OK : error_memory(err, "a sweep over sizes");

	for (size_t i = 0; order && i < g->n; i++)
		order[i] = i;
	if (order)
		random_shuffle(&s->prober->random, order, g->n);
	for (size_t k = 0; status == OK && k < g->n; k++) {
		size_t i = order[k];

		status = sweep_measure(s, "gather", (size_t)g->x[i], GATHER_BATCH, g->times + i * g->most + g->made[i],
				       err);
		g->made[i] += status == OK ? GATHER_BATCH : 0;
	}
	free(order);
	return status;
}

static void find_quickest(struct gathers *g)
{
	for (size_t i = g->n; i-- > 0;) {
		g->quickest[i] = i + 1 < g->n ? g->quickest[i + 1] : INFINITY;
		for (size_t k = 0; k < g->made[i]; k++)
			g->quickest[i] = fmin(g->quickest[i], g->times[i * g->most + k]);
	}
}

/* The line of gathers that do not escalate: below a size, or of all. */
static enum status find_regular(struct threshold_search *s, const struct gathers *g, size_t n, struct error *err)
{
	struct line *line = &s->found->regular;
	enum status status =
		n < 2 ? ERR_INPUT : support_line(g->x, g->quickest, n, SWEEP_LEAP, s->found->noise, line, NULL);

	if (status == ERR_INPUT) /* no time rises with the size: then the least, whatever the size */
		*line = (struct line){g->quickest[0], 0};
	return status == ERR_INPUT ? OK : status == ERR_MEMORY ? error_memory(err, "a line") : status;
}

/* Counts what escalated among the gathers of each size. */
static void count(const struct threshold_search *s, const struct gathers *g)
{
	for (size_t i = 0; i < g->n; i++) {
		double regular = fmax(g->quickest[i], line_at(&s->found->regular, g->x[i]));

		g->escalated[i] = 0;
		for (size_t k = 0; k < g->made[i]; k++)
			g->escalated[i] +=
				thresholds_is_escalation(s->found, s->found->noise, regular, g->times[i * g->most + k]);
	}
}

/* What a region adds to the likelihood of what was seen of scatters, and of gathers beyond those that were there
 * before. */
static double gain_beside_scatters(const struct threshold_search *s, const struct gathers *g,
				   const struct region *region, const size_t *made_before, const size_t *seen_before)
{
	size_t made[2] = {0, s->scatters}, seen[2] = {0, s->disturbed};

	for (size_t i = 0; i < g->n; i++) {
		int elsewhere = i < region->begin || i >= region->end;

		made[elsewhere] += g->made[i] - made_before[i];
		seen[elsewhere] += g->escalated[i] - seen_before[i];
	}
	return region_gain(made, seen, 2, 0, 1);
}

/* Escalations are counted anew: the regular line of more gathers may be another one. */
static enum status look(struct threshold_search *s, struct gathers *g, struct error *err)
{
	TRY(sweep_gathers(s, g, err));
	find_quickest(g);
	TRY(find_regular(s, g, g->n, err));
	count(s, g);
	return OK;
}

/* Whether more sweeps, which had no part in finding the region, have it too. One mostly tells. Others are asked where
 * there are sizes beyond the region: shorter gathers may be disturbed as well by what is not long enough to be seen. */
static enum status confirm(struct threshold_search *s, struct gathers *g, const struct region *region, bool *there,
			   struct error *err)
{
	size_t *before = malloc(2 * g->n * sizeof(*before));
	int sweeps = g->n - region->end >= SWEEP_LEAST ? CONFIRMING : 1;
	enum status status = before ? OK : error_memory(err, "a sweep over sizes");

	for (size_t i = 0; before && i < g->n; i++) {
		before[i] = g->made[i];
		before[g->n + i] = g->escalated[i];
	}
	*there = false;
	for (int sweep = 0; status == OK && sweep < sweeps && !*there; sweep++) {
		status = look(s, g, err);
		*there = status == OK && gain_beside_scatters(s, g, region, before, before + g->n) > REGION_SURE;
	}
	free(before);
	return status;
}

/*
 * More likely than the best of so many regions would be by chance, and with more escalations than scatters, and gathers
 * elsewhere, are disturbed. Where that is not clear yet there are more sweeps; where it is clear, but barely, others
 * must have the region too.
 */
static enum status find_region(struct threshold_search *s, struct gathers *g, struct error *err)
{
	double by_chance = REGION_SURE + log((double)(g->n * g->n) / 2), gain = INFINITY;
	struct region region = {.gain = INFINITY};
	bool there = true;

	TRY(look(s, g, err));
	for (int sweep = 2; sweep <= SWEEPS && (sweep == 2 || (gain < by_chance && gain > by_chance / 2)); sweep++) {
		TRY(look(s, g, err));
		region = region_find(g->made, g->escalated, g->n, s->scatters, s->disturbed);
		gain = region.gain;
	}
	if (gain < by_chance)
		return OK;
	if (gain < 2 * by_chance)
		TRY(confirm(s, g, &region, &there, err));
	if (there)
		g->region = region;
	return OK;
}

/* Gathers of one size in the irregular region, each measured by itself. */
static enum status count_at(struct threshold_search *s, size_t bytes, struct escalations *e, struct error *err)
{
	double excess[REPEATS_MOST], regular = line_at(&s->found->regular, (double)bytes);
	size_t repeats = s->options->repeats < REPEATS_MOST ? s->options->repeats : REPEATS_MOST;

	*e = (struct escalations){.bytes = bytes, .q10 = NAN, .q50 = NAN, .q90 = NAN};
	while (e->made < repeats) {
		double seconds[GATHER_BATCH];
		size_t n = repeats - e->made < GATHER_BATCH ? repeats - e->made : GATHER_BATCH;

		TRY(sweep_measure(s, "gather", bytes, n, seconds, err));
		for (size_t i = 0; i < n; i++)
			if (thresholds_escalated(s->found, bytes, seconds[i]))
				excess[e->escalated++] = seconds[i] - regular;
		e->made += n;
	}
	if (e->escalated > 0) {
		quantile_sort(excess, e->escalated);
		e->q10 = quantile_sorted(excess, e->escalated, 0.1);
		e->q50 = quantile_sorted(excess, e->escalated, 0.5);
		e->q90 = quantile_sorted(excess, e->escalated, 0.9);
	}
	return OK;
}

/* Counts at a size, which takes its place in the list. */
static enum status insert_count(struct threshold_search *s, size_t bytes, struct error *err)
{
	struct escalations *list = s->found->list, counted;
	size_t i = s->found->n;

	TRY(count_at(s, bytes, &counted, err));
	for (; i > 0 && list[i - 1].bytes > bytes; i--)
		list[i] = list[i - 1];
	list[i] = counted;
	s->found->n++;
	return OK;
}

static double share(const struct escalations *e)
{
	return (double)e->escalated / (double)e->made;
}

/* By how many standard deviations of their difference two sizes' shares are apart. */
static double apart(const struct escalations *a, const struct escalations *b)
{
	double p = (double)(a->escalated + b->escalated) / (double)(a->made + b->made),
	       spread = sqrt(p * (1 - p) * (1 / (double)a->made + 1 / (double)b->made));

	return spread > 0 ? fabs(share(a) - share(b)) / spread : 0;
}

/* Between which two sizes the share changes most, by more than chance does, if that is far enough for a line not to do.
 */
static size_t steepest(const struct thresholds *found)
{
	const double by_chance = 3;         /* standard deviations: once in 370 times */
	const size_t near = 512, part = 16; /* bytes; of the smaller size: a 16th */
	size_t best = 0;
	double most = 0;

	for (size_t i = 1; i < found->n; i++) {
		const struct escalations *a = &found->list[i - 1], *b = &found->list[i];
		size_t least = a->bytes / part < near ? near : a->bytes / part;

		if (b->bytes - a->bytes <= least || apart(a, b) < by_chance || fabs(share(a) - share(b)) <= most)
			continue;
		most = fabs(share(a) - share(b));
		best = i;
	}
	return best;
}

/* At sizes spread evenly from M_1 to below M_2, then where the share changes most between two. */
static enum status count_escalations(struct threshold_search *s, struct error *err)
{
	double from = s->found->M1, to = fmin(s->found->M2 - 1, (double)s->options->most);
	size_t sizes = s->options->sizes < ESCALATION_SIZES_MOST ? s->options->sizes : ESCALATION_SIZES_MOST, last = 0,
	       next;

	for (size_t i = 0; i < sizes; i++) {
		size_t bytes = (size_t)(from + (to - from) * (sizes > 1 ? (double)i / (double)(sizes - 1) : 0.5));

		if (bytes > last)
			TRY(insert_count(s, bytes, err));
		last = bytes;
	}
	while (s->found->n < ESCALATION_SIZES_MOST && (next = steepest(s->found)) > 0)
		TRY(insert_count(s, (s->found->list[next - 1].bytes + s->found->list[next].bytes) / 2, err));
	return OK;
}

static enum status find(struct threshold_search *s, struct gathers *gathers, struct error *err)
{
	TRY(find_region(s, gathers, err));
	if (gathers->region.end > gathers->region.begin) {
		TRY(find_regular(s, gathers, gathers->region.end, err));
		TRY(edges_find(s, gathers, err));
	}
	return isfinite(s->found->M1) ? count_escalations(s, err) : OK;
}

enum status gather_find(struct threshold_search *s, struct error *err)
{
	struct gathers gathers;
	enum status status = gathers_init(&gathers, s->options, err);

	if (status == OK)
		status = find(s, &gathers, err);
	gathers_release(&gathers);
	return status;
}
