#ifndef SONDE_API_RESULTS_H
#define SONDE_API_RESULTS_H

#include "api/context.h"

#define RESULTS_MOST 1000000

/* What a call measures. */
struct wanted {
	const struct experiment *points; /* n, in groups of together that are measured at the same time */
	size_t n, together;
	const size_t *places; /* where the result of each point belongs; NULL: in the order of the points */
	struct sonde_budget budget;
	size_t room;               /* bytes of the largest buffer needed; 0: that of the largest message */
	double scale;              /* times are multiplied by it */
	unsigned long long digest; /* of all that processes must want alike */
};

/* The numbers of a sample (NULL: none was made) on a clock of this resolution, each time multiplied by scale, and why
 * there are no more; result->bytes stays. ERR_MEMORY. Local. */
enum status results_summarise(const struct sample *sample, const struct probe_options *probe, double resolution,
			      double scale, struct sonde_result *result, struct error *err);

/*
 * Sees that all processes want the same and none objects (mine), measures at process 0 within the budget while the
 * others serve, and gives the results, wanted->n of them, to all. Collective.
 */
enum sonde_status results_measure(struct sonde *context, const struct wanted *wanted, const struct error *mine,
				  struct sonde_result *results, struct sonde_error *error);

#endif
