#ifndef SONDE_CLI_TUNE_ESTIMATE_H
#define SONDE_CLI_TUNE_ESTIMATE_H

#include "cli/measure/command.h"

/* What a run was that a model was estimated in. */
struct tune_estimated {
	int64_t run;
	enum machine_verdict machine;
	size_t n_states; /* of the machine */
	double seconds;  /* that it took, on the platform's clock */
};

/* A model of processes 0 and 1 for operations of these sizes, in bytes of a message or block, estimated as a run of its
 * own, or in one that is resumed; NULL with ERR_* of estimation_run. The caller frees it. Runs on the platform. */
struct model *tune_estimate(struct measure_command *c, const struct size_list *sizes, struct tune_estimated *estimated,
			    struct error *err);

/* The purpose of such a run; unlike: of that of tune_estimate_unlike. Local. */
struct purpose tune_estimate_purpose(bool unlike);

/* The same of all processes, of which those that are alike stand for each other: an LMO model. At least three of them.
 */
struct model *tune_estimate_unlike(struct measure_command *c, const struct size_list *sizes, struct error *err);

#endif
