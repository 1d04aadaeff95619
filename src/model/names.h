#ifndef SONDE_MODEL_NAMES_H
#define SONDE_MODEL_NAMES_H

#include <stddef.h>

#include "model/model.h"

/* Room for the names of all models, of a model's parameters and the like, and for the NULL after them. */
#define NAMES_MAX 64

/* Room for names_hint. */
#define NAMES_TEXT 512

/*
 * What a message says after a wrong name: "did you mean g? There are L, g, o_s", the first part only if a name is near.
 * names is NULL-terminated. Returns text, which has room NAMES_TEXT. Local.
 */
const char *names_hint(const char *wrong, const char *const *names, char *text);

/* Collects the names of a class's parameters that may stand at a link, NULL-terminated, in names, which has room
 * NAMES_MAX. Local. */
void names_of_params(const struct model_class *class, struct link link, const char **names);

#endif
