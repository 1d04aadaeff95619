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

#ifdef __cplusplus
}
#endif

#endif
