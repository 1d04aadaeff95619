#include "mpi/datatype.h"

#include <stdlib.h>

static int make_indexed(const struct layout *layout, size_t bytes, MPI_Datatype *type)
{
	size_t n = (bytes + layout->block - 1) / layout->block;
	int *lengths = malloc(2 * n * sizeof(*lengths)), *places, code;

	if (!lengths)
		return MPI_ERR_NO_MEM;
	places = lengths + n;
	for (size_t i = 0; i < n; i++) {
		lengths[i] = (int)(i + 1 < n ? layout->block : bytes - i * layout->block);
		places[i] = (int)(i * layout->block * layout->stride);
	}
	code = MPI_Type_indexed((int)n, lengths, places, MPI_BYTE, type);
	free(lengths);
	return code;
}

/* n whole blocks. */
static int make_blocks(const struct layout *layout, int n, MPI_Datatype *type)
{
	int block = (int)layout->block, pitch = (int)(layout->block * layout->stride);
	const int sizes[] = {n, pitch}, parts[] = {n, block}, starts[] = {0, 0};

	if (layout->kind == LAYOUT_VECTOR)
		return MPI_Type_vector(n, block, pitch, MPI_BYTE, type);
	return MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_BYTE, type);
}

/* Whole blocks, and what is left as a part of its own. */
static int make_with_rest(const struct layout *layout, size_t bytes, MPI_Datatype *type)
{
	int n = (int)(bytes / layout->block), rest = (int)(bytes % layout->block);
	const int lengths[] = {1, rest};
	const MPI_Aint places[] = {0, (MPI_Aint)((size_t)n * layout->block * layout->stride)};
	MPI_Datatype parts[] = {MPI_DATATYPE_NULL, MPI_BYTE};
	int code;

	if (rest == 0)
		return make_blocks(layout, n, type);
	if (n == 0)
		return MPI_Type_contiguous(rest, MPI_BYTE, type);
	code = make_blocks(layout, n, &parts[0]);
	if (code == MPI_SUCCESS)
		code = MPI_Type_create_struct(2, lengths, places, parts, type);
	if (parts[0] != MPI_DATATYPE_NULL)
		MPI_Type_free(&parts[0]);
	return code;
}

int datatype_make(const struct layout *layout, size_t bytes, MPI_Datatype *type, int *count)
{
	int code;

	*type = MPI_BYTE;
	*count = (int)bytes;
	if (layout->kind == LAYOUT_CONTIGUOUS || bytes == 0)
		return MPI_SUCCESS;
	*count = 1;
	code = layout->kind == LAYOUT_INDEXED ? make_indexed(layout, bytes, type) : make_with_rest(layout, bytes, type);
	return code == MPI_SUCCESS ? MPI_Type_commit(type) : code;
}

void datatype_free(MPI_Datatype *type)
{
	if (*type != MPI_BYTE && *type != MPI_DATATYPE_NULL)
		MPI_Type_free(type);
	*type = MPI_BYTE;
}
