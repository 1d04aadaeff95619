#ifndef SONDE_TIMELINE_PROTOBUF_H
#define SONDE_TIMELINE_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A message of Protocol Buffers that is being encoded (protobuf.dev/programming-guides/encoding). Zero-initialise it.
 * Once memory did not suffice, failed is set and nothing more is added. All functions are Local.
 */
struct protobuf {
	unsigned char *bytes;
	size_t n, capacity;
	bool failed;
};

void protobuf_clear(struct protobuf *message);
void protobuf_release(struct protobuf *message);

/* Each adds a field of this number: a varint, 8 bytes, a text, a message. */
void protobuf_uint(struct protobuf *message, uint32_t field, uint64_t value);
void protobuf_fixed64(struct protobuf *message, uint32_t field, uint64_t value);
void protobuf_text(struct protobuf *message, uint32_t field, const char *text);
void protobuf_message(struct protobuf *message, uint32_t field, const struct protobuf *inner);

#endif
