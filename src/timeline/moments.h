#ifndef SONDE_TIMELINE_MOMENTS_H
#define SONDE_TIMELINE_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "timeline/writer.h"

/* What comes next in time, of what is under way: a heap. All functions are Local. */

struct timeline_moment {
	double time;    /* s */
	uint64_t order; /* of those at one time, the lowest first */
	int process, thread;
	bool begins;                       /* the process' next slice; else the thread's ends */
	struct timeline_message *messages; /* of an end: received; owned */
	size_t n_messages;
};

struct timeline_moments {
	struct timeline_moment *at;
	size_t n, capacity;
	uint64_t order;
};

/* The order is given to it; false without memory. */
bool moments_add(struct timeline_moments *moments, const struct timeline_moment *moment);

/* Takes the first out, which is then the caller's; there is one. */
struct timeline_moment moments_take(struct timeline_moments *moments);
void moments_release(struct timeline_moments *moments);

#endif
