#ifndef SONDE_TRACE_OTF2_COLLECTIVES_H
#define SONDE_TRACE_OTF2_COLLECTIVES_H

#include <stdbool.h>

#include <otf2/OTF2_Events.h>

#include "trace/reader.h"

/* All functions are Local. */

/* How an archive counts the bytes of a collective operation. */
enum otf2_counting {
	OTF2_COUNT_MOVED, /* as Score-P: all that the process sends to others and itself, and receives */
	OTF2_COUNT_GIVEN  /* as EZTrace: what the call was given */
};

/* A process' place in a collective operation. */
struct otf2_seat {
	int n, own; /* processes that it talks with; its own rank among them */
	bool is_root;
};

/* Sets *operation to what the function does, in whatever form (MPI_Ibcast, MPI_Bcast_init). False: OTF2 has no such
 * operation. */
bool otf2_collective_of(enum trace_function function, OTF2_CollectiveOp *operation);

/* Bytes that a process moves in a call, as Score-P counts them. */
void otf2_collective_sizes(OTF2_CollectiveOp operation, const struct trace_call *call, uint64_t *sent,
			   uint64_t *received);

/* The sides of a call with these sizes; for v and w operations all bytes, without those of each process. */
void otf2_collective_sides(OTF2_CollectiveOp operation, const struct otf2_seat *seat, enum otf2_counting counting,
			   uint64_t sent, uint64_t received, struct trace_call *call);

/* OTF2's number for a call's root. */
uint32_t otf2_collective_root(const struct trace_call *call);

#endif
