#ifndef SONDE_EXPLAIN_VARIATION_H
#define SONDE_EXPLAIN_VARIATION_H

#include "explain/sensitivity.h"

/* A program whose parameters are varied: all the times of a model, or those of LogGOPS. All functions are Local. */

/* What the program is simulated under. All of it is borrowed. */
struct variation_base {
	const struct model_use *use;   /* of a model that is complete; NULL: LogGOPS */
	uint64_t eager_most;           /* bytes: as of model_costs */
	const struct loggops *loggops; /* in place of a model */
	bool queued;                   /* as of struct costs */

	/* As of struct subject. */
	enum status (*simulate)(void *self, const struct costs *costs, struct simulation *found, struct error *err);
	void *self;
};

struct variation;

/*
 * Lists the parameters.
 *
 * - *subject: is valid until variation_free, which frees *variation in any case.
 * - ERR_INPUT: ports that are shared fairly, where nothing is counted along the critical path. ERR_MEMORY.
 */
enum status variation_new(struct variation **variation, const struct variation_base *base, struct subject *subject,
			  struct error *err);
void variation_free(struct variation *variation);

#endif
