#ifndef SONDE_RULES_COVERED_H
#define SONDE_RULES_COVERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Numbers that ranges cover, of ranges that are known beforehand.
 *
 * - Numbers between two neighbouring ends of ranges are one cell, which is covered as a whole.
 * - All ranges together take O(n log n), n their number: a covered cell is passed over once.
 * - All functions are Local.
 */

/* From least to most, which belongs to it; none where most < least. */
struct range {
	uint64_t least, most;
};

struct covered {
	uint64_t *starts; /* of the cells, ascending, from 0 on */
	size_t *next;     /* of each cell, itself if it is not covered, or one behind it: n behind the last */
	size_t n;
};

/* Covers nothing yet. covered_release frees it, also after a failure. false: no memory. */
bool covered_init(struct covered *covered, const struct range *ranges, size_t n);
void covered_release(struct covered *covered);

/* Whether a range, one of those of covered_init, has a number that is not covered. */
bool covered_lacks(struct covered *covered, struct range range);

/* Covers one of the ranges of covered_init. */
void covered_add(struct covered *covered, struct range range);

/* Whether every number is covered. */
bool covered_all(struct covered *covered);

#endif
