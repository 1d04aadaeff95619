#ifndef SONDE_BASE_LOOKUP_H
#define SONDE_BASE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers by numbers. Zero-initialise it; lookup_release frees it. All functions are Local. */
struct lookup {
	struct lookup_slot *slots; /* 2^bits */
	unsigned bits;
	size_t n;
};

/* Keeps value for key, in place of an earlier one. false without memory. */
bool lookup_put(struct lookup *lookup, uint64_t key, uint64_t value);

/* Whether there is a value for the key; *value is it then. */
bool lookup_get(const struct lookup *lookup, uint64_t key, uint64_t *value);

/* Takes the key out, if it is there. */
void lookup_remove(struct lookup *lookup, uint64_t key);

void lookup_release(struct lookup *lookup);

#endif
