#ifndef IMAGE_BLOCK_H
#define IMAGE_BLOCK_H

#include <stddef.h>

#include "pack.h"

/* Rows of an array of floats, whole or parts of them, as messages. */

struct block {
	float *at;         /* the first number */
	int rows, columns; /* of the block */
	int pitch;         /* from row to row, in numbers */
};

void stop(const char *why);
void *some(size_t n, size_t each);

/*
 * Messages, by MPI's derived datatypes where the rows do not follow each other. With costs the program packs such rows
 * itself, and sleeps for as long as that costs.
 */
void block_send(const struct block *block, int to, const struct pack_costs *costs);
void block_receive(const struct block *block, int from, const struct pack_costs *costs);

/* Both at once; MPI_PROC_NULL where there is nobody. */
void block_exchange(const struct block *out, int to, const struct block *in, int from, const struct pack_costs *costs);

void block_copy(const struct block *from, const struct block *to);

#endif
