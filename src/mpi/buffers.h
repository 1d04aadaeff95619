#ifndef SONDE_MPI_BUFFERS_H
#define SONDE_MPI_BUFFERS_H

#include <stddef.h>

#include "base/error.h"
#include "sample/sample.h"

/* The buffers of a process: apart for sending, receiving and the messages that warm up; page-aligned, every byte
 * written before it is first used. */
struct buffers {
	unsigned char *send, *receive, *warm;
	size_t bytes; /* of each */
};

/* A row of messages in a buffer, sent or received one after the other and then from the start again. */
struct ring {
	unsigned char *base;
	size_t bytes;         /* of a message */
	struct layout layout; /* how each lies in its slot */
	size_t stride;        /* from one message to the next: whole cache lines */
	size_t slots;
	unsigned char *next, *end; /* the place of the next message; the place behind the last slot */
};

/* The policy in a sentence, for the circumstances. */
extern const char buffers_policy[];

/*
 * A ring for messages of bytes in a buffer of room bytes, with a slot of span bytes for each of count messages as far
 * as they fit RING_ROOM; at least one. span <= room. Contiguous; the caller sets another layout, whose span must fit.
 * Local.
 */
#define RING_ROOM EXPERIMENT_ROOM
struct ring ring_in(unsigned char *base, size_t room, size_t bytes, size_t span, size_t count);

/* The place of the next message; the one after it comes next. Local. */
static inline unsigned char *ring_step(struct ring *ring)
{
	unsigned char *place = ring->next;

	ring->next += ring->stride;
	if (ring->next == ring->end)
		ring->next = ring->base;
	return place;
}

/* As many slots instead, at least one; they must fit the buffer. Local. */
void ring_resize(struct ring *ring, size_t slots);

/* Writes what lies between the bytes of every slot's message, where it is not contiguous; ring_check sees that it
 * stays. Local. */
void ring_fill_gaps(const struct ring *ring);

/* Writes every slot's content, which follows from seed and slot. Local. */
void ring_fill(const struct ring *ring, unsigned long long seed);

/*
 * The first slot whose content is not what ring_fill wrote for this seed, and in *offset the first wrong byte of its
 * message (message's length: a gap was written to); ring->slots if all are right. Local.
 */
size_t ring_check(const struct ring *ring, unsigned long long seed, size_t *offset);

/* The byte that ring_fill writes at this offset of a slot. Local. */
unsigned char ring_byte(size_t slot, size_t offset, unsigned long long seed);

/* Puts the bytes that ring_fill writes from this offset of a slot on to those of data, by exclusive or. Local. */
void ring_add(unsigned char *data, size_t bytes, size_t slot, size_t offset, unsigned long long seed);

/*
 * Makes the buffers at least bytes, and at least RING_ROOM, large; what they held is lost. sharing: how many processes
 * of this machine do the same at the same time. ERR_INPUT if the machine's available memory does not hold them,
 * ERR_MEMORY if they cannot be had; the buffers then stay as they were. Local.
 */
enum status buffers_reserve(struct buffers *buffers, size_t bytes, int sharing, struct error *err);
void buffers_release(struct buffers *buffers);

/* Bytes that the system says programs of this machine can still have; SIZE_MAX if it does not say. Local. */
size_t buffers_available(void);

#endif
