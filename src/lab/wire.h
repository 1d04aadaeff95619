#ifndef SONDE_LAB_WIRE_H
#define SONDE_LAB_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lab/shape.h"

/*
 * When a frame passes a switched Ethernet: a store-and-forward switch, a full-duplex link to each node.
 *
 * - A frame occupies the link of its sender for its length over the link's rate, from when it begins; the switch has it
 *   when it has passed. It then waits for the frames before it at the port of its receiver, occupies that link
 * likewise, and is delivered the latency later.
 * - What finds more bytes waiting at the receiver's port than the buffer holds is dropped.
 * - A frame is as long on a link as on Ethernet: 60 bytes at least, and WIRE_OVERHEAD more (preamble, check sequence,
 *   gap).
 * - Times are in seconds on any clock. Nothing here looks at a clock or a device.
 */
enum { WIRE_OVERHEAD = 24, WIRE_FRAME_LEAST = 60, WIRE_FRAME_MOST = 1514 + 4 };

/* A frame on its way; what is in it is the owner's. */
struct wire_frame {
	struct wire_frame *next;
	double sent, delivered; /* when the port of its receiver had passed it on; when the receiver has it */
	size_t bytes;
	unsigned char data[WIRE_FRAME_MOST];
};

/* A node's link. */
struct wire_link {
	double seconds_per_byte;
	double free;                     /* when the last frame that the node sent had passed */
	struct wire_frame *sends;        /* the one that is passing; NULL: none */
	double port_free;                /* when the port of the switch has sent what waits there */
	struct wire_frame *first, *last; /* not delivered yet, in order */
	struct wire_frame *unsent;       /* the first of them that still counts as waiting; NULL: none */
	size_t waiting;                  /* bytes */
};

struct wire {
	size_t nodes, buffer; /* buffer: bytes at each port */
	double latency;
	struct wire_link links[LAB_NODES_MOST];
	struct wire_frame *idle; /* frames that nobody uses */
	uint64_t dropped;
};

void wire_init(struct wire *wire, const struct lab_shape *shape);

/* A frame to be filled, owned by the caller until wire_send or wire_drop; NULL: no memory. */
struct wire_frame *wire_frame_new(struct wire *wire);
void wire_drop(struct wire *wire, struct wire_frame *frame);

/* True if a frame of the node (from 0) is passing: the next one waits at the node. */
bool wire_busy(const struct wire *wire, size_t node);

/* The node begins to send a frame at this time, or when its link is free if that is later. */
void wire_send(struct wire *wire, size_t node, struct wire_frame *frame, double now);

/*
 * Takes one thing that has happened by this time, the earliest first.
 *
 * - WIRE_PASSED: the link of node is free; the frame is at the ports of those to whom it goes.
 * - WIRE_DELIVERED: the caller has frame, which is for node, until wire_drop.
 * - WIRE_NONE: nothing more; *at: when the next thing will happen, INFINITY if no frame is on its way.
 */
enum wire_event { WIRE_NONE, WIRE_PASSED, WIRE_DELIVERED };
enum wire_event wire_next(struct wire *wire, double now, size_t *node, struct wire_frame **frame, double *at);

/* The address of a node's card (from 0): 02:00:00:00:00:01 for the first. */
void wire_address(size_t node, unsigned char address[6]);

void wire_release(struct wire *wire);

#endif
