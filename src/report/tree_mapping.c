#include "report/tree_mapping.h"

#include "base/units.h"
#include "sample/process_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const struct column tree_mapping_columns[] = {
	{"plain", "s", CELL_SECONDS}, {"gain", "", CELL_RATIO}, {"bound", "s", CELL_SECONDS}, {"limit", "", CELL_TEXT},
	{"searched", "", CELL_RATIO}, {"tried", "", CELL_TEXT}, {"order", "", CELL_TEXT},
};
_Static_assert(sizeof(tree_mapping_columns) / sizeof(tree_mapping_columns[0]) == TREE_MAPPING_COLUMNS, "their number");

/* How sure it is that no order is quicker. */
static const char *tried(const struct tree_mapping *mapping)
{
	return mapping->alike ? "alike" : mapping->all ? "all" : mapping->spent ? "budget spent" : "exchanges";
}

static void add_order(struct table *table, const struct tree_mapping *mapping)
{
	size_t n = (size_t)mapping->processes, room = 12 * n;
	char *text = mapping->order ? malloc(room) : NULL;

	if (mapping->order && !text)
		table->status = ERR_MEMORY;
	if (text)
		process_list_format(mapping->order, n, text, room);
	table_set_text(table, "order", text ? text : "own");
	free(text);
}

void tree_mapping_add(struct table *table, const struct tree_mapping *mapping)
{
	if (!mapping)
		return;
	table_set_number(table, "plain", mapping->plain);
	table_set_number(table, "gain", tree_mapping_gain(mapping));
	table_set_number(table, "bound", mapping->bound);
	table_set_text(table, "limit", tree_mapping_limit_words[mapping->limit]);
	table_set_number(table, "searched", mapping->seconds > 0 ? mapping->searched / mapping->seconds - 1 : 0);
	table_set_text(table, "tried", tried(mapping));
	add_order(table, mapping);
}

static bool is_same_call(const struct prediction *a, const struct prediction *b)
{
	return a->processes == b->processes && a->bytes == b->bytes;
}

/* Of the n predictions of one call. */
static void tell_call(struct table *table, const struct prediction *list, size_t n)
{
	const struct tree_mapping *root = NULL;
	double plain = INFINITY;
	char name[64], size[32], text[200];

	for (size_t i = 0; i < n; i++) {
		plain = fmin(plain, list[i].mapping ? list[i].mapping->plain : list[i].seconds);
		root = list[i].mapping ? list[i].mapping : root;
	}
	if (!root || !(root->root >= plain * (1 - TREE_MAPPING_GAIN_WORTH)))
		return;
	snprintf(name, sizeof(name), "%d x %s", list->processes, size_format(list->bytes, size, sizeof(size)));
	snprintf(text, sizeof(text), "no tree can gain more than %.1f %%: all blocks go through %s",
		 100 * (1 - root->root / plain), tree_mapping_limit_words[root->root_limit]);
	table_summary_text(table, "no_gain", name, text);
}

void tree_mapping_tell(struct table *table, const struct predictions *found)
{
	for (size_t i = 0, n; i < found->n; i += n) {
		for (n = 1; i + n < found->n && is_same_call(&found->list[i], &found->list[i + n]);)
			n++;
		tell_call(table, &found->list[i], n);
	}
}
