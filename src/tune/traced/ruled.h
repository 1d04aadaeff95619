#ifndef SONDE_TUNE_TRACED_RULED_H
#define SONDE_TUNE_TRACED_RULED_H

#include "replay/replay.h"
#include "tune/library.h"

/* A file of rules, by which the MPI library of a simulated program decides. Zero-initialise it; ruled_release frees it.
 * All functions are Local. */
struct ruled {
	const struct tune_library *library;
	struct tuned_file file; /* as its library reads it */
};

/*
 * Reads rules of Open MPI 4.1's coll/tuned, or a selection of MPICH 4.0.
 *
 * - ERR_INPUT: it is of another form, or the library ignores it as a whole, or ends every program. ERR_MEMORY.
 */
enum status ruled_read(struct ruled *ruled, const char *text, size_t length, struct error *err);
void ruled_release(struct ruled *ruled);

/*
 * Lets a replay decide by the rules, which must outlive it.
 *
 * - The library decides by itself where a call is nonblocking, and where MPICH goes by nodes.
 */
void ruled_decide(struct ruled *ruled, struct replay_rules *rules);

#endif
