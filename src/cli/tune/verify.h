#ifndef SONDE_CLI_TUNE_VERIFY_H
#define SONDE_CLI_TUNE_VERIFY_H

#include "cli/tune/verify_rules.h"

/*
 * Looks at rules at work: which algorithm, fan-out and segment run, and how long that takes beside the library's own
 * decision. Each process of a launch calls it; it starts itself anew with the rules in force, and the first one prints.
 *
 * - ERR_CHECK: a rule is not in force, or slower and not pruned. ERR_USAGE, ERR_INPUT, ERR_IO, ERR_MEMORY.
 * - Collective.
 */
enum status tune_verify(struct context *context, const struct tune_verification *asked, struct error *err);

#endif
