#include "simulate/match.h"

#include <stdlib.h>

/* So many items of a list are looked at before the index is. */
#define LOOKED_AT 6
#define ANY (-1)

/* What stands for any tag where this one is. */
static int any_of(const struct matcher *matcher, int tag)
{
	return matcher->wildcard && tag >= 0 ? matcher->wildcard(matcher->self, tag) : ANY;
}

bool match_tags(const struct matcher *matcher, int a, int b)
{
	if (a == b || a == ANY || b == ANY)
		return true;
	return (a < 0 && any_of(matcher, b) == a) || (b < 0 && any_of(matcher, a) == b);
}

static struct match_chain *chain_of(const struct matcher *matcher, bool posted, int process, int peer, int tag)
{
	uint64_t key = (uint64_t)(uint32_t)process << 32 | (uint32_t)peer;

	key ^= ((uint64_t)(uint32_t)tag << 1 | posted) * UINT64_C(0xc2b2ae3d27d4eb4f);
	key ^= key >> 29;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return &matcher->chains[key >> (64 - matcher->bits)];
}

static void chain_append(struct matcher *matcher, uint32_t i)
{
	struct item *at = matcher->items->at;
	struct match_chain *chain = chain_of(matcher, match_is_posted(&at[i]), at[i].process, at[i].peer, at[i].tag);

	at[i].chain = 0;
	if (chain->head)
		at[chain->tail].chain = i;
	else
		chain->head = i;
	chain->tail = i;
}

/* Items of one key stay in order: they come from one chain. */
static bool index_grow(struct matcher *matcher, size_t more)
{
	struct match_chain *old = matcher->chains;
	size_t n = old ? (size_t)1 << matcher->bits : 0;
	unsigned bits = n ? matcher->bits : 8;

	if (n > 0 && matcher->n + more <= n)
		return true;
	while (((size_t)1 << bits) < 2 * (matcher->n + more))
		bits++;
	matcher->chains = calloc((size_t)1 << bits, sizeof(*matcher->chains));
	if (!matcher->chains) {
		matcher->chains = old;
		return false;
	}
	matcher->bits = bits;
	for (size_t c = 0; c < n; c++) {
		for (uint32_t i = old[c].head, following; i; i = following) {
			following = matcher->items->at[i].chain;
			chain_append(matcher, i);
		}
	}
	free(old);
	return true;
}

static bool index_list(struct matcher *matcher, struct match_list *list)
{
	size_t n = 0;

	for (uint32_t i = list->head; i; i = matcher->items->at[i].next)
		n++;
	if (!index_grow(matcher, n))
		return false;
	for (uint32_t i = list->head; i; i = matcher->items->at[i].next)
		chain_append(matcher, i);
	matcher->n += n;
	list->indexed = 1;
	return true;
}

/* Adds item i, the last of its list, to those that wildcards find. */
static bool add_wild(struct matcher *matcher, uint32_t i)
{
	if (!match_wild_add(&matcher->by_tag, matcher->items, i))
		return false;
	if (match_wild_add(&matcher->by_source, matcher->items, i)) {
		if (!matcher->wildcard || match_wild_add(&matcher->by_wildcard, matcher->items, i))
			return true;
		match_wild_remove(&matcher->by_source, matcher->items, i);
	}
	match_wild_remove(&matcher->by_tag, matcher->items, i);
	return false;
}

static void remove_wild(struct matcher *matcher, uint32_t i)
{
	match_wild_remove(&matcher->by_tag, matcher->items, i);
	match_wild_remove(&matcher->by_source, matcher->items, i);
	if (matcher->wildcard)
		match_wild_remove(&matcher->by_wildcard, matcher->items, i);
}

/* The list is left as it was if memory does not suffice. */
static bool wild_list(struct matcher *matcher, struct match_list *list)
{
	struct item *at = matcher->items->at;

	for (uint32_t i = list->head; i; i = at[i].next) {
		if (add_wild(matcher, i))
			continue;
		for (uint32_t added = list->head; added != i; added = at[added].next)
			remove_wild(matcher, added);
		return false;
	}
	list->wild = 1;
	return true;
}

bool match_add(struct matcher *matcher, struct match_list *list, uint32_t i)
{
	struct item *at = matcher->items->at;

	if ((list->indexed && !index_grow(matcher, 1)) || (list->wild && !add_wild(matcher, i)))
		return false;
	at[i].order = matcher->order++;
	at[i].next = 0;
	at[i].other = list->tail;
	if (list->tail)
		at[list->tail].next = i;
	else
		list->head = i;
	list->tail = i;
	matcher->any_source |= at[i].peer == ANY;
	matcher->any_tag |= at[i].tag < 0;
	if (list->indexed) {
		chain_append(matcher, i);
		matcher->n++;
	}
	return true;
}

static void chain_remove(struct matcher *matcher, uint32_t i)
{
	struct item *at = matcher->items->at;
	struct match_chain *chain = chain_of(matcher, match_is_posted(&at[i]), at[i].process, at[i].peer, at[i].tag);
	uint32_t before = 0, c = chain->head;

	while (c != i) {
		before = c;
		c = at[c].chain;
	}
	if (before)
		at[before].chain = at[i].chain;
	else
		chain->head = at[i].chain;
	if (chain->tail == i)
		chain->tail = before;
}

void match_remove(struct matcher *matcher, struct match_list *list, uint32_t i)
{
	struct item *at = matcher->items->at;

	if (list->indexed) {
		chain_remove(matcher, i);
		matcher->n--;
	}
	if (list->wild)
		remove_wild(matcher, i);
	if (at[i].other)
		at[at[i].other].next = at[i].next;
	else
		list->head = at[i].next;
	if (at[i].next)
		at[at[i].next].other = at[i].other;
	else
		list->tail = at[i].other;
	if (!list->head) {
		list->indexed = 0;
		list->wild = 0;
	}
}

/* The oldest item of one of the lists with these very values, unless best is older. */
static uint32_t oldest(const struct matcher *matcher, bool posted, int process, int peer, int tag, uint32_t best)
{
	const struct item *at = matcher->items->at;

	for (uint32_t i = chain_of(matcher, posted, process, peer, tag)->head; i; i = at[i].chain) {
		if (at[i].process == process && at[i].peer == peer && at[i].tag == tag &&
		    match_is_posted(&at[i]) == posted)
			return !best || at[i].order < at[best].order ? i : best;
	}
	return best;
}

static uint32_t search_index(const struct matcher *matcher, const struct match_list *list, int process, int peer,
			     int tag)
{
	bool posted = match_is_posted(&matcher->items->at[list->head]);
	uint32_t best = oldest(matcher, posted, process, peer, tag, 0);
	int any = matcher->any_tag ? any_of(matcher, tag) : ANY;

	if (matcher->any_source)
		best = oldest(matcher, posted, process, ANY, tag, best);
	if (matcher->any_tag)
		best = oldest(matcher, posted, process, peer, any, best);
	if (matcher->any_source && matcher->any_tag)
		best = oldest(matcher, posted, process, ANY, any, best);
	return best;
}

/* The first match among the first most items; *ended: the list has no more. */
static uint32_t search_list(const struct matcher *matcher, const struct match_list *list, int peer, int tag,
			    size_t most, bool *ended)
{
	const struct item *at = matcher->items->at;
	uint32_t i = list->head;

	for (size_t n = 0; i && n < most; i = at[i].next, n++) {
		if ((at[i].peer == peer || at[i].peer == ANY || peer == ANY) &&
		    (at[i].tag == tag || ((at[i].tag < 0 || tag < 0) && match_tags(matcher, at[i].tag, tag))))
			return i;
	}
	*ended = i == 0;
	return 0;
}

/* The first of those of this very source, or any, whose tag matches. */
static uint32_t search_source(const struct matcher *matcher, bool posted, int process, int peer, int tag)
{
	uint32_t i = match_wild_first(&matcher->by_source, matcher->items, posted, process, peer);

	while (i && !match_tags(matcher, matcher->items->at[i].tag, tag))
		i = match_wild_next(&matcher->by_source, matcher->items, i);
	return i;
}

/* Beyond the first items of a list, with one value that is known and one that is not. */
static uint32_t search_wild(const struct matcher *matcher, const struct match_list *list, int process, int peer,
			    int tag)
{
	const struct item *at = matcher->items->at;
	const struct match_wild *wild = tag < 0 && tag != ANY ? &matcher->by_wildcard : &matcher->by_tag;
	bool posted = match_is_posted(&at[list->head]);
	uint32_t same = peer == ANY ? match_wild_first(wild, matcher->items, posted, process, tag)
				    : search_source(matcher, posted, process, peer, tag),
		 any = 0;

	if (peer == ANY && matcher->any_tag)
		any = match_wild_first(wild, matcher->items, posted, process, any_of(matcher, tag));
	else if (peer != ANY && matcher->any_source)
		any = search_source(matcher, posted, process, ANY, tag);

	return !any || (same && at[same].order < at[any].order) ? same : any;
}

uint32_t match_find(struct matcher *matcher, struct match_list *list, int process, int peer, int tag)
{
	bool ended = false;
	uint32_t i;

	if (!list->head)
		return 0;
	i = search_list(matcher, list, peer, tag, LOOKED_AT, &ended);
	if (!i && !ended) {
		/* Without memory for the index the list still has all. */
		if (peer != ANY && tag >= 0 && (list->indexed || index_list(matcher, list)))
			i = search_index(matcher, list, process, peer, tag);
		else if ((peer == ANY || tag < 0) && (list->wild || wild_list(matcher, list)))
			i = search_wild(matcher, list, process, peer, tag);
		else
			i = search_list(matcher, list, peer, tag, SIZE_MAX, &ended);
	}
	return i;
}

uint32_t match_take(struct matcher *matcher, struct match_list *list, int process, int peer, int tag)
{
	uint32_t i = match_find(matcher, list, process, peer, tag);

	if (i)
		match_remove(matcher, list, i);
	return i;
}

struct matcher matcher_of(struct items *items)
{
	return (struct matcher){.items = items, .by_source = {.by_peer = true}};
}

struct matcher matcher_of_communicators(struct items *items, int32_t (*wildcard)(const void *self, int32_t tag),
					const void *self)
{
	return (struct matcher){.items = items,
				.by_source = {.by_peer = true},
				.by_wildcard = {.wildcard = wildcard, .self = self},
				.wildcard = wildcard,
				.self = self};
}

void matcher_release(struct matcher *matcher)
{
	free(matcher->chains);
	match_wild_release(&matcher->by_tag);
	match_wild_release(&matcher->by_source);
	match_wild_release(&matcher->by_wildcard);
	*matcher = (struct matcher){0};
}
