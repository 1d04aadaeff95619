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
 * - Tags may stand for communicators too: then wildcard says which number below -1 stands for any tag in a tag's.
 */
struct matcher {
	struct items *items;
	struct match_chain *chains; /* 2^bits */
	unsigned bits;
	size_t n;                 /* indexed items */
	bool any_source, any_tag; /* such items have been added */
	struct match_wild by_tag, by_source, by_wildcard;
	int32_t (*wildcard)(const void *self, int32_t tag); /* NULL: -1 is any tag */
	const void *self;
	uint64_t order;
};

/*
 * An empty matcher.
 *
 * - items: borrowed.
 */
struct matcher matcher_of(struct items *items);

/* The same with tags that stand for communicators too; self: borrowed. */
struct matcher matcher_of_communicators(struct items *items, int32_t (*wildcard)(const void *self, int32_t tag),
					const void *self);

/* Frees what it has come to hold, but no items. */
void matcher_release(struct matcher *matcher);

/*
 * Adds item i at the end of a list; its order becomes the matcher's.
 *
 * - Its process, peer and tag are set.
 * - false without memory.
 */
bool match_add(struct matcher *matcher, struct match_list *list, uint32_t i);

/* Whether two tags match, of which one may be a wildcard. */
bool match_tags(const struct matcher *matcher, int a, int b);

/* Takes this item out of its list. */
void match_remove(struct matcher *matcher, struct match_list *list, uint32_t i);

/*
 * The first item of a process's list whose peer and tag match; 0 if there is none. match_take takes it out.
 *
 * - -1 matches all, on either side.
 */
uint32_t match_find(struct matcher *matcher, struct match_list *list, int process, int peer, int tag);
uint32_t match_take(struct matcher *matcher, struct match_list *list, int process, int peer, int tag);

#endif
