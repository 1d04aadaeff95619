#include "cli/simulate/draws.h"

#include <math.h>

/* Simulations, with the first. */
enum { DRAWS = 5 };

enum status draws_find(struct draws *draws, const struct costs *costs, const struct simulation *first,
		       enum status (*again)(void *self, const struct costs *costs, struct simulation *found,
					    struct error *err),
		       void *self, struct error *err)
{
	enum status status = OK;

	*draws = (struct draws){.n = 0};
	if (first->drawn == 0)
		return OK;
	*draws = (struct draws){fmax(costs->variation, costs->variation_within), 1, first->seconds, first->seconds};
	for (; status == OK && draws->n < DRAWS; draws->n++) {
		struct costs other = *costs;
		struct simulation found = {.record = false};

		other.seed = costs->seed + draws->n;
		status = again(self, &other, &found, err);
		if (status == OK) {
			draws->least = fmin(draws->least, found.seconds);
			draws->most = fmax(draws->most, found.seconds);
		}
		simulation_release(&found);
	}
	return status;
}

void draws_tell(const struct draws *draws, struct table *table)
{
	if (draws->n == 0)
		return;
	table_summary_number(table, NULL, "transfer_variation", CELL_NUMBER, draws->variation);
	table_summary_number(table, NULL, "draws", CELL_COUNT, (double)draws->n);
	table_summary_number(table, NULL, "seconds_least", CELL_SECONDS, draws->least);
	table_summary_number(table, NULL, "seconds_most", CELL_SECONDS, draws->most);
}
