#include "explain/efficiency.h"

#include <math.h>

struct efficiency efficiency_find(const double *computation, int processes, double seconds, double ideal)
{
	double most = 0, sum = 0;

	for (int p = 0; p < processes; p++) {
		most = fmax(most, computation[p]);
		sum += computation[p];
	}
	return (struct efficiency){.load_balance = most > 0 ? sum / processes / most : 1,
				   .serialisation = most / ideal,
				   .transfer = ideal / seconds};
}

static void cost_nothing(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	(void)self;
	(void)from;
	(void)to;
	(void)bytes;
	*cost = (struct message_cost){.send = 0};
}

struct costs free_network(const struct costs *costs)
{
	struct costs free = {.message = cost_nothing,
			     .queued = costs->queued,
			     .any_size = costs->any_size,
			     .eager_most = costs->eager_most,
			     .eager_most_blocking = costs->eager_most_blocking,
			     .eager_within = costs->eager_within,
			     .node = costs->node,
			     .copy = costs->copy,
			     .reduce = costs->reduce};

	return free;
}
