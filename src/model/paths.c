/*
 * Send, receive and full path of a message (Seinstra, Koelma 2002, section 3).
 * Models without paths: both ends are busy for the gap, and the full path is T(m) (section 3.2).
 */
#include "model/paths.h"

#include <math.h>

enum { BLOCK_LEAST = 4 }; /* bytes: a value of single precision */

const char *const message_layout_names[] = {"cc", "cn", "nc", "nn", NULL};

struct message_layout message_layout_of(const struct experiment *what)
{
	const struct layout *ends = what->setup.layout;
	bool sender = ends[0].kind != LAYOUT_CONTIGUOUS, receiver = ends[1].kind != LAYOUT_CONTIGUOUS;

	return (struct message_layout){.ends = 2U * sender + receiver,
				       .stride = sender     ? (double)ends[0].stride
						 : receiver ? (double)ends[1].stride
							    : 0};
}

struct layout message_layout_end(size_t bytes, bool strided, size_t blocks, size_t stride)
{
	size_t block = (bytes + blocks / 2) / blocks;

	if (!strided || bytes == 0)
		return (struct layout){.kind = LAYOUT_CONTIGUOUS};
	return (struct layout){
		.kind = LAYOUT_VECTOR, .block = block > BLOCK_LEAST ? block : BLOCK_LEAST, .stride = stride};
}

bool paths_know_layouts(const struct model *model)
{
	return model->class->paths && model_param_index(model->class, "t_as_nn") < model->class->n_params;
}

bool paths_strides(const struct model *model, struct link link, double *least, double *most)
{
	static const char *const names[PATHS_STRIDES_MOST] = {"stride", "stride_2", "stride_3", "stride_4"};

	*least = INFINITY;
	*most = 0;
	for (size_t k = 0; paths_know_layouts(model) && k < PATHS_STRIDES_MOST; k++) {
		double known = model_value(model, model_link(model, link), names[k], 0);

		*least = fmin(*least, known);
		*most = fmax(*most, known);
	}
	return *least <= *most;
}

double paths_nearest_stride(const struct model *model, struct link link, double stride)
{
	double least, most;

	return paths_strides(model, link, &least, &most) && least < most ? fmin(fmax(stride, least), most) : 0;
}

enum status model_paths(const struct model *model, struct link link, size_t bytes, const struct message_layout *layout,
			struct paths *paths, struct error *err)
{
	struct cost cost;

	if (model->class->paths)
		return model->class->paths(model, link, bytes, layout, paths, err);
	cost = model_cost(model, link, bytes);
	*paths = (struct paths){
		.send = cost_next_out(&cost), .receive = cost_next_in(&cost), .full = cost_delivery(&cost)};
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
		.overheads_overlap = true,
	};
}

struct cost paths_cost_after(const struct paths *paths, double latency)
{
	struct cost cost = paths_cost(paths);

	cost.latency = latency;
	cost.transfer -= latency;
	return cost;
}
