#ifndef SONDE_ALGORITHM_RING_H
#define SONDE_ALGORITHM_RING_H

#include "algorithm/build.h"

/* A message divided into a block for each process, in one place: where blocks begin by share_begin of count. */
struct shares {
	struct place data;
	uint64_t count;
};

/* The place and the elements of a block; block may be any number, it counts modulo processes. Local, as are all of
 * these. */
struct place share_place(const struct step_builder *builder, const struct shares *shares, int block);
uint64_t share_size(const struct step_builder *builder, const struct shares *shares, int block);

/*
 * Appends a ring allgather: in processes - 1 steps each process passes the block that it got last on to the next one,
 * and begins with block own + shift. Blocks are whole.
 */
void ring_allgather(struct step_builder *builder, const struct shares *shares, int shift);

/*
 * Appends a ring reduction: the data at a process are its contribution to all blocks; each begins by sending block own
 * + shift, and after it block own + shift
 * + 1 is reduced. The next message is awaited while what came before is reduced and sent on. Of each block it is only
 * share phase of phases: all of it if phases is 1. Changes the order of operands.
 */
void ring_reduce(struct step_builder *builder, const struct shares *shares, int shift, int phase, int phases);

#endif
