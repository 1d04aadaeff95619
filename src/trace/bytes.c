#include "trace/bytes.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void trace_bytes_release(struct trace_bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct trace_bytes){0};
}

bool trace_bytes_room(struct trace_bytes *bytes, size_t more)
{
	uint8_t *data;

	if (more <= bytes->capacity - bytes->n)
		return true;
	data = bytes->failed ? NULL : memory_grow(bytes->data, &bytes->capacity, bytes->n + more, 1);
	if (data)
		bytes->data = data;
	else
		bytes->failed = true;
	return data;
}

void trace_bytes_put(struct trace_bytes *bytes, const void *data, size_t n)
{
	if (n == 0 || !trace_bytes_room(bytes, n))
		return;
	memcpy(bytes->data + bytes->n, data, n);
	bytes->n += n;
}

void trace_bytes_put_fixed(struct trace_bytes *bytes, uint64_t value, size_t width)
{
	if (!trace_bytes_room(bytes, width))
		return;
	for (size_t i = 0; i < width; i++)
		bytes->data[bytes->n++] = (uint8_t)(value >> 8 * i);
}

void trace_bytes_put_double(struct trace_bytes *bytes, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	trace_bytes_put_fixed(bytes, bits, 8);
}

void trace_bytes_put_varint(struct trace_bytes *bytes, uint64_t value)
{
	if (!trace_bytes_room(bytes, 10))
		return;
	for (; value >= 0x80; value >>= 7)
		bytes->data[bytes->n++] = (uint8_t)(value | 0x80);
	bytes->data[bytes->n++] = (uint8_t)value;
}

void trace_bytes_put_signed(struct trace_bytes *bytes, int64_t value)
{
	trace_bytes_put_varint(bytes, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

void trace_bytes_put_text(struct trace_bytes *bytes, const char *text)
{
	trace_bytes_put_varint(bytes, strlen(text));
	trace_bytes_put(bytes, text, strlen(text));
}

uint64_t trace_cursor_fixed(struct trace_cursor *cursor, size_t width)
{
	const uint8_t *at = trace_cursor_bytes(cursor, width);
	uint64_t value = 0;

	for (size_t i = 0; at && i < width; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

uint64_t trace_cursor_varint(struct trace_cursor *cursor)
{
	uint64_t value = 0;

	for (unsigned shift = 0; cursor->at < cursor->end && shift < 64; shift += 7) {
		uint8_t byte = *cursor->at++;

		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value;
	}
	cursor->bad = true;
	cursor->at = cursor->end;
	return 0;
}

int64_t trace_cursor_signed(struct trace_cursor *cursor)
{
	uint64_t value = trace_cursor_varint(cursor);

	return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

const uint8_t *trace_cursor_bytes(struct trace_cursor *cursor, uint64_t n)
{
	const uint8_t *at = cursor->at;

	if (cursor->bad || n > (uint64_t)(cursor->end - cursor->at)) {
		cursor->bad = true;
		cursor->at = cursor->end;
		return NULL;
	}
	cursor->at += n;
	return at;
}

size_t trace_cursor_count(struct trace_cursor *cursor)
{
	uint64_t n = trace_cursor_varint(cursor);

	if (n > (uint64_t)(cursor->end - cursor->at)) {
		cursor->bad = true;
		cursor->at = cursor->end;
		return 0;
	}
	return (size_t)n;
}

static uint64_t stir(uint64_t x, uint64_t word, uint64_t odd)
{
	x = (x ^ word) * odd;
	return x ^ x >> 29;
}

static void add_word(struct trace_hash *hash, uint64_t word)
{
	hash->a = stir(hash->a, word, 0x9e3779b97f4a7c15);
	hash->b = stir(hash->b, word, 0xc2b2ae3d27d4eb4f);
}

/* Written out: compilers make one load of it. */
static uint64_t word_at(const uint8_t *at)
{
	return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
	       (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

void trace_hash_add(struct trace_hash *hash, const void *data, size_t n)
{
	const uint8_t *at = data;

	while (n > 0) {
		unsigned place = hash->length & 7;

		if (place == 0 && n >= 8) {
			add_word(hash, word_at(at));
			at += 8;
			n -= 8;
			hash->length += 8;
			continue;
		}
		hash->word |= (uint64_t)*at++ << 8 * place;
		n--;
		hash->length++;
		if (place == 7) {
			add_word(hash, hash->word);
			hash->word = 0;
		}
	}
}

void trace_hash_end(const struct trace_hash *hash, uint64_t digest[2])
{
	struct trace_hash end = *hash;

	if (end.length & 7)
		add_word(&end, end.word);
	add_word(&end, end.length);
	digest[0] = end.a;
	digest[1] = end.b;
}

uint64_t trace_checksum(const void *data, size_t n)
{
	struct trace_hash hash = {0};
	uint64_t digest[2];

	if (n > 0)
		trace_hash_add(&hash, data, n);
	trace_hash_end(&hash, digest);
	return digest[0];
}
