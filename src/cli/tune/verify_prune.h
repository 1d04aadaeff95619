#ifndef SONDE_CLI_TUNE_VERIFY_PRUNE_H
#define SONDE_CLI_TUNE_VERIFY_PRUNE_H

#include "cli/tune/verify_rules.h"

/*
 * Writes what is left without rules where they are slower, and says what was taken out: of a rule that was seen at
 * several sizes those parts are left in which it was not (tune/cut.h). A rule for all sizes alone, of an operation that
 * can have no more, is taken out as a whole.
 *
 * - Of a table whose rows are all slower nothing is written: sonde run would refuse it.
 * - ERR_IO, ERR_INPUT: the selection of MPICH has more than rules; ERR_MEMORY. Local.
 */
enum status verify_prune(const struct context *context, const struct tune_verification *asked, struct rules *rules,
			 const struct verify_result *result, struct error *err);

#endif
