#ifndef SONDE_EVALUATE_EVALUATION_SIZES_H
#define SONDE_EVALUATE_EVALUATION_SIZES_H

#include "estimate/estimate.h"
#include "evaluate/evaluation_part.h"

/* Sizes that no model was fitted at. All functions are Local. */

/*
 * Checks that an estimation is not sure to measure messages of a size of the list.
 *
 * - It is sure to measure its fixed sizes, those that it begins with, and those by which the machine is watched.
 * - ERR_INPUT if a size is among these; ERR_MEMORY.
 */
enum status evaluation_sizes_check(const struct size_list *sizes, const struct estimate_options *options,
				   const char *name, struct error *err);

/*
 * Adds the sizes of a campaign's messages and answers to those that models were fitted at.
 *
 * - ERR_MEMORY.
 */
enum status evaluation_sizes_collect(struct evaluation_run *run, const struct campaign *campaign, struct error *err);

/*
 * Takes sizes that a model was fitted at out of the evaluation's sizes, with a note, or chooses count sizes if there
 * are none yet.
 *
 * - Call it after estimating.
 * - Chosen sizes: at random, evenly over the logarithm of 1 KiB to 256 KiB, none of them one that was fitted or a
 *   multiple of 32.
 * - ERR_INPUT if no size is left, ERR_MEMORY.
 */
enum status evaluation_sizes_choose(struct evaluation_run *run, size_t count, struct error *err);

/* The range of chosen sizes, in bytes. */
#define EVALUATION_SIZE_LEAST 1024
#define EVALUATION_SIZE_MOST ((size_t)256 << 10)

#endif
