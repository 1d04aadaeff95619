#include "mpi/collective/native.h"

#include "mpi/datatype.h"

#include <stdint.h>
#include <string.h>

enum { CHECKED_AT_ONCE = 4096 /* bytes */ };

/* Process rank contributes what ring_fill writes into the slot of its number; of blocks for several processes, block
 * after block. */
static void contribute_bytes(const struct collective_data *d, size_t bytes, unsigned long long seed)
{
	memset(d->send, 0, bytes);
	ring_add(d->send, bytes, (size_t)d->rank, 0, seed);
}

static void contribute_message(const struct collective_data *d, unsigned long long seed)
{
	contribute_bytes(d, (size_t)d->bytes, seed);
}

static void contribute_blocks(const struct collective_data *d, unsigned long long seed)
{
	contribute_bytes(d, (size_t)d->bytes * (size_t)d->size, seed);
}

static void contribute_nothing(const struct collective_data *d, unsigned long long seed)
{
	(void)d, (void)seed;
}

/* The first of bytes of the result that is not the reduction of what n processes from one on contributed from an offset
 * on. */
static size_t differs_from_all(const unsigned char *result, size_t bytes, int from, int n, size_t offset,
			       unsigned long long seed)
{
	unsigned char expected[CHECKED_AT_ONCE];

	for (size_t at = 0, length; at < bytes; at += length) {
		length = bytes - at < CHECKED_AT_ONCE ? bytes - at : CHECKED_AT_ONCE;
		memset(expected, 0, length);
		for (int rank = from; rank < from + n; rank++)
			ring_add(expected, length, (size_t)rank, offset + at, seed);
		for (size_t i = memcmp(result + at, expected, length) == 0 ? length : 0; i < length; i++)
			if (result[at + i] != expected[i])
				return at + i;
	}
	return SIZE_MAX;
}

/* The same of one process. */
static size_t differs(const unsigned char *result, size_t bytes, int rank, size_t offset, unsigned long long seed)
{
	return differs_from_all(result, bytes, rank, 1, offset, seed);
}

static size_t check_nothing(const struct collective_data *d, unsigned long long seed)
{
	(void)d, (void)seed;
	return SIZE_MAX;
}

/* The root's message is with everyone; the operation works in the send buffer. */
static size_t check_bcast(const struct collective_data *d, unsigned long long seed)
{
	return differs(d->send, (size_t)d->bytes, d->root, 0, seed);
}

static size_t check_scatter(const struct collective_data *d, unsigned long long seed)
{
	return differs(d->receive, (size_t)d->bytes, d->root, (size_t)d->rank * (size_t)d->bytes, seed);
}

/* A block of every process; in those of an all-to-all the one that was for this process. */
static size_t check_blocks(const struct collective_data *d, bool for_me, unsigned long long seed)
{
	size_t m = (size_t)d->bytes;

	for (int rank = 0; rank < d->size; rank++) {
		size_t wrong = differs(d->receive + (size_t)rank * m, m, rank, for_me ? (size_t)d->rank * m : 0, seed);

		if (wrong != SIZE_MAX)
			return (size_t)rank * m + wrong;
	}
	return SIZE_MAX;
}

static size_t check_gather(const struct collective_data *d, unsigned long long seed)
{
	return d->rank == d->root ? check_blocks(d, false, seed) : SIZE_MAX;
}

static size_t check_allgather(const struct collective_data *d, unsigned long long seed)
{
	return check_blocks(d, false, seed);
}

static size_t check_alltoall(const struct collective_data *d, unsigned long long seed)
{
	return check_blocks(d, true, seed);
}

/* The reduction of the contributions of the first n processes, from an offset on. */
static size_t check_reduction(const struct collective_data *d, int n, size_t offset, unsigned long long seed)
{
	return differs_from_all(d->receive, (size_t)d->bytes, 0, n, offset, seed);
}

static size_t check_reduce(const struct collective_data *d, unsigned long long seed)
{
	return d->rank == d->root ? check_reduction(d, d->size, 0, seed) : SIZE_MAX;
}

static size_t check_allreduce(const struct collective_data *d, unsigned long long seed)
{
	return check_reduction(d, d->size, 0, seed);
}

static size_t check_reduce_scatter(const struct collective_data *d, unsigned long long seed)
{
	return check_reduction(d, d->size, (size_t)d->rank * (size_t)d->bytes, seed);
}

static size_t check_scan(const struct collective_data *d, unsigned long long seed)
{
	return check_reduction(d, d->rank + 1, 0, seed);
}

/* The first process' result is not defined. */
static size_t check_exscan(const struct collective_data *d, unsigned long long seed)
{
	return d->rank > 0 ? check_reduction(d, d->rank, 0, seed) : SIZE_MAX;
}

static int do_bcast(const struct collective_data *d)
{
	return MPI_Bcast(d->send, d->bytes, MPI_BYTE, d->root, d->comm);
}

static int do_scatter(const struct collective_data *d)
{
	return MPI_Scatter(d->send, d->of[0], d->types[0], d->receive, d->of[1], d->types[1], d->root, d->comm);
}

static int do_scatterv(const struct collective_data *d)
{
	return MPI_Scatterv(d->send, d->counts, d->places, d->types[0], d->receive, d->of[1], d->types[1], d->root,
			    d->comm);
}

static int do_gather(const struct collective_data *d)
{
	return MPI_Gather(d->send, d->of[0], d->types[0], d->receive, d->of[1], d->types[1], d->root, d->comm);
}

static int do_gatherv(const struct collective_data *d)
{
	return MPI_Gatherv(d->send, d->of[0], d->types[0], d->receive, d->counts, d->places, d->types[1], d->root,
			   d->comm);
}

static int do_reduce(const struct collective_data *d)
{
	return MPI_Reduce(d->send, d->receive, d->bytes, MPI_BYTE, MPI_BXOR, d->root, d->comm);
}

static int do_allreduce(const struct collective_data *d)
{
	return MPI_Allreduce(d->send, d->receive, d->bytes, MPI_BYTE, MPI_BXOR, d->comm);
}

static int do_allgather(const struct collective_data *d)
{
	return MPI_Allgather(d->send, d->bytes, MPI_BYTE, d->receive, d->bytes, MPI_BYTE, d->comm);
}

static int do_alltoall(const struct collective_data *d)
{
	return MPI_Alltoall(d->send, d->bytes, MPI_BYTE, d->receive, d->bytes, MPI_BYTE, d->comm);
}

static int do_reduce_scatter(const struct collective_data *d)
{
	return MPI_Reduce_scatter_block(d->send, d->receive, d->bytes, MPI_BYTE, MPI_BXOR, d->comm);
}

static int do_reduce_scatterv(const struct collective_data *d)
{
	return MPI_Reduce_scatter(d->send, d->receive, d->counts, MPI_BYTE, MPI_BXOR, d->comm);
}

static int do_barrier(const struct collective_data *d)
{
	return MPI_Barrier(d->comm);
}

static int do_scan(const struct collective_data *d)
{
	return MPI_Scan(d->send, d->receive, d->bytes, MPI_BYTE, MPI_BXOR, d->comm);
}

static int do_exscan(const struct collective_data *d)
{
	return MPI_Exscan(d->send, d->receive, d->bytes, MPI_BYTE, MPI_BXOR, d->comm);
}

int collective_split(const struct collective_data *d)
{
	return split_run(&d->split);
}

static bool gathers(const char *collective)
{
	return strncmp(collective, "gather", strlen("gather")) == 0;
}

static bool has_blocks(const char *collective)
{
	return gathers(collective) || strncmp(collective, "scatter", strlen("scatter")) == 0;
}

static bool is_strided(const struct layout layout[2])
{
	return layout[0].kind != LAYOUT_CONTIGUOUS || layout[1].kind != LAYOUT_CONTIGUOUS;
}

enum status collective_data_check(const struct setup *setup, struct error *err)
{
	bool split = strcmp(setup->forced, SETUP_SPLIT) == 0;

	if (is_strided(setup->layout) && (!has_blocks(setup->collective) || setup->algorithm[0] || split))
		return error_set(err, ERR_INPUT,
				 "%s by %s has contiguous data: layouts are those of scatter, scatterv, gather and "
				 "gatherv by the MPI library",
				 setup->collective, setup->algorithm[0] ? setup->algorithm : "the MPI library");
	if (split && (!has_blocks(setup->collective) || setup->segment == 0 || setup->fanout > 0))
		return error_set(err, ERR_INPUT,
				 "%s by native:split: gather, gatherv, scatter and scatterv are done in parts, whose "
				 "length a segment says",
				 setup->collective);
	return OK;
}

/* Makes the type of a block, whose extent ends with its last byte. */
static int make_type(const struct layout *layout, size_t bytes, MPI_Datatype *type, int *of)
{
	MPI_Datatype block;
	int code = datatype_make(layout, bytes, &block, of);

	*type = block;
	if (code != MPI_SUCCESS || block == MPI_BYTE)
		return code;
	code = MPI_Type_create_resized(block, 0, (MPI_Aint)layout_span(layout, bytes), type);
	MPI_Type_free(&block);
	return code == MPI_SUCCESS ? MPI_Type_commit(type) : code;
}

int collective_data_open(struct collective_data *d, const struct setup *setup)
{
	bool gather = gathers(setup->collective);
	int code = MPI_SUCCESS;

	d->gathers = gather;
	memcpy(d->layout, setup->layout, sizeof(d->layout));
	for (int end = 0; end < 2; end++) {
		d->types[end] = MPI_BYTE;
		if (code == MPI_SUCCESS)
			code = make_type(&d->layout[end], (size_t)d->bytes, &d->types[end], &d->of[end]);
	}
	for (int i = 0; i < d->size; i++) {
		d->counts[i] = d->of[gather];
		d->places[i] = i * d->of[gather];
	}
	if (strcmp(setup->forced, SETUP_SPLIT) == 0)
		d->split = (struct split){.gathers = gather,
					  .all = (char *)(gather ? d->receive : d->send),
					  .own = (char *)(gather ? d->send : d->receive),
					  .counted = setup->collective[strlen(setup->collective) - 1] == 'v',
					  .bytes = (size_t)d->bytes,
					  .most = setup->segment,
					  .root = d->root,
					  .comm = d->comm};
	return code;
}

void collective_data_close(struct collective_data *d)
{
	datatype_free(&d->types[0]);
	datatype_free(&d->types[1]);
}

/* Moves blocks that lie one after the other to where their layout has them, or back. Each byte goes up when they are
 * spread: the last go first. */
static void move_blocks(unsigned char *data, size_t blocks, size_t bytes, const struct layout *layout, bool spread)
{
	size_t span = layout_span(layout, bytes), pieces = bytes > 0 ? (bytes - 1) / layout->block + 1 : 0;

	for (size_t k = 0; k < blocks * pieces; k++) {
		size_t at = spread ? blocks * pieces - 1 - k : k, b = at / pieces, i = at % pieces * layout->block;
		unsigned char *packed = data + b * bytes + i, *apart = data + b * span + layout_offset(layout, i);

		memmove(spread ? apart : packed, spread ? packed : apart,
			bytes - i < layout->block ? bytes - i : layout->block);
	}
}

void collective_data_spread(const struct collective_data *d)
{
	if (d->layout[0].kind != LAYOUT_CONTIGUOUS)
		move_blocks(d->send, d->gathers ? 1 : (size_t)d->size, (size_t)d->bytes, &d->layout[0], true);
}

void collective_data_collect(const struct collective_data *d)
{
	if (d->layout[1].kind != LAYOUT_CONTIGUOUS)
		move_blocks(d->receive, d->gathers ? (size_t)d->size : 1, (size_t)d->bytes, &d->layout[1], false);
}

bool collective_is_user(const struct process *process, const char *name)
{
	return process->user.execute && strcmp(process->user.name, name) == 0;
}

const struct collective_operation *collective_native(const char *name)
{
	static const struct collective_operation natives[] = {
		{"bcast", contribute_message, do_bcast, check_bcast},
		{"scatter", contribute_blocks, do_scatter, check_scatter},
		{"scatterv", contribute_blocks, do_scatterv, check_scatter},
		{"gather", contribute_message, do_gather, check_gather},
		{"gatherv", contribute_message, do_gatherv, check_gather},
		{"reduce", contribute_message, do_reduce, check_reduce},
		{"allreduce", contribute_message, do_allreduce, check_allreduce},
		{"allgather", contribute_message, do_allgather, check_allgather},
		{"alltoall", contribute_blocks, do_alltoall, check_alltoall},
		{"reduce_scatter", contribute_blocks, do_reduce_scatter, check_reduce_scatter},
		{"barrier", contribute_nothing, do_barrier, check_nothing},
		{"scan", contribute_message, do_scan, check_scan},
		{"exscan", contribute_message, do_exscan, check_exscan},
		{"reduce_scatterv", contribute_blocks, do_reduce_scatterv, check_reduce_scatter},
	};

	for (size_t i = 0; i < sizeof(natives) / sizeof(natives[0]); i++)
		if (strcmp(natives[i].name, name) == 0)
			return &natives[i];
	return NULL;
}
