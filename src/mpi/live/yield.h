#ifndef SONDE_MPI_LIVE_YIELD_H
#define SONDE_MPI_LIVE_YIELD_H

#include <stdbool.h>

/*
 * From now on this process leaves its CPU to others while it waits inside MPI.
 *
 * - For processes that share CPUs. The messages and their order stay the library's own.
 * - False if that is not seen to be had, or not needed: only MPICH over UCX keeps a CPU while it waits (yield.c), and
 *   that it does is known once MPI has been initialised and has sent messages.
 * - Local.
 */
bool yield_begin(void);

#endif
