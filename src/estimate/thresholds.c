#include "estimate/thresholds.h"

#include "estimate/thresholds_sweep.h"
#include "stats/quantile.h"
#include "stats/segments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENTS_OF_SCATTER = 4 };

/* A sweep of one operation. */
struct sweep {
	double *x, *y; /* n sizes and the time at each */
	size_t n;
	struct segment segments[SEGMENTS_MOST];
	size_t n_segments;
};

struct thresholds_options thresholds_options_default(void)
{
	return (struct thresholds_options){.most = (size_t)128 << 10,
					   .stride = 2048,
					   .tries = 100,
					   .pass_most = 64,
					   .sizes = 8,
					   .repeats = 60,
					   .factor = 2,
					   .root = 0,
					   .timing = TIMING_GLOBAL};
}

static struct experiment linear(const struct thresholds_options *options, const char *operation, size_t bytes)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE,
				  .from = options->root,
				  .to = options->root,
				  .bytes = bytes,
				  .count = 1,
				  .loop = 1};

	what.setup.timing = options->timing;
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", operation);
	snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "linear");
	return what;
}

struct experiment thresholds_largest(const struct thresholds_options *options)
{
	return linear(options, "gather", options->most);
}

static enum status run_some(struct search *s, const char *operation, size_t bytes, size_t n, struct experiment *what,
			    struct observation *observations, struct error *err)
{
	*what = linear(s->options, operation, bytes);
	return s->prober->platform->class->run(s->prober->platform, what, n, observations, err);
}

enum status sweep_measure(struct search *s, const char *operation, size_t bytes, size_t n, double *seconds,
			  struct error *err)
{
	struct experiment what;
	struct observation observations[GATHER_BATCH];
	enum status status = run_some(s, operation, bytes, n, &what, observations, err);

	if (status == OK)
		status = probe_keep(s->prober, &what, observations, n, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < n; i++)
		seconds[i] = fmax(observations[i].seconds, 1e-12); /* a clock may show none */
	s->found->measurements += n;
	progress_report(s->prober->progress, operation, s->found->measurements, 0, NAN);
	return OK;
}

static void sweep_release(struct sweep *sweep)
{
	free(sweep->x);
	free(sweep->y);
	*sweep = (struct sweep){.n = 0};
}

/* Measures every size once, ascending, and finds the segments. sweep_release in any case. */
static enum status sweep_run(struct search *s, const char *operation, struct sweep *sweep, struct error *err)
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
static enum status close_in(struct search *s, const struct sweep *sweep, size_t k, struct error *err)
{
	const struct line *before = &sweep->segments[k - 1].line, *after = &sweep->segments[k].line;
	size_t low = (size_t)sweep->x[sweep->segments[k].begin - 1], high = (size_t)sweep->x[sweep->segments[k].begin];
	enum status status = OK;

	while (status == OK && high - low > 1) {
		size_t middle = low + (high - low) / 2;
		double seconds = 0;

		status = sweep_measure(s, "scatter", middle, 1, &seconds, err);
		if (fabs(seconds - line_at(before, (double)middle)) <= fabs(seconds - line_at(after, (double)middle)))
			low = middle;
		else
			high = middle;
	}
	s->found->S = (double)low;
	return status;
}

bool is_escalation(const struct thresholds *found, double noise, double regular, double seconds)
{
	return seconds > found->factor * regular && seconds - regular > noise;
}

double noise_of(double *above, size_t n)
{
	quantile_sort(above, n);
	return n >= SWEEP_LEAST ? 3 * quantile_sorted(above, n, 0.9) : 0;
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
	*noise = noise_of(above, n);
	free(above);
	return OK;
}

static size_t disturbed(const struct sweep *sweep, const struct thresholds *found)
{
	size_t n = 0;

	for (size_t k = 0; k < sweep->n_segments; k++)
		for (size_t i = sweep->segments[k].begin; i < sweep->segments[k].end; i++)
			n += is_escalation(found, found->noise, line_at(&sweep->segments[k].line, sweep->x[i]),
					   sweep->y[i]);
	return n;
}

enum status scatter_find(struct search *s, struct error *err)
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

/* The first operations open connections, and are not counted. */
static enum status warm(struct search *s, struct error *err)
{
	static const char *const operations[] = {"scatter", "gather", "scatter", "gather"};
	struct experiment what;
	struct observation observation;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < sizeof(operations) / sizeof(operations[0]); i++)
		status = run_some(s, operations[i], s->options->stride, 1, &what, &observation, err);
	return status;
}

enum status thresholds_find(struct prober *prober, const struct thresholds_options *options,
			    struct thresholds *thresholds, struct error *err)
{
	struct search s = {.prober = prober, .options = options, .found = thresholds};
	enum status status;

	*thresholds = (struct thresholds){.S = NAN, .M1 = NAN, .M2 = NAN, .factor = options->factor};
	if (options->stride == 0 || options->most / options->stride < 2 * SWEEP_LEAST)
		return error_set(err, ERR_INPUT,
				 "a sweep up to %zu B by %zu B has fewer than %d sizes: too few for breaks to be found",
				 options->most, options->stride, 2 * SWEEP_LEAST);
	status = warm(&s, err);
	if (status == OK)
		status = scatter_find(&s, err);
	return status == OK ? gather_find(&s, err) : status;
}

bool thresholds_escalated(const struct thresholds *thresholds, size_t bytes, double seconds)
{
	return is_escalation(thresholds, thresholds->noise, line_at(&thresholds->regular, (double)bytes), seconds);
}

/* The escalations as parameters over the sizes; deciles of the sizes at which there were any. */
static enum status set_escalations(const struct thresholds *t, struct model *model, size_t l, struct error *err)
{
	static const char *const names[] = {"escalation_probability", "escalation_q10", "escalation_q50",
					    "escalation_q90"};
	enum status status = OK;

	for (size_t p = 0; status == OK && p < 4; p++) {
		double bytes[ESCALATION_SIZES_MOST], values[ESCALATION_SIZES_MOST];
		size_t n = 0;

		for (size_t i = 0; i < t->n; i++) {
			const struct escalations *e = &t->list[i];
			const double all[] = {(double)e->escalated / (double)e->made, e->q10, e->q50, e->q90};

			bytes[n] = (double)e->bytes;
			values[n] = all[p];
			n += isfinite(all[p]);
		}
		if (n > 0)
			status = model_set_curve(model, l, names[p], bytes, values, n, err);
	}
	return status;
}

/* What an earlier search found. S stays where times beyond it were measured: it then comes from who measured them. */
static void clear(struct model *model, size_t l)
{
	static const char *const names[] = {
		"M1", "M2", "escalation_probability", "escalation_q10", "escalation_q50", "escalation_q90"};
	bool beyond = false;

	for (size_t p = 0; p < sizeof(names) / sizeof(names[0]); p++)
		model_unset(model, l, names[p]);
	for (size_t i = 0; i < model->n_links; i++)
		beyond = beyond || !isnan(model_value(model, i, "rendezvous_beta", 0));
	if (!beyond)
		model_unset(model, l, "S");
}

enum status thresholds_set(const struct thresholds *t, struct model *model, struct error *err)
{
	size_t l = model_platform(model);
	enum status status = OK;

	if (l == model->n_links || model_param_index(model->class, "M1") == model->class->n_params)
		return error_set(err, ERR_INPUT, "a %s model without a place for the platform has no thresholds",
				 model->class->name);
	clear(model, l);
	if (isfinite(t->S))
		status = model_set(model, l, "S", t->S, err);
	if (status == OK && isfinite(t->M1))
		status = model_set(model, l, "M1", t->M1, err);
	if (status == OK && isfinite(t->M2))
		status = model_set(model, l, "M2", t->M2, err);
	return status == OK ? set_escalations(t, model, l, err) : status;
}
