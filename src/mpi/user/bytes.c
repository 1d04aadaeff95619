#include "mpi/user/bytes.h"

#include <stdlib.h>
#include <string.h>

bool user_type_is_plain(MPI_Datatype type)
{
	int integers, addresses, types, combiner = MPI_UNDEFINED, size = 0;
	MPI_Aint lower = 1, extent = 0;

	return PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS &&
	       combiner == MPI_COMBINER_NAMED && PMPI_Type_get_extent(type, &lower, &extent) == MPI_SUCCESS &&
	       PMPI_Type_size(type, &size) == MPI_SUCCESS && lower == 0 && extent == size;
}

bool user_type_size(MPI_Datatype type, uint64_t *bytes)
{
	const MPI_Count most = (MPI_Count)1 << 32;
	MPI_Count size = 0;

	if (type == MPI_DATATYPE_NULL || PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0)
		return false;
	*bytes = (uint64_t)(size < most ? size : most);
	return true;
}

static int count_of(const struct user_blocks *blocks, int i)
{
	return blocks->counts ? blocks->counts[i] : blocks->count;
}

/* Whether each block begins where the one before ends. */
static bool follow_each_other(const struct user_blocks *blocks)
{
	MPI_Aint end = 0;

	for (int i = 0; blocks->displacements && i < blocks->n; i++) {
		if (blocks->displacements[i] != end)
			return false;
		end += count_of(blocks, i);
	}
	return true;
}

/* Elements into bytes, or back. MPICH packs nothing from MPI_BOTTOM: a message to oneself does. */
static int convert(const struct user_call *call, void *user, int count, MPI_Datatype type, char *bytes, int n,
		   bool pack)
{
	MPI_Comm comm = call->comm->own;
	int self = call->comm->rank, at = 0;

	if (user == MPI_BOTTOM)
		return pack ? PMPI_Sendrecv(user, count, type, self, 0, bytes, n, MPI_PACKED, self, 0, comm,
					    MPI_STATUS_IGNORE)
			    : PMPI_Sendrecv(bytes, n, MPI_PACKED, self, 0, user, count, type, self, 0, comm,
					    MPI_STATUS_IGNORE);
	return pack ? PMPI_Pack(user, count, type, bytes, n, &at, comm)
		    : PMPI_Unpack(bytes, n, &at, user, count, type, comm);
}

/* Packs or unpacks blocks, each by itself if they have displacements, as far as there are bytes for them. */
static int transfer(const struct user_call *call, const struct user_blocks *blocks, const struct user_bytes *copy,
		    bool pack)
{
	bool apart = blocks->displacements;
	MPI_Aint lower, extent = 0;
	uint64_t size = 0, left = copy->n;
	char *bytes = copy->at;
	int code = MPI_SUCCESS;

	PMPI_Type_get_extent(blocks->type, &lower, &extent);
	user_type_size(blocks->type, &size);
	for (int i = 0; code == MPI_SUCCESS && i < (apart ? blocks->n : 1); i++) {
		int count = apart ? count_of(blocks, i) : blocks->n * blocks->count;
		char *user = blocks->buffer + (apart ? extent * (MPI_Aint)blocks->displacements[i] : 0);

		if ((uint64_t)count * size > call->longest)
			continue;
		if ((uint64_t)count * size > left)
			count = (int)(left / size);
		code = convert(call, user, count, blocks->type, bytes, (int)((uint64_t)count * size), pack);
		bytes += (uint64_t)count * size;
		left -= (uint64_t)count * size;
	}
	return code;
}

int user_bytes_open(const struct user_call *call, const struct user_blocks *blocks, bool filled, bool own,
		    struct user_bytes *bytes)
{
	bool plain = user_type_is_plain(blocks->type) && blocks->buffer != MPI_BOTTOM && follow_each_other(blocks);

	*bytes = (struct user_bytes){.at = blocks->buffer, .n = blocks->bytes};
	if (plain && !own)
		return MPI_SUCCESS;
	bytes->copied = true;
	bytes->at = malloc(bytes->n + 1);
	if (!bytes->at)
		return MPI_ERR_NO_MEM;
	plain = plain && !blocks->displacements;
	if (filled && plain)
		memcpy(bytes->at, blocks->buffer, bytes->n);
	return filled && !plain ? transfer(call, blocks, bytes, true) : MPI_SUCCESS;
}

int user_bytes_close(const struct user_call *call, struct user_bytes *bytes, const struct user_blocks *blocks,
		     bool take)
{
	int code = bytes->copied && take ? transfer(call, blocks, bytes, false) : MPI_SUCCESS;

	if (bytes->copied)
		free(bytes->at);
	bytes->copied = false;
	return code;
}
