#ifndef SONDE_TUNE_TRACED_RULED_H
#define SONDE_TUNE_TRACED_RULED_H

#include "replay/replay.h"
#include "tune/library.h"
#include "tune/traced/selected.h"

/* A file of rules, by which the MPI library of a simulated program decides. Zero-initialise it; ruled_release frees it.
 * All functions are Local. */
struct ruled {
	const struct tune_library *library;
	const char *path;         /* for texts, borrowed; NULL: none */
	struct tuned_file file;   /* as Open MPI reads it */
	struct selected selected; /* as MPICH does */
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
 * - ERR_INPUT of a call that the library aborts in, or whose data would be wrong: the simulation ends with it.
 * - MPICH looks its selection up for each communicator that a call goes by, nodes among them. Where it then takes an
 *   algorithm whose messages are not known, the call is simulated by the library's own decision and counted
 *   (replay_found.approximate).
 * - Open MPI decides by itself where a call is nonblocking.
 */
void ruled_decide(struct ruled *ruled, struct replay_rules *rules);

#endif
