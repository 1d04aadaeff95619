/* T(m) = L + g(m) where the overheads lie inside the transfer (PLogP), else T(m) = o_s + L + transfer + o_r. */
#include "model/cost.h"

#include "model/model.h"

double cost_delivery(const struct cost *cost)
{
	if (cost->overheads_overlap)
		return cost->latency + cost->transfer;
	return cost->send + cost->latency + cost->transfer + cost->receive_expected;
}

struct cost model_cost(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost = {0};
	model->class->cost(model, link, bytes, &cost);
	return cost;
}

struct cost model_cost_nonblocking(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost = {0};

	if (!model->class->cost_nonblocking)
		return model_cost(model, link, bytes);
	model->class->cost_nonblocking(model, link, bytes, &cost);
	return cost;
}

double model_p2p(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost = model_cost(model, link, bytes);
	return cost_delivery(&cost);
}

double model_roundtrip(const struct model *model, struct link link, size_t bytes, size_t reply_bytes)
{
	struct link back = {link.to, link.from};
	return model_p2p(model, link, bytes) + model_p2p(model, back, reply_bytes);
}
