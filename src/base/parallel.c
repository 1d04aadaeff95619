#include "base/parallel.h"

#include <math.h>
#include <stdbool.h>

static double now(const struct progress *progress)
{
	return progress && progress->now ? progress->now(progress->context) : NAN;
}

static void tell(const struct progress *progress, const char *what, size_t done, size_t n, double began)
{
	progress_report(progress, what, done, n,
			progress_left((double)done, (double)(n - done), now(progress) - began));
}

/* By OpenMP; without it the pragmas say nothing, and one thread does all. */
void parallel_for(size_t n, void (*each)(void *context, size_t i), void *context, const struct progress *progress,
		  const char *what)
{
	const double began = now(progress);
	size_t next = 0, done = 0;

#pragma omp parallel
	while (true) {
		size_t i, so_far;

#pragma omp atomic capture
		i = next++;
		if (i >= n)
			break;
		each(context, i);
#pragma omp atomic capture
		so_far = ++done;
#pragma omp master
		tell(progress, what, so_far, n, began);
	}
}
