#ifndef SONDE_MODEL_FILE_JSON_PLACE_H
#define SONDE_MODEL_FILE_JSON_PLACE_H

#include <stddef.h>

#include "base/error.h"

/* A step down into a JSON text: into an object by a key, or into an array by an index if key is NULL. */
struct json_step {
	const char *key;
	size_t index;
};

/*
 * The line, from 1, on which the key or element at the end of the path stands; if it is not there, that of the deepest
 * part of the path that is. text is valid JSON. Local.
 */
size_t json_line(const char *text, const struct json_step *steps, size_t n);

#define JSON_STEPS_MAX 8

/* Where in a JSON text a reader is. jansson forgets the lines of what it has read: they are found anew when something
 * has to be refused. */
struct json_place {
	const char *name; /* of the file, for messages */
	const char *text;
	struct json_step steps[JSON_STEPS_MAX];
	size_t depth;
	struct error *err;
};

/* Goes down a step (key must live as long), or back up one. Local. */
void json_place_key(struct json_place *place, const char *key);
void json_place_index(struct json_place *place, size_t index);
void json_place_up(struct json_place *place);

/* Sets place->err: "plogp.json:14: parameters.g.bytes[3]: sizes must ascend". Returns ERR_INPUT. Local. */
enum status json_refuse(const struct json_place *place, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* json_refuse one step further down, at the key. Local. */
enum status json_refuse_key(struct json_place *place, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
