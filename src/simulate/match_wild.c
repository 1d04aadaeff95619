#include "simulate/match_wild.h"

#include <stdlib.h>

#include "base/memory.h"

static int value_of(const struct match_wild *wild, const struct item *item)
{
	if (wild->by_peer)
		return item->peer;
	return wild->wildcard && item->tag >= 0 ? wild->wildcard(wild->self, item->tag) : item->tag;
}

static struct match_chain *chain_of(const struct match_wild *wild, bool posted, int process, int value)
{
	uint64_t key = (uint64_t)(uint32_t)process << 33 | (uint64_t)posted << 32 | (uint32_t)value;

	key ^= key >> 29;
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return &wild->chains[key >> (64 - wild->bits)];
}

static void append(struct match_wild *wild, const struct items *items, uint32_t i)
{
	struct match_chain *chain =
		chain_of(wild, match_is_posted(&items->at[i]), items->at[i].process, value_of(wild, &items->at[i]));

	wild->links[i] = (struct wild_link){.before = chain->tail};
	if (chain->tail)
		wild->links[chain->tail].next = i;
	else
		chain->head = i;
	chain->tail = i;
}

/* Items of one key stay in order: they come from one chain. */
static bool grow(struct match_wild *wild, const struct items *items)
{
	struct match_chain *old = wild->chains;
	size_t n = old ? (size_t)1 << wild->bits : 0;

	if (wild->n < n)
		return true;
	wild->chains = calloc(n ? 2 * n : 256, sizeof(*wild->chains));
	if (!wild->chains) {
		wild->chains = old;
		return false;
	}
	wild->bits = n ? wild->bits + 1 : 8;
	for (size_t c = 0; c < n; c++) {
		for (uint32_t i = old[c].head, following; i; i = following) {
			following = wild->links[i].next;
			append(wild, items, i);
		}
	}
	free(old);
	return true;
}

bool match_wild_add(struct match_wild *wild, const struct items *items, uint32_t i)
{
	struct wild_link *links = memory_grow(wild->links, &wild->capacity, (size_t)i + 1, sizeof(*links));

	if (!links)
		return false;
	wild->links = links;
	if (!grow(wild, items))
		return false;
	append(wild, items, i);
	wild->n++;
	return true;
}

void match_wild_remove(struct match_wild *wild, const struct items *items, uint32_t i)
{
	struct match_chain *chain =
		chain_of(wild, match_is_posted(&items->at[i]), items->at[i].process, value_of(wild, &items->at[i]));
	struct wild_link link = wild->links[i];

	if (link.before)
		wild->links[link.before].next = link.next;
	else
		chain->head = link.next;
	if (link.next)
		wild->links[link.next].before = link.before;
	else
		chain->tail = link.before;
	wild->n--;
}

/* Item i, or the next one in its chain that is of this key. */
static uint32_t from(const struct match_wild *wild, const struct items *items, uint32_t i, bool posted, int process,
		     int value)
{
	while (i && (items->at[i].process != process || value_of(wild, &items->at[i]) != value ||
		     match_is_posted(&items->at[i]) != posted))
		i = wild->links[i].next;
	return i;
}

uint32_t match_wild_first(const struct match_wild *wild, const struct items *items, bool posted, int process, int value)
{
	return wild->n > 0 ? from(wild, items, chain_of(wild, posted, process, value)->head, posted, process, value)
			   : 0;
}

uint32_t match_wild_next(const struct match_wild *wild, const struct items *items, uint32_t i)
{
	return from(wild, items, wild->links[i].next, match_is_posted(&items->at[i]), items->at[i].process,
		    value_of(wild, &items->at[i]));
}

void match_wild_release(struct match_wild *wild)
{
	free(wild->links);
	free(wild->chains);
	*wild = (struct match_wild){.by_peer = wild->by_peer, .wildcard = wild->wildcard, .self = wild->self};
}
