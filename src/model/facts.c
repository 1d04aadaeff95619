/* Provenance of a model: facts by name in a hash table (Fowler, Noll and Vo's hash). */
#include "model/facts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void model_facts_release(struct model *model)
{
	for (size_t i = 0; i < model->n_facts; i++) {
		free(model->facts[i].name);
		free(model->facts[i].text);
	}
	free(model->facts);
	free(model->fact_slots);
	model->facts = NULL;
	model->fact_slots = NULL;
	model->n_facts = model->fact_capacity = model->n_fact_slots = 0;
}

/* Fowler, Noll and Vo's hash. */
static size_t hash(const char *name)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; *name != '\0'; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return (size_t)(h ^ h >> 32);
}

/* The slot of this name, or the free one where it belongs. n_fact_slots is a power of two, and half of them are free.
 */
static size_t *fact_slot(const struct model *model, const char *name)
{
	size_t mask = model->n_fact_slots - 1, i = hash(name) & mask;

	while (model->fact_slots[i] > 0 && strcmp(model->facts[model->fact_slots[i] - 1].name, name) != 0)
		i = (i + 1) & mask;
	return &model->fact_slots[i];
}

/* Makes room for one more; false if memory does not suffice. */
static bool slots_grow(struct model *model)
{
	size_t n = model->n_fact_slots > 0 ? 2 * model->n_fact_slots : 16, *slots;

	if (2 * (model->n_facts + 1) <= model->n_fact_slots)
		return true;
	slots = calloc(n, sizeof(*slots));
	if (!slots)
		return false;
	free(model->fact_slots);
	model->fact_slots = slots;
	model->n_fact_slots = n;
	for (size_t i = 0; i < model->n_facts; i++)
		*fact_slot(model, model->facts[i].name) = i + 1;
	return true;
}

static struct fact *fact_find(const struct model *model, const char *name)
{
	size_t found = model->n_fact_slots > 0 ? *fact_slot(model, name) : 0;

	return found > 0 ? &model->facts[found - 1] : NULL;
}

/* The line of provenance of this name, added with neither text nor number if there is none; NULL if memory does not
 * suffice. */
static struct fact *fact_line(struct model *model, const char *name)
{
	struct fact *fact = fact_find(model, name), *facts;
	if (fact)
		return fact;
	facts = memory_grow(model->facts, &model->fact_capacity, model->n_facts + 1, sizeof(*facts));
	if (!facts)
		return NULL;
	model->facts = facts;
	if (!slots_grow(model))
		return NULL;
	fact = &facts[model->n_facts];
	*fact = (struct fact){.name = memory_text(name)};
	if (!fact->name)
		return NULL;
	*fact_slot(model, name) = ++model->n_facts;
	return fact;
}

enum status model_fact_text(struct model *model, const char *name, const char *text, struct error *err)
{
	char *copy = memory_text(text);
	struct fact *fact = copy ? fact_line(model, name) : NULL;
	if (!fact) {
		free(copy);
		return error_memory(err, "the model's provenance");
	}
	free(fact->text);
	fact->text = copy;
	return OK;
}

enum status model_fact_number(struct model *model, const char *name, double number, struct error *err)
{
	struct fact *fact = fact_line(model, name);
	if (!fact)
		return error_memory(err, "the model's provenance");
	free(fact->text);
	fact->text = NULL;
	fact->number = number;
	return OK;
}

const struct fact *model_fact(const struct model *model, const char *name)
{
	return fact_find(model, name);
}
