#ifndef SONDE_REPORT_TUNING_H
#define SONDE_REPORT_TUNING_H

#include "base/table.h"
#include "tune/tune.h"

/* What rules gain by a model, or measured: operation, processes, from, to, algorithm, fanout, segment, and where the
 * gain is largest best_at, unchanged, seconds, gain; measured also of_pairs, gain_low, gain_high and p_holm. NULL if
 * memory does not suffice. Local. */
struct table *tuning_table(const struct tune_result *result, const struct tune_library *library, bool measured);

/* What rules are worth at each size, where everything was measured (tune/loss.h): operation, processes, which, bytes,
 * algorithm, fanout, segment of the choice ("-": the library's own decision), unchanged, seconds, best, best_algorithm,
 * loss; and of each operation the mean and the worst loss, and how far corrected predictions were off. NULL if memory
 * does not suffice. Local. */
struct table *tuning_worth_table(const struct tune_tasks *tasks, const struct tune_library *library);

#endif
