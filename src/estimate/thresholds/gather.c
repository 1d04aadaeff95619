#include "estimate/thresholds/gather.h"

#include "estimate/thresholds/edges.h"
#include "stats/quantile.h"
#include "stats/support.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SWEEPS = 2, REPEATS_MOST = 1000 };

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
	size_t n = o->most / o->stride, most = (size_t)SWEEPS * GATHER_BATCH;

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

/* More likely than the best of so many regions would be by chance, and with more escalations than scatters are
 * disturbed. */
static bool is_there(const struct threshold_search *s, const struct gathers *g, const struct region *region)
{
	size_t made[2] = {0, s->scatters}, seen[2] = {0, s->disturbed};

	for (size_t i = region->begin; i < region->end; i++) {
		made[0] += g->made[i];
		seen[0] += g->escalated[i];
	}
	return region->gain > REGION_SURE + log((double)(g->n * g->n) / 2) &&
	       region_gain(made, seen, 2, 0, 1) > REGION_SURE;
}

static enum status find_region(struct threshold_search *s, struct gathers *g, struct error *err)
{
	struct region region;
	enum status status = OK;

	for (int k = 0; status == OK && k < SWEEPS; k++)
		status = sweep_gathers(s, g, err);
	if (status != OK)
		return status;
	find_quickest(g);
	status = find_regular(s, g, g->n, err);
	count(s, g);
	region = region_find(g->made, g->escalated, g->n);
	if (status == OK && is_there(s, g, &region))
		g->region = region;
	return status;
}

/* Gathers of one size in the irregular region, each measured by itself. */
static enum status count_at(struct threshold_search *s, size_t bytes, struct escalations *e, struct error *err)
{
	double excess[REPEATS_MOST], regular = line_at(&s->found->regular, (double)bytes);
	size_t repeats = s->options->repeats < REPEATS_MOST ? s->options->repeats : REPEATS_MOST;
	enum status status = OK;

	*e = (struct escalations){.bytes = bytes, .q10 = NAN, .q50 = NAN, .q90 = NAN};
	while (status == OK && e->made < repeats) {
		double seconds[GATHER_BATCH];
		size_t n = repeats - e->made < GATHER_BATCH ? repeats - e->made : GATHER_BATCH;

		status = sweep_measure(s, "gather", bytes, n, seconds, err);
		for (size_t i = 0; status == OK && i < n; i++)
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
	return status;
}

/* At sizes spread evenly from M_1 to below M_2. */
static enum status count_escalations(struct threshold_search *s, struct error *err)
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

enum status gather_find(struct threshold_search *s, struct error *err)
{
	struct gathers gathers;
	enum status status = gathers_init(&gathers, s->options, err);

	if (status == OK)
		status = find_region(s, &gathers, err);
	if (status == OK && gathers.region.end > gathers.region.begin)
		status = find_regular(s, &gathers, gathers.region.end, err);
	if (status == OK && gathers.region.end > gathers.region.begin)
		status = edges_find(s, &gathers, err);
	if (status == OK && isfinite(s->found->M1))
		status = count_escalations(s, err);
	gathers_release(&gathers);
	return status;
}
