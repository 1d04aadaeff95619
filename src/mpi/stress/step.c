#include "mpi/stress/step.h"

#include "mpi/stress/collective.h"
#include "mpi/stress/pair.h"
#include "mpi/stress/window.h"

static bool is_one_sided(int operation)
{
	return operation >= OPERATION_PUT_FENCE && operation <= OPERATION_GET_LOCK;
}

/* Between the two processes of a pair; one without a partner has no part in it, but in fences. */
static void do_pair(struct stress_case *c)
{
	const struct stress_step *step = c->step;
	int rank = c->stress->process->rank, code;
	bool both = step->operation == OPERATION_SENDRECV;

	c->peer = stress_peer(c->stress->process->size, step->pairing, rank);
	c->sends = c->peer >= 0 && (both || (rank < c->peer) != step->reversed);
	c->receives = c->peer >= 0 && (both || !c->sends);
	code = row_init(&c->out, c->stress->out, step->messages, step->bytes, step->layout[0], step->seed, true);
	if (!stress_failed(c, code, 0))
		stress_failed(c,
			      row_init(&c->in, c->stress->in, step->messages, step->bytes, step->layout[1],
				       step->seed / 1024, true),
			      0);
	if (is_one_sided(step->operation))
		stress_one_sided(c);
	else if (c->peer >= 0)
		stress_two_sided(c);
	row_release(&c->out);
	row_release(&c->in);
}

void stress_do(struct stress *stress, const struct stress_step *step)
{
	struct stress_case c = {
		.stress = stress, .step = step, .peer = -1, .out = {.type = MPI_BYTE}, .in = {.type = MPI_BYTE}};

	if (step->operation < STRESS_BCAST)
		do_pair(&c);
	else
		stress_collective(&c);
}
