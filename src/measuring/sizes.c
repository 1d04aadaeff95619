#include "measuring/sizes.h"

#include "measuring/probing.h"
#include "probe/remeasure.h"

#include <stdlib.h>

enum { ATTEMPTS = 3 /* at measuring in the machine's quickest state */ };

/* Of a median above the minimum, as a part of it. */
static const double far_above = 0.25;

void sizes_release(struct sizes_request *request)
{
	size_list_release(&request->sizes);
}

/* The family's experiments at these sizes, those of a size side by side; NULL without memory. The caller frees them. */
static struct experiment *list_points(const struct size_list *sizes, const struct explore_family *family,
				      struct error *err)
{
	size_t n = sizes->n * family->curves;
	struct experiment *list = malloc((n + 1) * sizeof(*list));

	for (size_t i = 0; list && i < n; i++)
		list[i] = family->at(family->context, sizes->bytes[i / family->curves], i % family->curves);
	if (!list)
		error_memory(err, "a list of experiments");
	return list;
}

static enum status explore(struct sizes_request *request, const struct explore_family *family, struct prober *prober,
			   struct error *err)
{
	size_t *sizes = NULL, n = 0;
	enum status status = explore_run(&request->options, family, prober, &sizes, &n, err);

	size_list_release(&request->sizes);
	request->sizes = (struct size_list){.bytes = sizes, .n = n};
	return status;
}

enum status sizes_measure(struct sizes_request *request, const struct explore_family *family, struct prober *prober,
			  struct error *err)
{
	bool given = !request->sizes.adaptive;
	enum status status = given ? OK : explore(request, family, prober, err);
	struct experiment *list = status == OK ? list_points(&request->sizes, family, err) : NULL;
	size_t n = request->sizes.n * family->curves;

	if (!list)
		return err->status;
	if (given)
		status = probe_groups(prober, list, family->together, n / family->together, err);
	if (status == OK && !(prober->options->deadline > 0))
		status = remeasure_outliers(prober, list, family->curves, family->together, request->sizes.n, err);
	if (status == OK)
		status = remeasure_spread(prober, list, family->together, n, request->spread, err);
	free(list);
	return status;
}

enum status sizes_breaks(const struct sizes_request *request, const struct explore_family *family,
			 const struct prober *prober, size_t curve, struct breakpoint **list, size_t *n,
			 struct error *err)
{
	return explore_breaks(&request->options, family, prober, curve, request->sizes.bytes, request->sizes.n, list, n,
			      err);
}

/* Measures all families. */
static enum status measure_all(struct probing *p, struct measurement *m, struct sizes_request *request,
			       const struct explore_family *families, size_t n, struct error *err)
{
	size_t largest = families[0].at(families[0].context, 0, 0).kind == EXPERIMENT_COLLECTIVE
				 ? WATCH_LARGE
				 : request->sizes.bytes[request->sizes.n - 1];
	enum status status = probing_begin(p, m, largest, err);

	request->sizes.adaptive = request->adaptive;
	request->spread = probing_spread(m, request->spread);
	p->options.spread = platform_passes(m->platform) ? request->spread : 0;
	for (size_t i = 0; status == OK && i < n; i++)
		status = sizes_measure(request, &families[i], &p->prober, err);
	return status;
}

/* Leaves out what was not yet warm. The timings that are left must be precise too. */
static enum status drop_warmup(struct probing *p, struct measurement *m, struct sizes_request *request,
			       const struct explore_family *families, size_t n, enum status status, struct error *err)
{
	bool dropped = false;

	if (status == OK)
		status = probing_drop_warmup(m, &dropped, err);
	for (size_t i = 0; dropped && status == OK && i < n; i++)
		status = sizes_measure(request, &families[i], &p->prober, err);
	return status;
}

/* By how much the median of a point lies above its minimum, as a part of it: the most of all points. */
static double median_above(const struct campaign *campaign)
{
	double most = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample_summary own = sample_reduce(
			campaign->samples[i],
			&(struct reduce_rule){.statistic = STATISTIC_MEDIAN, .confidence = 0.95, .independent = true});

		if (own.min > 0 && own.median / own.min - 1 > most)
			most = own.median / own.min - 1;
	}
	return most;
}

/* Takes the median from now on where the minimum misleads. What is then less precise than asked for is measured
 * further. */
static enum status settle(struct probing *p, struct measurement *m, struct sizes_request *request,
			  const struct explore_family *families, size_t n, struct error *err)
{
	static const enum statistic median = STATISTIC_MEDIAN;
	enum status status = OK;
	double above;

	if (!request->settles || m->options->statistic != STATISTIC_MIN ||
	    !circumstances_hosts_differ(&m->circumstances))
		return OK;
	above = median_above(&m->campaign);
	if (above <= far_above)
		return OK;
	m->measuring->options.statistic = STATISTIC_MEDIAN;
	p->options.stopping.statistic = STATISTIC_MEDIAN;
	progress_note(
		&m->progress,
		"medians are up to %.0f %% above the least times, as between hosts they often are: they stand for "
		"the timings in place of the minimum",
		100 * above);
	status = measurement_keep(m, &(struct findings){.statistic = &median}, err);
	for (size_t i = 0; status == OK && i < n; i++)
		status = sizes_measure(request, &families[i], &p->prober, err);
	return status;
}

enum status sizes_families(struct sizes_request *request, struct measurement *m, struct probing *p,
			   const struct explore_family *families, size_t n, struct error *err)
{
	enum status status = measure_all(p, m, request, families, n, err);

	for (int attempt = 1; status == OK && p->prober.watch.quicker && attempt < ATTEMPTS; attempt++) {
		status = measurement_again(m, &p->prober, err);
		prober_release(&p->prober);
		if (status == OK)
			status = measure_all(p, m, request, families, n, err);
	}
	status = drop_warmup(p, m, request, families, n, status, err);
	return status == OK ? settle(p, m, request, families, n, err) : status;
}
