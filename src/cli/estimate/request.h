#ifndef SONDE_CLI_ESTIMATE_REQUEST_H
#define SONDE_CLI_ESTIMATE_REQUEST_H

#include "cli/estimate/classes.h"
#include "cli/estimate/pairs.h"
#include "cli/estimate/places.h"
#include "cli/measure/command.h"
#include "estimate/estimate.h"

/* The options that only estimate has. Texts are borrowed. blocks, size_most, count_most, long_size, switch_size: 0 if
 * not said, as is rule by -1. */
struct estimate_request {
	const char *method, *output;
	struct size_list sizes, strides;
	size_t blocks;
	size_t size_most, count_most, long_size, switch_size;
	double epsilon;
	int rule, direction, states;
	struct pairs_request pairs;
	const char *classes;
	double class_tolerance;
	bool thresholds;
	struct estimate_places *places; /* which pairs stand for all, found when the platform is open */
};

/* What the options mean for an estimation of o's class and method. ERR_USAGE: what does not go together, or would be of
 * no effect. Local. */
enum status estimate_request_options(struct estimate_options *o, const struct estimate_request *request,
				     const struct measuring *m, struct error *err);

/* Opens the platform and chooses the pair that is measured; of all pairs (triplets: always), that by which the machine
 * is watched. ERR_USAGE, ERR_INPUT. */
enum status estimate_request_platform(struct measure_command *c, const struct estimate_request *request, bool triplets,
				      struct error *err);

/* Says of a fit that failed for want of timings that the budget was too short for it, and what helps. Local. */
void estimate_too_little(const struct measure_command *c, struct error *err);

/* Sets o's classes of processes to *plan, if they are asked for. Those of a file or of places are in *given, which the
 * caller frees, also after an error. ERR_USAGE, ERR_INPUT, ERR_MEMORY. */
enum status estimate_request_classes(struct measuring *m, const struct estimate_request *request,
				     struct estimate_options *o, struct class_plan *plan, size_t **given,
				     struct error *err);

#endif
