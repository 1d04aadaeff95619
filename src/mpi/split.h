#ifndef SONDE_MPI_SPLIT_H
#define SONDE_MPI_SPLIT_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Describes a gather or scatter of the MPI library in parts: LMO_Gather and LMO_Scatter (O'Flynn 2009, 7.2). */
struct split {
	bool gathers;
	char *all, *own;        /* all blocks, at the root, one after the other; this process's block */
	bool counted;           /* by MPI_Gatherv or MPI_Scatterv */
	size_t bytes;           /* of each block, or of the largest */
	const uint64_t *counts; /* counted: bytes of each block; NULL: all have bytes */
	size_t most;            /* bytes of a part, at least 1 */
	int root;
	MPI_Comm comm;
};

/*
 * Carries it out: as many gathers or scatters of equal parts as the largest block has parts of at most `most` bytes.
 *
 * - Several gathers stand behind a barrier each, so that no more is under way; scatters have none.
 * - Returns an MPI error code. Collective.
 */
int split_run(const struct split *split);

#endif
