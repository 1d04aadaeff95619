#ifndef SONDE_REPORT_MODEL_TABLE_H
#define SONDE_REPORT_MODEL_TABLE_H

#include "base/table.h"
#include "model/model.h"

/*
 * The model's parameters as a table: parameter, link, bytes, seconds, low, high, and the same per byte for a model that
 * has such parameters. all: every size of parameters per size; else a few, which fit a screen; the title then says that
 * there are more. NULL if memory does not suffice. Local.
 */
struct table *model_table(const struct model *model, bool all);

/* The same of n models, at least one, with their names in a first column, model. NULL if memory does not suffice.
 * Local.
 */
struct table *models_table(const struct model *const *models, size_t n, bool all);

/* Models of more links are shown by tables of links. */
#define MODEL_MANY_LINKS 8

/*
 * The same for people: of a model of many links a row for each link or process, with a column for each parameter, of
 * those per size one at their smallest size and one at 64 KiB (or their largest, if that is less); else model_table.
 * NULL if memory does not suffice; the caller frees it. Local.
 */
struct table *model_table_view(const struct model *model, bool all);

/* Adds to the table's summary in which states of the machine the model was found, as table_tell_states does. Local. */
void model_table_tell_states(struct table *table, const struct model *model);

#endif
