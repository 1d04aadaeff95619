/* Operations that move data: all of them as bytes, since the types of sender and receiver may differ. */
#include <stdlib.h>
#include <string.h>

#include "mpi/user/bytes.h"
#include "mpi/user/plan.h"

/* How many blocks a process sends and receives. */
static int blocks_sent(const struct user_call *call)
{
	bool all = call->collective == COLLECTIVE_ALLTOALL ||
		   (call->collective == COLLECTIVE_SCATTER && call->comm->rank == call->root);

	return all ? call->comm->size : call->collective == COLLECTIVE_SCATTER ? 0 : 1;
}

static int blocks_received(const struct user_call *call)
{
	bool all = call->collective == COLLECTIVE_ALLTOALL || call->collective == COLLECTIVE_ALLGATHER ||
		   (call->collective == COLLECTIVE_GATHER && call->comm->rank == call->root);

	return all ? call->comm->size : call->collective == COLLECTIVE_GATHER ? 0 : 1;
}

int user_call_barrier(const struct user_call *call)
{
	const struct call what = user_call_what(call);

	return user_plan_run(call, &what, MPI_BYTE, MPI_OP_NULL, true, MPI_SUCCESS, NULL, NULL);
}

int user_call_bcast(const struct user_call *call, const struct user_arguments *given)
{
	const struct call what = user_call_what(call);
	const struct user_blocks blocks = {.buffer = given->receive,
					   .n = 1,
					   .count = given->receive_count,
					   .type = given->receive_type,
					   .bytes = call->bytes};
	bool root = call->comm->rank == call->root;
	struct user_bytes bytes;
	int code = user_call_stop(call, user_bytes_open(call, &blocks, root, false, &bytes)), closed;

	code = user_plan_run(call, &what, MPI_BYTE, MPI_OP_NULL, true, code, NULL, bytes.at);
	closed = user_bytes_close(call, &bytes, &blocks, code == MPI_SUCCESS && !root);
	return code != MPI_SUCCESS ? code : closed;
}

/* What a process receives; that of allgatherv may have gaps. */
static struct user_blocks received(const struct user_call *call, const struct user_arguments *given)
{
	return (struct user_blocks){.buffer = given->receive,
				    .n = blocks_received(call),
				    .count = given->receive_counts ? given->receive_counts[0] : given->receive_count,
				    .displacements = given->receive_displacements,
				    .type = given->receive_type,
				    .bytes = (size_t)blocks_received(call) * call->bytes};
}

/* What a process sends in place: its own block of what it receives, or all of it. */
static struct user_blocks in_place(const struct user_call *call, const struct user_arguments *given)
{
	struct user_blocks blocks = received(call, given);
	MPI_Aint lower, extent = 0, first;

	if (call->collective == COLLECTIVE_ALLTOALL)
		return blocks;
	PMPI_Type_get_extent(blocks.type, &lower, &extent);
	first = blocks.displacements ? blocks.displacements[call->comm->rank]
				     : (MPI_Aint)blocks.count * call->comm->rank;
	blocks.buffer += extent * first;
	blocks.n = 1;
	blocks.displacements = NULL;
	blocks.bytes = call->bytes;
	return blocks;
}

/* The bytes that are sent; those in place are copied, since they are where others come in. */
static int open_send(const struct user_call *call, const struct user_arguments *given, struct user_bytes *bytes)
{
	struct user_blocks blocks = {.n = blocks_sent(call),
				     .count = given->send_count,
				     .type = given->send_type,
				     .bytes = (size_t)blocks_sent(call) * call->bytes};

	memcpy(&blocks.buffer, &given->send, sizeof(given->send)); /* nothing is written to it */
	if (given->send != MPI_IN_PLACE)
		return user_bytes_open(call, &blocks, true, false, bytes);
	blocks = in_place(call, given);
	return user_bytes_open(call, &blocks, true, true, bytes);
}

/* Room for the bytes that are received; the root of a scatter in place has them already. */
static int open_receive(const struct user_call *call, const struct user_blocks *blocks, struct user_bytes *bytes)
{
	if ((void *)blocks->buffer != MPI_IN_PLACE)
		return user_bytes_open(call, blocks, false, false, bytes);
	*bytes = (struct user_bytes){.at = malloc(blocks->bytes), .copied = true, .n = blocks->bytes};
	return bytes->at ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

int user_call_move(const struct user_call *call, const struct user_arguments *given)
{
	const struct call what = user_call_what(call);
	const struct user_blocks into = received(call, given);
	bool unused = given->receive == MPI_IN_PLACE;
	struct user_bytes send = {.at = NULL}, receive = {.at = NULL};
	int code = MPI_SUCCESS, closed = MPI_SUCCESS;

	if (blocks_sent(call) > 0)
		code = open_send(call, given, &send);
	if (code == MPI_SUCCESS && into.n > 0)
		code = open_receive(call, &into, &receive);
	user_call_stop(call, code);
	if (call->row->algorithm)
		code = user_plan_run(call, &what, MPI_BYTE, MPI_OP_NULL, true, code, send.at, receive.at);
	else if (code == MPI_SUCCESS)
		code = user_call_split(call, call->collective == COLLECTIVE_GATHER, send.at, receive.at);
	closed = user_bytes_close(call, &receive, &into, code == MPI_SUCCESS && !unused);
	user_bytes_close(call, &send, &into, false);
	return code != MPI_SUCCESS ? code : closed;
}
