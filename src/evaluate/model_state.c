#include "evaluate/model_state.h"

#include "base/units.h"
#include "model/states.h"
#include "probe/tracking.h"

#include <string.h>

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

static enum status tell_none(const struct model *model, const char *name, double seconds,
			     const struct progress *progress)
{
	const struct fact *fact = model_fact(model, "sentinel_seconds");
	char now[32], then[32];

	if (fact && !fact->text && !sentinels_alike(seconds, fact->number))
		progress_warn(
			progress,
			"%s is of another state of the machine: an empty round trip takes %s us now, and took %s us",
			name, microseconds_format(seconds, now, sizeof(now)),
			microseconds_format(fact->number, then, sizeof(then)));
	return OK;
}

/* Takes the model in its state in which the sentinel takes so many seconds; says so if it is not its main one, and if
 * it has none, or knows nothing of it: then it stays as it is. */
static enum status take(struct model **model, const char *name, double seconds, const struct progress *progress,
			struct error *err)
{
	const char *state = model_state_near(*model, seconds);
	char level[32], copy[32];

	if (!state)
		return tell_none(*model, name, seconds, progress);
	if (strcmp(state, (*model)->states[(*model)->main_state].name) == 0)
		return OK;
	if (!(*model)->states[model_state_index(*model, state)].model) {
		progress_warn(progress,
			      "%s: held against times of the state \"%s\" of the machine, of which it knows nothing",
			      name, state);
		return OK;
	}
	progress_note(progress,
		      "%s is taken in its state \"%s\", in which the machine is: an empty round trip takes %s us", name,
		      state, microseconds_format(seconds, level, sizeof(level)));
	strncpy(copy, state, sizeof(copy) - 1);
	copy[sizeof(copy) - 1] = '\0';
	return model_choose_state(model, copy, err);
}

enum status model_list_take_state(struct model_list *list, const char *state, struct measurement *m,
				  const struct tracking *t, struct error *err)
{
	size_t k = t->main;
	enum status status = OK;

	if (!t->on)
		return OK;
	if (state && strcmp(state, "main") != 0) {
		k = find(t, list->models[0], state);
		if (k == t->levels.n)
			return error_set(err, ERR_INPUT,
					 "the machine was not in the state \"%.40s\" while it was measured", state);
		campaign_release(&m->campaign);
		status = tracking_campaign(t, k, &m->campaign, err);
	}
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = take(&list->models[i], list->names[i], t->levels.of[k].value, &m->progress, err);
	return status;
}
