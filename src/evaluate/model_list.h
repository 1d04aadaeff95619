#ifndef SONDE_EVALUATE_MODEL_LIST_H
#define SONDE_EVALUATE_MODEL_LIST_H

#include "model/model.h"

#define MODELS_MOST 16

/* Several models read from files, each with a name of its own: its class, its method where two of one class differ in
 * it, its file where even that is the same. */
struct model_list {
	struct model *models[MODELS_MOST];
	char *names[MODELS_MOST];
	size_t n;
};

/*
 * Reads the files.
 *
 * - Ownership: model_list_release in any case.
 * - ERR_* of model_read for the first that is wrong.
 * - Local.
 */
enum status model_list_read(struct model_list *list, const char *const *paths, size_t n, struct error *err);
void model_list_release(struct model_list *list);

#endif
