#include "cli/predict/paths.h"

#include "base/error.h"
#include "cli/command.h"

#include "predict/message.h"
#include "predict/overlapped.h"
#include "report/overlapped.h"
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
	if (options->series && (options->closed || options->paths || options->terms))
		return error_set(err, ERR_USAGE, "--messages has columns of its own: it goes without --%s",
				 options->closed  ? "closed-form"
				 : options->paths ? "paths"
						  : "breakdown");
	if (options->closed && (options->paths || options->terms))
		return error_set(err, ERR_USAGE, "--closed-form has columns of its own: it goes without --%s",
				 options->paths ? "paths" : "breakdown");
	if (options->compute >= 0 && !options->closed)
		return error_set(err, ERR_USAGE,
				 "--compute: computation beside a message, which --closed-form predicts with p2p");
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

enum status predict_overlapped_table(const struct model *model, struct link link, double compute,
				     const struct size_list *sizes, struct table **table, struct error *err)
{
	struct overlapped *list = calloc(OVERLAPPED_CASES * sizes->n + 1, sizeof(*list));
	enum status status = list ? OK : error_memory(err, "predicted overlaps");

	for (size_t i = 0; status == OK && i < OVERLAPPED_CASES * sizes->n; i++)
		status = predict_overlapped(model, link, sizes->bytes[i / OVERLAPPED_CASES],
					    (enum overlapped_case)(i % OVERLAPPED_CASES), compute, &list[i], err);
	if (status == OK)
		*table = overlapped_table(model, list, OVERLAPPED_CASES * sizes->n);
	free(list);
	return usage_of_option("--closed-form", status, err);
}
