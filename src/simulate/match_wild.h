#ifndef SONDE_SIMULATE_MATCH_WILD_H
#define SONDE_SIMULATE_MATCH_WILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulate/item.h"

struct match_chain {
	uint32_t head, tail;
};

struct wild_link {
	uint32_t next, before;
};

/* Finds unexpected messages of a process by their tag alone, or by their peer alone: in chains by a hash of that, each in order. Zero-initialise it, but for by_peer. */
struct match_wild {
	bool by_peer;
	struct wild_link *links; /* by item */
	size_t capacity;
	struct match_chain *chains; /* 2^bits */
	unsigned bits;
	size_t n;
};

void match_wild_release(struct match_wild *wild);

/* Adds item i, which comes after all others of its process. false if memory does not suffice. Local, as are all of these. */
bool match_wild_add(struct match_wild *wild, const struct items *items, uint32_t i);
void match_wild_remove(struct match_wild *wild, const struct items *items, uint32_t i);

/* The first item of a process with this tag, or from this peer; 0 if there is none. */
uint32_t match_wild_first(const struct match_wild *wild, const struct items *items, int process, int value);

#endif
