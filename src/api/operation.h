#ifndef SONDE_API_OPERATION_H
#define SONDE_API_OPERATION_H

#include "algorithm/request.h"
#include "api/context.h"
#include "probe/explore.h"

/* A collective operation of a call: what is measured of each size. Starts zero-initialised. */
struct asked_operation {
	const struct sonde_collective_measurement *what; /* borrowed */
	struct collective_request request;               /* of an algorithm of sonde's own */
	struct layout layout[2];                         /* where blocks are sent and received */
};

/*
 * What the options mean, but for their sizes, which are bytes here: an algorithm must be able to do all n of them.
 *
 * - operation_release in any case.
 * - ERR_INPUT, ERR_MEMORY.
 * - Local.
 */
enum status operation_make(const struct sonde *context, const struct sonde_collective_measurement *what,
			   const size_t *bytes, size_t n, struct asked_operation *operation, struct error *err);
void operation_release(struct asked_operation *operation);

/* The same as a family. Local. */
struct explore_family operation_family(const struct asked_operation *operation);

/* Gives this process what of the measurement, either of the two, is the application's own. Both NULL takes it away.
 * Local. */
void operation_supply(struct sonde *context, const struct sonde_collective_measurement *collective,
		      const struct sonde_measurement *messages);

/* All but the sizes and the budget in a digest of arguments. Local. */
unsigned long long operation_digest(const struct sonde_collective_measurement *what, int processes);

#endif
