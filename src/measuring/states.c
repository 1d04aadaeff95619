#include "measuring/states.h"

#include "base/units.h"
#include "estimate/estimate.h"
#include "measuring/state_names.h"
#include "model/negative.h"
#include "model/states.h"
#include "probe/tracked.h"
#include "probe/tracking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A model that predicts times below 0 is none. */
static struct model *refuse_negative(struct model *model, struct error *missing)
{
	char text[NEGATIVE_TEXT];
	size_t bytes;
	double least = model ? negative_message_anywhere(model, &bytes) : 0;

	if (!(least < 0))
		return model;
	error_set(missing, ERR_INPUT, "%s", negative_message_text(least, bytes, model, text));
	model_free(model);
	return NULL;
}

/* The model of what was measured in a state; NULL without ERR_MEMORY if that does not suffice. */
static struct model *fit_state(struct measurement *m, const struct estimate_options *o,
			       const struct pairs_request *request, const struct prober *prober, size_t k,
			       struct error *missing, struct error *err)
{
	struct campaign campaign = {.n = 0};
	const struct campaign *launch = &campaign;
	enum status status = tracked_campaign(&prober->tracking, k, &campaign, err);
	struct model *model = NULL;

	if (o->classes)
		error_set(missing, ERR_INPUT, "where processes are of classes, only the main state has any");
	else if (status == OK)
		model = refuse_negative(estimate_fit(o, m->platform->processes, &launch, 1, missing), missing);
	if (model && o->rounds && !o->class->links)
		status = pairs_average(request, &model, NULL, err);
	if (status == OK && !model && missing->status == ERR_MEMORY)
		status = error_set(err, ERR_MEMORY, "%s", missing->text);
	campaign_release(&campaign);
	if (status == OK)
		return model;
	model_free(model);
	return NULL;
}

static void tell_missing(struct measurement *m, const struct machine_state *state, const char *missing)
{
	char level[32];

	progress_note(&m->progress,
		      "the machine was in the state \"%s\", where an empty round trip takes %s us, for %.1f %% of the "
		      "time: too little was measured in it for parameters (%s)",
		      state->name, microseconds_format(state->level, level, sizeof(level)), 100 * state->share,
		      missing);
}

/* Adds the states of earlier launches that this one was not in to a list of *n states with room for them. */
static enum status add_elsewhere(struct measurement *m, const struct estimate_options *o, const struct tracking *t,
				 struct machine_state *list, size_t *n, struct error *err)
{
	for (size_t i = 0; i < m->history.n_elsewhere; i++) {
		const struct launch_elsewhere *launch = &m->history.elsewhere[i];
		const struct campaign *campaign = &launch->campaign;
		struct error missing = {.status = OK};
		struct model *model;
		char name[LEVEL_NAME];
		bool known = false;

		state_names_earlier(t, &m->history, launch->level.seconds, name);
		for (size_t k = 0; k < *n; k++)
			known = known || sentinels_alike(list[k].level, launch->level.seconds);
		if (known || o->classes || o->rounds || name[0] == '\0')
			continue;
		model = refuse_negative(estimate_fit(o, m->platform->processes, &campaign, 1, &missing), &missing);
		if (missing.status == ERR_MEMORY)
			return error_set(err, ERR_MEMORY, "%s", missing.text);
		if (!model) /* too little was measured in that state */
			continue;
		list[*n] = (struct machine_state){.level = launch->level.seconds, .model = model};
		memcpy(list[*n].name, name, LEVEL_NAME);
		*n += 1;
	}
	return OK;
}

enum status states_add(struct measurement *m, const struct estimate_options *o, const struct pairs_request *request,
		       const struct prober *prober, struct model *model, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	struct machine_state *list;
	struct run_level levels[RUN_LEVELS_MOST] = {{.from = 0}};
	size_t n = state_names_find(t, &m->history, levels);
	enum status status = OK;

	if (n == 0 || (n == 1 && !*levels[0].name))
		return OK;
	list = calloc(n + m->history.n_elsewhere, sizeof(*list));
	if (!list)
		return error_memory(err, "the states of the machine");
	for (size_t k = 0; k < t->levels.n; k++) {
		struct error missing = {.status = OK};

		list[k] = (struct machine_state){.level = t->levels.of[k].value, .share = t->levels.of[k].share};
		memcpy(list[k].name, levels[k].name, LEVEL_NAME);
		if (k == t->main || status != OK)
			continue;
		list[k].model = fit_state(m, o, request, prober, k, &missing, err);
		status = err->status == ERR_MEMORY ? ERR_MEMORY : OK;
		if (!list[k].model && status == OK)
			tell_missing(m, &list[k], missing.text);
	}
	if (status == OK)
		status = add_elsewhere(m, o, t, list, &n, err);
	if (status == OK)
		status = model_fact_text(model, "machine_state", list[t->main].name, err);
	if (n > 1)
		model_set_states(model, list, n, t->main);
	else
		free(list);
	return status;
}
