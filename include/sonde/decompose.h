/* Grids of processes; included by sonde.h, which says what holds for all functions. */
#ifndef SONDE_DECOMPOSE_H
#define SONDE_DECOMPOSE_H

#include <sonde/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Spreads processes over a grid, as MPI_Dims_create does, but always in the best way: of all grids that with the least
 * surface of the boxes that a cube is cut into, and of those the one whose largest dimension is the least. For 72
 * processes in two dimensions that is 9 x 8. Local.
 *
 * - dims[0 .. ndims-1], ndims of 1 to 32: 0 where a dimension is to be found; others stay. Those that are found do not
 *   ascend.
 * - SONDE_ERROR_ARGUMENT, with dims as they were: no processes, no or too many dimensions, a negative dimension, or
 *   nprocs is no multiple of the dimensions that are given.
 */
enum sonde_status sonde_dims_create(int nprocs, int ndims, int *dims);

/*
 * An array of 1 to 3 dimensions that is cut among processes, each of which keeps borders of its neighbours' elements.
 *
 * - length, periodic: as in MPI_Cart_create and in C, the last dimension is the one that is stored in a row. Those from
 *   ndims on are not looked at.
 * - element: bytes; 0: 4.
 * - border: elements on every side.
 * - periodic: 1: the first part is a neighbour of the last one.
 */
struct sonde_array {
	size_t size; /* sizeof(struct sonde_array) */
	size_t length[3];
	size_t element, border;
	int periodic[3];
};

/*
 * Spreads processes over an array so that an exchange of its borders takes the least by a model; without one (NULL), so
 * that the part that sends the most bytes sends the fewest. A model that knows layouts (p3pc) tells rows, which are
 * contiguous, from columns. Local.
 *
 * - dims[0 .. ndims-1], ndims of 1 to 3: as for sonde_dims_create.
 * - SONDE_ERROR_ARGUMENT, with dims as they were: also if parts would be narrower than their borders on every grid, or
 *   if the model holds for fewer processes.
 */
enum sonde_status sonde_dims_create_for(const struct sonde_model *model, const struct sonde_array *array, int nprocs,
					int ndims, int *dims, struct sonde_error *error);

#ifdef __cplusplus
}
#endif

#endif
