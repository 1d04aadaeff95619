#ifndef SONDE_TRACE_OTF2_WRITE_H
#define SONDE_TRACE_OTF2_WRITE_H

#include <stdint.h>

#include "base/error.h"
#include "trace/reader.h"

/* What was written. */
struct otf2_written {
	uint64_t events;
	uint64_t messages;   /* sent */
	uint64_t unreceived; /* of these nobody received them before the trace ended */
	uint64_t unsent;     /* receives whose message nobody sent; they have the size of their buffer */
};

/*
 * Writes a trace as an OTF2 archive DIR/traces.otf2, by Score-P's conventions.
 *
 * - dir is made, or is an empty folder. A receive has the size of the message that it got.
 * - Memory goes by processes, communicators, and by requests and messages under way; each process has a file open.
 * - A trace that is damaged is written as far as it is right; *damage then has why, and the status OK if nothing is.
 * - ERR_INPUT: dir holds something. ERR_IO, ERR_MEMORY: what was written stays there. Local.
 */
enum status otf2_write(struct trace *trace, const char *dir, struct otf2_written *written, struct error *damage,
		       struct error *err);

#endif
