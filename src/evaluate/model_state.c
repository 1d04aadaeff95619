#include "evaluate/model_state.h"

#include "base/units.h"
#include "model/states.h"
#include "probe/tracked.h"
#include "probe/tracking.h"

#include <stdio.h>
#include <string.h>

enum { RUN_ROOM = 128 };

/* The number of the state in which the machine was while it was measured, and which the model calls by this name;
 * levels.n if there is none. */
static size_t find(const struct tracking *t, const struct model *model, const char *name)
{
	size_t wanted = model_state_index(model, name), k = 0;

	if (wanted >= model->n_states)
		return t->levels.n;
	while (k < t->levels.n && !sentinels_alike(t->levels.of[k].value, model->states[wanted].level))
		k++;
	return k;
}

/* The model has no state in which the sentinel takes so long. run: NULL: this one. */
static void tell_none(const struct model *model, const char *name, double seconds, bool several, const char *run,
		      const struct progress *progress)
{
	const struct fact *fact = model_fact(model, "sentinel_seconds");
	bool known = (fact && !fact->text) || model->n_states > 0;
	char now[32], then[32];

	microseconds_format(seconds, now, sizeof(now));
	if (model->n_states > 0)
		microseconds_format(model->states[model->main_state].level, then, sizeof(then));
	else if (known)
		microseconds_format(fact->number, then, sizeof(then));
	if (!known && run && several)
		progress_warn(progress,
			      "in which state of the machine %s was measured is not known: it is held against times of "
			      "run '%s' in which an empty round trip takes %s us",
			      name, run, now);
	if (!known || (model->n_states == 0 && sentinels_alike(seconds, fact->number)))
		return;
	if (run)
		progress_warn(progress,
			      "%s is of another state of the machine than run '%s': an empty round trip took %s us in "
			      "the run, and %s us when the model was measured",
			      name, run, now, then);
	else
		progress_warn(
			progress,
			"%s is of another state of the machine: an empty round trip takes %s us now, and took %s us",
			name, now, then);
}

enum status model_take_level(struct model **model, const char *name, double seconds, bool several, const char *run,
			     const struct progress *progress, struct error *err)
{
	const char *state = model_state_near(*model, seconds);
	char level[32], copy[32], where[RUN_ROOM] = "is";

	if (!state) {
		tell_none(*model, name, seconds, several, run, progress);
		return OK;
	}
	if (strcmp(state, (*model)->states[(*model)->main_state].name) == 0)
		return OK;
	if (run)
		snprintf(where, sizeof(where), "was in run '%.100s'", run);
	if (!(*model)->states[model_state_index(*model, state)].model) {
		progress_warn(progress,
			      "%s: held against times of the state \"%s\" of the machine, in which it %s, and of which "
			      "the model knows nothing",
			      name, state, where);
		return OK;
	}
	progress_note(progress,
		      "%s is taken in its state \"%s\", in which the machine %s: an empty round trip takes %s us", name,
		      state, where, microseconds_format(seconds, level, sizeof(level)));
	snprintf(copy, sizeof(copy), "%s", state);
	return model_choose_state(model, copy, err);
}

enum status model_list_find_state(const struct model_list *list, const char *state, double *seconds, struct error *err)
{
	const struct model *first = list->models[0];
	size_t k = state ? model_state_index(first, state) : first->n_states;

	*seconds = 0;
	if (!state || strcmp(state, "main") == 0)
		return OK;
	if (k >= first->n_states)
		return error_set(err, ERR_INPUT, "the first model has no such state: %.40s", state);
	*seconds = first->states[k].level;
	return OK;
}

enum status model_list_take_state(struct model_list *list, const char *state, struct measurement *m,
				  const struct tracking *t, double *seconds, struct error *err)
{
	size_t k = t->main;
	enum status status = OK;

	*seconds = 0;
	if (!t->on)
		return OK;
	if (state && strcmp(state, "main") != 0) {
		k = find(t, list->models[0], state);
		if (k == t->levels.n)
			return error_set(err, ERR_INPUT,
					 "the machine was not in the state \"%.40s\" while it was measured", state);
		campaign_release(&m->campaign);
		status = tracked_campaign(t, k, &m->campaign, err);
	}
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = model_take_level(&list->models[i], list->names[i], t->levels.of[k].value, t->levels.n > 1,
					  NULL, &m->progress, err);
	*seconds = t->levels.of[k].value;
	return status;
}
