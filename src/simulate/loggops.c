#include "simulate/simulate.h"

static void loggops_message(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	const struct loggops *p = self;
	double more = bytes > 0 ? (double)(bytes - 1) : 0;
	double cpu = more * p->O, port = more * p->G, receive = p->o + (cpu > port ? cpu : port);

	(void)from;
	(void)to;
	*cost = (struct message_cost){.send = p->o + cpu,
				      .out = p->g + port,
				      .flight = p->o + p->L,
				      .in = p->g + port,
				      .transfer = port,
				      .receive = receive,
				      .receive_expected = receive,
				      .latency = p->L,
				      .stream = port > cpu ? port - cpu : 0};
}

struct costs loggops_costs(const struct loggops *loggops)
{
	return (struct costs){.message = loggops_message,
			      .self = loggops,
			      .cpu_takes_in = true,
			      .any_size = true,
			      .eager_most = loggops->S};
}
