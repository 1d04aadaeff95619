#include "cli/tune/verify_report.h"

#include "base/table.h"

static const struct column columns[] = {
	{"operation", "", CELL_TEXT},   {"processes", "", CELL_COUNT}, {"which", "", CELL_TEXT},
	{"size", "B", CELL_BYTES},      {"rule", "", CELL_TEXT},       {"fanout", "", CELL_COUNT},
	{"segment", "B", CELL_BYTES},   {"ran", "", CELL_TEXT},        {"alike", "", CELL_TEXT},
	{"seconds", "s", CELL_SECONDS}, {"own", "s", CELL_SECONDS},    {"slower", "", CELL_RATIO},
	{"low", "", CELL_RATIO},        {"high", "", CELL_RATIO},      {"p_holm", "", CELL_NUMBER},
	{"verdict", "", CELL_TEXT},
};

static void set_times(struct table *table, const struct verify_row *row)
{
	table_set_number(table, "seconds", row->seconds);
	table_set_number(table, "own", row->own);
	table_set_number(table, "slower", row->slower.part.value);
	table_set_number(table, "low", row->slower.part.low);
	table_set_number(table, "high", row->slower.part.high);
	table_set_number(table, "p_holm", row->test.holm);
}

static void set_row(struct table *table, const struct rules *rules, const struct verify_row *row, double confidence)
{
	table_row(table);
	table_set_text(table, "operation", rules->target->operation(row->id));
	table_set_number(table, "processes", row->processes);
	table_set_text(table, "which", tuned_level_words[row->level]);
	table_set_number(table, "size", (double)row->bytes);
	table_set_text(table, "rule", row->rule.algorithm > 0 ? row->name : "-");
	if (row->rule.fanout > 0)
		table_set_number(table, "fanout", row->rule.fanout);
	if (row->rule.segment > 0)
		table_set_number(table, "segment", (double)row->rule.segment);
	table_set_text(table, "ran", *row->ran ? row->ran : "-");
	if (*row->alike)
		table_set_text(table, "alike", row->alike);
	if (row->timed)
		set_times(table, row);
	table_set_text(table, "verdict", verdict_words[verdict_of(row, confidence)]);
}

struct table *verify_report_table(const struct rules *rules, const struct verify_result *result, double confidence)
{
	struct table *table = table_new("rules at work", columns, sizeof(columns) / sizeof(columns[0]));
	size_t counts[VERDICT_UNTIMED + 1] = {0};
	bool levels = false;

	for (size_t i = 0; table && i < result->n; i++) {
		set_row(table, rules, &result->list[i], confidence);
		counts[verdict_of(&result->list[i], confidence)]++;
		levels = levels || result->list[i].level != TUNED_WHOLE;
	}
	if (table && !levels)
		table_for_files(table, "which");
	for (int k = 0; table && k <= VERDICT_UNTIMED; k++)
		if (k <= VERDICT_BETTER || counts[k] > 0)
			table_summary_number(table, NULL, verdict_words[k], CELL_COUNT, (double)counts[k]);
	if (table && result->skipped > 0)
		table_summary_number(table, NULL, "not looked at", CELL_COUNT, (double)result->skipped);
	return table;
}
