#ifndef SONDE_EVALUATE_FRESH_SIZES_H
#define SONDE_EVALUATE_FRESH_SIZES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/units.h"
#include "model/model.h"

/* All functions are Local. */

/*
 * Draws count sizes at which no model has a knot, spread evenly over the logarithm of 8 bytes to the largest size that
 * any of the models was fitted at.
 *
 * - Largest size: 1 MiB if no model says one.
 * - Each size is drawn at random in its part.
 * - Ownership: the caller releases sizes.
 * - ERR_MEMORY.
 */
enum status fresh_sizes(struct model *const *models, size_t n_models, size_t count, uint64_t seed,
			struct size_list *sizes, struct error *err);

/* Where sizes are drawn from: least to most bytes, but none that is taken. */
struct fresh_range {
	double least, most;
	uint64_t seed;
	bool (*taken)(const void *context, size_t bytes);
	const void *context;
};

/*
 * Draws at most count sizes, ascending, spread evenly over the logarithm of the range, each at random in its part.
 *
 * - None is taken or, from 64 on, a multiple of 32, where adaptive estimations measure.
 * - Fewer, or none, where all that were tried are.
 * - Ownership: the caller releases sizes.
 * - ERR_MEMORY.
 */
enum status fresh_sizes_draw(const struct fresh_range *range, size_t count, struct size_list *sizes, struct error *err);

#endif
