#include "predict/message.h"

#include <stdlib.h>

void predict_messages(const struct model *model, struct link link, const size_t *sizes, size_t n,
		      struct message_prediction *list)
{
	for (size_t i = 0; i < n; i++)
		list[i] = (struct message_prediction){.bytes = sizes[i],
						      .seconds = model_p2p(model, link, sizes[i]),
						      .cost = model_cost(model, link, sizes[i])};
}

enum status predict_paths(const struct model *model, struct link link, unsigned ends, double stride,
			  const size_t *sizes, size_t n, struct path_prediction **list, size_t *found,
			  struct error *err)
{
	bool all = ends >= MESSAGE_LAYOUTS && paths_know_layouts(model);
	unsigned first = ends < MESSAGE_LAYOUTS ? ends : 0, last = all ? MESSAGE_LAYOUTS - 1 : first;
	enum status status = OK;

	*found = 0;
	*list = calloc((last - first + 1) * n + 1, sizeof(**list));
	if (!*list)
		return error_memory(err, "predicted paths of messages");
	for (unsigned layout = first; layout <= last; layout++) {
		const struct message_layout laid = {layout, stride};

		for (size_t i = 0; status == OK && i < n; i++) {
			struct path_prediction *path = &(*list)[(*found)++];

			*path = (struct path_prediction){.ends = layout, .bytes = sizes[i]};
			status = model_paths(model, link, sizes[i], &laid, &path->times, err);
		}
	}
	return status;
}
