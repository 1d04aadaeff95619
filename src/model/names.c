/* Texts that name what there is after a wrong name. No equation. */
#include "model/names.h"

#include <assert.h>
#include <stdio.h>

#include "base/nearest.h"

/* Appends what still fits; returns the new length. */
static size_t append(char *text, size_t length, const char *separator, const char *word)
{
	int more = snprintf(text + length, NAMES_TEXT - length, "%s%s", separator, word);
	if (more < 0)
		return length;
	return length + (size_t)more < NAMES_TEXT ? length + (size_t)more : NAMES_TEXT - 1;
}

const char *names_hint(const char *wrong, const char *const *names, char *text)
{
	const char *nearest = name_nearest(wrong, names);
	size_t length = 0;
	text[0] = '\0';
	if (nearest) {
		length = append(text, length, "did you mean ", nearest);
		length = append(text, length, "? ", "");
	}
	if (!names[0]) {
		append(text, length, "there are none", "");
		return text;
	}
	length = append(text, length, !nearest ? "there are " : "There are ", names[0]);
	for (size_t i = 1; names[i]; i++)
		length = append(text, length, ", ", names[i]);
	return text;
}

void names_of_params(const struct model_class *class, struct link link, const char **names)
{
	size_t n = 0;
	assert(class->n_params < NAMES_MAX);
	for (size_t p = 0; p < class->n_params; p++)
		if (model_may_hold(class, p, link))
			names[n++] = class->params[p].name;
	names[n] = NULL;
}
