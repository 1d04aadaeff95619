/*
 * A CPU does one thing after the other, and so does a port, or it shares its time among messages that together take as
 * long. The last message that a port is kept by may be there before the port is free, so that the longest does not
 * count; what a CPU does of a message that waits for its receiver depends on the protocol, and does not count either.
 */
#include "simulate/bound.h"

#include <math.h>

/* A port's messages, nanoseconds. */
struct port_work {
	double sum, longest;
};

/* By costs.node a process has ports of its own for messages within its node, and shares those of its node for others.
 */
enum { WITHIN, BETWEEN, NETWORKS };

/* Of one process, nanoseconds. */
struct work {
	double cpu;
	struct port_work out[NETWORKS], in[NETWORKS];
};

static void add_to_port(struct port_work *port, double time)
{
	port->sum += time;
	port->longest = fmax(port->longest, time);
}

static int network_of(const struct costs *costs, int process, int peer)
{
	return costs->node && costs->node[process] != costs->node[peer] ? BETWEEN : WITHIN;
}

/* Whether a message goes without waiting for its receiver, by whichever call it is sent. */
static bool is_eager(const struct costs *costs, int from, int to, uint64_t bytes)
{
	return !costs_wait(costs, from, to, bytes, false) && !costs_wait(costs, from, to, bytes, true);
}

static void add_send(const struct costs *costs, int process, const struct operation *operation, struct work *work)
{
	bool blocking = operation->blocking && costs->blocking;
	struct message_cost cost;

	(blocking ? costs->blocking : costs->message)(costs->self, process, operation->peer, operation->count, &cost);
	if (is_eager(costs, process, operation->peer, operation->count))
		work->cpu += cost.send;
	add_to_port(&work->out[network_of(costs, process, operation->peer)], cost.out);
}

/* By the lesser of what it costs by either call of the sender. */
static void add_receive(const struct costs *costs, int process, const struct operation *operation, struct work *work)
{
	struct message_cost cost, other;

	if (operation->peer < 0)
		return;
	costs->message(costs->self, operation->peer, process, operation->count, &cost);
	other = cost;
	if (costs->blocking)
		costs->blocking(costs->self, operation->peer, process, operation->count, &other);
	if (is_eager(costs, operation->peer, process, operation->count) && !costs->fair)
		work->cpu +=
			fmin(fmin(cost.receive, cost.receive_expected), fmin(other.receive, other.receive_expected));
	add_to_port(&work->in[network_of(costs, process, operation->peer)], fmin(cost.in, other.in));
}

static double nanoseconds_of(const struct costs *costs, int process, const struct rank_program *program)
{
	struct work work = {0};
	double longest;

	for (size_t i = 0; i < program->n; i++) {
		if (program->operations[i].kind == OP_SEND)
			add_send(costs, process, &program->operations[i], &work);
		else if (program->operations[i].kind == OP_RECEIVE)
			add_receive(costs, process, &program->operations[i], &work);
	}
	longest = work.cpu;
	for (int k = 0; k < NETWORKS; k++)
		longest =
			fmax(longest, fmax(work.out[k].sum - work.out[k].longest, work.in[k].sum - work.in[k].longest));
	return longest;
}

enum status simulation_bound(const struct schedule *schedule, const struct costs *costs, const int *processes, size_t n,
			     double *seconds, struct error *err)
{
	struct rank_program program = {0};
	enum status status = OK;

	*seconds = 0;
	for (size_t i = 0; status == OK && i < n; i++) {
		rank_program_clear(&program);
		status = schedule->build(schedule->self, processes[i], &program, err);
		if (status == OK)
			status = rank_program_status(&program, err);
		if (status == OK)
			*seconds = fmax(*seconds, nanoseconds_of(costs, processes[i], &program) * 1e-9);
	}
	*seconds *= 1 - 1e-9; /* sums are rounded otherwise than in a simulation */
	rank_program_release(&program);
	return status;
}
