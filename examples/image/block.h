#ifndef IMAGE_BLOCK_H
#define IMAGE_BLOCK_H

#include <stddef.h>

/* Rows of an array of floats, whole or parts of them, as messages. */

struct block {
	float *at;         /* the first number */
	int rows, columns; /* of the block */
	int pitch;         /* from row to row, in numbers */
};

void stop(const char *why);
void *some(size_t n, size_t each);

/* By MPI's derived datatypes where the rows do not follow each other. */
void block_send(const struct block *block, int to);
void block_receive(const struct block *block, int from);

/* Both at once; MPI_PROC_NULL where there is nobody. */
void block_exchange(const struct block *out, int to, const struct block *in, int from);

void block_copy(const struct block *from, const struct block *to);

#endif
