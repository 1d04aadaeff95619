#include "evaluate/model_state.h"

#include "base/units.h"
#include "measuring/state_names.h"
#include "model/states.h"
#include "probe/levels.h"
#include "probe/states.h"
#include "probe/tracked.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
	RUN_ROOM = 128,
	FEW = 3 /* timings that an interval can be made of */
};

/* The number of the state in which the machine was while it was measured, and which the model calls by this name;
 * the nearest; levels.n if there is none. */
static size_t find(const struct tracking *t, const struct model *model, const char *name)
{
	size_t found = t->levels.n;
	double wanted, least = INFINITY;

	if (!model_state_level(model, name, &wanted))
		return found;
	for (size_t k = 0; k < t->levels.n; k++) {
		double apart = fabs(log(t->levels.of[k].value / wanted));

		if (apart >= least || !sentinels_alike(t->levels.of[k].value, wanted))
			continue;
		least = apart;
		found = k;
	}
	return found;
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
	char names[MODEL_STATE_NAMES];

	*seconds = 0;
	if (!state || strcmp(state, "main") == 0)
		return OK;
	if (model_state_level(first, state, seconds))
		return OK;
	return error_set(err, ERR_INPUT, "the first model has no such state: %.40s; it has %s", state,
			 model_state_names(first, names));
}

/* The machine was not in the state: in which ones it was. */
static enum status refuse(const struct model *model, const char *state, const struct measurement *m,
			  const struct tracking *t, struct error *err)
{
	struct run_level levels[RUN_LEVELS_MOST];
	char was[RUN_LEVELS_MOST * (LEVEL_NAME + 40)] = "", level[32];
	size_t n = state_names_find(t, &m->history, levels), used = 0;
	double wanted = 0;

	for (size_t k = 0; k < n && used < sizeof(was); k++)
		used += (size_t)snprintf(was + used, sizeof(was) - used, "%s%s%s%s us", k ? ", " : "", levels[k].name,
					 *levels[k].name ? " " : "",
					 microseconds_format(levels[k].seconds, level, sizeof(level)));
	model_state_level(model, state, &wanted);
	return error_set(err, ERR_INPUT,
			 "the machine was not in the state \"%.40s\" while it was measured: an empty round trip took "
			 "%s, and takes %s us in that state of the model",
			 state, was, microseconds_format(wanted, level, sizeof(level)));
}

static enum status refuse_untold(const char *state, struct error *err)
{
	return error_set(err, ERR_INPUT,
			 "whether the machine was in the state \"%.40s\" is not known: its states were not told apart",
			 state);
}

/* Whether the model has parameters of the state in which the sentinel takes so long, or does not say of which it is. */
static bool knows(const struct model *model, double seconds)
{
	const char *state = model_state_near(model, seconds);
	const struct fact *fact = model_fact(model, "sentinel_seconds");

	if (state && strcmp(state, model->states[model->main_state].name) == 0)
		return true;
	if (state || model->n_states > 0)
		return state && model->states[model_state_index(model, state)].model;
	return !fact || fact->text || sentinels_alike(seconds, fact->number);
}

static bool all_know(const struct model_list *list, double seconds)
{
	for (size_t i = 0; i < list->n; i++)
		if (!knows(list->models[i], seconds))
			return false;
	return true;
}

/* The level that all models know, of those not tried yet: the one with the largest share; levels->n: none. */
static size_t next_known(const struct model_list *list, const struct regimes *levels, const bool tried[REGIMES_MOST])
{
	size_t most = levels->n;

	for (size_t k = 0; k < levels->n; k++)
		if (!tried[k] && (most == levels->n || levels->of[k].share > levels->of[most].share) &&
		    all_know(list, levels->of[k].value))
			most = k;
	return most;
}

/* Makes the campaign that of another level if each of its points was timed often enough in that. */
static enum status take_timed(struct campaign *campaign, const struct tracking *t, size_t level, bool *taken,
			      struct error *err)
{
	struct campaign other = {.n = 0};
	enum status status = tracked_campaign(t, level, &other, err);

	*taken = status == OK;
	for (size_t s = 0; *taken && s < campaign->n; s++) {
		const struct sample *there = campaign_find(&other, &campaign->samples[s]->what);

		*taken = campaign->samples[s]->n == 0 || (there && there->n >= FEW);
	}
	if (*taken) {
		struct campaign main_state = *campaign;

		*campaign = other;
		other = main_state;
	}
	campaign_release(&other);
	return status;
}

static void tell_known(const struct regimes *levels, size_t main, size_t k, const struct progress *progress)
{
	char now[32], then[32];

	progress_note(progress,
		      "For %.0f %% of the time the machine was in a state that is not of the models: an empty round "
		      "trip took %s us. They are held against times of the one that is, in which it took %s us",
		      100 * levels->of[main].share, microseconds_format(levels->of[main].value, now, sizeof(now)),
		      microseconds_format(levels->of[k].value, then, sizeof(then)));
}

/* Where a model knows nothing of the main state: the timings of one that all know. *k: the level that is taken. */
static enum status choose_known(const struct model_list *list, struct measurement *m, const struct tracking *t,
				size_t *k, struct error *err)
{
	bool tried[REGIMES_MOST] = {false}, taken = false;
	size_t next = all_know(list, t->levels.of[t->main].value) ? t->levels.n : next_known(list, &t->levels, tried);
	enum status status = OK;

	for (; status == OK && !taken && next < t->levels.n; next = next_known(list, &t->levels, tried)) {
		tried[next] = true;
		status = take_timed(&m->campaign, t, next, &taken, err);
		if (!taken)
			continue;
		*k = next;
		tell_known(&t->levels, t->main, next, &m->progress);
	}
	return status;
}

/* The level of a state that was asked for by its name, whose timings m then has. */
static enum status choose_named(const struct model_list *list, const char *state, struct measurement *m,
				const struct tracking *t, size_t *k, struct error *err)
{
	*k = find(t, list->models[0], state);
	if (*k == t->levels.n)
		return refuse(list->models[0], state, m, t, err);
	campaign_release(&m->campaign);
	return tracked_campaign(t, *k, &m->campaign, err);
}

enum status model_list_meet(const struct model_list *list, struct prober *prober, struct error *err)
{
	const struct tracking *t = &prober->tracking;

	return t->on && t->levels.n > 1 && !all_know(list, t->levels.of[t->main].value)
		       ? probe_states(prober, false, err)
		       : OK;
}

enum status model_list_take_state(struct model_list *list, const char *state, struct measurement *m,
				  const struct tracking *t, double *seconds, struct error *err)
{
	bool named = state && strcmp(state, "main") != 0;
	size_t k = t->main;
	enum status status = OK;

	*seconds = 0;
	if (!levels_are_states(t))
		return named ? refuse_untold(state, err) : OK;
	if (named)
		status = choose_named(list, state, m, t, &k, err);
	else if (!state)
		status = choose_known(list, m, t, &k, err);
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = model_take_level(&list->models[i], list->names[i], t->levels.of[k].value, t->levels.n > 1,
					  NULL, &m->progress, err);
	if (status == OK)
		*seconds = t->levels.of[k].value;
	return status;
}
