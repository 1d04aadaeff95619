#include "trace/rules.h"

#include <stdlib.h>

bool trace_rules_init(struct trace_rules *rules, struct trace_log *log)
{
	*rules = (struct trace_rules){.log = log, .top = -1};
	rules->window = malloc((size_t)2 * TRACE_WINDOW * sizeof(*rules->window));
	rules->pairs = calloc(TRACE_PAIRS, sizeof(*rules->pairs));
	return rules->window && rules->pairs;
}

void trace_rules_release(struct trace_rules *rules)
{
	for (size_t i = 0; i < rules->room_rules; i++)
		free(rules->rules[i]);
	free(rules->rules);
	free(rules->window);
	free(rules->pairs);
}

static uint64_t mix(uint64_t hash, const struct trace_item *item)
{
	hash = (hash ^ item->node->number) * 0x9e3779b97f4a7c15 + item->count * 0xc2b2ae3d27d4eb4f;
	return hash ^ hash >> 29;
}

static bool same_item(const struct trace_item *a, const struct trace_item *b)
{
	return a->node == b->node && a->count == b->count;
}

static bool same_items(const struct trace_item *a, const struct trace_item *b, size_t n)
{
	while (n > 0 && same_item(&a[n - 1], &b[n - 1]))
		n--;
	return n == 0;
}

static struct trace_symbol *first_symbol(const struct trace_item *item)
{
	return item->node->is_rule ? ((struct trace_rule *)item->node)->first : (struct trace_symbol *)item->node;
}

/* Its place in the table: that of the rule with these items, or a free one. */
static size_t rule_place(const struct trace_rules *rules, uint64_t hash, const struct trace_item *items, size_t n)
{
	size_t i = hash & (rules->room_rules - 1);

	while (rules->rules[i] && !(rules->rules[i]->hash == hash && rules->rules[i]->n == n &&
				    same_items(rules->rules[i]->items, items, n)))
		i = (i + 1) & (rules->room_rules - 1);
	return i;
}

static bool grow_table(struct trace_rules *rules)
{
	size_t room = rules->room_rules > 0 ? 2 * rules->room_rules : 64;
	struct trace_rule **old = rules->rules, **grown;

	if (2 * (rules->n_rules + 1) <= rules->room_rules)
		return true;
	grown = calloc(room, sizeof(*grown));
	if (!grown)
		return false;
	for (size_t i = 0; i < rules->room_rules; i++) {
		size_t at;

		if (!old[i])
			continue;
		for (at = old[i]->hash & (room - 1); grown[at]; at = (at + 1) & (room - 1))
			;
		grown[at] = old[i];
	}
	free(old);
	rules->rules = grown;
	rules->room_rules = room;
	return true;
}

/* The rule with these items; NULL if it cannot be had. */
static struct trace_rule *find_rule(struct trace_rules *rules, const struct trace_item *items, size_t n)
{
	uint64_t hash = n;
	struct trace_rule *rule;
	uint32_t depth = 0;
	size_t place;

	if (!grow_table(rules))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		const struct trace_rule *inner = (const struct trace_rule *)items[i].node;

		hash = mix(hash, &items[i]);
		depth = inner->node.is_rule && inner->depth > depth ? inner->depth : depth;
	}
	place = rule_place(rules, hash, items, n);
	if (rules->rules[place])
		return rules->rules[place];
	if (depth + 1 >= TRACE_RULE_DEPTH || rules->n_rules == TRACE_RULES_MAX ||
	    rules->n_items > (size_t)8 * TRACE_RULES_MAX)
		return NULL;
	rule = malloc(sizeof(*rule) + n * sizeof(*items));
	if (!rule)
		return NULL;
	*rule = (struct trace_rule){.n = (uint32_t)n, .depth = depth + 1, .hash = hash};
	memcpy(rule->items, items, n * sizeof(*items));
	rule->first = first_symbol(items);
	trace_log_rule(rules->log, &rule->node, items, n);
	rules->rules[place] = rule;
	rules->n_rules++;
	rules->n_items += n;
	return rule;
}

static void leave_window(struct trace_rules *rules)
{
	for (size_t i = 0; i < TRACE_WINDOW; i++)
		trace_log_run(&rules->log->bytes, &rules->window[i]);
	rules->n -= TRACE_WINDOW;
	memmove(rules->window, rules->window + TRACE_WINDOW, rules->n * sizeof(*rules->window));
	rules->before += TRACE_WINDOW;
}

static void append(struct trace_rules *rules, struct trace_node *node, uint64_t count)
{
	if (rules->n > 0 && rules->window[rules->n - 1].node == node) {
		rules->window[rules->n - 1].count += count;
		return;
	}
	if (rules->n == (size_t)2 * TRACE_WINDOW)
		leave_window(rules);
	rules->window[rules->n++] = (struct trace_item){node, count};
}

/* Its four products do not wait for each other. */
static size_t pair_place(const struct trace_item *two)
{
	uint64_t sum = two[0].node->number * 0x9e3779b97f4a7c15 + two[0].count * 0xbf58476d1ce4e5b9 +
		       two[1].node->number * 0x94d049bb133111eb + two[1].count * 0xc2b2ae3d27d4eb4f;

	return sum >> 52;
}

/* The last item will not grow any more: if it ends a second equal list of items, both become one item. */
static void fold(struct trace_rules *rules)
{
	struct trace_item *end = rules->window + rules->n;
	uint64_t *pair, place, length;
	struct trace_rule *rule;

	if (rules->n < 4)
		return;
	pair = &rules->pairs[pair_place(end - 2)];
	place = *pair;
	*pair = rules->before + rules->n;
	length = rules->before + rules->n - place;
	if (place == 0 || place > rules->before + rules->n || length < 2 || length > rules->n / 2 ||
	    !same_items(end - length, end - 2 * length, length))
		return;
	rule = find_rule(rules, end - length, length);
	if (!rule)
		return;
	rules->n -= 2 * length;
	append(rules, &rule->node, 2);
	rule->first->starts = rule;
}

static void push(struct trace_rules *rules, struct trace_node *node, uint64_t count)
{
	if (rules->n > 0 && rules->window[rules->n - 1].node != node)
		fold(rules);
	append(rules, node, count);
}

/* What was passed of a path becomes items. */
static void leave_path(struct trace_rules *rules)
{
	int top = rules->top;

	rules->top = -1;
	if (rules->rounds > 0)
		push(rules, &rules->path[0].rule->node, rules->rounds);
	for (int i = 0; i <= top; i++) {
		const struct trace_frame_place *place = &rules->path[i];

		for (const struct trace_item *item = place->rule->items; item < place->item; item++)
			push(rules, item->node, item->count);
		if (place->done > 0)
			push(rules, place->item->node, place->done);
	}
}

static struct trace_frame_place begin_of(struct trace_rule *rule)
{
	return (struct trace_frame_place){rule, rule->items, rule->items + rule->n, 0};
}

/* To the symbol with which the item at the path's end begins. */
static inline void descend(struct trace_rules *rules)
{
	struct trace_frame_place *place = &rules->path[rules->top];

	while (place->item->node->is_rule) {
		struct trace_rule *rule = (struct trace_rule *)place->item->node;

		place = &rules->path[++rules->top];
		*place = begin_of(rule);
	}
	rules->expected = (struct trace_symbol *)place->item->node;
}

void trace_rules_advance_far(struct trace_rules *rules)
{
	struct trace_frame_place *place = &rules->path[rules->top];

	place->done = 0;
	while (place->item == place->end) {
		place->item = place->rule->items;
		if (rules->top == 0) {
			rules->rounds++;
			break;
		}
		place = &rules->path[--rules->top];
		if (++place->done < place->item->count)
			break;
		place->done = 0;
		place->item++;
	}
	descend(rules);
}

static void enter(struct trace_rules *rules, struct trace_rule *rule)
{
	rules->top = 0;
	rules->rounds = 0;
	rules->path[0] = begin_of(rule);
	rules->last = NULL;
	descend(rules);
	trace_rules_advance(rules);
}

void trace_rules_add(struct trace_rules *rules, struct trace_symbol *symbol)
{
	struct trace_item *last;

	if (rules->top >= 0) {
		if (symbol == rules->expected) {
			trace_rules_advance(rules);
			return;
		}
		leave_path(rules);
	}
	if (rules->last)
		rules->last->next = symbol;
	rules->last = symbol;
	rules->expected = symbol->next;
	last = rules->window + rules->n - 1;
	if (rules->n > 0 && last->node == &symbol->node) {
		last->count++;
		return;
	}
	fold(rules);
	last = rules->window + rules->n - 1;
	if (rules->n > 0 && last->node->is_rule && ((struct trace_rule *)last->node)->first == symbol)
		enter(rules, (struct trace_rule *)last->node);
	else if (symbol->starts)
		enter(rules, symbol->starts);
	else
		append(rules, &symbol->node, 1);
}

void trace_rules_rest(const struct trace_rules *rules, struct trace_bytes *bytes)
{
	for (size_t i = 0; i < rules->n; i++)
		trace_log_run(bytes, &rules->window[i]);
	if (rules->top < 0)
		return;
	if (rules->rounds > 0)
		trace_log_run(bytes, &(struct trace_item){&rules->path[0].rule->node, rules->rounds});
	for (int i = 0; i <= rules->top; i++) {
		const struct trace_frame_place *place = &rules->path[i];

		for (const struct trace_item *item = place->rule->items; item < place->item; item++)
			trace_log_run(bytes, item);
		if (place->done > 0)
			trace_log_run(bytes, &(struct trace_item){place->item->node, place->done});
	}
}

void trace_rules_end(struct trace_rules *rules)
{
	trace_rules_rest(rules, &rules->log->bytes);
	rules->before += rules->n;
	rules->n = 0;
	rules->top = -1;
	rules->expected = NULL;
}
