/* Finds model classes and their methods by name. No equation. */
#include <assert.h>
#include <string.h>

#include "model/model.h"
#include "model/names.h"

const struct model_class *model_class_find(const char *name, struct error *err)
{
	const char *names[NAMES_MAX] = {0};
	for (size_t i = 0; model_classes[i]; i++) {
		assert(i + 1 < NAMES_MAX);
		if (strcmp(model_classes[i]->name, name) == 0)
			return model_classes[i];
		names[i] = model_classes[i]->name;
	}
	char hint[NAMES_TEXT];
	error_set(err, ERR_INPUT, "no model is called \"%s\": %s", name, names_hint(name, names, hint));
	return NULL;
}

const struct method *model_method_find(const struct model_class *class, const char *name, struct error *err)
{
	const char *names[NAMES_MAX] = {0};
	if (!name)
		return &class->methods[0];
	assert(class->n_methods < NAMES_MAX);
	for (size_t i = 0; i < class->n_methods; i++) {
		if (strcmp(class->methods[i].name, name) == 0)
			return &class->methods[i];
		names[i] = class->methods[i].name;
	}
	char hint[NAMES_TEXT];
	error_set(err, ERR_INPUT, "%s has no method \"%s\": %s", class->name, name, names_hint(name, names, hint));
	return NULL;
}
