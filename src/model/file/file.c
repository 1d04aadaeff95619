#include "model/file/file.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"
#include "model/file/parts.h"

enum { FILE_MOST = 256000000 }; /* bytes; a model has some kilobytes */

static const char *const file_keys_known[] = {"format",     "version", "model",      "processes",
					      "hosts",      "classes", "parameters", "uncertainty",
					      "provenance", "states",  "main_state", NULL};

/* Format and version come first: what another format or a newer version means by its keys is not known here. */
static enum status version_check(struct json_place *place, const json_t *root)
{
	const json_t *format = json_object_get(root, "format");
	const json_t *version = json_object_get(root, "version");
	if (!json_is_object(root))
		return json_refuse(place, "an object {...} is expected");
	if (!format)
		return json_refuse_key(place, "format", "missing: a model file says \"sonde-model\"");
	if (!json_is_string(format) || strcmp(json_string_value(format), "sonde-model") != 0)
		return json_refuse_key(place, "format", "not a model file, which says \"sonde-model\"");
	if (!version)
		return json_refuse_key(place, "version", "missing: this sonde writes %d", MODEL_FILE_VERSION);
	if (!json_is_integer(version) || json_integer_value(version) < 1)
		return json_refuse_key(place, "version", "a whole number from 1 to %d is expected", MODEL_FILE_VERSION);
	if (json_integer_value(version) > MODEL_FILE_VERSION)
		return json_refuse_key(place, "version",
				       "%" JSON_INTEGER_FORMAT
				       " is newer than the %d that this sonde reads: a newer sonde is needed",
				       json_integer_value(version), MODEL_FILE_VERSION);
	return file_keys(place, root, file_keys_known);
}

static enum status class_read(struct json_place *place, const json_t *root, const struct model_class **class)
{
	const json_t *name = json_object_get(root, "model");
	struct error why = {0};
	if (!name)
		return json_refuse_key(place, "model", "missing: the name of a model");
	if (!json_is_string(name))
		return json_refuse_key(place, "model", "the name of a model is expected");
	*class = model_class_find(json_string_value(name), &why);
	return !*class ? json_refuse_key(place, "model", "%s", why.text) : OK;
}

static enum status processes_read(struct json_place *place, const json_t *root, size_t *processes)
{
	const json_t *number = json_object_get(root, "processes");
	if (!number)
		return json_refuse_key(place, "processes", "missing: their number");
	if (!json_is_integer(number) || json_integer_value(number) < 1 || json_integer_value(number) > INT_MAX)
		return json_refuse_key(place, "processes", "a whole number from 1 to %d is expected", INT_MAX);
	*processes = (size_t)json_integer_value(number);
	return OK;
}

static enum status hosts_read(struct json_place *place, const json_t *hosts, struct model *model)
{
	if (!json_is_array(hosts))
		return json_refuse(place, "an array of names [...] is expected");
	if (json_array_size(hosts) != model->processes)
		return json_refuse(place, "%zu names for %zu processes", json_array_size(hosts), model->processes);
	const char **names = malloc(model->processes * sizeof(*names));
	enum status status = !names ? error_memory(place->err, "the names of the hosts") : OK;
	for (size_t i = 0; i < model->processes && status == OK; i++) {
		names[i] = json_string_value(json_array_get(hosts, i));
		json_place_index(place, i);
		if (!names[i])
			status = json_refuse(place, "the name of a host is expected");
		json_place_up(place);
	}
	if (status == OK)
		status = model_set_hosts(model, names, place->err);
	free(names);
	return status;
}

static enum status classes_read(struct json_place *place, const json_t *classes, struct model *model)
{
	struct error why = {0};
	if (!json_is_array(classes))
		return json_refuse(place, "an array of numbers [...] is expected");
	if (json_array_size(classes) != model->processes)
		return json_refuse(place, "%zu classes for %zu processes", json_array_size(classes), model->processes);
	size_t *numbers = malloc(model->processes * sizeof(*numbers));
	enum status status = !numbers ? error_memory(place->err, "the classes of processes") : OK;
	for (size_t i = 0; i < model->processes && status == OK; i++) {
		const json_t *number = json_array_get(classes, i);
		json_place_index(place, i);
		if (!json_is_integer(number) || json_integer_value(number) < 0)
			status = json_refuse(place, "the number of a class, from 0, is expected");
		else
			numbers[i] = (size_t)json_integer_value(number);
		json_place_up(place);
	}
	if (status == OK && model_set_classes(model, numbers, &why) != OK)
		status = why.status == ERR_MEMORY ? error_set(place->err, ERR_MEMORY, "%s", why.text)
						  : json_refuse(place, "%s", why.text);
	free(numbers);
	return status;
}

static bool is_one_of(const json_t *value, const char *const *words, size_t n)
{
	for (size_t i = 0; json_is_string(value) && i < n; i++)
		if (strcmp(json_string_value(value), words[i]) == 0)
			return true;
	return false;
}

/* What predictions take from the provenance: a word that is not known would be passed over. */
static enum status behaviour_check(struct json_place *place, const char *name, const json_t *value)
{
	static const char *const ports[] = {MODEL_PORTS_IN_TURN, MODEL_PORTS_FAIR, MODEL_PORTS_PARALLEL,
					    MODEL_LINK_PORTS};
	static const char *const control[] = {MODEL_CONTROL_BEHIND, MODEL_CONTROL_APART};
	bool link = strcmp(name, MODEL_LINK) == 0;

	if ((strcmp(name, MODEL_EAGER) == 0 || strcmp(name, MODEL_IN_TURN) == 0) && !json_is_null(value) &&
	    !(json_is_number(value) && json_number_value(value) >= 0))
		return json_refuse_key(place, name, "a number of bytes, 0 or more, is expected");
	if (strcmp(name, MODEL_DUPLEX) == 0 && !json_is_null(value) &&
	    !(json_is_number(value) && json_number_value(value) >= 1 && json_number_value(value) <= 2))
		return json_refuse_key(place, name, "a number from 1, full duplex, to 2, half duplex, is expected");
	if (strcmp(name, MODEL_VARIATION) == 0 && !json_is_null(value) &&
	    !(json_is_number(value) && json_number_value(value) >= 0 && json_number_value(value) <= 1))
		return json_refuse_key(place, name, "a number from 0 to 1 is expected");
	if (strcmp(name, MODEL_PORT_SECONDS) == 0 && !json_is_null(value) &&
	    !(json_is_number(value) && json_number_value(value) >= 0))
		return json_refuse_key(place, name, "seconds, 0 or more, are expected");
	if (strcmp(name, MODEL_CONTROL) == 0 && !json_is_null(value) && !is_one_of(value, control, 2))
		return json_refuse_key(place, name, "\"%s\" or \"%s\" is expected", control[0], control[1]);
	if (strcmp(name, MODEL_PORTS) != 0 && strcmp(name, MODEL_PORTS_IN) != 0 && !link)
		return OK;
	if (is_one_of(value, ports, sizeof(ports) / sizeof(ports[0]) - !link))
		return OK;
	return json_refuse_key(place, name, "\"%s\", \"%s\" or \"%s\"%s is expected", ports[0], ports[1], ports[2],
			       link ? ", or \"" MODEL_LINK_PORTS "\"," : "");
}

static enum status provenance_read(struct json_place *place, const json_t *provenance, struct model *model)
{
	const char *name;
	json_t *value;
	if (!json_is_object(provenance))
		return json_refuse(place, "an object {...} is expected");
	json_object_foreach((json_t *)provenance, name, value)
	{
		enum status status = behaviour_check(place, name, value);
		if (status != OK)
			return status;
		if (json_is_string(value))
			status = model_fact_text(model, name, json_string_value(value), place->err);
		else if (json_is_number(value) || json_is_null(value))
			status = model_fact_number(model, name, json_is_null(value) ? NAN : json_number_value(value),
						   place->err);
		else
			status = json_refuse_key(place, name, "a text or a number is expected");
		if (status != OK)
			return status;
	}
	return OK;
}

/* The parts of a file that fill a model, in this order: the uncertainty belongs to the parameters. */
static const struct file_part {
	const char *key;
	enum status (*read)(struct json_place *place, const json_t *value, struct model *model);
} parts[] = {
	{"hosts", hosts_read},           {"classes", classes_read},
	{"parameters", file_parameters}, {"uncertainty", file_uncertainty},
	{"provenance", provenance_read}, {"states", file_states},
	{"main_state", file_main_state},
};

static enum status parts_read(struct json_place *place, const json_t *root, struct model *model)
{
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const json_t *value = json_object_get(root, parts[i].key);
		if (!value)
			continue;
		json_place_key(place, parts[i].key);
		enum status status = parts[i].read(place, value, model);
		json_place_up(place);
		if (status != OK)
			return status;
	}
	return OK;
}

/* What no single key can be blamed for. */
static enum status whole_check(struct json_place *place, const struct model *model)
{
	struct error why = {0};
	if (model->n_states > 0 && model->main_state == model->n_states)
		return json_refuse_key(place, "main_state", "missing: the name of one of the states");
	return model_check(model, &why) == OK ? OK : json_refuse_key(place, "parameters", "%s", why.text);
}

static struct model *root_read(struct json_place *place, const json_t *root)
{
	const struct model_class *class = NULL;
	size_t processes = 0, n_links = 0;
	struct link *links = NULL;
	if (version_check(place, root) != OK || class_read(place, root, &class) != OK ||
	    processes_read(place, root, &processes) != OK)
		return NULL;
	const json_t *parameters = json_object_get(root, "parameters");
	if (!parameters) {
		json_refuse_key(place, "parameters", "missing: a model file needs them");
		return NULL;
	}
	json_place_key(place, "parameters");
	enum status status = file_links(place, parameters, class, processes, &links, &n_links);
	json_place_up(place);
	if (status != OK)
		return NULL;
	struct model *model = model_new(class, processes, links, n_links);
	free(links);
	if (!model) {
		error_memory(place->err, "the model");
		return NULL;
	}
	if (parts_read(place, root, model) == OK && whole_check(place, model) == OK)
		return model;
	model_free(model);
	return NULL;
}

static void not_json(const char *name, const json_error_t *error, struct error *err)
{
	const char *why = error->text;
	if (json_error_code(error) == json_error_out_of_memory ||
	    why[0] == '\0') { /* jansson does not say so at every allocation */
		error_memory(err, "the model file");
		return;
	}
	if (json_error_code(error) == json_error_premature_end_of_input)
		why = "the text ends before the model does: is the file truncated?";
	error_set(err, ERR_INPUT, "%s:%d: not JSON: %s", name, error->line > 0 ? error->line : 1, why);
}

struct model *model_parse(const char *text, const char *name, struct error *err)
{
	json_error_t error;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	if (!root) {
		not_json(name, &error, err);
		return NULL;
	}
	struct json_place place = {.name = name, .text = text, .err = err};
	struct model *model = root_read(&place, root);
	json_decref(root);
	return model;
}

struct model *model_read(const char *path, struct error *err)
{
	struct model *model = NULL;
	size_t length;
	char *text;

	if (file_read(path, "model", FILE_MOST, &text, &length, err) != OK)
		return NULL;
	if (strlen(text) != length)
		error_set(err, ERR_INPUT, "%s: not JSON: byte %zu is 0", path, strlen(text));
	else
		model = model_parse(text, path, err);
	free(text);
	return model;
}
