/* States of the machine in a model file: "states": {"quick": {...}, "slow": {..., "parameters": {...}}}. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/file/parts.h"
#include "model/states.h"

enum { STATES_MOST = 16 };

static enum status number_read(struct json_place *place, const json_t *object, const char *key, double most,
			       double *number)
{
	const json_t *value = json_object_get(object, key);
	if (!value)
		return json_refuse_key(place, key, "missing");
	if (!json_is_number(value) || !(json_number_value(value) >= 0) || !(json_number_value(value) <= most))
		return json_refuse_key(place, key, "a number from 0 to %g is expected", most);
	*number = json_number_value(value);
	return OK;
}

static enum status part_read(struct json_place *place, const json_t *object, const char *key, struct model *model,
			     enum status (*read)(struct json_place *, const json_t *, struct model *))
{
	const json_t *value = json_object_get(object, key);
	enum status status;
	if (!value)
		return OK;
	json_place_key(place, key);
	status = read(place, value, model);
	json_place_up(place);
	return status;
}

/* The parameters of a state. */
static enum status model_of_state(struct json_place *place, const json_t *object, const struct model *whole,
				  struct model **model)
{
	const json_t *parameters = json_object_get(object, "parameters");
	struct link *links = NULL;
	struct error why = {0};
	size_t n = 0;
	json_place_key(place, "parameters");
	enum status status = file_links(place, parameters, whole->class, whole->processes, &links, &n);
	json_place_up(place);
	if (status != OK)
		return status;
	*model = model_new(whole->class, whole->processes, links, n);
	free(links);
	if (!*model)
		return error_memory(place->err, "the model");
	status = part_read(place, object, "parameters", *model, file_parameters);
	if (status == OK)
		status = part_read(place, object, "uncertainty", *model, file_uncertainty);
	return status == OK && model_check(*model, &why) != OK ? json_refuse_key(place, "parameters", "%s", why.text)
							       : status;
}

static enum status state_read(struct json_place *place, const char *name, const json_t *object,
			      const struct model *whole, struct machine_state *state)
{
	static const char *const known[] = {"sentinel_seconds", "share", "parameters", "uncertainty", NULL};
	enum status status = file_keys(place, object, known);
	if (status == OK && (strlen(name) == 0 || strlen(name) >= sizeof(state->name) || strcmp(name, "main") == 0))
		status = json_refuse(place, "the name of a state has 1 to %zu letters, and is not \"main\"",
				     sizeof(state->name) - 1);
	if (status != OK)
		return status;
	strcpy(state->name, name);
	status = number_read(place, object, "sentinel_seconds", MODEL_VALUE_MOST, &state->level);
	if (status == OK)
		status = number_read(place, object, "share", 1, &state->share);
	if (status == OK && json_object_get(object, "uncertainty") && !json_object_get(object, "parameters"))
		status = json_refuse_key(place, "uncertainty", "there are no parameters that it could be of");
	return status == OK && json_object_get(object, "parameters")
		       ? model_of_state(place, object, whole, &state->model)
		       : status;
}

enum status file_states(struct json_place *place, const json_t *states, struct model *model)
{
	const char *name;
	json_t *value;
	size_t n = 0;
	struct machine_state *list;
	enum status status = OK;
	if (!json_is_object(states) || json_object_size(states) == 0 || json_object_size(states) > STATES_MOST)
		return json_refuse(place, "an object {...} of 1 to %d states is expected", STATES_MOST);
	list = calloc(json_object_size(states), sizeof(*list));
	if (!list)
		return error_memory(place->err, "the states of the machine");
	json_object_foreach((json_t *)states, name, value)
	{
		json_place_key(place, name);
		if (status == OK)
			status = state_read(place, name, value, model, &list[n++]);
		json_place_up(place);
	}
	model_set_states(model, list, n, n);
	return status;
}

enum status file_main_state(struct json_place *place, const json_t *name, struct model *model)
{
	size_t k = model->n_states;
	if (!json_is_string(name))
		return json_refuse(place, "the name of a state is expected");
	for (size_t i = 0; i < model->n_states; i++)
		if (strcmp(model->states[i].name, json_string_value(name)) == 0)
			k = i;
	if (k == model->n_states)
		return json_refuse(place, "\"%.40s\" is none of the states", json_string_value(name));
	if (model->states[k].model)
		return json_refuse(place, "the parameters of the main state are those of the model");
	model->main_state = k;
	return OK;
}
