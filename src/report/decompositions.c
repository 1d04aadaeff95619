#include "report/decompositions.h"

#include <math.h>
#include <stdio.h>

static const struct column columns[] = {
	{"grid", "", CELL_TEXT},         {"part", "", CELL_TEXT},        {"scatter", "s", CELL_SECONDS},
	{"scatter_tree", "", CELL_TEXT}, {"gather", "s", CELL_SECONDS},  {"gather_tree", "", CELL_TEXT},
	{"exchange", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"rank", "", CELL_COUNT},
};

static const char *const tree_names[] = {[DOMAIN_FLAT] = "flat", [DOMAIN_BINOMIAL] = "binomial"};

static const char *grid_name(const struct grid *grid, char *text, size_t room)
{
	snprintf(text, room, "%zux%zu", grid->x, grid->y);
	return text;
}

static const char *const reasons[] = {[REASON_NONE] = "none: both take the same",
				      [REASON_SCATTER] = "it is scattered sooner",
				      [REASON_GATHER] = "it is gathered sooner",
				      [REASON_EXCHANGE] = "borders are exchanged sooner"};

static void summarise(struct table *table, const struct decomposition *list, size_t n, const struct model *model,
		      size_t exchanges)
{
	char name[48];

	table_summary_text(table, NULL, "model", model->class->name);
	table_summary_text(table, NULL, "best", grid_name(&list[0].grid, name, sizeof(name)));
	table_summary_text(table, NULL, "scatter_tree", tree_names[list[0].scatter_tree]);
	table_summary_text(table, NULL, "gather_tree", tree_names[list[0].gather_tree]);
	if (n < 2)
		return;
	table_summary_text(table, NULL, "next", grid_name(&list[1].grid, name, sizeof(name)));
	table_summary_number(table, NULL, "next_takes_longer", CELL_RATIO,
			     list[0].seconds > 0 ? list[1].seconds / list[0].seconds - 1 : NAN);
	table_summary_text(table, NULL, "why", reasons[decompositions_reason(&list[0], &list[1], exchanges)]);
}

struct table *decompositions_table(const struct model *model, const struct decomposition *list, size_t n,
				   size_t exchanges)
{
	struct table *table =
		table_new("processor grids by what their messages take", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		const struct decomposition *c = &list[i];
		char text[48];

		table_row(table);
		table_set_text(table, "grid", grid_name(&c->grid, text, sizeof(text)));
		table_set_text(table, "part", grid_name(&c->part, text, sizeof(text)));
		table_set_number(table, "scatter", c->scatter);
		table_set_text(table, "scatter_tree", tree_names[c->scatter_tree]);
		table_set_number(table, "gather", c->gather);
		table_set_text(table, "gather_tree", tree_names[c->gather_tree]);
		table_set_number(table, "exchange", c->exchange);
		table_set_number(table, "seconds", c->seconds);
		table_set_number(table, "rank", (double)(i + 1));
	}
	if (table)
		summarise(table, list, n, model, exchanges);
	return table;
}
