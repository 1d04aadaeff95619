#include "lab/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS = 6, NODE_ALL = -1, NODE_NONE = -2 };

void wire_address(size_t node, unsigned char address[ADDRESS])
{
	memset(address, 0, ADDRESS);
	address[0] = 2; /* administered locally */
	address[ADDRESS - 1] = (unsigned char)(node + 1);
}

/* The node to whose card a frame goes, NODE_ALL, or NODE_NONE. */
static int receiver_of(const struct wire *wire, const struct wire_frame *frame)
{
	unsigned char own[ADDRESS];

	if (frame->bytes < ADDRESS)
		return NODE_NONE;
	if (frame->data[0] & 1)
		return NODE_ALL;
	for (size_t i = 0; i < wire->nodes; i++) {
		wire_address(i, own);
		if (memcmp(own, frame->data, ADDRESS) == 0)
			return (int)i;
	}
	return NODE_NONE;
}

void wire_init(struct wire *wire, const struct lab_shape *shape)
{
	*wire = (struct wire){.nodes = shape->nodes, .buffer = shape->buffer, .latency = shape->latency};
	for (size_t i = 0; i < shape->nodes; i++)
		wire->links[i].seconds_per_byte = 8 / shape->rate[i];
}

struct wire_frame *wire_frame_new(struct wire *wire)
{
	struct wire_frame *frame = wire->idle;

	if (!frame)
		return malloc(sizeof(*frame));
	wire->idle = frame->next;
	return frame;
}

void wire_drop(struct wire *wire, struct wire_frame *frame)
{
	frame->next = wire->idle;
	wire->idle = frame;
}

static double passing(const struct wire_link *link, const struct wire_frame *frame)
{
	size_t bytes = frame->bytes < WIRE_FRAME_LEAST ? WIRE_FRAME_LEAST : frame->bytes;

	return (double)(bytes + WIRE_OVERHEAD) * link->seconds_per_byte;
}

bool wire_busy(const struct wire *wire, size_t node)
{
	return wire->links[node].sends != NULL;
}

void wire_send(struct wire *wire, size_t node, struct wire_frame *frame, double now)
{
	struct wire_link *link = &wire->links[node];

	link->free = fmax(link->free, now) + passing(link, frame);
	link->sends = frame;
}

/* What the port has sent by now waits no longer. */
static void count_waiting(struct wire_link *link, double now)
{
	while (link->unsent && link->unsent->sent <= now) {
		link->waiting -= link->unsent->bytes;
		link->unsent = link->unsent->next;
	}
}

/* A frame is at the port of its receiver. */
static void arrive(struct wire *wire, struct wire_link *link, struct wire_frame *frame, double now)
{
	count_waiting(link, now);
	if (link->waiting + frame->bytes > wire->buffer) {
		wire->dropped++;
		wire_drop(wire, frame);
		return;
	}
	link->port_free = fmax(link->port_free, now) + passing(link, frame);
	frame->sent = link->port_free;
	frame->delivered = frame->sent + wire->latency;
	frame->next = NULL;
	if (link->first)
		link->last->next = frame;
	else
		link->first = frame;
	link->last = frame;
	if (!link->unsent)
		link->unsent = frame;
	link->waiting += frame->bytes;
}

static void arrive_copy(struct wire *wire, struct wire_link *link, const struct wire_frame *frame, double now)
{
	struct wire_frame *copy = wire_frame_new(wire);

	if (!copy) {
		wire->dropped++;
		return;
	}
	copy->bytes = frame->bytes;
	memcpy(copy->data, frame->data, frame->bytes);
	arrive(wire, link, copy, now);
}

static void switch_frame(struct wire *wire, size_t from, struct wire_frame *frame, double now)
{
	int to = receiver_of(wire, frame);

	if (to >= 0 && (size_t)to != from) {
		arrive(wire, &wire->links[to], frame, now);
		return;
	}
	for (size_t i = 0; to == NODE_ALL && i < wire->nodes; i++)
		if (i != from)
			arrive_copy(wire, &wire->links[i], frame, now);
	wire_drop(wire, frame);
}

/* The earliest thing that is to happen; *passed: a frame has passed its sender's link, else one is delivered. */
static double earliest(const struct wire *wire, size_t *node, bool *passed)
{
	double first = INFINITY;

	for (size_t i = 0; i < wire->nodes; i++) {
		const struct wire_link *link = &wire->links[i];

		if (link->sends && link->free < first) {
			first = link->free;
			*node = i;
			*passed = true;
		}
		if (link->first && link->first->delivered < first) {
			first = link->first->delivered;
			*node = i;
			*passed = false;
		}
	}
	return first;
}

enum wire_event wire_next(struct wire *wire, double now, size_t *node, struct wire_frame **frame, double *at)
{
	bool passed = false;
	struct wire_link *link;

	*at = earliest(wire, node, &passed);
	if (!(*at <= now))
		return WIRE_NONE;
	link = &wire->links[*node];
	if (passed) {
		struct wire_frame *sent = link->sends;

		link->sends = NULL;
		switch_frame(wire, *node, sent, *at);
		return WIRE_PASSED;
	}
	*frame = link->first;
	count_waiting(link, *at);
	link->first = link->first->next;
	return WIRE_DELIVERED;
}

static void free_frames(struct wire_frame *frame)
{
	while (frame) {
		struct wire_frame *next = frame->next;

		free(frame);
		frame = next;
	}
}

void wire_release(struct wire *wire)
{
	for (size_t i = 0; i < wire->nodes; i++) {
		free(wire->links[i].sends);
		free_frames(wire->links[i].first);
	}
	free_frames(wire->idle);
	*wire = (struct wire){.nodes = 0};
}
