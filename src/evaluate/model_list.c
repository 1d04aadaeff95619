#include "evaluate/model_list.h"

#include "base/memory.h"
#include "model/file/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *method_of(const struct model *model)
{
	const struct fact *fact = model_fact(model, "method");

	return fact && fact->text ? fact->text : "";
}

/* True if another model of the list has the same class, and the same method if that counts. */
static bool has_twin(const struct model_list *list, size_t i, bool method_counts)
{
	for (size_t k = 0; k < list->n; k++)
		if (k != i && list->models[k]->class == list->models[i]->class &&
		    (!method_counts || strcmp(method_of(list->models[k]), method_of(list->models[i])) == 0))
			return true;
	return false;
}

static char *name_of(const struct model_list *list, size_t i, const char *path)
{
	char name[512];
	const char *class = list->models[i]->class->name;

	if (!has_twin(list, i, false))
		return memory_text(class);
	if (has_twin(list, i, true))
		snprintf(name, sizeof(name), "%s %s", class, path);
	else
		snprintf(name, sizeof(name), "%s %s", class, method_of(list->models[i]));
	return memory_text(name);
}

enum status model_list_read(struct model_list *list, const char *const *paths, size_t n, struct error *err)
{
	*list = (struct model_list){.n = 0};
	for (size_t i = 0; i < n; i++) {
		list->models[i] = model_read(paths[i], err);
		if (!list->models[i])
			return err->status;
		list->n++;
	}
	for (size_t i = 0; i < n; i++)
		if (!(list->names[i] = name_of(list, i, paths[i])))
			return error_memory(err, "the name of a model");
	return OK;
}

void model_list_release(struct model_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		model_free(list->models[i]);
		free(list->names[i]);
	}
	list->n = 0;
}
