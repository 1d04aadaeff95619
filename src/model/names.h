#ifndef SONDE_MODEL_NAMES_H
#define SONDE_MODEL_NAMES_H

#include <stddef.h>

#include "model/model.h"

/* All functions are Local. */

/* Room for the names of all models, of a model's parameters and the like, and for the NULL after them. */
#define NAMES_MAX 64

/* Room for names_hint. */
#define NAMES_TEXT 512

/*
 * What a message says after a wrong name: "did you mean g? There are L, g, o_s".
 *
 * - The first part is there only if a name is near.
 * - names: NULL-terminated.
 * - text: has room NAMES_TEXT; it is returned.
 */
const char *names_hint(const char *wrong, const char *const *names, char *text);

/*
 * Collects the names of a class's parameters that may stand at a link.
 *
 * - names: has room NAMES_MAX; NULL-terminated afterwards.
 */
void names_of_params(const struct model_class *class, struct link link, const char **names);

#endif
