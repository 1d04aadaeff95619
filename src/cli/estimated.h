#ifndef SONDE_CLI_ESTIMATED_H
#define SONDE_CLI_ESTIMATED_H

#include "cli/estimate_pairs.h"
#include "cli/measuring.h"
#include "estimate/estimate.h"

/* What an estimation gave and took. Starts zero-initialised; estimated_release frees it. */
struct estimated {
	struct model *model;
	struct prober prober;
	struct moved moved;
	struct probe_account searching; /* what was spent on thresholds, a switch, and how the platform treats messages;
					   before estimated_measure what was spent on them until then */
	size_t messages;
	double seconds; /* on the platform's clock, with that of searching */
};

/*
 * After measuring_begin: runs the experiments, once more from the start if the machine changed for good on the way, and
 * fits the model, with how the platform treats several messages if the method finds out, averaged over pairs as they
 * are wished for, and with its provenance; what searching took is stored as a part of the run. measuring_end is left to
 * the caller. ERR_* of estimate_run. Runs on the platform.
 */
enum status estimated_measure(struct measuring *m, struct estimate_options *options, const char *purpose,
			      const struct pairs_wish *pairs, struct estimated *found, struct error *err);
void estimated_release(struct estimated *found);

#endif
