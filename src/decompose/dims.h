#ifndef SONDE_DECOMPOSE_DIMS_H
#define SONDE_DECOMPOSE_DIMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

/* The most dimensions that a grid has. */
#define DIMS_MOST 32

/*
 * Calls visit with each way to write n as a product of dims[0] * dims[1] * ..., in no order that counts.
 *
 * - dims[0 .. ndims-1]: those that are not 0 stay as they are; afterwards they are as they were.
 * - visit: is given all of them and work; false ends it.
 * - Nothing is visited if n is no multiple of the product of those that stay.
 */
void dims_each(size_t n, size_t ndims, size_t *dims, bool (*visit)(const size_t *dims, size_t ndims, void *work),
	       void *work);

/*
 * Spreads n processes over a grid: of all grids that with the least surface of the boxes that a cube is cut into, of
 * those the one whose largest dimension is the least.
 *
 * - dims[0 .. ndims-1]: 0 where the dimension is to be found, else as MPI_Dims_create takes it. Those that are found
 *   are set, not ascending.
 * - The surface of a box of 1/dims[0] by 1/dims[1] ... is twice the sum of the dimensions, over n.
 * - ERR_INPUT, with *dims as it was: n or a dimension below 1, more dimensions than DIMS_MOST, or n is no multiple of
 *   the dimensions that are given.
 */
enum status dims_create(int n, int ndims, int *dims, struct error *err);

#endif
