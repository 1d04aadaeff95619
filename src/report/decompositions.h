#ifndef SONDE_REPORT_DECOMPOSITIONS_H
#define SONDE_REPORT_DECOMPOSITIONS_H

#include "base/table.h"
#include "decompose/planning.h"

/* What is said of plans. All functions are Local. */

/*
 * Ranked plans: first those of the whole sequence (step "whole"), then the single steps, each best first: step,
 * operation, grid, part, tree, distribution, processes, seconds, low, high, over_best, verdict.
 *
 * - most: rows of the whole, and of each step; 0: all.
 * - Its summary has the best plan step by step, and how much longer the next one takes.
 * - NULL without memory.
 */
struct table *decompositions_table(const struct planning_request *request, const struct planned *found, size_t most);

#endif
