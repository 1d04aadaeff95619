#include "measuring/overlap.h"

#include "probe/remeasure.h"

#include <math.h>
#include <stdlib.h>

const double overlap_parts[OVERLAP_PARTS] = {0, 0.25, 0.5, 0.75, 1, 1.5, 2};

struct experiment overlap_experiment(const struct measuring_options *o, const struct overlap_request *request,
				     size_t bytes, double compute)
{
	struct experiment what = {
		.kind = EXPERIMENT_OVERLAP, .from = o->pair[0], .to = o->pair[1], .bytes = bytes, .count = 1};

	what.setup = (struct setup){.operation = OPERATION_ISEND, .side = request->side, .compute = compute};
	return what;
}

static struct sample_summary summary_of(const struct measurement *m, const struct experiment *what)
{
	const struct reduce_rule how = measurement_rule(m);

	return sample_reduce(campaign_find(&m->campaign, what), &how);
}

/* Timings without a number, as sample_reduce has it. */
static bool lacks_memory(const struct sample_summary *summary)
{
	return summary->n > 0 && isnan(summary->value);
}

/* The experiments of every size with each part of what the message takes alone; a message for which there was no time
 * stays alone, which is said. */
static enum status list_parts(struct measurement *m, const struct overlap_request *r, struct experiment *list,
			      struct error *err)
{
	size_t unknown = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct experiment single = overlap_experiment(m->options, r, r->bytes[i], 0);
		const struct sample_summary found = summary_of(m, &single);
		double alone = fmax(found.value, 0);

		if (lacks_memory(&found))
			return error_memory(err, "the times of messages alone");
		unknown += found.n == 0;
		for (size_t k = 0; k < r->n_parts; k++)
			list[i * r->n_parts + k] = overlap_experiment(m->options, r, r->bytes[i], r->parts[k] * alone);
	}
	if (unknown > 0)
		progress_warn(&m->progress,
			      "of %zu of %zu sizes there was no time to find out what a message takes alone, so that "
			      "nothing is computed beside it: a larger budget is needed",
			      unknown, r->n);
	return OK;
}

/* Every size without computation. Of a deadline's time that gets as much as each of the parts. */
static enum status measure_alone(const struct measurement *m, struct prober *prober, const struct overlap_request *r,
				 struct experiment *list, struct error *err)
{
	const struct probe_options *whole = prober->options;
	const struct probe_options part = prober_part(prober, 1 / (double)(r->n_parts + 1));
	enum status status;

	for (size_t i = 0; i < r->n; i++)
		list[i] = overlap_experiment(m->options, r, r->bytes[i], 0);
	prober->options = &part;
	status = probe_points(prober, list, r->n, err);
	prober->options = whole;
	return status;
}

static enum status measure(struct measurement *m, struct prober *prober, const struct overlap_request *r,
			   struct experiment *list, struct error *err)
{
	size_t n = r->n * r->n_parts;
	enum status status = measure_alone(m, prober, r, list, err);

	if (status != OK)
		return status;
	status = list_parts(m, r, list, err);
	if (status == OK)
		status = probe_points(prober, list, n, err);
	return status == OK ? remeasure_spread(prober, list, 1, n, probing_spread(m, r->spread), err) : status;
}

static double overlap_ratio(double alone, double compute, double whole)
{
	return compute > 0 ? (alone + compute - whole) / fmin(alone, compute) : NAN;
}

static enum status conclude(const struct measurement *m, const struct overlap_request *r, const struct experiment *list,
			    struct overlap_point *points, struct error *err)
{
	for (size_t i = 0; i < r->n * r->n_parts; i++) {
		const struct experiment alone = overlap_experiment(m->options, r, list[i].bytes, 0);
		struct overlap_point *point = &points[i];
		struct sample_summary single;

		point->what = list[i];
		point->whole = summary_of(m, &list[i]);
		single = summary_of(m, &alone);
		point->alone = single.value;
		point->overlap = overlap_ratio(point->alone, list[i].setup.compute, point->whole.value);
		if (lacks_memory(&point->whole) || lacks_memory(&single))
			return error_memory(err, "the times of overlaps");
	}
	return OK;
}

enum status overlap_measure(struct measurement *m, const struct overlap_request *r, struct overlap_point *points,
			    struct error *err)
{
	struct experiment *list = calloc(r->n * r->n_parts + r->n + 1, sizeof(*list));
	struct probing p;
	enum status status;

	if (!list)
		return error_memory(err, "a list of experiments");
	status = probing_begin(&p, m, r->bytes[r->n - 1], err);
	if (status == OK)
		status = measure(m, &p.prober, r, list, err);
	if (status == OK)
		status = probing_drop_warmup(m, NULL, err);
	if (status == OK)
		status = conclude(m, r, list, points, err);
	free(list);
	return probing_end(&p, status, err);
}
