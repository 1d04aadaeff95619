#ifndef SONDE_ALGORITHM_BLOCKS_H
#define SONDE_ALGORITHM_BLOCKS_H

#include "algorithm/build.h"

/* The blocks of scatter and gather, and of those with counts, packed: those of consecutive places one after the other.
 */

/* Elements of the blocks of places from begin to end - 1. Local, as are all of these. */
uint64_t blocks_count(const struct call *call, int begin, int end);

/* Elements of the blocks of places from begin to place - 1, for one place after the other: what has been counted is not
 * counted again. Zero-initialise all but begin. */
struct blocks_before {
	int begin, reached; /* reached: 0, or elements are those from begin to reached - 1 */
	uint64_t elements;
};
uint64_t blocks_before(const struct call *call, struct blocks_before *before, int place);

/* Whether the root's buffer is packed as it is. */
bool blocks_are_packed(const struct call *call);

/* Copies the blocks between the root's buffer and a packed place, with one copy for blocks that are neighbours in both;
 * all but the root's own. */
void blocks_pack(struct step_builder *builder, struct place user, struct place packed);
void blocks_unpack(struct step_builder *builder, struct place packed, struct place user);

#endif
