/* Provenance of a model: facts by name in a hash table. */
#include "model/facts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

void facts_release(struct facts *facts)
{
	for (size_t i = 0; i < facts->n; i++) {
		free(facts->list[i].name);
		free(facts->list[i].text);
	}
	free(facts->list);
	free(facts->slots);
	*facts = (struct facts){.n = 0};
}

/* The slot of this name, or the free one where it belongs. n_slots is a power of two, and half of them are free. */
static size_t *slot_of(const struct facts *facts, const char *name)
{
	size_t mask = facts->n_slots - 1, i = (size_t)text_hash(0, name) & mask;

	while (facts->slots[i] > 0 && strcmp(facts->list[facts->slots[i] - 1].name, name) != 0)
		i = (i + 1) & mask;
	return &facts->slots[i];
}

/* Makes room for one more; false on allocation failure. */
static bool slots_grow(struct facts *facts)
{
	size_t n = facts->n_slots > 0 ? 2 * facts->n_slots : 16, *slots;

	if (2 * (facts->n + 1) <= facts->n_slots)
		return true;
	slots = calloc(n, sizeof(*slots));
	if (!slots)
		return false;
	free(facts->slots);
	facts->slots = slots;
	facts->n_slots = n;
	for (size_t i = 0; i < facts->n; i++)
		*slot_of(facts, facts->list[i].name) = i + 1;
	return true;
}

static struct fact *find(const struct facts *facts, const char *name)
{
	size_t found = facts->n_slots > 0 ? *slot_of(facts, name) : 0;

	return found > 0 ? &facts->list[found - 1] : NULL;
}

/* The fact of this name, added with neither text nor number if there is none; NULL on allocation failure. */
static struct fact *find_or_add(struct facts *facts, const char *name)
{
	struct fact *fact = find(facts, name), *list;
	if (fact)
		return fact;
	list = memory_grow(facts->list, &facts->capacity, facts->n + 1, sizeof(*list));
	if (!list)
		return NULL;
	facts->list = list;
	if (!slots_grow(facts))
		return NULL;
	fact = &list[facts->n];
	*fact = (struct fact){.name = memory_text(name)};
	if (!fact->name)
		return NULL;
	*slot_of(facts, name) = ++facts->n;
	return fact;
}

enum status facts_set_text(struct facts *facts, const char *name, const char *text, struct error *err)
{
	char *copy = memory_text(text);
	struct fact *fact = copy ? find_or_add(facts, name) : NULL;
	if (!fact) {
		free(copy);
		return error_memory(err, "the model's provenance");
	}
	free(fact->text);
	fact->text = copy;
	return OK;
}

enum status facts_set_number(struct facts *facts, const char *name, double number, struct error *err)
{
	struct fact *fact = find_or_add(facts, name);
	if (!fact)
		return error_memory(err, "the model's provenance");
	free(fact->text);
	fact->text = NULL;
	fact->number = number;
	return OK;
}

const struct fact *facts_find(const struct facts *facts, const char *name)
{
	return find(facts, name);
}
