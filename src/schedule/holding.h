#ifndef SONDE_SCHEDULE_HOLDING_H
#define SONDE_SCHEDULE_HOLDING_H

#include "schedule/schedule.h"

/* All functions are Local. */

/*
 * Elements of a buffer that hold, one after the other, elements position, position + 1, ... of what the processes from
 * first to last contribute, reduced over them in this order if they are several.
 */
struct holding {
	enum buffer buffer;
	uint64_t offset, count;
	uint64_t position;
	int first, last;
};

struct holdings {
	struct holding *items;
	size_t n, capacity;
	bool out_of_memory;
};

/* Appends a holding; without memory it sets out_of_memory. */
void holdings_add(struct holdings *holdings, struct holding holding);

#endif
