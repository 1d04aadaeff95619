#include "model/states.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double near = 0.15;

enum { PLACES = 4, NAMING_MOST = RUN_LEVELS_MOST + MACHINE_STATES_KNOWN };

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

/* All that have a name or are to have one: this run's states and those of earlier runs. */
struct naming {
	struct run_level *list[NAMING_MOST];
	size_t n;
};

static bool is_used(const struct naming *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->list[i]->name, name) == 0)
			return true;
	return false;
}

/* Whether the state may be the known state k beside those that are known; like[i]: which one state i is, n_known:
 * none. */
static bool keeps_order(const struct run_level *levels, size_t n, size_t state, const struct run_level *known,
			size_t n_known, const size_t *like, size_t k)
{
	for (size_t i = 0; i < n; i++)
		if (like[i] < n_known && (like[i] == k || (levels[i].seconds < levels[state].seconds) !=
								  (known[like[i]].seconds < known[k].seconds)))
			return false;
	return true;
}

/* The known state that is next to the state's level, of those that are near and keep the order; n_known: there is none.
 */
static size_t nearest_known(const struct run_level *levels, size_t n, size_t state, const struct run_level *known,
			    size_t n_known, const size_t *like, double *least)
{
	double seconds = levels[state].seconds;
	size_t found = n_known;

	for (size_t k = 0; k < n_known; k++)
		if (apart(seconds, known[k].seconds) <= *least &&
		    keeps_order(levels, n, state, known, n_known, like, k)) {
			*least = apart(seconds, known[k].seconds);
			found = k;
		}
	return found;
}

/* Pairs states with known ones, those that are next to each other first, so that their order is kept. */
static void pair_states(struct run_level *levels, size_t n, const struct run_level *known, size_t n_known)
{
	size_t like[RUN_LEVELS_MOST];

	for (size_t i = 0; i < n; i++) {
		levels[i].name[0] = '\0';
		levels[i].known = false;
		like[i] = n_known;
	}
	for (size_t state = 0, k = 0; state < n;) {
		double least = log1p(near);

		state = n;
		for (size_t i = 0; i < n; i++) {
			size_t found =
				levels[i].known ? n_known : nearest_known(levels, n, i, known, n_known, like, &least);

			if (found < n_known)
				state = i, k = found;
		}
		if (state == n)
			break;
		levels[state].known = true;
		memcpy(levels[state].name, known[k].name, LEVEL_NAME);
		like[state] = k;
	}
}

/* Whether a state of this level may be called by this place beside the others. */
static bool is_in_order(const struct naming *all, size_t place, double seconds)
{
	for (size_t i = 0; i < all->n; i++)
		for (size_t p = 0; p < PLACES; p++)
			if (strcmp(all->list[i]->name, places[p]) == 0 &&
			    (p == place || (p < place) != (all->list[i]->seconds < seconds)))
				return false;
	return place < PLACES;
}

/* A name that none has: its level is no name, since that moves from run to run. */
static void name_anew(struct run_level *level, const struct naming *all)
{
	char name[LEVEL_NAME];
	size_t number = 1;

	do
		snprintf(name, sizeof(name), "state-%zu", number++);
	while (is_used(all, name));
	memcpy(level->name, name, sizeof(name));
}

bool machine_state_is_name(const char *name)
{
	static const char numbered[] = "state-";
	const char *digits = name + strlen(numbered);

	for (size_t p = 0; p < PLACES; p++)
		if (strcmp(places[p], name) == 0)
			return true;
	return strncmp(name, numbered, strlen(numbered)) == 0 && *digits >= '1' && *digits <= '9' &&
	       strspn(digits, "0123456789") == strlen(digits);
}

static int by_seconds(const void *one, const void *other)
{
	double a = (*(struct run_level *const *)one)->seconds, b = (*(struct run_level *const *)other)->seconds;

	return (a > b) - (a < b);
}

/* Names those that have none by their places among the states of this run and those of earlier runs without a name. */
static void name_by_place(struct naming *own, const struct naming *all)
{
	qsort(own->list, own->n, sizeof(struct run_level *), by_seconds);
	for (size_t i = 0; i < own->n; i++) {
		struct run_level *level = own->list[i];
		size_t place = place_of(own->n, i);

		if (*level->name)
			continue;
		if (is_in_order(all, place, level->seconds))
			snprintf(level->name, LEVEL_NAME, "%s", places[place]);
		else
			name_anew(level, all);
	}
}

/* The state nearest to this level, of those that are near it; NULL if there is none. */
static const struct run_level *like_it(const struct naming *list, double seconds)
{
	const struct run_level *nearest = NULL;

	for (size_t i = 0; i < list->n; i++)
		if (apart(list->list[i]->seconds, seconds) <= log1p(near) &&
		    (!nearest || apart(list->list[i]->seconds, seconds) < apart(nearest->seconds, seconds)))
			nearest = list->list[i];
	return nearest;
}

void machine_states_name(struct run_level *levels, size_t n, struct run_level *known, size_t n_known)
{
	struct naming all = {.n = 0}, own = {.n = 0}, named = {.n = 0};

	pair_states(levels, n, known, n_known);
	for (size_t i = 0; i < n; i++)
		all.list[all.n++] = own.list[own.n++] = &levels[i];
	for (size_t k = 0; k < n_known; k++) {
		all.list[all.n++] = &known[k];
		if (*known[k].name)
			named.list[named.n++] = &known[k];
	}
	for (size_t k = 0; k < n_known; k++)
		if (!*known[k].name && !like_it(&own, known[k].seconds) && !like_it(&named, known[k].seconds))
			own.list[own.n++] = &known[k];
	if (own.n > 1 || named.n > 0)
		name_by_place(&own, &all);
	for (size_t k = 0; k < n_known; k++) {
		const struct run_level *same = like_it(&own, known[k].seconds);

		same = same ? same : like_it(&named, known[k].seconds);
		if (!*known[k].name && same)
			memcpy(known[k].name, same->name, LEVEL_NAME);
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

/* What the only state of a model is called; NULL if it has several, or none has a name. */
static const char *only_state(const struct model *model)
{
	const struct fact *fact = model_fact(model, "machine_state");

	return model->n_states == 0 && fact && fact->text && *fact->text ? fact->text : NULL;
}

const char *model_state_names(const struct model *model, char names[MODEL_STATE_NAMES])
{
	const char *only = only_state(model);
	size_t used = (size_t)snprintf(names, MODEL_STATE_NAMES, "main%s%s", only ? ", " : "", only ? only : "");

	for (size_t i = 0; i < model->n_states && used < MODEL_STATE_NAMES; i++)
		used += (size_t)snprintf(names + used, MODEL_STATE_NAMES - used, ", %s", model->states[i].name);
	return names;
}

bool model_state_level(const struct model *model, const char *name, double *seconds)
{
	size_t k = model_state_index(model, name);
	const struct fact *fact = model_fact(model, "sentinel_seconds");

	if (k < model->n_states) {
		*seconds = model->states[k].level;
		return true;
	}
	if (!only_state(model) || strcmp(only_state(model), name) != 0 || !fact || fact->text)
		return false;
	*seconds = fact->number;
	return true;
}

static enum status unknown(const struct model *model, const char *name, struct error *err)
{
	char names[MODEL_STATE_NAMES];

	return error_set(err, ERR_INPUT, "there is no state \"%.40s\" of the machine in the model: it has %s", name,
			 model_state_names(model, names));
}

/* Whether the model is of one state, which earlier runs called so. */
static bool is_only_state(const struct model *model, const char *name)
{
	return only_state(model) && strcmp(only_state(model), name) == 0;
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
