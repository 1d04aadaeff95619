#ifndef SONDE_CLI_SIMULATE_DRAWS_H
#define SONDE_CLI_SIMULATE_DRAWS_H

#include "base/table.h"
#include "simulate/simulate.h"

/* How much the time that is simulated depends on the delays that are drawn (costs.variation). */
struct draws {
	double variation;   /* costs.variation, or that within nodes if it is greater */
	size_t n;           /* simulations, each with draws of its own; 0: nothing is drawn */
	double least, most; /* seconds, of these */
};

/*
 * Simulates again with other seeds, four times, if the first simulation drew anything. One more time would lie outside
 * of the range of these five in one of three cases.
 *
 * - again: simulates what first is of under these costs; *found is released here.
 * - Errors of again. Local, as is the next.
 */
enum status draws_find(struct draws *draws, const struct costs *costs, const struct simulation *first,
		       enum status (*again)(void *self, const struct costs *costs, struct simulation *found,
					    struct error *err),
		       void *self, struct error *err);

/* Adds what was found to the summary. */
void draws_tell(const struct draws *draws, struct table *table);

#endif
