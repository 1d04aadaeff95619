#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/file/parts.h"
#include "model/names.h"

/* Up to here a double tells every whole number from the next. */
#define WHOLE_MAX 9007199254740992.0

/* The numbers of an array, allocated for the caller to free; null stands for unknown unless that is NAN. */
static enum status numbers_read(struct json_place *place, const json_t *array, double unknown, double **numbers)
{
	size_t n = json_array_size(array);
	double *list = malloc((n + 1) * sizeof(*list));
	if (!list)
		return error_memory(place->err, "the model's parameters");
	for (size_t i = 0; i < n; i++) {
		const json_t *element = json_array_get(array, i);
		if (!json_is_number(element) && (isnan(unknown) || !json_is_null(element))) {
			json_place_index(place, i);
			json_refuse(place, isnan(unknown) ? "a number is expected"
							  : "a number is expected, or null for an unknown bound");
			json_place_up(place);
			free(list);
			return ERR_INPUT;
		}
		list[i] = json_is_null(element) ? unknown : json_number_value(element);
	}
	*numbers = list;
	return OK;
}

static enum status sizes_check(struct json_place *place, const double *bytes, size_t n)
{
	enum status status = OK;
	for (size_t i = 0; i < n && status == OK; i++) {
		json_place_index(place, i);
		if (bytes[i] < 0 || bytes[i] > WHOLE_MAX || bytes[i] != floor(bytes[i]))
			status = json_refuse(place, "a size is a whole number of bytes, not %.17g", bytes[i]);
		else if (i > 0 && bytes[i] <= bytes[i - 1])
			status = json_refuse(place, "sizes must ascend: %.0f follows %.0f", bytes[i], bytes[i - 1]);
		json_place_up(place);
	}
	return status;
}

/* The array of numbers under a key of the object at the place, length of them. */
static enum status member_numbers(struct json_place *place, const json_t *object, const char *key, size_t length,
				  double unknown, double **numbers)
{
	const json_t *array = json_object_get(object, key);
	if (!array)
		return json_refuse_key(place, key, "missing");
	if (!json_is_array(array))
		return json_refuse_key(place, key, "an array of numbers [...] is expected");
	if (json_array_size(array) != length)
		return json_refuse_key(place, key, "%zu numbers for %zu sizes", json_array_size(array), length);
	json_place_key(place, key);
	enum status status = numbers_read(place, array, unknown, numbers);
	json_place_up(place);
	return status;
}

static enum status curve_read(struct json_place *place, const json_t *value, const struct param_spec *spec,
			      struct model *model, size_t l)
{
	const char *const keys[] = {"bytes", file_unit_key(spec->unit), NULL};
	if (!json_is_object(value))
		return json_refuse(place, "{\"bytes\": [...], \"%s\": [...]} is expected", keys[1]);
	enum status status = file_keys(place, value, keys);
	if (status != OK)
		return status;
	const json_t *sizes = json_object_get(value, keys[0]);
	size_t n = json_array_size(sizes);
	double *bytes = NULL, *values = NULL;
	if (json_is_array(sizes) && n == 0)
		return json_refuse_key(place, keys[0], "at least one size is needed");
	status = member_numbers(place, value, keys[0], n, NAN, &bytes);
	if (status == OK) {
		json_place_key(place, keys[0]);
		status = sizes_check(place, bytes, n);
		json_place_up(place);
	}
	if (status == OK)
		status = member_numbers(place, value, keys[1], n, NAN, &values);
	if (status == OK)
		status = model_set_curve(model, l, spec->name, bytes, values, n, place->err);
	free(bytes);
	free(values);
	return status;
}

static enum status scalar_read(struct json_place *place, const json_t *value, const struct param_spec *spec,
			       struct model *model, size_t l)
{
	if (!json_is_number(value))
		return json_refuse(place, "a number is expected (%s)", file_unit_key(spec->unit));
	return model_set(model, l, spec->name, json_number_value(value), place->err);
}

/* The parameters of link l. */
static enum status set_read(struct json_place *place, const json_t *object, struct model *model, size_t l)
{
	const struct model_class *class = model->class;
	const char *names[NAMES_MAX];
	names_of_params(class, model->links[l], names);
	enum status status = file_keys(place, object, names);
	for (size_t p = 0; p < class->n_params && status == OK; p++) {
		const struct param_spec *spec = &class->params[p];
		const json_t *value = json_object_get(object, spec->name);
		if (!value && !model_must_hold(model, p, l))
			continue;
		if (!value)
			return json_refuse_key(place, spec->name, "missing: a %s model needs it (%s)", class->name,
					       spec->about);
		json_place_key(place, spec->name);
		status = spec->shape == PARAM_SCALAR ? scalar_read(place, value, spec, model, l)
						     : curve_read(place, value, spec, model, l);
		json_place_up(place);
	}
	return status;
}

static enum status bounds_check(const struct json_place *place, const double *low, const double *high, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (low[i] > high[i])
			return json_refuse(place, "the low bound %g is above the high bound %g", low[i], high[i]);
	return OK;
}

static enum status scalar_bounds(struct json_place *place, const json_t *value, double **low, double **high)
{
	if (!json_is_array(value) || json_array_size(value) != 2)
		return json_refuse(place, "[low, high] is expected");
	enum status status = numbers_read(place, value, INFINITY, low);
	if (status != OK)
		return status;
	*high = malloc(sizeof(**high));
	if (!*high)
		return error_memory(place->err, "the model's parameters");
	**high = (*low)[1];
	if (json_is_null(json_array_get(value, 0)))
		**low = -INFINITY;
	return OK;
}

static enum status curve_bounds(struct json_place *place, const json_t *value, size_t n, double **low, double **high)
{
	static const char *const keys[] = {"low", "high", NULL};
	if (!json_is_object(value))
		return json_refuse(place, "{\"low\": [...], \"high\": [...]} is expected");
	enum status status = file_keys(place, value, keys);
	if (status == OK)
		status = member_numbers(place, value, keys[0], n, -INFINITY, low);
	if (status == OK)
		status = member_numbers(place, value, keys[1], n, INFINITY, high);
	return status;
}

static enum status interval_read(struct json_place *place, const json_t *value, enum param_shape shape,
				 struct parameter *parameter)
{
	double *low = NULL, *high = NULL;
	size_t n = parameter->curve.n;
	if (n == 0)
		return json_refuse(place, "the model has no such parameter to be uncertain of");
	enum status status = shape == PARAM_SCALAR ? scalar_bounds(place, value, &low, &high)
						   : curve_bounds(place, value, n, &low, &high);
	if (status == OK)
		status = bounds_check(place, low, high, n);
	if (status != OK) {
		free(low);
		free(high);
		return status;
	}
	parameter->low = low;
	parameter->high = high;
	return OK;
}

/* The intervals of the parameters of link l. */
static enum status intervals_read(struct json_place *place, const json_t *object, struct model *model, size_t l)
{
	const struct model_class *class = model->class;
	const char *names[NAMES_MAX];
	names_of_params(class, model->links[l], names);
	enum status status = file_keys(place, object, names);
	for (size_t p = 0; p < class->n_params && status == OK; p++) {
		const json_t *value = json_object_get(object, class->params[p].name);
		if (!value)
			continue;
		json_place_key(place, class->params[p].name);
		status = interval_read(place, value, class->params[p].shape,
				       &model->parameters[l * class->n_params + p]);
		json_place_up(place);
	}
	return status;
}

/* Whether the model's parameters were keyed by links: one set that holds for every pair stands without a key. */
static bool keyed(const json_t *parameters, const struct model *model)
{
	return model->n_links > 1 || model->links[0].from != LINK_ANY || json_object_get(parameters, "any") != NULL;
}

enum status file_parameters(struct json_place *place, const json_t *parameters, struct model *model)
{
	if (!keyed(parameters, model))
		return set_read(place, parameters, model, 0);
	enum status status = OK;
	for (size_t l = 0; l < model->n_links && status == OK; l++) {
		char key[LINK_NAME];
		json_place_key(place, model_link_name(model->class, model->links[l], key));
		status = set_read(place, json_object_get(parameters, key), model, l);
		json_place_up(place);
	}
	return status;
}

enum status file_uncertainty(struct json_place *place, const json_t *uncertainty, struct model *model)
{
	if (!keyed(uncertainty, model))
		return intervals_read(place, uncertainty, model, 0);
	if (!json_is_object(uncertainty))
		return json_refuse(place, "an object {...} is expected");
	const char *key;
	json_t *object;
	json_object_foreach((json_t *)uncertainty, key, object)
	{
		struct link link;
		size_t l = file_link_read(model->class, key, &link) ? model_link_index(model, link) : model->n_links;
		if (l == model->n_links)
			return json_refuse_key(place, key, "the parameters have no such link");
		json_place_key(place, key);
		enum status status = intervals_read(place, object, model, l);
		json_place_up(place);
		if (status != OK)
			return status;
	}
	return OK;
}
