#ifndef SONDE_PLATFORM_SYNTHETIC_COLLECTIVE_H
#define SONDE_PLATFORM_SYNTHETIC_COLLECTIVE_H

#include <stdbool.h>

#include "algorithm/request.h"
#include "base/random.h"
#include "model/model.h"
#include "sample/sample.h"

/* All functions are Local. */

/* A collective operation of a synthetic platform, timed. Zero-initialise it; synthetic_collective_release frees it. */
struct synthetic_collective {
	const struct model *model; /* borrowed */
	struct collective_request request;
	struct algorithm_use use;
	double seconds;  /* of all operations of a series, without noise and escalations */
	size_t messages; /* of all of them */
	bool series;     /* several in a row: they have no escalations */
};

/*
 * ERR_INPUT unless the platform has such an operation: by an algorithm of sonde's own, or scatter and gather by a
 * library's, for which the linear algorithm stands; with a root that is there. By equations:
 * synthetic_equations_check.
 */
enum status synthetic_collective_check(const struct model *model, const struct experiment *what, bool equations,
				       struct error *err);

/*
 * Times such an operation, which has been checked.
 *
 * - Its schedule is simulated, each message of which costs what the model says, ports and the switch to rendezvous as
 *   the model itself has them (predict_options_default). All processes begin together, or come as setup.arrival says.
 *   What is timed of it: predict_timing.
 * - equations: by one equation for the whole operation (synthetic_equations).
 * - ERR_INPUT for what the algorithm cannot do, or if the model does not hold for so many processes; ERR_MEMORY.
 */
enum status synthetic_collective_time(struct synthetic_collective *collective, const struct model *model,
				      const struct experiment *what, bool equations, struct error *err);

/* Seconds that one such operation takes longer by escalating, 0 if it does not: drawn as the model says of gathers. */
double synthetic_collective_escalation(const struct synthetic_collective *collective, struct random *random);

void synthetic_collective_release(struct synthetic_collective *collective);

#endif
