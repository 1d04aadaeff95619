#include "mpi/stress/window.h"

/* Empty messages that order accesses to a window by locks: what is exposed may be accessed; it has been. */
enum { TAG_READY = 32001, TAG_DONE };

static bool is_put(const struct stress_case *c)
{
	return c->step->operation == OPERATION_PUT_FENCE || c->step->operation == OPERATION_PUT_LOCK;
}

/* The window on what is received, for put, or on what is sent. */
static MPI_Win window_of(const struct stress_case *c)
{
	return c->stress->windows[is_put(c)];
}

static bool is_origin(const struct stress_case *c)
{
	return is_put(c) ? c->sends : c->receives;
}

static void access_all(struct stress_case *c)
{
	const struct message_row *out = &c->out, *in = &c->in;

	for (size_t i = 0; i < c->step->messages; i++) {
		int code;

		if (is_put(c))
			code = MPI_Put(row_at(out, i), out->count, out->type, c->peer,
				       (MPI_Aint)(row_at(in, i) - in->base), in->count, in->type, window_of(c));
		else
			code = MPI_Get(row_at(in, i), in->count, in->type, c->peer,
				       (MPI_Aint)(row_at(out, i) - out->base), out->count, out->type, window_of(c));
		stress_failed(c, code, i);
	}
}

/* Writes what this process sends, clears where it receives. */
static void fill(struct stress_case *c)
{
	if (c->sends)
		row_wipe(&c->out);
	for (size_t i = 0; c->sends && i < c->step->messages; i++) {
		const struct content base = stress_content(c->step, i),
				     content = content_of(&base, c->stress->process->rank);

		row_write(&c->out, i, &content);
	}
	if (c->receives)
		row_wipe(&c->in);
}

static void look(struct stress_case *c)
{
	for (size_t i = 0; c->receives && i < c->step->messages; i++) {
		const struct content base = stress_content(c->step, i), content = content_of(&base, c->peer);

		stress_look(c, i, &content, c->peer, c->step->messages);
	}
}

static void by_fence(struct stress_case *c)
{
	fill(c);
	stress_failed(c, MPI_Win_fence(MPI_MODE_NOPRECEDE, window_of(c)), 0);
	if (c->peer >= 0 && is_origin(c))
		access_all(c);
	stress_failed(c, MPI_Win_fence(MPI_MODE_NOSUCCEED, window_of(c)), 0);
	look(c);
}

/* What a process does to its own part of a window belongs into an epoch too. */
static void in_own_epoch(struct stress_case *c, void (*work)(struct stress_case *))
{
	int rank = c->stress->process->rank;

	stress_failed(c, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window_of(c)), 0);
	work(c);
	stress_failed(c, MPI_Win_unlock(rank, window_of(c)), 0);
}

static void by_lock(struct stress_case *c)
{
	MPI_Comm comm = c->stress->process->data;

	if (is_origin(c)) {
		fill(c);
		stress_failed(c, MPI_Recv(NULL, 0, MPI_BYTE, c->peer, TAG_READY, comm, MPI_STATUS_IGNORE), 0);
		stress_failed(c, MPI_Win_lock(MPI_LOCK_SHARED, c->peer, 0, window_of(c)), 0);
		access_all(c);
		stress_failed(c, MPI_Win_flush(c->peer, window_of(c)), 0);
		stress_failed(c, MPI_Win_unlock(c->peer, window_of(c)), 0);
		stress_failed(c, MPI_Send(NULL, 0, MPI_BYTE, c->peer, TAG_DONE, comm), 0);
		look(c);
	} else {
		in_own_epoch(c, fill);
		stress_failed(c, MPI_Send(NULL, 0, MPI_BYTE, c->peer, TAG_READY, comm), 0);
		stress_failed(c, MPI_Recv(NULL, 0, MPI_BYTE, c->peer, TAG_DONE, comm, MPI_STATUS_IGNORE), 0);
		in_own_epoch(c, look);
	}
}

void stress_one_sided(struct stress_case *c)
{
	if (c->step->operation == OPERATION_PUT_FENCE || c->step->operation == OPERATION_GET_FENCE)
		by_fence(c);
	else if (c->peer >= 0)
		by_lock(c);
}
