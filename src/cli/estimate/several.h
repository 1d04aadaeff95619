#ifndef SONDE_CLI_ESTIMATE_SEVERAL_H
#define SONDE_CLI_ESTIMATE_SEVERAL_H

#include "cli/estimate/request.h"

/* sonde estimate with several models, "plogp,loggp" or "all": one campaign, one run, a file for each. */

/* Whether an operand names several. Local. */
bool estimate_names_several(const char *names);

/*
 * Runs the estimation of several models.
 *
 * - all: hockney, logp, loggp, plogp, and lmo where there are three processes and no pair was asked for; a note says
 *   what was left out.
 * - Output: a file MODEL.json for each in the directory request->output, which is made if it is not there; or, if the
 *   name has {model} in it, a file for each by that name.
 * - ERR_USAGE for what does not go with several models; else as for one.
 * - Runs on the platform.
 */
enum status estimate_several(struct measure_command *c, const struct estimate_request *request, const char *names,
			     struct error *err);

#endif
