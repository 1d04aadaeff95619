#include "cli/predict_paths.h"

#include "predict/message.h"
#include "report/predictions.h"

#include <stdlib.h>
#include <string.h>

/* The index of the layout, MESSAGE_LAYOUTS if there is none of that name. */
static unsigned layout_find(const char *name)
{
	unsigned i = 0;

	while (i < MESSAGE_LAYOUTS && strcmp(message_layout_names[i], name) != 0)
		i++;
	return i;
}

enum status path_options_check(const struct path_options *options, struct error *err)
{
	if ((options->layout || options->stride) && !options->paths)
		return error_set(err, ERR_USAGE, "--%s goes with --paths only", options->layout ? "layout" : "stride");
	if (options->terms && options->paths)
		return error_set(
			err, ERR_USAGE,
			"--paths has the sender's, the receiver's and the whole time: --breakdown goes without "
			"it");
	if (options->layout && layout_find(options->layout) == MESSAGE_LAYOUTS)
		return error_set(err, ERR_USAGE,
				 "--layout %s: the layouts are cc, cn, nc and nn, contiguous or noncontiguous at "
				 "sender and receiver",
				 options->layout);
	return OK;
}

enum status predict_paths_table(const struct model *model, struct link link, const struct path_options *options,
				const struct size_list *sizes, struct negative_times *times, struct table **table,
				struct error *err)
{
	unsigned ends = options->layout ? layout_find(options->layout) : MESSAGE_LAYOUTS;
	struct path_prediction *list = NULL;
	size_t n = 0;
	enum status status =
		predict_paths(model, link, ends, (double)options->stride, sizes->bytes, sizes->n, &list, &n, err);

	for (size_t i = 0; status == OK && i < n; i++) {
		negative_times_add(times, list[i].times.send);
		negative_times_add(times, list[i].times.receive);
		negative_times_add(times, list[i].times.full);
	}
	if (status == OK)
		*table = path_predictions_table(model, list, n);
	free(list);
	return status;
}
