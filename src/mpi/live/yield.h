#ifndef SONDE_MPI_LIVE_YIELD_H
#define SONDE_MPI_LIVE_YIELD_H

#include <stdbool.h>

/*
 * From now on this process leaves its CPU to others while it waits inside MPI.
 *
 * - For processes that share CPUs. The messages and their order stay the library's own.
 * - False if that cannot be had, or is not needed: only MPICH over UCX keeps a CPU while it waits (yield.c).
 * - Call it when MPI has been initialised and has sent messages. Local.
 */
bool yield_begin(void);

#endif
