#include "simulate/simulate.h"

#include <math.h>
#include <string.h>

/* 2us are 2000 ns exactly; what is no whole number of picoseconds stays as it is. */
static double nanoseconds(double seconds)
{
	double exact = seconds * 1e9, whole = round(seconds * 1e12) / 1000;

	return fabs(whole - exact) <= 1e-9 * exact ? whole : exact;
}

bool loggops_set(struct loggops *loggops, char name, double seconds)
{
	double *const times[] = {&loggops->L, &loggops->o, &loggops->g, &loggops->G, &loggops->O};
	static const char names[] = "LogGO";
	const char *at = name ? strchr(names, name) : NULL;

	if (at)
		*times[at - names] = nanoseconds(seconds);
	return at != NULL;
}

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
			      .any_pair = true,
			      .cpu_takes_in = true,
			      .any_size = true,
			      .eager_most = loggops->S,
			      .eager_most_blocking = loggops->S};
}
