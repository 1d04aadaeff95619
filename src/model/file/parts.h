#ifndef SONDE_MODEL_FILE_PARTS_H
#define SONDE_MODEL_FILE_PARTS_H

#include <jansson.h>
#include <stdbool.h>

#include "model/file/json_place.h"
#include "model/model.h"

/* What the reader and the writer of model files share. All functions are Local. */

/* The key that holds a curve's values: "seconds" for s, "seconds_per_byte" for s/B, "value" where there is none. */
const char *file_unit_key(const char *unit);

/* The link of a key as model_link_name writes it for the class; false if it is none. */
bool file_link_read(const struct model_class *class, const char *key, struct link *link);

/* ERR_INPUT if the value is not an object, or has a key that is not among the NULL-terminated names: the refusal names
 * the nearest one. */
enum status file_keys(struct json_place *place, const json_t *value, const char *const *names);

/*
 * The links that an object of parameters is keyed by, *links allocated for the caller to free; for parameters that are
 * not keyed by links, LINK_ANY alone. ERR_INPUT for a key that is no link, or a link with processes that are not there;
 * ERR_MEMORY.
 */
enum status file_links(struct json_place *place, const json_t *parameters, const struct model_class *class,
		       size_t processes, struct link **links, size_t *n);

/* Sets the model's parameters, or their intervals, from the object at the place; the model's links are those of
 * file_links. ERR_INPUT, ERR_MEMORY. */
enum status file_parameters(struct json_place *place, const json_t *parameters, struct model *model);
enum status file_uncertainty(struct json_place *place, const json_t *uncertainty, struct model *model);

/* Sets the model's states of the machine, or which of them is the main one. ERR_INPUT, ERR_MEMORY. */
enum status file_states(struct json_place *place, const json_t *states, struct model *model);
enum status file_main_state(struct json_place *place, const json_t *name, struct model *model);

#endif
