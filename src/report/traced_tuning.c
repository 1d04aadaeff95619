#include "report/traced_tuning.h"

#include <stdio.h>

#include "base/units.h"

enum { NAME = 120 };

static const struct column columns[] = {
	{"operation", "", CELL_TEXT}, {"processes", "", CELL_COUNT},
	{"from", "B", CELL_BYTES},    {"to", "B", CELL_BYTES},
	{"calls", "", CELL_COUNT},    {"communicators", "", CELL_COUNT},
	{"own", "", CELL_TEXT},       {"own_seconds", "s", CELL_SECONDS},
	{"barrier", "", CELL_TEXT},   {"barrier_seconds", "s", CELL_SECONDS},
	{"algorithm", "", CELL_TEXT}, {"fanout", "", CELL_COUNT},
	{"segment", "B", CELL_BYTES}, {"seconds", "s", CELL_SECONDS},
	{"saves", "s", CELL_SECONDS}, {"unlike", "", CELL_RATIO},
};

/* "own", "chain", "chain fanout 2 segment 16K". */
static const char *name_of(const struct tuned_class *class, const struct tune_candidate *c, char text[NAME])
{
	char size[32];
	int n = snprintf(text, NAME, "%s", c->algorithm > 0 ? class->algorithms[c->algorithm].name : "own");

	if (c->fanout > 0)
		n += snprintf(text + n, NAME - (size_t)n, " fanout %d", c->fanout);
	if (c->segment > 0)
		snprintf(text + n, NAME - (size_t)n, " segment %s", size_format(c->segment, size, sizeof(size)));
	return text;
}

static void set_row(struct table *table, const struct tune_library *library, const struct traced_range *range)
{
	const struct tuned_class *class = library->class(range->id);
	char text[NAME];

	table_row(table);
	table_set_text(table, "operation", class->name);
	table_set_number(table, "processes", range->processes);
	table_set_number(table, "from", (double)range->from);
	table_set_number(table, "to", (double)range->to);
	table_set_number(table, "calls", (double)range->calls);
	table_set_number(table, "communicators", (double)range->communicators);
	table_set_text(table, "own", range->own_name ? range->own_name : "-");
	table_set_number(table, "own_seconds", range->own);
	table_set_text(table, "barrier", name_of(class, &range->barrier, text));
	table_set_number(table, "barrier_seconds", range->behind);
	table_set_text(table, "algorithm",
		       range->choice.algorithm > 0 ? class->algorithms[range->choice.algorithm].name : "own");
	if (range->choice.fanout > 0)
		table_set_number(table, "fanout", range->choice.fanout);
	if (range->choice.segment > 0)
		table_set_number(table, "segment", (double)range->choice.segment);
	table_set_number(table, "seconds", range->seconds);
	table_set_number(table, "saves", range->saves);
	table_set_number(table, "unlike", range->unlike);
}

static void summarise(struct table *table, const struct traced_result *result, const struct tune_library *library)
{
	table_summary_text(table, NULL, "library", library->name);
	table_summary_number(table, NULL, "own_seconds", CELL_SECONDS, result->own);
	table_summary_number(table, NULL, "barrier_seconds", CELL_SECONDS, result->behind);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, result->seconds);
	table_summary_number(table, NULL, "gain", CELL_RATIO, 1 - result->seconds / result->own);
	table_summary_number(table, NULL, "recorded_seconds", CELL_SECONDS, result->recorded);
	if (result->others > 0)
		table_summary_number(table, NULL, "calls_without_rules", CELL_COUNT, (double)result->others);
	if (result->by_nodes > 0)
		table_summary_number(table, NULL, "calls_by_nodes", CELL_COUNT, (double)result->by_nodes);
	if (result->not_asked > 0)
		table_summary_number(table, NULL, "calls_not_asked_for", CELL_COUNT, (double)result->not_asked);
	table_summary_number(table, NULL, "programs_simulated", CELL_COUNT, (double)result->programs);
	table_summary_number(table, NULL, "operations_simulated", CELL_COUNT, (double)result->singles);
	if (result->cut_short)
		table_summary_text(table, NULL, "search", "out of time");
	if (result->left_out > 0)
		table_summary_number(table, NULL, "candidates_left_out", CELL_COUNT, (double)result->left_out);
}

struct table *traced_tuning_table(const struct traced_result *result, const struct tune_library *library)
{
	struct table *table =
		table_new("rules for a program: what its operations take, and what it takes with each rule less",
			  columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < result->n; i++)
		set_row(table, library, &result->list[i]);
	if (table)
		summarise(table, result, library);
	return table;
}
