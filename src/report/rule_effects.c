#include "report/rule_effects.h"

static const struct column columns[] = {
	{"line", "", CELL_COUNT},  {"operation", "", CELL_TEXT}, {"processes", "", CELL_COUNT},
	{"effect", "", CELL_TEXT}, {"what", "", CELL_TEXT},
};

static void set_row(struct table *table, const struct rule_effect *effect)
{
	table_row(table);
	if (effect->line > 0)
		table_set_number(table, "line", (double)effect->line);
	if (effect->operation)
		table_set_text(table, "operation", effect->operation);
	if (effect->processes > 0)
		table_set_number(table, "processes", effect->processes);
	table_set_text(table, "effect", rule_effect_words[effect->kind]);
	table_set_text(table, "what", effect->text);
}

struct table *rule_effects_table(const struct rule_effects *effects)
{
	struct table *table =
		table_new("what the library makes of the rules", columns, sizeof(columns) / sizeof(columns[0]));
	size_t counts[EFFECT_MISREAD + 1] = {0};

	for (size_t i = 0; table && i < effects->n; i++) {
		set_row(table, &effects->list[i]);
		counts[effects->list[i].kind]++;
	}
	for (int k = 0; table && rule_effect_words[k]; k++)
		if (counts[k] > 0)
			table_summary_number(table, NULL, rule_effect_words[k], CELL_COUNT, (double)counts[k]);
	return table;
}

size_t rule_effects_grave(const struct rule_effects *effects)
{
	size_t n = 0;

	for (size_t i = 0; i < effects->n; i++)
		n += effects->list[i].kind <= EFFECT_DEADLOCKS;
	return n;
}
