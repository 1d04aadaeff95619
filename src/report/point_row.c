#include "report/point_row.h"

void point_row(struct table *table, const struct experiment *what)
{
	char text[SETUP_TEXT_MOST];

	table_row(table);
	table_set_text(table, "experiment", experiment_name(what->kind));
	table_set_number(table, "from", what->from);
	table_set_number(table, "to", what->to);
	table_set_number(table, "bytes", (double)what->bytes);
	table_set_number(table, "reply_bytes", (double)what->reply_bytes);
	table_set_number(table, "count", (double)what->count);
	table_set_text(table, "setup", setup_format(&what->setup, text));
}
