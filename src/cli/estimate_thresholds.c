#include "cli/estimate_thresholds.h"

#include "base/units.h"
#include "cli/measure_run.h"

#include <math.h>

enum status estimate_thresholds_prepare(const struct estimate_options *o, struct platform *platform, struct error *err)
{
	const struct thresholds_options options = thresholds_options_default();
	const struct experiment largest = thresholds_largest(&options);

	if (o->method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_USAGE, "--thresholds: %s has none; they go with lmo", o->class->name);
	if (platform->processes < 3)
		return error_set(err, ERR_USAGE, "--thresholds: gathers of %zu processes do not escalate: 3 processes at least are needed", platform->processes);
	return measure_prepare(platform, &largest, err);
}

/* From M2 on gathers do not escalate because messages wait until they are asked for: the switch lies no higher. */
static void choose_switch(struct measuring *m, struct estimate_options *o, struct thresholds *found)
{
	double below = isfinite(found->M2) ? found->M2 - 1 : INFINITY;

	if (o->switch_size > 0) {
		found->S = (double)o->switch_size;
	} else if (!isnan(found->S) && found->S <= below) {
		o->switch_size = (size_t)found->S;
	} else if (isfinite(below)) {
		o->switch_size = (size_t)below;
		progress_note(&m->progress, "scatter has no leap%s: messages are taken to wait for their receiver where gathers no longer escalate, above %zu bytes", isnan(found->S) ? "" : " below M2", o->switch_size);
		found->S = below;
	}
	if (o->switch_size > 0 && o->long_size >= o->switch_size)
		o->long_size = o->switch_size / 2;
}

enum status estimate_thresholds_find(struct measuring *m, struct estimate_options *o, struct thresholds *found, struct error *err)
{
	const struct thresholds_options options = thresholds_options_default();
	struct prober prober;
	enum status status;

	prober_init(&prober, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
	status = thresholds_find(&prober, &options, found, err);
	prober_release(&prober);
	if (status != OK)
		return status;
	if (isnan(found->M1))
		progress_note(&m->progress, "linear gathers do not escalate up to %zu bytes: there are no M1 and M2", options.most);
	choose_switch(m, o, found);
	return OK;
}
