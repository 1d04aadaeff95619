#include "mpi/stress/collective.h"

/* What a process sends to another: for bcast and allreduce to all the same. */
static struct content content_to(const struct stress_case *c, int from, int to)
{
	struct content base = stress_content(c->step, 0);

	if (c->step->operation == STRESS_ALLTOALL || c->step->operation == STRESS_SCATTER)
		base.seed += (uint64_t)to * UINT64_C(0x8ebc6af09c88c6e3);
	return content_of(&base, from);
}

/* How many messages this process sends and receives. */
static void count_slots(const struct stress_case *c, size_t *sent, size_t *received)
{
	size_t all = (size_t)c->stress->process->size;
	bool root = c->stress->process->rank == c->step->root;

	*sent = *received = 1;
	if (c->step->operation == STRESS_ALLTOALL)
		*sent = *received = all;
	else if (c->step->operation == STRESS_BCAST)
		*sent = root, *received = !root;
	else if (c->step->operation == STRESS_SCATTER)
		*sent = root ? all : 0;
	else if (c->step->operation == STRESS_GATHER)
		*received = root ? all : 0;
}

static int call(struct stress_case *c)
{
	const struct message_row *out = &c->out, *in = &c->in;
	void *from = row_at(out, 0), *to = row_at(in, 0);
	int root = c->step->root;
	MPI_Comm comm = c->stress->process->data;

	switch (c->step->operation) {
	case STRESS_BCAST:
		return out->n ? MPI_Bcast(from, out->count, out->type, root, comm)
			      : MPI_Bcast(to, in->count, in->type, root, comm);
	case STRESS_GATHER:
		return MPI_Gather(from, out->count, out->type, to, in->count, in->type, root, comm);
	case STRESS_SCATTER:
		return MPI_Scatter(from, out->count, out->type, to, in->count, in->type, root, comm);
	case STRESS_ALLTOALL:
		return MPI_Alltoall(from, out->count, out->type, to, in->count, in->type, comm);
	default:
		return MPI_Allreduce(from, to, out->count, MPI_BYTE, MPI_BXOR, comm);
	}
}

static void look(struct stress_case *c)
{
	int rank = c->stress->process->rank, root = c->step->root;

	for (size_t i = 0; i < c->in.n; i++) {
		int from = c->in.n > 1 || c->step->operation == STRESS_ALLTOALL ? (int)i : root;
		struct content content = content_to(c, from, rank);

		if (c->step->operation == STRESS_ALLREDUCE) {
			content = stress_content(c->step, 0);
			content.merged = c->stress->process->size;
			from = -1;
		}
		stress_look(c, i, &content, from, 0);
	}
}

void stress_collective(struct stress_case *c)
{
	const struct stress_step *step = c->step;
	bool plain = step->operation == STRESS_ALLREDUCE;
	size_t sent, received;

	count_slots(c, &sent, &received);
	stress_failed(c, row_init(&c->out, c->stress->out, sent, step->bytes, step->layout[0], step->seed, plain), 0);
	stress_failed(c,
		      row_init(&c->in, c->stress->in, received, step->bytes, step->layout[1], step->seed / 1024, plain),
		      0);
	row_wipe(&c->out);
	row_wipe(&c->in);
	for (size_t i = 0; i < sent; i++) {
		const struct content content = content_to(c, c->stress->process->rank, (int)i);

		row_write(&c->out, i, &content);
	}
	if (!stress_failed(c, call(c), 0))
		look(c);
	row_release(&c->out);
	row_release(&c->in);
}
