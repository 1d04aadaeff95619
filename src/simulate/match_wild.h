#ifndef SONDE_SIMULATE_MATCH_WILD_H
#define SONDE_SIMULATE_MATCH_WILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulate/item.h"

/* All functions are Local. */

struct match_chain {
	uint32_t head, tail;
};

struct wild_link {
	uint32_t next, before;
};

/* Finds posted receives, or unexpected messages, of a process by their tag alone, by a property of it, or by their peer
 * alone: in chains by a hash of list, process and that, each in order. Zero-initialise it, but for the first three. */
struct match_wild {
	bool by_peer;
	int32_t (*wildcard)(const void *self, int32_t tag); /* unless NULL: by this of their tag */
	const void *self;
	struct wild_link *links; /* by item */
	size_t capacity;
	struct match_chain *chains; /* 2^bits */
	unsigned bits;
	size_t n;
};

/* Whether an item is in its process's list of posted receives: messages of all kinds are in that of unexpected ones. */
static inline bool match_is_posted(const struct item *item)
{
	return item->kind == ITEM_RECEIVE;
}

/* Frees what it holds; it is empty then. */
void match_wild_release(struct match_wild *wild);

/* Adds item i, which comes after all others of its list; false without memory. */
bool match_wild_add(struct match_wild *wild, const struct items *items, uint32_t i);

/* Takes out item i, whose process, peer, tag and list are still those that it had when it was added. */
void match_wild_remove(struct match_wild *wild, const struct items *items, uint32_t i);

/*
 * The first item of one of a process's lists with this very tag, or peer; 0 if there is none.
 *
 * - value: -1 is a value like others.
 */
uint32_t match_wild_first(const struct match_wild *wild, const struct items *items, bool posted, int process,
			  int value);

/* The one that follows item i in that; 0 if there is none. */
uint32_t match_wild_next(const struct match_wild *wild, const struct items *items, uint32_t i);

#endif
