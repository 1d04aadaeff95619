/*
 * For tests of applications with more processes than CPUs, which MPICH does not yield for: preloaded, it makes their
 * waiting processes yield from the start, by what the command does for itself (src/mpi/live/yield.c). Where MPICH is
 * not built over UCX it does nothing.
 */
#include "mpi/live/yield.h"

__attribute__((constructor)) static void begin(void)
{
	yield_begin();
}
