#include "mpi/buffers.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_left.h"

enum { PAGE = 4096, LINE = 64, BUFFERS = 3, GAP = 0xa5 /* in what lies between the blocks of a message */ };

const char buffers_policy[] = "separate send and receive buffers, page-aligned, in cache as far as they fit; every "
			      "message is written by its sender before and checked by its receiver after each "
			      "observation, and messages timed in a loop lie in different places up to 256 KiB";

size_t buffers_available(void)
{
	double left = memory_left();

	return left < (double)SIZE_MAX ? (size_t)left : SIZE_MAX;
}

static unsigned char *page_aligned(size_t bytes)
{
	void *memory = NULL;

	if (posix_memalign(&memory, PAGE, bytes) != 0)
		return NULL;
	memset(memory, 1, bytes);
	return memory;
}

enum status buffers_reserve(struct buffers *buffers, size_t bytes, int sharing, struct error *err)
{
	struct buffers fresh = {.bytes = bytes > RING_ROOM ? bytes : RING_ROOM};
	size_t available = buffers_available();

	if (bytes <= buffers->bytes)
		return OK;
	if (bytes > available / BUFFERS / (size_t)sharing)
		return error_set(err, ERR_INPUT,
				 "messages of %zu bytes need %d buffers of that size in each of %d processes on a "
				 "machine that has %zu MiB of memory available; choose smaller sizes",
				 bytes, BUFFERS, sharing, available >> 20);
	fresh.send = page_aligned(fresh.bytes);
	fresh.receive = page_aligned(fresh.bytes);
	fresh.warm = page_aligned(fresh.bytes);
	if (!fresh.send || !fresh.receive || !fresh.warm) {
		buffers_release(&fresh);
		return error_set(err, ERR_MEMORY,
				 "%d message buffers of %zu bytes could not be had; choose smaller sizes", BUFFERS,
				 bytes);
	}
	buffers_release(buffers);
	*buffers = fresh;
	return OK;
}

void buffers_release(struct buffers *buffers)
{
	free(buffers->send);
	free(buffers->receive);
	free(buffers->warm);
	*buffers = (struct buffers){0};
}

struct ring ring_in(unsigned char *base, size_t room, size_t bytes, size_t span, size_t count)
{
	struct ring ring = {.base = base, .bytes = bytes, .stride = (span + LINE - 1) / LINE * LINE, .slots = count};
	size_t fitting = ring.stride ? (room < RING_ROOM ? room : RING_ROOM) / ring.stride : count;

	if (ring.slots > fitting)
		ring.slots = fitting;
	if (ring.slots == 0 || bytes == 0)
		ring.slots = 1;
	ring.next = base;
	ring.end = base + ring.slots * ring.stride;
	return ring;
}

void ring_resize(struct ring *ring, size_t slots)
{
	ring->slots = slots;
	ring->end = ring->base + ring->slots * ring->stride;
}

/* The seed of a slot's content. */
static uint64_t slot_seed(size_t slot, unsigned long long seed)
{
	return (uint64_t)seed * UINT64_C(0xd1342543de82ef95) + (uint64_t)slot * UINT64_C(0xda942042e4dd58b5);
}

/* The 64-bit word at index i: an odd multiple steps through all words, so that neither shifted nor stale data pass for
 * right. */
static uint64_t word(size_t i, uint64_t seed)
{
	return seed + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
}

static unsigned char byte_at(size_t offset, uint64_t seed)
{
	uint64_t w = word(offset / 8, seed);
	unsigned char bytes[8];

	memcpy(bytes, &w, 8);
	return bytes[offset % 8];
}

unsigned char ring_byte(size_t slot, size_t offset, unsigned long long seed)
{
	return byte_at(offset, slot_seed(slot, seed));
}

void ring_add(unsigned char *data, size_t bytes, size_t slot, size_t offset, unsigned long long seed)
{
	const uint64_t its = slot_seed(slot, seed);
	size_t i = 0, whole;

	for (; i < bytes && (offset + i) % 8 != 0; i++)
		data[i] ^= byte_at(offset + i, its);
	whole = i + (bytes - i) / 8 * 8;
	for (size_t at = (offset + i) / 8; i < whole; i += 8, at++) {
		uint64_t w;

		memcpy(&w, data + i, 8);
		w ^= word(at, its);
		memcpy(data + i, &w, 8);
	}
	for (; i < bytes; i++)
		data[i] ^= byte_at(offset + i, its);
}

static void fill(unsigned char *data, size_t bytes, uint64_t seed)
{
	size_t words = bytes / 8;

	for (size_t i = 0; i < words; i++) {
		uint64_t w = word(i, seed);

		memcpy(data + 8 * i, &w, 8);
	}
	for (size_t i = 8 * words; i < bytes; i++)
		data[i] = byte_at(i, seed);
}

/* The offset of the first byte that fill did not write; bytes if there is none. */
static size_t check(const unsigned char *data, size_t bytes, uint64_t seed)
{
	size_t words = bytes / 8;
	uint64_t wrong = 0;

	for (size_t i = 0; i < words; i++) {
		uint64_t w;

		memcpy(&w, data + 8 * i, 8);
		wrong |= w ^ word(i, seed);
	}
	for (size_t i = wrong ? 0 : 8 * words; i < bytes; i++)
		if (data[i] != byte_at(i, seed))
			return i;
	return bytes;
}

/* The length of the contiguous piece of a message that begins at its byte done. */
static size_t piece_length(const struct ring *ring, size_t done)
{
	size_t left = ring->bytes - done;

	return ring->layout.kind == LAYOUT_CONTIGUOUS || ring->layout.block > left ? left : ring->layout.block;
}

static void fill_strided(const struct ring *ring, unsigned char *slot, uint64_t seed)
{
	for (size_t i = 0; i < ring->bytes; i++)
		slot[layout_offset(&ring->layout, i)] = byte_at(i, seed);
}

static size_t check_strided(const struct ring *ring, const unsigned char *slot, uint64_t seed)
{
	for (size_t i = 0; i < ring->bytes; i++)
		if (slot[layout_offset(&ring->layout, i)] != byte_at(i, seed))
			return i;
	return ring->bytes;
}

/* Writes the gaps of a slot, or (intact) sees that they are as they were. */
static bool gaps(const struct ring *ring, unsigned char *slot, bool write)
{
	for (size_t done = 0, length; done < ring->bytes; done += length) {
		size_t end, next;

		length = piece_length(ring, done);
		end = layout_offset(&ring->layout, done) + length;
		next = done + length < ring->bytes ? layout_offset(&ring->layout, done + length) : end;
		if (write)
			memset(slot + end, GAP, next - end);
		for (size_t i = end; i < next; i++)
			if (slot[i] != GAP)
				return false;
	}
	return true;
}

void ring_fill_gaps(const struct ring *ring)
{
	for (size_t slot = 0; ring->layout.kind != LAYOUT_CONTIGUOUS && slot < ring->slots; slot++)
		gaps(ring, ring->base + slot * ring->stride, true);
}

void ring_fill(const struct ring *ring, unsigned long long seed)
{
	for (size_t slot = 0; slot < ring->slots; slot++) {
		if (ring->layout.kind == LAYOUT_CONTIGUOUS)
			fill(ring->base + slot * ring->stride, ring->bytes, slot_seed(slot, seed));
		else
			fill_strided(ring, ring->base + slot * ring->stride, slot_seed(slot, seed));
	}
}

size_t ring_check(const struct ring *ring, unsigned long long seed, size_t *offset)
{
	for (size_t slot = 0; slot < ring->slots; slot++) {
		unsigned char *place = ring->base + slot * ring->stride;
		bool strided = ring->layout.kind != LAYOUT_CONTIGUOUS;

		*offset = strided ? check_strided(ring, place, slot_seed(slot, seed))
				  : check(place, ring->bytes, slot_seed(slot, seed));
		if (*offset < ring->bytes || (strided && !gaps(ring, place, false)))
			return slot;
	}
	return ring->slots;
}
