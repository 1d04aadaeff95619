#ifndef SONDE_MODEL_DOUBTS_H
#define SONDE_MODEL_DOUBTS_H

#include <stddef.h>

#include "model/model.h"

#define DOUBT_TEXT 400

/*
 * What in a model that can be read is likely a mistake: predictions pass it over in silence.
 *
 * - A parameter that stands for one of several ways, with a value that stands for none.
 * - A fact whose name is nearly that of one that predictions go by.
 * - tell: gets each, as a text without the file's name. Local.
 */
void model_doubts(const struct model *model, void (*tell)(void *context, const char *text), void *context);

#endif
