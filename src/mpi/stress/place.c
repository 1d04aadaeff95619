#include "mpi/stress/place.h"

#include <stdlib.h>

enum { BLOCKS = 512, VARIETY = 32, GAPS = 16 };

static const struct content guard = {.pattern = STRESS_RANDOM, .seed = UINT64_C(0x5bd1e9955bd1e995)};

/* Blocks of an indexed layout are of two lengths, and so are its gaps; the others' are all the same. */
static size_t length_of(const struct message_row *row, size_t index)
{
	return row->kind == LAYOUT_INDEXED && index % 2 == 0 ? row->block / 2 + 1 : row->block;
}

static size_t gap_before(const struct message_row *row, size_t index)
{
	if (row->kind == LAYOUT_INDEXED)
		return index % 2 ? row->gap : 2 * row->gap;
	if (index == 0)
		return row->kind == LAYOUT_SUBARRAY ? row->gap / 2 : 0;
	return row->gap;
}

bool row_next(const struct message_row *row, size_t index, struct block *block)
{
	size_t first = index ? block->first + block->length : 0, end = index ? block->offset + block->length : 0;

	if (first >= row->bytes)
		return false;
	if (row->kind == LAYOUT_CONTIGUOUS) {
		*block = (struct block){.length = row->bytes};
		return true;
	}
	*block =
		(struct block){.offset = end + gap_before(row, index), .length = length_of(row, index), .first = first};
	if (block->length > row->bytes - first)
		block->length = row->bytes - first;
	return true;
}

/* How many blocks, and in *extent where the last ends. */
static size_t count_blocks(const struct message_row *row, size_t *extent)
{
	struct block block = {0};
	size_t n = 0;

	while (row_next(row, n, &block))
		n++;
	*extent = block.offset + block.length;
	return n;
}

/* The whole blocks of a vector or subarray, without the shorter one at the end. */
static int type_of_whole(const struct message_row *row, int whole, MPI_Datatype *type)
{
	const int block = (int)row->block, stride = (int)(row->block + row->gap);
	const int all[2] = {whole, stride}, taken[2] = {whole, block}, from[2] = {0, (int)(row->gap / 2)};

	if (row->kind == LAYOUT_VECTOR)
		return MPI_Type_vector(whole, block, stride, MPI_BYTE, type);
	return MPI_Type_create_subarray(2, all, taken, from, MPI_ORDER_C, MPI_BYTE, type);
}

static int type_of_regular(const struct message_row *row, MPI_Datatype *type)
{
	size_t whole = row->bytes / row->block, tail = row->bytes % row->block;
	int lengths[2] = {1, (int)tail}, code;
	MPI_Aint offsets[2] = {0, (MPI_Aint)(whole * (row->block + row->gap) + gap_before(row, 0))};
	MPI_Datatype parts[2] = {MPI_BYTE, MPI_BYTE};

	if (whole == 0)
		return MPI_Type_create_hindexed(1, &lengths[1], &offsets[1], MPI_BYTE, type);
	code = type_of_whole(row, (int)whole, &parts[0]);
	if (code != MPI_SUCCESS)
		return code;
	code = MPI_Type_create_struct(tail ? 2 : 1, lengths, offsets, parts, type);
	MPI_Type_free(&parts[0]);
	return code;
}

static int type_of_indexed(const struct message_row *row, size_t n, MPI_Datatype *type)
{
	int *lengths = malloc(2 * n * sizeof(*lengths)), *offsets, code = MPI_ERR_NO_MEM;
	struct block block = {0};

	if (!lengths)
		return code;
	offsets = lengths + n;
	for (size_t i = 0; row_next(row, i, &block); i++) {
		lengths[i] = (int)block.length;
		offsets[i] = (int)block.offset;
	}
	code = MPI_Type_indexed((int)n, lengths, offsets, MPI_BYTE, type);
	free(lengths);
	return code;
}

static int make_type(struct message_row *row, size_t blocks)
{
	MPI_Datatype inner;
	int code;

	if (row->kind == LAYOUT_CONTIGUOUS)
		code = MPI_Type_contiguous((int)row->bytes, MPI_BYTE, &inner);
	else
		code = row->kind == LAYOUT_INDEXED ? type_of_indexed(row, blocks, &inner)
						   : type_of_regular(row, &inner);
	if (code != MPI_SUCCESS)
		return code;
	code = MPI_Type_create_resized(inner, 0, (MPI_Aint)row->slot, &row->type);
	MPI_Type_free(&inner);
	return code == MPI_SUCCESS ? MPI_Type_commit(&row->type) : code;
}

int row_init(struct message_row *row, unsigned char *base, size_t n, size_t bytes, enum layout_kind kind, uint64_t seed,
	     bool plain)
{
	size_t extent, blocks;

	*row = (struct message_row){.base = base, .kind = kind, .bytes = bytes, .n = n, .type = MPI_BYTE};
	if (kind != LAYOUT_CONTIGUOUS) {
		row->block = bytes / BLOCKS + 1 + seed % VARIETY;
		row->gap = 1 + seed / VARIETY % GAPS;
	}
	blocks = count_blocks(row, &extent);
	row->slot = extent + 2 * STRESS_GUARD;
	if (bytes == 0)
		return MPI_SUCCESS;
	row->count = plain && kind == LAYOUT_CONTIGUOUS ? (int)bytes : 1;
	return plain && kind == LAYOUT_CONTIGUOUS ? MPI_SUCCESS : make_type(row, blocks);
}

void row_release(struct message_row *row)
{
	if (row->type != MPI_BYTE)
		MPI_Type_free(&row->type);
	row->type = MPI_BYTE;
}

unsigned char *row_at(const struct message_row *row, size_t i)
{
	return row->base + i * row->slot + STRESS_GUARD;
}

void row_wipe(const struct message_row *row)
{
	content_write(&guard, 0, row->base, row->n * row->slot);
}

void row_write(const struct message_row *row, size_t i, const struct content *content)
{
	struct block block = {0};

	for (size_t k = 0; row_next(row, k, &block); k++)
		content_write(content, block.first, row_at(row, i) + block.offset, block.length);
}

size_t row_check(const struct message_row *row, size_t i, const struct content *content, unsigned char *found)
{
	struct block block = {0};

	for (size_t k = 0; row_next(row, k, &block); k++) {
		const unsigned char *data = row_at(row, i) + block.offset;
		size_t right = content_check(content, block.first, data, block.length);

		if (right < block.length) {
			*found = data[right];
			return block.first + right;
		}
	}
	return row->bytes;
}

/* True if the bytes of the row from first to before end are as they were wiped; else *at is the first that is not. */
static bool untouched(const struct message_row *row, size_t first, size_t end, size_t *at)
{
	*at = first + content_check(&guard, first, row->base + first, end - first);
	return *at == end;
}

bool row_intact(const struct message_row *row, size_t i, long long *offset, unsigned char *expected,
		unsigned char *found)
{
	size_t begin = i * row->slot, start = begin + STRESS_GUARD, done = begin, at = 0;
	struct block block = {0};
	bool intact = true;

	for (size_t k = 0; intact && row_next(row, k, &block); k++) {
		intact = untouched(row, done, start + block.offset, &at);
		done = start + block.offset + block.length;
	}
	if (intact && untouched(row, done, begin + row->slot, &at))
		return true;
	*offset = (long long)at - (long long)start;
	*expected = content_byte(&guard, at);
	*found = row->base[at];
	return false;
}
