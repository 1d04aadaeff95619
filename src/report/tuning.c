#include "report/tuning.h"

#include <math.h>

static const struct column columns[] = {
	{"operation", "", CELL_TEXT},     {"processes", "", CELL_COUNT},  {"which", "", CELL_TEXT},
	{"from", "B", CELL_BYTES},        {"to", "B", CELL_BYTES},        {"algorithm", "", CELL_TEXT},
	{"fanout", "", CELL_COUNT},       {"segment", "B", CELL_BYTES},   {"best_at", "B", CELL_BYTES},
	{"unchanged", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"gain", "", CELL_RATIO},
};

/* The same with what was measured of the gain. */
static const struct column measured_columns[] = {
	{"operation", "", CELL_TEXT},     {"processes", "", CELL_COUNT},  {"which", "", CELL_TEXT},
	{"from", "B", CELL_BYTES},        {"to", "B", CELL_BYTES},        {"algorithm", "", CELL_TEXT},
	{"fanout", "", CELL_COUNT},       {"segment", "B", CELL_BYTES},   {"best_at", "B", CELL_BYTES},
	{"unchanged", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"gain", "", CELL_RATIO},
	{"gain_low", "", CELL_RATIO},     {"gain_high", "", CELL_RATIO},  {"p_holm", "", CELL_NUMBER},
};

static bool has_levels(const struct tune_result *result)
{
	bool found = false;

	for (size_t i = 0; i < result->n; i++)
		found = found || result->gains[i].level != TUNED_WHOLE;
	return found;
}

static void set_row(struct table *table, const struct tune_library *library, const struct tune_gain *gain)
{
	const struct tuned_class *class = library->class(gain->id);

	table_row(table);
	table_set_text(table, "operation", class->name);
	table_set_number(table, "processes", gain->processes);
	table_set_text(table, "which", tuned_level_words[gain->level]);
	table_set_number(table, "from", (double)gain->from);
	table_set_number(table, "to", (double)gain->to);
	table_set_text(table, "algorithm", class->algorithms[gain->choice.algorithm].name);
	if (gain->choice.fanout > 0)
		table_set_number(table, "fanout", gain->choice.fanout);
	if (gain->choice.segment > 0)
		table_set_number(table, "segment", (double)gain->choice.segment);
	table_set_number(table, "best_at", (double)gain->best_at);
	table_set_number(table, "unchanged", gain->unchanged);
	table_set_number(table, "seconds", gain->seconds);
	if (isnan(gain->won.p)) {
		table_set_number(table, "gain", 1 - gain->seconds / gain->unchanged);
		return;
	}
	table_set_number(table, "gain", -gain->won.part.value);
	table_set_number(table, "gain_low", -gain->won.part.high);
	table_set_number(table, "gain_high", -gain->won.part.low);
	table_set_number(table, "p_holm", gain->won.p);
}

struct table *tuning_table(const struct tune_result *result, const struct tune_library *library, bool measured)
{
	struct table *table = measured ? table_new("what rules gain, where they gain most: measured", measured_columns,
						   sizeof(measured_columns) / sizeof(measured_columns[0]))
				       : table_new("what rules gain by the model, where they gain most", columns,
						   sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < result->n; i++)
		set_row(table, library, &result->gains[i]);
	if (table && !has_levels(result))
		table_for_files(table, "which");
	if (table)
		table_summary_text(table, NULL, "library", library->name);
	if (table)
		table_summary_number(table, NULL, "simulations", CELL_COUNT, (double)result->simulations);
	return table;
}
