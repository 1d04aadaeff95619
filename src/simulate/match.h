#ifndef SONDE_SIMULATE_MATCH_H
#define SONDE_SIMULATE_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulate/item.h"
#include "simulate/match_wild.h"

/* All functions are Local. */

/* Posted receives, or unexpected messages, of a process, in order. All zero is empty. */
struct match_list {
	uint32_t head : 31;
	uint32_t indexed : 1; /* its items are in the index too */
	uint32_t tail : 31;
	uint32_t wild : 1; /* its items are found by tag alone and by source alone too */
};

/*
 * Finds items by process, source and tag.
 *
 * - Lists are searched from the start. Once the first items of a list do not match, it is put into an index by (list,
 *   process, peer, tag), where a wildcard is a value like others.
 * - What has two definite values is sought in up to four chains, and the oldest of what they have is the match.
 * - What has a wildcard, a receive or a message sent with tag -1, is found by what else it knows (match_wild.h), in up
 *   to two chains likewise. That costs memory only once such a one has had to search a long list.
 */
struct matcher {
	struct items *items;
	struct match_chain *chains; /* 2^bits */
	unsigned bits;
	size_t n;                 /* indexed items */
	bool any_source, any_tag; /* such items have been added */
	struct match_wild by_tag, by_source;
	uint64_t order;
};

/*
 * An empty matcher.
 *
 * - items: borrowed.
 */
struct matcher matcher_of(struct items *items);

/* Frees what it has come to hold, but no items. */
void matcher_release(struct matcher *matcher);

/*
 * Adds item i at the end of a list; its order becomes the matcher's.
 *
 * - Its process, peer and tag are set.
 * - false without memory.
 */
bool match_add(struct matcher *matcher, struct match_list *list, uint32_t i);

/* Takes this item out of its list. */
void match_remove(struct matcher *matcher, struct match_list *list, uint32_t i);

/*
 * Takes the first item of a process's list whose peer and tag match; 0 if there is none.
 *
 * - -1 matches all, on either side.
 */
uint32_t match_take(struct matcher *matcher, struct match_list *list, int process, int peer, int tag);

#endif
