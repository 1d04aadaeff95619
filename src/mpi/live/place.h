#ifndef SONDE_MPI_LIVE_PLACE_H
#define SONDE_MPI_LIVE_PLACE_H

#include <stddef.h>

/* Writes the package and NUMA node, as hwloc numbers them, that hold all CPUs that this process may run on: "package 0,
 * NUMA node 1"; what several hold is left out. Empty if hwloc cannot tell. Local. */
void place_of_process(char *text, size_t room);

#endif
