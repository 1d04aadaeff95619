#include "simulate/simulate.h"

static double nanoseconds(double seconds)
{
	return seconds > 0 ? seconds * 1e9 : 0;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static void model_message(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	const struct model_use *use = self;
	struct cost c = model_cost(use->model, (struct link){from, to}, (size_t)bytes);
	double transfer = nanoseconds(c.transfer), busy = use->parallel ? 0 : nanoseconds(c.gap);

	*cost = (struct message_cost){
		.send = nanoseconds(c.send),
		.out = busy,
		.flight = nanoseconds(c.latency),
		.in = busy,
		.transfer = transfer,
		.latency = nanoseconds(c.latency),
		.receive = nanoseconds(c.receive),
		.receive_expected = nanoseconds(c.receive_expected),
	};
	if (c.overheads_overlap)
		cost->inside = least(transfer, cost->receive_expected);
	else
		cost->flight += cost->send;
}

struct costs model_costs(const struct model_use *use, uint64_t eager_most)
{
	return (struct costs){.message = model_message, .self = use, .fair = use->fair, .eager_most = eager_most};
}
