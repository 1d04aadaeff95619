#ifndef SONDE_BASE_PARALLEL_H
#define SONDE_BASE_PARALLEL_H

#include "base/progress.h"

/*
 * Calls each(context, i) for every i below n, on all CPUs that this process may use, in any order; returns when all
 * have returned.
 *
 * - each: several at the same time, on threads; what it writes belongs to its i.
 * - progress: how many of them are done, what says of which; told by the calling thread alone; NULL: nobody is told.
 * - Local.
 */
void parallel_for(size_t n, void (*each)(void *context, size_t i), void *context, const struct progress *progress,
		  const char *what);

#endif
