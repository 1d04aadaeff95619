#ifndef SONDE_TESTS_SEALED_H
#define SONDE_TESTS_SEALED_H

/* The checksums of a trace's files made right, so that a reader goes on to what they protect. */

#include <string.h>

#include "trace/bytes.h"
#include "trace/format.h"

static inline uint64_t sealed_get(const uint8_t *at, size_t width)
{
	struct trace_cursor cursor = {at, at + width, false};

	return trace_cursor_fixed(&cursor, width);
}

static inline void sealed_put(uint8_t *at, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* Files of n and m bytes, changed in place; magic and version too. */
static inline void sealed(uint8_t *times, size_t n, uint8_t *structure, size_t m)
{
	uint64_t before = 0;

	if (n >= TRACE_HEADER_SIZE) {
		memcpy(times, TRACE_TIMES_MAGIC, 8);
		sealed_put(times + 8, TRACE_VERSION);
	}
	if (m >= TRACE_HEADER_SIZE) {
		memcpy(structure, TRACE_STRUCTURE_MAGIC, 8);
		sealed_put(structure + 8, TRACE_VERSION);
	}
	for (size_t at = TRACE_HEADER_SIZE; at + TRACE_CHUNK_HEADER <= n;) {
		uint8_t *chunk = times + at;
		uint64_t length = sealed_get(chunk + 4, 4), end = sealed_get(chunk + 8, 8);

		if (length > n - at - TRACE_CHUNK_HEADER)
			return;
		if (end >= before && m >= TRACE_HEADER_SIZE && end <= m - TRACE_HEADER_SIZE)
			sealed_put(chunk + 16, trace_checksum(structure + TRACE_HEADER_SIZE + before, end - before));
		before = end;
		sealed_put(chunk + 32, trace_checksum(chunk + TRACE_CHUNK_HEADER, length));
		sealed_put(chunk + 40, trace_checksum(chunk, TRACE_CHUNK_HEADER - 8));
		at += TRACE_CHUNK_HEADER + length;
	}
}

#endif
