#ifndef SONDE_CLI_TRACE_MADE_H
#define SONDE_CLI_TRACE_MADE_H

#include "trace/claim.h"

/*
 * What `sonde trace` has made for a trace, told through the environment to the program that the process becomes. If
 * that is `sonde run`, and it cannot become its own program, then it takes this away.
 */

/* Sets the variable. Where it cannot, what was made is left behind. Local. */
void trace_made_tell(const struct trace_claim *claim);

/* What this very process has made, and not one that it was started by; nothing where that cannot be known. The path is
 * that of the environment, and must not be freed. Local. */
struct trace_claim trace_made_find(void);

#endif
