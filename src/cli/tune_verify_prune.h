#ifndef SONDE_CLI_TUNE_VERIFY_PRUNE_H
#define SONDE_CLI_TUNE_VERIFY_PRUNE_H

#include "cli/tune_verify_rules.h"

/*
 * Writes what is left without rules that are slower, and says what was taken out.
 *
 * - Of a table whose rows are all slower nothing is written: sonde run would refuse it.
 * - ERR_IO, ERR_INPUT: the selection of MPICH has more than rules; ERR_MEMORY. Local.
 */
enum status verify_prune(const struct context *context, const struct tune_verification *asked, struct rules *rules,
			 const struct verify_result *result, struct error *err);

#endif
