#ifndef SONDE_CLI_RUNS_COMPARE_H
#define SONDE_CLI_RUNS_COMPARE_H

#include "base/table.h"
#include "store/store.h"

/*
 * Holds run b against run a (names or numbers, as store_find takes them): a row per point that both measured, with both
 * medians, their ratio, the shift of b and its interval as parts of a's median, and the rank-sum p as it is and after
 * Holm's correction; below, a sentence per kind of experiment (compare.h says how both are found), what differs between
 * the platforms, and what the p values are about. NULL with err set: a run that is not there, no common point, a
 * failure of the store or of memory. The caller frees it. Local.
 */
struct table *runs_compare(struct store *store, const char *a, const char *b, double confidence, struct error *err);

#endif
