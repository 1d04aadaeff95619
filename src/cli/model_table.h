#ifndef SONDE_CLI_MODEL_TABLE_H
#define SONDE_CLI_MODEL_TABLE_H

#include "base/table.h"
#include "model/model.h"

/*
 * The model's parameters as a table: parameter, link, bytes, seconds, low, high, and the same per byte for a model that has such parameters. all: every size of parameters per size; else a few, which fit a screen. NULL if memory does not suffice. Local.
 */
struct table *model_table(const struct model *model, bool all);

#endif
