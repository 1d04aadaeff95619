#ifndef SONDE_ALGORITHM_BINE_H
#define SONDE_ALGORITHM_BINE_H

#include "algorithm/build.h"

/*
 * Bine trees (De Sensi et al.: Bine Trees: Enhancing Collective Operations by Optimizing Communication Locality, SC
 * 2025): binomial trees and butterflies over a circle of processes whose partners alternate between either side, so
 * that the distances are about a third of the circle, a sixth, ... instead of a half, a quarter, ...
 */

/* The partner of a number in step 0, 1, ... of the butterfly over a power of two: 1, 1, 3, 5, 11, ... away, on
 * alternating sides, even numbers' partners being odd. */
int bine_partner(int power, int number, int step);

/*
 * Numbers whose data a number has after so many steps of an allgather: a row of 2^steps neighbours around the circle.
 * As one or two rows that do not go over the end of the circle: n of them.
 */
struct bine_rows {
	int n;
	struct {
		int begin, end;
	} row[2];
};
struct bine_rows bine_rows(int power, int number, int steps);

/*
 * Data that are divided among the processes that take part: into equal parts of theirs, or, if whole is set, into a
 * part for each process, where those that take part have that of the one that stood back too. Parts as by share_begin.
 */
struct bine_parts {
	struct fold fold;
	bool whole;
	struct place data;
	uint64_t count; /* of all data */
};

/* Appends the butterfly of falling distances for the process that has this number: it reduces its part of all
 * contributions. Changes the order of operands. */
void bine_reduce_scatter(struct step_builder *builder, const struct bine_parts *parts, int number);

/* Appends the butterfly of rising distances: from its own part the process gets all. */
void bine_allgather(struct step_builder *builder, const struct bine_parts *parts, int number);

#endif
