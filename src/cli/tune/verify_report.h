#ifndef SONDE_CLI_TUNE_VERIFY_REPORT_H
#define SONDE_CLI_TUNE_VERIFY_REPORT_H

#include "cli/tune/verify_rules.h"

/* What ran, how long it took, and how many verdicts there are of each kind. NULL: no memory. Local. */
struct table *verify_report_table(const struct rules *rules, const struct verify_result *result, double confidence);

#endif
