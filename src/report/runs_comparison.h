#ifndef SONDE_REPORT_RUNS_COMPARISON_H
#define SONDE_REPORT_RUNS_COMPARISON_H

#include <stdbool.h>

#include "base/table.h"
#include "runs/compare.h"
#include "runs/slower.h"

/*
 * A row per point that both runs measured, with both medians, their ratio, the shift of b and its interval as parts of
 * a's median, and p as it is and after Holm's correction; below, a sentence per kind of experiment, or its numbers,
 * what differs between the platforms, and what the p values are about.
 *
 * judged: the same two as launches, whose judgement is added; where it cannot be told whether b is slower, since it was
 * in another state of the machine, the sentences say so. NULL: it is not known.
 *
 * NULL if memory does not suffice; the caller
 * frees it. Local.
 */
struct table *runs_comparison_table(const struct runs_comparison *comparison, const struct slower *judged,
				    bool numbers);

#endif
