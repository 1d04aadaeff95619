#include "model/states.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double near = 0.15;

const char *machine_state_name(size_t n, size_t k)
{
	static const char *const names[][4] = {
		{"main"}, {"quick", "slow"}, {"quick", "middle", "slow"}, {"quick", "middle", "slow", "slowest"}};

	return names[n - 1][k];
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

	if (k == old->main_state && (old->n_states > 0 || strcmp(name, "main") == 0))
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
