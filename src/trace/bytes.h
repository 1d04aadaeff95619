#ifndef SONDE_TRACE_BYTES_H
#define SONDE_TRACE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Bytes of a trace's files, written and read. Integers of fixed width are little-endian. A varint has seven bits a
 * byte, the lowest first, and the top bit set in all but the last byte; a signed one is a varint of 2v, or of -2v - 1
 * if v is negative. All functions are Local.
 */

/* A text of bytes that grows. Where memory does not suffice, failed is set and what is put afterwards is dropped. */
struct trace_bytes {
	uint8_t *data; /* trace_bytes_release frees it */
	size_t n, capacity;
	bool failed;
};

void trace_bytes_release(struct trace_bytes *bytes);

/* Makes room for so many more bytes: false if there is none. */
bool trace_bytes_room(struct trace_bytes *bytes, size_t more);
void trace_bytes_put(struct trace_bytes *bytes, const void *data, size_t n);
void trace_bytes_put_fixed(struct trace_bytes *bytes, uint64_t value, size_t width);
void trace_bytes_put_double(struct trace_bytes *bytes, double value); /* IEEE 754, as 8 bytes */
void trace_bytes_put_varint(struct trace_bytes *bytes, uint64_t value);
void trace_bytes_put_signed(struct trace_bytes *bytes, int64_t value);

/* A text with its length before it. */
void trace_bytes_put_text(struct trace_bytes *bytes, const char *text);

/* What is read. Reading beyond the end sets bad and gives 0. */
struct trace_cursor {
	const uint8_t *at, *end;
	bool bad;
};

/* Of n bytes; data may be NULL if there are none. */
static inline struct trace_cursor trace_cursor_of(const uint8_t *data, size_t n)
{
	return (struct trace_cursor){data, n > 0 ? data + n : data, false};
}

uint64_t trace_cursor_fixed(struct trace_cursor *cursor, size_t width);
uint64_t trace_cursor_varint(struct trace_cursor *cursor);
int64_t trace_cursor_signed(struct trace_cursor *cursor);

/* The next n bytes; NULL if there are fewer. */
const uint8_t *trace_cursor_bytes(struct trace_cursor *cursor, uint64_t n);

/* A number of things that take a byte each at least: no greater than what is left, else bad and 0. */
size_t trace_cursor_count(struct trace_cursor *cursor);

/*
 * A hash of bytes, the same however they are divided: two words of 64 bits.
 *
 * Each of eight bytes, little-endian, goes into both words: x = (x ^ word) * odd constant, x ^= x >> 29. The last word
 * is filled with zeros, and the length comes last.
 */
struct trace_hash {
	uint64_t a, b, word, length;
};

void trace_hash_add(struct trace_hash *hash, const void *data, size_t n);

/* The hash of what was added so far; more may follow. */
void trace_hash_end(const struct trace_hash *hash, uint64_t digest[2]);

/* The first word of the hash of these bytes. */
uint64_t trace_checksum(const void *data, size_t n);

#endif
