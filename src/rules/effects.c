#include "rules/effects.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const rule_effect_words[] = {"ignored", "aborts",  "deadlocks", "never",   "unscaled",
					 "other",   "without", "wider",     "misread", NULL};

enum status rule_effects_add(struct rule_effects *effects, const struct rule_effect *about, struct error *err,
			     const char *format, ...)
{
	struct rule_effect *grown = memory_grow(effects->list, &effects->capacity, effects->n + 1, sizeof(*grown));
	va_list arguments;

	if (!grown)
		return error_memory(err, "what a rule file does");
	effects->list = grown;
	grown += effects->n++;
	*grown = *about;
	va_start(arguments, format);
	vsnprintf(grown->text, sizeof(grown->text), format, arguments);
	va_end(arguments);
	return OK;
}

const struct rule_effect *rule_effects_first_grave(const struct rule_effects *effects)
{
	for (size_t i = 0; i < effects->n; i++)
		if (effects->list[i].kind <= EFFECT_DEADLOCKS)
			return &effects->list[i];
	return NULL;
}

void rule_effects_release(struct rule_effects *effects)
{
	free(effects->list);
	*effects = (struct rule_effects){.n = 0};
}
