#ifndef SONDE_TRACE_RULES_H
#define SONDE_TRACE_RULES_H

#include "trace/symbol.h"

/*
 * The sequence of symbols of a stream, compressed as it grows.
 *
 * The sequence is a list of items: a symbol or a rule, and how often in a row. A rule is a list of items.
 *
 * - Search: symbols are appended to a window of the last items. If the last L items equal the L items before them, they
 *   become a rule, and both lists one item with the count 2. L is found by the last place at which the last two items
 *   stood. Items may be rules, so loops nest.
 * - Loop: after such an item the rule is expected again, and so is a rule whose first symbol comes. While calls are
 * those that are expected nothing is searched. At one that is not, what was passed becomes items: whole rules, and the
 *   part of the last one.
 * - Items that leave the window are written to the log.
 *
 * So the log depends on the sequence alone, not on the blocks. All functions are Local.
 */

enum { TRACE_WINDOW = 2048, TRACE_PAIRS = 1 << 12, TRACE_RULES_MAX = 1 << 16 };

struct trace_rule {
	struct trace_node node;
	uint32_t n, depth; /* items; rules inside each other: 1 if there is none inside */
	uint64_t hash;
	struct trace_symbol *first; /* that it begins with */
	struct trace_item items[];
};

/* A place inside a rule: so many of an item are done. */
struct trace_frame_place {
	struct trace_rule *rule;
	const struct trace_item *item, *end; /* of the rule's; end: behind the last */
	uint64_t done;
};

struct trace_rules {
	struct trace_symbol *expected; /* NULL: nothing is */
	struct trace_log *log;
	int top;         /* of the path: -1 while searching */
	uint64_t rounds; /* of the path's first rule that are done */
	struct trace_frame_place path[TRACE_RULE_DEPTH];
	struct trace_symbol *last; /* the symbol that was searched last, NULL after a loop */
	size_t n;                  /* in the window */
	uint64_t before;           /* items that left it */
	struct trace_item *window; /* room for 2 * TRACE_WINDOW */
	uint64_t *pairs;           /* by hash of two neighbours: the place of the second, counted from 1 */
	struct trace_rule **rules; /* by hash; open addressing, twice TRACE_RULES_MAX */
	size_t n_rules, room_rules, n_items;
};

/* False if memory does not suffice. The log is borrowed. */
bool trace_rules_init(struct trace_rules *rules, struct trace_log *log);
void trace_rules_release(struct trace_rules *rules);

/* Appends a symbol. */
void trace_rules_add(struct trace_rules *rules, struct trace_symbol *symbol);

/* The same as the next one, where what comes next is not a symbol of the same rule. */
void trace_rules_advance_far(struct trace_rules *rules);

/* Appends the expected symbol: the quick way while inside a rule. */
static inline void trace_rules_advance(struct trace_rules *rules)
{
	struct trace_frame_place *place = &rules->path[rules->top];
	const struct trace_item *item = place->item;

	if (place->done + 1 < item->count) {
		place->done++;
		return;
	}
	if (++item == place->end && rules->top == 0) {
		item = place->rule->items;
		rules->rounds++;
	}
	if (item == place->end || item->node->is_rule) {
		place->item = item;
		trace_rules_advance_far(rules);
		return;
	}
	place->done = 0;
	place->item = item;
	rules->expected = (struct trace_symbol *)item->node;
}

/* Appends to bytes, as runs, what is not in the log yet. */
void trace_rules_rest(const struct trace_rules *rules, struct trace_bytes *bytes);

/* Appends that to the log: the sequence has come to its end. */
void trace_rules_end(struct trace_rules *rules);

#endif
