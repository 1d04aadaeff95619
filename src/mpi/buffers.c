#include "mpi/buffers.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

const char buffers_policy[] = "separate send and receive buffers, page-aligned, warm; each message's content is written by its sender before and checked by its receiver after every observation";

/* Bytes that the system says programs can still have; SIZE_MAX if it does not say. */
static size_t available_memory(void)
{
	char line[128];
	unsigned long long kib = 0;
	FILE *file = fopen("/proc/meminfo", "r");

	if (!file)
		return SIZE_MAX;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
			break;
	fclose(file);
	return kib ? (size_t)kib * 1024 : SIZE_MAX;
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
	struct buffers fresh = {.bytes = bytes ? bytes : 1};
	size_t available = available_memory();

	if (bytes <= buffers->bytes && buffers->bytes > 0)
		return OK;
	if (bytes > available / 2 / (size_t)sharing)
		return error_set(err, ERR_INPUT, "messages of %zu bytes need %d times two buffers of that size on one machine, which has %zu MiB of memory available; choose smaller sizes", bytes, sharing, available >> 20);
	fresh.send = page_aligned(fresh.bytes);
	fresh.receive = page_aligned(fresh.bytes);
	if (!fresh.send || !fresh.receive) {
		buffers_release(&fresh);
		return error_set(err, ERR_MEMORY, "two message buffers of %zu bytes could not be had; choose smaller sizes", bytes);
	}
	buffers_release(buffers);
	*buffers = fresh;
	return OK;
}

void buffers_release(struct buffers *buffers)
{
	free(buffers->send);
	free(buffers->receive);
	*buffers = (struct buffers){0};
}

/* The 64-bit word at index i: an odd multiple steps through all words, so that neither shifted nor stale data pass for right. */
static uint64_t word(size_t i, unsigned long long seed)
{
	return (uint64_t)seed * UINT64_C(0xd1342543de82ef95) + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
}

unsigned char content_byte(size_t offset, unsigned long long seed)
{
	uint64_t w = word(offset / 8, seed);
	unsigned char bytes[8];

	memcpy(bytes, &w, 8);
	return bytes[offset % 8];
}

void content_fill(unsigned char *data, size_t bytes, unsigned long long seed)
{
	size_t words = bytes / 8;

	for (size_t i = 0; i < words; i++) {
		uint64_t w = word(i, seed);

		memcpy(data + 8 * i, &w, 8);
	}
	for (size_t i = 8 * words; i < bytes; i++)
		data[i] = content_byte(i, seed);
}

size_t content_check(const unsigned char *data, size_t bytes, unsigned long long seed)
{
	size_t words = bytes / 8;
	uint64_t wrong = 0;

	for (size_t i = 0; i < words; i++) {
		uint64_t w;

		memcpy(&w, data + 8 * i, 8);
		wrong |= w ^ word(i, seed);
	}
	for (size_t i = wrong ? 0 : 8 * words; i < bytes; i++)
		if (data[i] != content_byte(i, seed))
			return i;
	return bytes;
}
