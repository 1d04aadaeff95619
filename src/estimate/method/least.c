#include "estimate/method/least.h"

#include "estimate/method/fit.h"
#include "estimate/method/plans.h"
#include "probe/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 3 };

/* In place of what a plan begins with. */
static const size_t brief[SIZES] = {0, 1024, LEAST_LONG};

/* The first sizes of the plan, ascending, where they are given; else brief ones. */
static enum status choose(const struct waves *w, size_t sizes[SIZES], size_t *n, struct error *err)
{
	const struct estimate_options *o = w->options;
	bool given = o->list || o->method->default_sizes;
	size_t *all = NULL;
	enum status status = plan_start(o, &all, n, err);

	if (status == OK && *n > 0) {
		qsort(all, *n, sizeof(*all), size_order);
		*n = *n < SIZES ? *n : SIZES;
		memcpy(sizes, given || all[*n - 1] < LEAST_LONG ? all : brief, *n * sizeof(*sizes));
	}
	free(all);
	return status;
}

/* Whether the model can be fitted to what there is. */
static enum status suffices(const struct waves *w, bool *enough, struct error *err)
{
	struct model *model = fit_empty(w->options, w->prober->platform->processes, w->links, w->n_links, err);
	struct error why = {0};
	enum status status = model ? waves_fit(w, model, 0, INFINITY, &why) : ERR_MEMORY;

	*enough = status == OK;
	model_free(model);
	return status == OK || status == ERR_INPUT ? OK : error_set(err, status, "%s", why.text);
}

struct probe_options least_options(const struct probe_options *whole)
{
	struct probe_options few = *whole;

	few.deadline = 0;
	few.stopping.least = few.stopping.most = few.large_most = WAVES_FEW;
	few.train_most = PROBE_FIRST_TRAIN;
	few.optional = true;
	return few;
}

enum status least_measure(struct waves *w, struct error *err)
{
	struct prober *prober = w->prober;
	const struct probe_options *whole = prober->options;
	const struct probe_options few = least_options(whole);
	const struct progress *progress = prober->progress;
	size_t long_size = w->long_size, sizes[SIZES], n = 0, unsaturated = prober->unsaturated;
	bool enough = false, begun = w->begun;
	enum status status = suffices(w, &enough, err);

	if (status == OK && !enough)
		status = choose(w, sizes, &n, err);
	if (status != OK || enough)
		return status;
	w->begun = false;
	w->long_size = long_size < LEAST_LONG ? long_size : LEAST_LONG;
	prober->options = &few;
	prober->progress = NULL; /* the shortest trains are not meant to saturate */
	status = waves_measure(w, sizes, n, true, err);
	prober->progress = progress;
	prober->options = whole;
	prober->unsaturated = unsaturated;
	w->long_size = long_size;
	w->begun = begun;
	return status;
}
