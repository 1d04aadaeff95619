/* gatherv and scatterv: as bytes, like others that move data (move.c). */
#include <stdlib.h>
#include <string.h>

#include "mpi/user/bytes.h"
#include "mpi/user/plan.h"

static bool is_root(const struct user_call *call)
{
	return call->comm->rank == call->root;
}

static bool gathers(const struct user_call *call)
{
	return call->collective == COLLECTIVE_GATHERV;
}

static size_t sum_of(const struct user_call *call)
{
	size_t sum = 0;

	for (int i = 0; i < call->comm->size; i++)
		sum += call->counts[i];
	return sum;
}

/* All blocks, at the root. */
static struct user_blocks blocks_of_root(const struct user_call *call, const struct user_arguments *given)
{
	struct user_blocks blocks = {.n = call->comm->size,
				     .counts = gathers(call) ? given->receive_counts : given->send_counts,
				     .displacements =
					     gathers(call) ? given->receive_displacements : given->send_displacements,
				     .type = gathers(call) ? given->receive_type : given->send_type,
				     .bytes = sum_of(call)};

	memcpy(&blocks.buffer, gathers(call) ? (const void *)&given->receive : &given->send, sizeof(given->send));
	return blocks;
}

/* What a process has of its own: of the root of gatherv in place, its block among all. */
static struct user_blocks own_block(const struct user_call *call, const struct user_arguments *given)
{
	struct user_blocks all = blocks_of_root(call, given),
			   own = {.n = 1,
				  .count = gathers(call) ? given->send_count : given->receive_count,
				  .type = gathers(call) ? given->send_type : given->receive_type,
				  .bytes = call->counts[call->comm->rank]};
	MPI_Aint lower, extent = 0;

	memcpy(&own.buffer, gathers(call) ? &given->send : (const void *)&given->receive, sizeof(given->send));
	if ((void *)own.buffer != MPI_IN_PLACE || !gathers(call))
		return own;
	PMPI_Type_get_extent(all.type, &lower, &extent);
	own.buffer = all.buffer + extent * (MPI_Aint)all.displacements[call->root];
	own.count = all.counts[call->root];
	own.type = all.type;
	return own;
}

/* Blocks that are too long for a message of bytes, as they are. */
static int move_huge(const struct user_call *call, const struct user_arguments *given)
{
	const struct user_blocks all = blocks_of_root(call, given), own = own_block(call, given);
	MPI_Aint lower, extent = 0;
	MPI_Comm comm = call->comm->own;
	uint64_t size = 0;
	int code = MPI_SUCCESS;

	if (!is_root(call))
		return gathers(call)
			       ? PMPI_Send(own.buffer, own.count, own.type, call->root, 0, comm)
			       : PMPI_Recv(own.buffer, own.count, own.type, call->root, 0, comm, MPI_STATUS_IGNORE);
	user_type_size(all.type, &size);
	PMPI_Type_get_extent(all.type, &lower, &extent);
	for (int i = 0; code == MPI_SUCCESS && i < all.n; i++) {
		char *at = all.buffer + extent * (MPI_Aint)all.displacements[i];

		if ((uint64_t)all.counts[i] * size <= call->longest)
			continue;
		if (i == call->root && (void *)own.buffer != MPI_IN_PLACE && own.buffer != at)
			code = PMPI_Sendrecv(gathers(call) ? own.buffer : at, gathers(call) ? own.count : all.counts[i],
					     gathers(call) ? own.type : all.type, i, 0, gathers(call) ? at : own.buffer,
					     gathers(call) ? all.counts[i] : own.count,
					     gathers(call) ? all.type : own.type, i, 0, comm, MPI_STATUS_IGNORE);
		else if (i != call->root && gathers(call))
			code = PMPI_Recv(at, all.counts[i], all.type, i, 0, comm, MPI_STATUS_IGNORE);
		else if (i != call->root)
			code = PMPI_Send(at, all.counts[i], all.type, i, 0, comm);
	}
	return code;
}

static int run(const struct user_call *call, int code, char *send, char *receive)
{
	const struct call what = user_call_what(call);

	if (call->row->algorithm)
		return user_plan_run(call, &what, MPI_BYTE, MPI_OP_NULL, call->fixed || (call->alone && !is_root(call)),
				     code, send, receive);
	return code == MPI_SUCCESS ? user_call_split(call, gathers(call), send, receive) : code;
}

static int open_root(const struct user_call *call, const struct user_blocks *blocks, struct user_bytes *bytes)
{
	if (!is_root(call))
		return MPI_SUCCESS;
	return user_bytes_open(call, blocks, !gathers(call), call->huge, bytes);
}

static int open_own(const struct user_call *call, const struct user_blocks *blocks, bool copied,
		    struct user_bytes *bytes)
{
	if ((void *)blocks->buffer != MPI_IN_PLACE) /* of scatterv: the root has its block */
		return user_bytes_open(call, blocks, gathers(call), copied, bytes);
	*bytes = (struct user_bytes){.at = malloc(blocks->bytes + 1), .copied = true, .n = blocks->bytes};
	return bytes->at ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

int user_call_counted(const struct user_call *call, const struct user_arguments *given)
{
	const struct user_blocks blocks = blocks_of_root(call, given), block = own_block(call, given);
	bool place = is_root(call) && (gathers(call) ? given->send : given->receive) == MPI_IN_PLACE;
	struct user_bytes all = {.at = NULL}, own = {.at = NULL};
	int code = open_root(call, &blocks, &all), closed, left;

	if (code == MPI_SUCCESS)
		code = open_own(call, &block, place, &own);
	user_call_stop(call, code);
	code = gathers(call) ? run(call, code, own.at, all.at) : run(call, code, all.at, own.at);
	if (code == MPI_SUCCESS && call->huge)
		code = move_huge(call, given);
	closed = user_bytes_close(call, &own, &block, code == MPI_SUCCESS && !gathers(call) && !place);
	left = user_bytes_close(call, &all, &blocks, code == MPI_SUCCESS && gathers(call));
	return code != MPI_SUCCESS ? code : closed != MPI_SUCCESS ? closed : left;
}
