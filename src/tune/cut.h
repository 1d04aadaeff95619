#ifndef SONDE_TUNE_CUT_H
#define SONDE_TUNE_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A size at which a rule was seen at work. */
struct tune_seen {
	uint64_t bytes;
	bool worse; /* it was slower there than what it is in place of */
};

/*
 * What is left of a rule's sizes, range[0] to range[1], without those at which it was slower: the parts between sizes
 * at which it was seen not to be. Where it was not slower at the least or the largest of them a part goes on to that
 * end of the range.
 *
 * - seen: n sizes in the range; they are sorted.
 * - parts: each from its first to its last byte, ascending; room for n, of which the number is returned. One, the whole
 *   range, where nothing was seen or nothing was slower: room for one at least.
 * - Local.
 */
size_t tune_cut(const uint64_t range[2], struct tune_seen *seen, size_t n, uint64_t (*parts)[2]);

#endif
