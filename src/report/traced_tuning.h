#ifndef SONDE_REPORT_TRACED_TUNING_H
#define SONDE_REPORT_TRACED_TUNING_H

#include "base/table.h"
#include "tune/traced/tuning.h"

/* What rules for a program are worth: operation, processes, from, to, calls, communicators, own, own_seconds, barrier,
 * barrier_seconds, algorithm, fanout, segment, seconds, saves, unlike; in the summary what the program takes. NULL if
 * memory does not suffice. Local. */
struct table *traced_tuning_table(const struct traced_result *result, const struct tune_library *library);

#endif
