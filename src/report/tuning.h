#ifndef SONDE_REPORT_TUNING_H
#define SONDE_REPORT_TUNING_H

#include "base/table.h"
#include "tune/tune.h"

/* What rules gain by a model, or measured: operation, processes, from, to, algorithm, fanout, segment, and where the
 * gain is largest best_at, unchanged, seconds, gain; measured also gain_low, gain_high and p_holm. NULL if memory does
 * not suffice. Local. */
struct table *tuning_table(const struct tune_result *result, const struct tune_library *library, bool measured);

#endif
