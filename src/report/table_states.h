#ifndef SONDE_REPORT_TABLE_STATES_H
#define SONDE_REPORT_TABLE_STATES_H

#include "base/table.h"
#include "sample/findings.h"

/*
 * Adds to the table's summary (states) in which states the machine was, if there were several: "quick (main) 26.3 us in
 * 56 % of the time, ...", what an empty round trip takes in each.
 *
 * - levels: n states, the main one first.
 * - Local.
 */
void table_tell_states(struct table *table, const struct run_level *levels, size_t n);

#endif
