#ifndef SONDE_DECOMPOSE_INTERVALS_H
#define SONDE_DECOMPOSE_INTERVALS_H

#include "decompose/planning_request.h"

/* Times that differ by less than this part of them are equal but for rounding. */
#define TIMES_ROUNDING 1e-9

/*
 * Sets the intervals of plans that stand beside each other, the quickest first, and of what each takes beyond the
 * first, and says which of them cannot be told from it, or take no more than 0.01 % longer.
 *
 * - Each draw of the model's parameters costs all plans, so that what they have in common does not count in the
 *   difference.
 * - Without intervals of parameters, or draws, those of plans are NAN, and only times within 0.01 % are the same.
 * - Local. ERR_* of choice_seconds, ERR_MEMORY.
 */
enum status intervals_set(const struct planning_request *request, struct plan *plans, size_t n, struct error *err);

#endif
