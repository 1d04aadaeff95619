#include "estimate/method/fit_state.h"

#include "base/units.h"
#include "estimate/method/fit.h"
#include "probe/tracked.h"
#include "probe/tracking.h"

#include <stdio.h>

static struct model *fit(const struct estimate_options *o, const struct prober *prober, const struct campaign *campaign,
			 struct error *err)
{
	return method_fit(o, prober->platform->processes, &campaign, 1, err);
}

/* Whether the state of a level has all that the model needs; of the number of levels, all of them together. */
static enum status suffices(const struct estimate_options *o, const struct prober *prober, size_t level, bool *all,
			    struct error *err)
{
	struct campaign campaign = {.n = 0};
	enum status status = tracked_campaign(&prober->tracking, level, &campaign, err);

	if (status == OK)
		status = method_fits(o, prober->platform->processes, &campaign, all, err);
	campaign_release(&campaign);
	return status;
}

/* The level with the largest share of the time that has all, or their number if only all together have; *found: false
 * if not even these. */
static enum status find_level(const struct estimate_options *o, const struct prober *prober, size_t *level, bool *found,
			      struct error *err)
{
	const struct regimes *levels = &prober->tracking.levels;
	enum status status = OK;

	*level = levels->n;
	for (size_t k = 0; status == OK && k < levels->n; k++) {
		bool all = false;

		if (k == prober->tracking.main ||
		    (*level < levels->n && levels->of[k].share <= levels->of[*level].share))
			continue;
		status = suffices(o, prober, k, &all, err);
		*level = all ? k : *level;
	}
	*found = *level < levels->n;
	return status == OK && !*found ? suffices(o, prober, levels->n, found, err) : status;
}

enum status fit_state_merge(struct prober *prober, const char *why, struct error *err)
{
	enum status status;

	if (prober->tracking.levels.n < 2)
		return OK;
	status = tracking_take(prober, prober->tracking.levels.n, err);
	if (status == OK)
		progress_warn(prober->progress,
			      "in no state of the machine all was measured that is needed (%s): the numbers are of all "
			      "its states, which change too often to be told apart",
			      why);
	return status;
}

static enum status take(struct prober *prober, size_t level, const char *missing, struct error *err)
{
	double seconds = prober->tracking.levels.of[level].value;
	char text[32];
	enum status status = tracking_take(prober, level, err);

	if (status == OK)
		progress_warn(prober->progress,
			      "in the main state of the machine %s: the numbers are of the state in which an empty "
			      "round trip takes %s us",
			      missing, microseconds_format(seconds, text, sizeof(text)));
	return status;
}

struct model *method_fit_state(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	struct error missing = {.status = OK};
	struct model *model = fit(o, prober, prober->campaign, &missing);
	bool other = !model && missing.status == ERR_INPUT && t->on && t->levels.n > 1 && tracked_are_whole(t);
	size_t level = t->levels.n;
	enum status status = OK;

	if (model)
		return model;
	if (other)
		status = find_level(o, prober, &level, &other, err);
	if (status == OK && !other)
		status = error_set(err, missing.status, "%s", missing.text);
	if (status == OK)
		status = level < t->levels.n ? take(prober, level, missing.text, err)
					     : fit_state_merge(prober, missing.text, err);
	return status == OK ? fit(o, prober, prober->campaign, err) : NULL;
}
