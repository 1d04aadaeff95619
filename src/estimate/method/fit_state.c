#include "estimate/method/fit_state.h"

#include "base/units.h"
#include "estimate/method/fit.h"
#include "probe/tracking.h"

#include <stdio.h>

static struct model *fit(const struct estimate_options *o, const struct prober *prober, const struct campaign *campaign,
			 struct error *err)
{
	return method_fit(o, prober->platform->processes, &campaign, 1, err);
}

/* Whether the state of a level has all that the model needs. */
static enum status suffices(const struct estimate_options *o, const struct prober *prober, size_t level, bool *all,
			    struct error *err)
{
	struct campaign campaign = {.n = 0};
	struct error missing = {.status = OK};
	enum status status = tracking_campaign(&prober->tracking, level, &campaign, err);
	struct model *model = status == OK ? fit(o, prober, &campaign, &missing) : NULL;

	*all = model != NULL;
	if (status == OK && !model && missing.status != ERR_INPUT)
		status = error_set(err, missing.status, "%s", missing.text);
	model_free(model);
	campaign_release(&campaign);
	return status;
}

/* The level with the largest share of the time that has all; n if none has. */
static enum status find_level(const struct estimate_options *o, const struct prober *prober, size_t *level,
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
	return status;
}

static void tell(const struct prober *prober, const char *missing, double level)
{
	char text[32];

	if (level > 0)
		progress_warn(prober->progress,
			      "in the usual state of the machine %s: the numbers are of the state in which an empty "
			      "round trip takes %s us",
			      missing, microseconds_format(level, text, sizeof(text)));
	else
		progress_warn(prober->progress,
			      "in no state of the machine all was measured that the model needs (%s): the numbers are "
			      "of all its states, which change too often to be told apart",
			      missing);
}

struct model *method_fit_state(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	struct error missing = {.status = OK};
	struct model *model = fit(o, prober, prober->campaign, &missing);
	size_t level, several = t->levels.n;
	double seconds;

	if (model)
		return model;
	if (missing.status != ERR_INPUT || !t->on || several < 2) {
		error_set(err, missing.status, "%s", missing.text);
		return NULL;
	}
	if (find_level(o, prober, &level, err) != OK)
		return NULL;
	seconds = level < several ? t->levels.of[level].value : 0;
	if (tracking_take(prober, level, err) != OK)
		return NULL;
	model = fit(o, prober, prober->campaign, err);
	if (model)
		tell(prober, missing.text, seconds);
	return model;
}
