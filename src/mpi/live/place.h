#ifndef SONDE_MPI_LIVE_PLACE_H
#define SONDE_MPI_LIVE_PLACE_H

#include <stddef.h>

enum { PLACE_BINDING_ROOM = 256 };

/* Writes the CPUs that this process may run on, as the kernel lists them: "0-1". "not known", or "simulated", if there
 * is no such list. Local. */
void place_binding(char *text, size_t room);

/* Writes the package and NUMA node, as hwloc numbers them, that hold all CPUs that this process may run on: "package 0,
 * NUMA node 1"; what several hold is left out. Empty if hwloc cannot tell. Local. */
void place_of_process(char *text, size_t room);

#endif
