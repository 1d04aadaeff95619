#include "block.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stop(const char *why)
{
	fprintf(stderr, "image: %s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

void *some(size_t n, size_t each)
{
	void *made = calloc(n > 0 ? n : 1, each);

	if (!made)
		stop("no memory");
	return made;
}

/* A block as MPI sends or receives it: by its datatype, or packed. */
struct message {
	const struct block *block;
	const struct pack_costs *costs;
	void *data, *packed;
	int count;
	MPI_Datatype type;
};

static int is_strided(const struct block *block)
{
	return block->columns < block->pitch && block->rows > 1;
}

/* What MPI counts with an int. */
static int bytes_of(const struct block *block)
{
	size_t bytes = (size_t)block->rows * (size_t)block->columns * sizeof(float);

	if (bytes > INT_MAX)
		stop("a part of 2 GB or more cannot be packed: more processes, or no --pack-cost");
	return (int)bytes;
}

static struct message message_of(const struct block *block, const struct pack_costs *costs)
{
	struct message message = {.block = block, .costs = costs, .data = block->at, .count = 1};

	if (is_strided(block))
		MPI_Type_vector(block->rows, block->columns, block->pitch, MPI_FLOAT, &message.type);
	else
		MPI_Type_contiguous(block->rows * block->columns, MPI_FLOAT, &message.type);
	MPI_Type_commit(&message.type);
	if (is_strided(block) && costs->n > 0) {
		message.data = message.packed = some((size_t)bytes_of(block), 1);
		message.count = bytes_of(block);
	}
	return message;
}

static MPI_Datatype sent_as(const struct message *message)
{
	return message->packed ? MPI_PACKED : message->type;
}

static void pause_for(const struct message *message, enum pack_way way)
{
	pack_pause(message->costs, way, (double)message->block->pitch / message->block->columns,
		   bytes_of(message->block));
}

static void pack(struct message *message)
{
	int at = 0;

	if (!message->packed)
		return;
	MPI_Pack(message->block->at, 1, message->type, message->packed, message->count, &at, MPI_COMM_WORLD);
	pause_for(message, PACK);
}

static void unpack(struct message *message)
{
	int at = 0;

	if (!message->packed)
		return;
	MPI_Unpack(message->packed, message->count, &at, message->block->at, 1, message->type, MPI_COMM_WORLD);
	pause_for(message, UNPACK);
}

static void message_free(struct message *message)
{
	MPI_Type_free(&message->type);
	free(message->packed);
}

void block_send(const struct block *block, int to, const struct pack_costs *costs)
{
	struct message message = message_of(block, costs);

	pack(&message);
	MPI_Send(message.data, message.count, sent_as(&message), to, 0, MPI_COMM_WORLD);
	message_free(&message);
}

void block_receive(const struct block *block, int from, const struct pack_costs *costs)
{
	struct message message = message_of(block, costs);

	MPI_Recv(message.data, message.count, sent_as(&message), from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	unpack(&message);
	message_free(&message);
}

void block_exchange(const struct block *out, int to, const struct block *in, int from, const struct pack_costs *costs)
{
	struct message sent = message_of(out, costs), received = message_of(in, costs);

	if (to != MPI_PROC_NULL)
		pack(&sent);
	MPI_Sendrecv(sent.data, sent.count, sent_as(&sent), to, 0, received.data, received.count, sent_as(&received),
		     from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (from != MPI_PROC_NULL)
		unpack(&received);
	message_free(&sent);
	message_free(&received);
}

void block_copy(const struct block *from, const struct block *to)
{
	for (int y = 0; y < from->rows; y++)
		memcpy(&to->at[(size_t)y * (size_t)to->pitch], &from->at[(size_t)y * (size_t)from->pitch],
		       (size_t)from->columns * sizeof(float));
}
