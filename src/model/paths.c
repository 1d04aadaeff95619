#include "model/paths.h"

#include <math.h>

enum { VALUE = 4 }; /* bytes */

const char *const message_layout_names[] = {"cc", "cn", "nc", "nn", NULL};

struct message_layout message_layout_of(const struct experiment *what)
{
	const struct layout *ends = what->setup.layout;
	bool sender = ends[0].kind != LAYOUT_CONTIGUOUS, receiver = ends[1].kind != LAYOUT_CONTIGUOUS;

	return (struct message_layout){.ends = 2U * sender + receiver, .stride = sender ? (double)ends[0].stride : receiver ? (double)ends[1].stride : 0};
}

struct layout message_layout_end(size_t bytes, bool strided, size_t blocks, size_t stride)
{
	size_t values = (bytes + VALUE * blocks / 2) / (VALUE * blocks);

	if (!strided || bytes == 0)
		return (struct layout){.kind = LAYOUT_CONTIGUOUS};
	return (struct layout){.kind = LAYOUT_VECTOR, .block = VALUE * (values ? values : 1), .stride = stride};
}

enum status model_paths(const struct model *model, struct link link, size_t bytes, const struct message_layout *layout, struct paths *paths, struct error *err)
{
	struct cost cost;

	if (model->class->paths)
		return model->class->paths(model, link, bytes, layout, paths, err);
	cost = model_cost(model, link, bytes);
	*paths = (struct paths){.send = cost.gap, .receive = cost.gap, .full = cost_delivery(&cost)};
	return OK;
}

struct cost paths_cost(const struct paths *paths)
{
	return (struct cost){
		.send = paths->send,
		.transfer = paths->full,
		.receive = paths->receive,
		.receive_expected = paths->receive,
		.gap = fmax(paths->send, paths->receive),
		.overheads_overlap = 1,
	};
}
