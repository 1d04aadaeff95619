#ifndef SONDE_TRACE_OTF2_WRITTEN_H
#define SONDE_TRACE_OTF2_WRITTEN_H

#include <stdint.h>

/* What was written. */
struct otf2_written {
	uint64_t events;
	uint64_t messages;   /* sent */
	uint64_t unreceived; /* of these nobody received them before the trace ended */
	uint64_t unsent;     /* receives whose message nobody sent; they have the size of their buffer */
};

#endif
