#ifndef SONDE_TRACE_OTF2_WRITE_H
#define SONDE_TRACE_OTF2_WRITE_H

#include "base/error.h"
#include "trace/otf2/written.h"
#include "trace/reader.h"

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
