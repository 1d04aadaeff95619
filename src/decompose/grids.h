#ifndef SONDE_DECOMPOSE_GRIDS_H
#define SONDE_DECOMPOSE_GRIDS_H

#include "decompose/sequence.h"

/* A list of grids. Zero-initialise it; the caller frees list. */
struct grids {
	struct grid *list;
	size_t n, capacity;
};

/*
 * Appends all grids of so many processes on which parts are as large as the sequence asks for, and as its borders.
 *
 * - ERR_MEMORY. Local.
 */
enum status grids_append(struct grids *grids, const struct sequence *sequence, size_t processes, struct error *err);

#endif
