#ifndef SONDE_MPI_STRESS_PLACE_H
#define SONDE_MPI_STRESS_PLACE_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/stress/content.h"
#include "sample/setup.h"

/* Bytes before and behind each message that nobody may touch. */
#define STRESS_GUARD ((size_t)64)

/* The most bytes that a message's blocks lie apart in all, and its guards. */
#define STRESS_SLACK ((size_t)40 << 10)

/* A row of messages of the same length and layout in a buffer, each in a slot of its own between guards. */
struct message_row {
	unsigned char *base;
	enum layout_kind kind;
	size_t bytes;      /* of a message, without gaps */
	size_t block, gap; /* bytes, of which the lengths of blocks and gaps are made; 0 if contiguous */
	size_t slot;       /* from a message to the next */
	size_t n;          /* slots */
	MPI_Datatype type; /* count of them are a message; a type of its own has the slot as extent */
	int count;
};

/* A block of a message: its place from the message's start, its length, and what of the message it holds. */
struct block {
	size_t offset, length, first;
};

/*
 * Lays out n messages from base on, with blocks that follow from seed; n * (bytes + STRESS_SLACK) is room enough. A
 * contiguous message is bytes of MPI_BYTE if plain, else one element that has the slot as extent, as collective
 * operations need it. row_release frees the datatype. Returns what MPI says. Local, as are all of these.
 */
int row_init(struct message_row *row, unsigned char *base, size_t n, size_t bytes, enum layout_kind kind, uint64_t seed,
	     bool plain);
void row_release(struct message_row *row);

/* Where message i starts, as MPI's calls want it. */
unsigned char *row_at(const struct message_row *row, size_t i);

/* The block after *block, or the first if block->length is 0; false if there is none. */
bool row_next(const struct message_row *row, size_t index, struct block *block);

/* Fills the whole row, with guards and gaps, so that neither stale nor missing bytes pass for right. */
void row_wipe(const struct message_row *row);

/* Writes message i. */
void row_write(const struct message_row *row, size_t i, const struct content *content);

/* The offset in message i of the first byte that is not the content's; row->bytes if all are right. *found is that
 * byte. */
size_t row_check(const struct message_row *row, size_t i, const struct content *content, unsigned char *found);

/*
 * True if guards and gaps of message i are as row_wipe left them. Else *offset is where the first other byte lies, from
 * the message's start (before it: negative), with what should be and is there.
 */
bool row_intact(const struct message_row *row, size_t i, long long *offset, unsigned char *expected,
		unsigned char *found);

#endif
