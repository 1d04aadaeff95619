/* Operations that move data: all of them as bytes, since the types of sender and receiver may differ. */
#include "mpi/dropin/communicator.h"
#include "mpi/dropin/dropin.h"

#include <stdlib.h>
#include <string.h>

/* A user's data as bytes: those themselves, or a copy. */
struct user_bytes {
	char *at;
	bool copied;
	size_t n;
};

/* Whether elements lie in memory as they are sent: those that MPI predefines and that have no gaps. */
static bool is_plain(MPI_Datatype type)
{
	int integers, addresses, types, combiner = MPI_UNDEFINED, size = 0;
	MPI_Aint lower = 1, extent = 0;

	return PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS &&
	       combiner == MPI_COMBINER_NAMED && PMPI_Type_get_extent(type, &lower, &extent) == MPI_SUCCESS &&
	       PMPI_Type_size(type, &size) == MPI_SUCCESS && lower == 0 && extent == size;
}

/* Room for the data of a user's buffer; filled: with what it holds. */
static int open_bytes(const struct dropin_call *call, const void *buffer, int count, MPI_Datatype type, size_t n,
		      bool filled, struct user_bytes *bytes)
{
	char *user;
	int at = 0;

	memcpy(&user, &buffer, sizeof(user)); /* where it is sent alone, nothing is written to it */
	*bytes = (struct user_bytes){.at = user, .n = n};
	if (is_plain(type) && buffer != MPI_BOTTOM)
		return MPI_SUCCESS;
	bytes->copied = true;
	bytes->at = malloc(n);
	if (!bytes->at)
		return MPI_ERR_NO_MEM;
	return filled ? PMPI_Pack(buffer, count, type, bytes->at, (int)n, &at, call->comm->own) : MPI_SUCCESS;
}

/* Puts what was received into the user's buffer. */
static int close_bytes(const struct dropin_call *call, struct user_bytes *bytes, void *buffer, int count,
		       MPI_Datatype type, bool take)
{
	int code = MPI_SUCCESS, at = 0;

	if (bytes->copied && take)
		code = PMPI_Unpack(bytes->at, (int)bytes->n, &at, buffer, count, type, call->comm->own);
	if (bytes->copied)
		free(bytes->at);
	bytes->copied = false;
	return code;
}

/* How many blocks a process sends and receives. */
static size_t blocks_sent(const struct dropin_call *call)
{
	bool all = call->collective == COLLECTIVE_ALLTOALL ||
		   (call->collective == COLLECTIVE_SCATTER && call->comm->rank == call->root);

	return all ? (size_t)call->comm->size : call->collective == COLLECTIVE_SCATTER ? 0 : 1;
}

static size_t blocks_received(const struct dropin_call *call)
{
	bool all = call->collective == COLLECTIVE_ALLTOALL || call->collective == COLLECTIVE_ALLGATHER ||
		   (call->collective == COLLECTIVE_GATHER && call->comm->rank == call->root);

	return all ? (size_t)call->comm->size : call->collective == COLLECTIVE_GATHER ? 0 : 1;
}

/* k gathers or scatters of the library, each of less than the row's bytes and behind a barrier, so that no more is
 * under way. Blocks of parts lie as far apart as whole ones. */
static int split(const struct dropin_call *call, char *send, char *receive)
{
	size_t most = call->row->split - 1, k = (call->bytes + most - 1) / most;
	MPI_Comm comm = call->comm->own;
	int code = MPI_SUCCESS;

	for (size_t i = 0; i < k && code == MPI_SUCCESS; i++) {
		size_t from = call->bytes * i / k, n = call->bytes * (i + 1) / k - from;
		MPI_Datatype part, apart;

		PMPI_Type_contiguous((int)n, MPI_BYTE, &part);
		PMPI_Type_create_resized(part, 0, (MPI_Aint)call->bytes, &apart);
		PMPI_Type_commit(&apart);
		code = PMPI_Barrier(comm);
		if (code == MPI_SUCCESS && call->collective == COLLECTIVE_GATHER)
			code = PMPI_Gather(send + from, (int)n, MPI_BYTE, receive ? receive + from : NULL, 1, apart,
					   call->root, comm);
		else if (code == MPI_SUCCESS)
			code = PMPI_Scatter(send ? send + from : NULL, 1, apart, receive + from, (int)n, MPI_BYTE,
					    call->root, comm);
		PMPI_Type_free(&part);
		PMPI_Type_free(&apart);
	}
	return code;
}

int dropin_barrier(const struct dropin_call *call)
{
	const struct call what = dropin_what(call);

	return dropin_error(call, dropin_run(call, &what, MPI_BYTE, MPI_OP_NULL, true, NULL, NULL));
}

int dropin_bcast(const struct dropin_call *call, void *buffer, int count, MPI_Datatype type)
{
	const struct call what = dropin_what(call);
	bool root = call->comm->rank == call->root;
	struct user_bytes bytes;
	int code = open_bytes(call, buffer, count, type, call->bytes, root, &bytes), closed;

	if (code != MPI_SUCCESS)
		return dropin_stop(call, code);
	code = dropin_run(call, &what, MPI_BYTE, MPI_OP_NULL, true, NULL, bytes.at);
	closed = close_bytes(call, &bytes, buffer, count, type, code == MPI_SUCCESS && !root);
	return dropin_error(call, code != MPI_SUCCESS ? code : closed);
}

/* What a process sends in place: its own block of what it receives, or all of it. */
static const void *in_place(const struct dropin_call *call, const void *receive, int receive_count,
			    MPI_Datatype receive_type)
{
	MPI_Aint lower, extent = 0;

	PMPI_Type_get_extent(receive_type, &lower, &extent);
	return call->collective == COLLECTIVE_ALLTOALL
		       ? receive
		       : (const char *)receive + extent * receive_count * (MPI_Aint)call->comm->rank;
}

/* The bytes that are sent; those in place are copied, since they are where others come in. */
static int open_send(const struct dropin_call *call, const void *send, int count, MPI_Datatype type,
		     const void *receive, int receive_count, MPI_Datatype receive_type, struct user_bytes *bytes)
{
	size_t n = blocks_sent(call);
	int code;

	if (send != MPI_IN_PLACE)
		return open_bytes(call, send, (int)n * count, type, n * call->bytes, true, bytes);
	send = in_place(call, receive, receive_count, receive_type);
	code = open_bytes(call, send, (int)n * receive_count, receive_type, n * call->bytes, true, bytes);
	if (code == MPI_SUCCESS && !bytes->copied) {
		char *copy = malloc(bytes->n);

		if (!copy)
			return MPI_ERR_NO_MEM;
		memcpy(copy, bytes->at, bytes->n);
		*bytes = (struct user_bytes){.at = copy, .copied = true, .n = bytes->n};
	}
	return code;
}

/* Room for the bytes that are received; the root of a scatter in place has them already. */
static int open_receive(const struct dropin_call *call, void *receive, int count, MPI_Datatype type, bool unused,
			struct user_bytes *bytes)
{
	size_t n = blocks_received(call);

	if (!unused)
		return open_bytes(call, receive, (int)n * count, type, n * call->bytes, false, bytes);
	*bytes = (struct user_bytes){.at = malloc(n * call->bytes), .copied = true, .n = n * call->bytes};
	return bytes->at ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

int dropin_move(const struct dropin_call *call, const void *send, int send_count, MPI_Datatype send_type, void *receive,
		int receive_count, MPI_Datatype receive_type)
{
	const struct call what = dropin_what(call);
	bool unused = receive == MPI_IN_PLACE, sends = blocks_sent(call) > 0, receives = blocks_received(call) > 0;
	struct user_bytes from = {.at = NULL}, into = {.at = NULL};
	int code = MPI_SUCCESS, closed = MPI_SUCCESS;

	if (sends)
		code = open_send(call, send, send_count, send_type, receive, receive_count, receive_type, &from);
	if (code == MPI_SUCCESS && receives)
		code = open_receive(call, receive, receive_count, receive_type, unused, &into);
	if (code != MPI_SUCCESS)
		return dropin_stop(call, code);
	code = call->row->algorithm ? dropin_run(call, &what, MPI_BYTE, MPI_OP_NULL, true, from.at, into.at)
				    : split(call, from.at, into.at);
	if (receives)
		closed = close_bytes(call, &into, receive, (int)blocks_received(call) * receive_count, receive_type,
				     code == MPI_SUCCESS && !unused);
	if (sends)
		close_bytes(call, &from, NULL, 0, MPI_BYTE, false);
	return dropin_error(call, code != MPI_SUCCESS ? code : closed);
}
