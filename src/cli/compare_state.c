#include "cli/compare_state.h"

#include "base/units.h"
#include "model/states.h"

#include <math.h>
#include <string.h>

static const double near = 0.15; /* as model_state_near */

size_t compare_state_find(const struct tracking *t, const struct model *model, const char *name, struct error *err)
{
	size_t wanted = model_state_index(model, name);

	if (wanted >= model->n_states) {
		error_set(err, ERR_USAGE, "--machine-state %.40s: the first model has no such state", name);
		return t->levels.n;
	}
	for (size_t k = 0; k < t->levels.n; k++)
		if (fabs(log(t->levels.of[k].value / model->states[wanted].level)) <= log1p(near))
			return k;
	error_set(err, ERR_INPUT, "the machine was not in the state \"%.40s\" while it was measured", name);
	return t->levels.n;
}

static enum status tell_none(const struct model *model, const char *name, double seconds,
			     const struct progress *progress)
{
	const struct fact *fact = model_fact(model, "sentinel_seconds");
	char now[32], then[32];

	if (fact && !fact->text && fabs(log(seconds / fact->number)) > log1p(near))
		progress_warn(
			progress,
			"%s is of another state of the machine: an empty round trip takes %s us now, and took %s us",
			name, microseconds_format(seconds, now, sizeof(now)),
			microseconds_format(fact->number, then, sizeof(then)));
	return OK;
}

enum status compare_state_take(struct model **model, const char *name, double seconds, const struct progress *progress,
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
