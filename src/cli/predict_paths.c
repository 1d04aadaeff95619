#include "cli/predict_paths.h"

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

static void add_row(struct table *table, unsigned ends, size_t bytes, const struct paths *paths)
{
	table_row(table);
	table_set_text(table, "operation", "p2p");
	table_set_text(table, "algorithm", "native");
	table_set_number(table, "processes", 2);
	table_set_text(table, "layout", message_layout_names[ends]);
	table_set_number(table, "bytes", (double)bytes);
	table_set_number(table, "send", paths->send);
	table_set_number(table, "receive", paths->receive);
	table_set_number(table, "full", paths->full);
}

static enum status add_layout(struct table *table, const struct model *model, struct link link,
			      const struct message_layout *layout, const struct size_list *sizes, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < sizes->n; i++) {
		struct paths paths;

		status = model_paths(model, link, sizes->bytes[i], layout, &paths, err);
		if (status == OK)
			add_row(table, layout->ends, sizes->bytes[i], &paths);
	}
	return status;
}

enum status paths_table(const struct model *model, struct link link, const struct paths_wish *wish,
			const struct size_list *sizes, struct table **table, struct error *err)
{
	unsigned first = wish->layout ? layout_find(wish->layout) : 0,
		 last = wish->layout || !paths_know_layouts(model) ? first : MESSAGE_LAYOUTS - 1;
	enum status status = OK;

	*table = table_new("predicted times of one message: the sender's, the receiver's, and from end to end", columns,
			   sizeof(columns) / sizeof(columns[0]));
	if (!*table)
		return error_memory(err, "a table");
	for (unsigned ends = first; status == OK && ends <= last; ends++)
		status = add_layout(*table, model, link, &(struct message_layout){ends, (double)wish->stride}, sizes,
				    err);
	table_summary_text(*table, NULL, "model", model->class->name);
	if (!paths_know_layouts(model))
		table_summary_text(*table, NULL, "layouts", "all alike under this model");
	if (status == OK)
		return OK;
	table_free(*table);
	*table = NULL;
	return status;
}
