#ifndef SONDE_MPI_BUFFERS_H
#define SONDE_MPI_BUFFERS_H

#include <stddef.h>

#include "base/error.h"

/* The buffers of a process: apart for sending and receiving, page-aligned, every byte written before it is first used. */
struct buffers {
	unsigned char *send, *receive;
	size_t bytes; /* of each */
};

/* The policy in a sentence, for the circumstances. */
extern const char buffers_policy[];

/*
 * Makes both buffers at least bytes large; what they held is lost. sharing: how many processes of this machine do the same at the same time. ERR_INPUT if the machine's available memory
 * does not hold them, ERR_MEMORY if they cannot be had; the buffers then stay as they were. Local.
 */
enum status buffers_reserve(struct buffers *buffers, size_t bytes, int sharing, struct error *err);
void buffers_release(struct buffers *buffers);

/* Writes content that seed determines. Local. */
void content_fill(unsigned char *data, size_t bytes, unsigned long long seed);

/* The offset of the first byte that is not what content_fill wrote for this seed; bytes if all are. Local. */
size_t content_check(const unsigned char *data, size_t bytes, unsigned long long seed);

/* The byte that content_fill writes at offset. Local. */
unsigned char content_byte(size_t offset, unsigned long long seed);

#endif
