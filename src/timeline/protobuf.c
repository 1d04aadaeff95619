#include "timeline/protobuf.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum wire { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_LENGTH = 2 };

void protobuf_clear(struct protobuf *message)
{
	message->n = 0;
}

void protobuf_release(struct protobuf *message)
{
	free(message->bytes);
	*message = (struct protobuf){0};
}

static void put(struct protobuf *message, const void *bytes, size_t n)
{
	unsigned char *grown =
		message->failed ? NULL : memory_grow(message->bytes, &message->capacity, message->n + n + 1, 1);

	if (!grown) {
		message->failed = true;
		return;
	}
	message->bytes = grown;
	memcpy(grown + message->n, bytes, n);
	message->n += n;
}

/* Seven bits a byte, the lowest first; the highest bit says that more follow. */
static void put_varint(struct protobuf *message, uint64_t value)
{
	unsigned char bytes[10];
	size_t n = 0;

	for (; value > 127; value >>= 7)
		bytes[n++] = (unsigned char)(value | 128);
	bytes[n++] = (unsigned char)value;
	put(message, bytes, n);
}

static void put_tag(struct protobuf *message, uint32_t field, enum wire wire)
{
	put_varint(message, (uint64_t)field << 3 | wire);
}

void protobuf_uint(struct protobuf *message, uint32_t field, uint64_t value)
{
	put_tag(message, field, WIRE_VARINT);
	put_varint(message, value);
}

void protobuf_fixed64(struct protobuf *message, uint32_t field, uint64_t value)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(value >> 8 * i);
	put_tag(message, field, WIRE_FIXED64);
	put(message, bytes, sizeof(bytes));
}

void protobuf_text(struct protobuf *message, uint32_t field, const char *text)
{
	put_tag(message, field, WIRE_LENGTH);
	put_varint(message, strlen(text));
	put(message, text, strlen(text));
}

void protobuf_message(struct protobuf *message, uint32_t field, const struct protobuf *inner)
{
	message->failed = message->failed || inner->failed;
	put_tag(message, field, WIRE_LENGTH);
	put_varint(message, inner->n);
	put(message, inner->bytes ? inner->bytes : (const unsigned char *)"", inner->n);
}
