#ifndef SONDE_MODEL_FACTS_H
#define SONDE_MODEL_FACTS_H

#include <stddef.h>

#include "base/error.h"

/* A line of a model's provenance: text if it is not NULL, else number. */
struct fact {
	char *name;
	char *text;
	double number;
};

/* The provenance of a model: facts in the order in which they were added. Zero-initialise it. */
struct facts {
	struct fact *list;
	size_t n, capacity;
	size_t *slots; /* private: a hash table of 1 + the position in the list, 0 if free */
	size_t n_slots;
};

/*
 * Adds a fact; one of that name that is there already gets the new value.
 *
 * - ERR_MEMORY.
 * - Local, as are these.
 */
enum status facts_set_text(struct facts *facts, const char *name, const char *text, struct error *err);
enum status facts_set_number(struct facts *facts, const char *name, double number, struct error *err);

/* The fact of this name, NULL if there is none. */
const struct fact *facts_find(const struct facts *facts, const char *name);

void facts_release(struct facts *facts);

#endif
