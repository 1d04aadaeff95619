#include "cli/predict_paths.h"

#include "predict/message.h"

#include <stdlib.h>
#include <string.h>

static const struct column columns[] = {
	{"operation", "", CELL_TEXT},   {"algorithm", "", CELL_TEXT}, {"processes", "", CELL_COUNT},
	{"layout", "", CELL_TEXT},      {"bytes", "B", CELL_BYTES},   {"send", "s", CELL_SECONDS},
	{"receive", "s", CELL_SECONDS}, {"full", "s", CELL_SECONDS},
};

/* The index of the layout, MESSAGE_LAYOUTS if there is none of that name. */
static unsigned layout_find(const char *name)
{
	unsigned i = 0;

	while (i < MESSAGE_LAYOUTS && strcmp(message_layout_names[i], name) != 0)
		i++;
	return i;
}

enum status paths_wish_check(const struct paths_wish *wish, struct error *err)
{
	if ((wish->layout || wish->stride) && !wish->paths)
		return error_set(err, ERR_USAGE, "--%s goes with --paths only", wish->layout ? "layout" : "stride");
	if (wish->layout && layout_find(wish->layout) == MESSAGE_LAYOUTS)
		return error_set(err, ERR_USAGE,
				 "--layout %s: the layouts are cc, cn, nc and nn, contiguous or noncontiguous at "
				 "sender and receiver",
				 wish->layout);
	return OK;
}

static struct table *paths_table(const struct model *model, const struct path_prediction *list, size_t n)
{
	struct table *table = table_new("predicted times of one message: the sender's, the receiver's, and from end to "
					"end",
					columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		table_row(table);
		table_set_text(table, "operation", "p2p");
		table_set_text(table, "algorithm", "native");
		table_set_number(table, "processes", 2);
		table_set_text(table, "layout", message_layout_names[list[i].ends]);
		table_set_number(table, "bytes", (double)list[i].bytes);
		table_set_number(table, "send", list[i].times.send);
		table_set_number(table, "receive", list[i].times.receive);
		table_set_number(table, "full", list[i].times.full);
	}
	if (table)
		table_summary_text(table, NULL, "model", model->class->name);
	if (table && !paths_know_layouts(model))
		table_summary_text(table, NULL, "layouts", "all alike under this model");
	return table;
}

enum status predict_paths_table(const struct model *model, struct link link, const struct paths_wish *wish,
				const struct size_list *sizes, struct negative_times *times, struct table **table,
				struct error *err)
{
	unsigned ends = wish->layout ? layout_find(wish->layout) : MESSAGE_LAYOUTS;
	struct path_prediction *list = NULL;
	size_t n = 0;
	enum status status =
		predict_paths(model, link, ends, (double)wish->stride, sizes->bytes, sizes->n, &list, &n, err);

	for (size_t i = 0; status == OK && i < n; i++) {
		negative_times_add(times, list[i].times.send);
		negative_times_add(times, list[i].times.receive);
		negative_times_add(times, list[i].times.full);
	}
	if (status == OK)
		*table = paths_table(model, list, n);
	free(list);
	return status;
}
