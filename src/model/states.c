#include "model/states.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double near = 0.15;

enum { PLACES = 4 };

static const char *const places[PLACES] = {"quick", "middle", "slow", "slowest"};

/* What state k of n is called by its place among them, as an index. */
static size_t place_of(size_t n, size_t k)
{
	return n == 2 && k == 1 ? 2 : k;
}

static double apart(double a, double b)
{
	return fabs(log(a / b));
}

static bool is_used(const struct run_level *levels, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(levels[i].name, name) == 0)
			return true;
	return false;
}

/* Gives the state and the known one that are next to each other the same name; false if none are near. */
static bool name_nearest(struct run_level *levels, size_t n, const struct run_level *known, size_t n_known)
{
	double least = log1p(near);
	size_t state = n, like = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; !*levels[i].name && k < n_known; k++)
			if (apart(levels[i].seconds, known[k].seconds) <= least && !is_used(levels, n, known[k].name)) {
				least = apart(levels[i].seconds, known[k].seconds);
				state = i, like = k;
			}
	if (state < n)
		snprintf(levels[state].name, LEVEL_NAME, "%s", known[like].name);
	return state < n;
}

/* Whether a state of this level may be called by this place beside others. */
static bool is_in_order(const struct run_level *others, size_t n, size_t place, double seconds)
{
	for (size_t i = 0; i < n; i++)
		for (size_t p = 0; p < PLACES; p++)
			if (strcmp(others[i].name, places[p]) == 0 &&
			    (p == place || (p < place) != (others[i].seconds < seconds)))
				return false;
	return true;
}

/* A name that neither has: its level is no name, since that moves from run to run. */
static void name_anew(struct run_level *level, const struct run_level *levels, size_t n, const struct run_level *known,
		      size_t n_known)
{
	char name[LEVEL_NAME];
	size_t number = 1;

	do
		snprintf(name, sizeof(name), "state-%zu", number++);
	while (is_used(levels, n, name) || is_used(known, n_known, name));
	memcpy(level->name, name, sizeof(name));
}

void machine_states_name(struct run_level *levels, size_t n, const struct run_level *known, size_t n_known)
{
	for (size_t i = 0; i < n; i++)
		levels[i].name[0] = '\0';
	while (name_nearest(levels, n, known, n_known))
		;
	for (size_t i = 0; n > 1 && i < n; i++) {
		size_t place = place_of(n, i);

		if (*levels[i].name)
			continue;
		if (is_in_order(known, n_known, place, levels[i].seconds) &&
		    is_in_order(levels, n, place, levels[i].seconds))
			snprintf(levels[i].name, LEVEL_NAME, "%s", places[place]);
		else
			name_anew(&levels[i], levels, n, known, n_known);
	}
}

static void states_free(struct machine_state *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		model_free(list[i].model);
	free(list);
}

void model_set_states(struct model *model, struct machine_state *list, size_t n, size_t main)
{
	states_free(model->states, model->n_states);
	model->states = list;
	model->n_states = n;
	model->main_state = main;
}

size_t model_state_index(const struct model *model, const char *name)
{
	if (strcmp(name, "main") == 0)
		return model->main_state;
	for (size_t i = 0; i < model->n_states; i++)
		if (strcmp(model->states[i].name, name) == 0)
			return i;
	return model->n_states;
}

static enum status unknown(const struct model *model, const char *name, struct error *err)
{
	char names[160] = "";
	size_t used = 0;

	for (size_t i = 0; i < model->n_states && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, ", %s", model->states[i].name);
	return error_set(err, ERR_INPUT, "there is no state \"%.40s\" of the machine in the model: it has main%s", name,
			 names);
}

/* Whether the model is of one state, which earlier runs called so. */
static bool is_only_state(const struct model *model, const char *name)
{
	const struct fact *fact = model_fact(model, "machine_state");

	return model->n_states == 0 && fact && fact->text && strcmp(fact->text, name) == 0;
}

/* What does not differ between states goes over. */
static void hand_over(struct model *from, struct model *to)
{
	const struct model empty = {.facts = {.n = 0}};

	to->hosts = from->hosts, from->hosts = empty.hosts;
	to->classes = from->classes, from->classes = empty.classes;
	to->members = from->members, from->members = empty.members;
	to->n_classes = from->n_classes, from->n_classes = empty.n_classes;
	to->facts = from->facts, from->facts = empty.facts;
}

enum status model_choose_state(struct model **model, const char *name, struct error *err)
{
	struct model *old = *model, *chosen;
	size_t k = model_state_index(old, name);
	double level;
	enum status status;

	if (is_only_state(old, name) || (k == old->main_state && (old->n_states > 0 || strcmp(name, "main") == 0)))
		return OK;
	if (k >= old->n_states)
		return unknown(old, name, err);
	chosen = old->states[k].model;
	if (!chosen)
		return error_set(err, ERR_INPUT,
				 "what holds in the state \"%s\" of the machine could not be told: too little was "
				 "measured in it",
				 name);
	level = old->states[k].level;
	status = model_fact_text(old, "machine_state", old->states[k].name, err);
	if (status == OK)
		status = model_fact_number(old, "sentinel_seconds", level, err);
	if (status != OK)
		return status;
	old->states[k].model = NULL;
	hand_over(old, chosen);
	model_free(old);
	*model = chosen;
	return OK;
}

bool sentinels_alike(double a, double b)
{
	return fabs(log(a / b)) <= log1p(near);
}

const char *model_state_near(const struct model *model, double seconds)
{
	const char *found = NULL;
	double least = INFINITY;

	for (size_t i = 0; i < model->n_states; i++) {
		double apart = fabs(log(seconds / model->states[i].level));

		if (apart > least || !sentinels_alike(seconds, model->states[i].level))
			continue;
		least = apart;
		found = model->states[i].name;
	}
	return found;
}
