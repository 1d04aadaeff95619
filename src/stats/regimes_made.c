/* The estimator of Krichevsky and Trofimov 1981: of c numbers k on a level, (k + 1/2) / (c + l/2) among l levels. */
#include "stats/regimes.h"

#include <math.h>
#include <stdlib.h>

/* The level's probability by what was seen in the same circumstances, in which it then counts. */
static double learn(size_t *seen, size_t levels, size_t level)
{
	double count = (double)seen[level]++, all = -1;

	for (size_t k = 0; k < levels; k++)
		all += (double)seen[k];
	return (count + 0.5) / (all + 0.5 * (double)levels);
}

enum status regimes_made(const struct regimes *levels, const double *x, const size_t *done, size_t kinds, size_t n,
			 double *evidence, struct error *err)
{
	size_t stayed[REGIMES_MOST][REGIMES_MOST] = {{0}};
	size_t(*made)[REGIMES_MOST] = calloc(kinds + 1, sizeof(*made));

	*evidence = 0;
	if (!made)
		return error_memory(err, "levels");
	for (size_t i = 1; levels->n > 1 && i < n; i++) {
		size_t level = regimes_index(levels, x[i]);

		*evidence += log(learn(made[done[i]], levels->n, level) /
				 learn(stayed[regimes_index(levels, x[i - 1])], levels->n, level));
	}
	free(made);
	return OK;
}
