#ifndef SONDE_CLI_MEASURE_TABLE_H
#define SONDE_CLI_MEASURE_TABLE_H

#include "base/table.h"
#include "measuring/measurement.h"

/*
 * One row per experiment of the list that was measured: what stands for its timings (seconds, of the whole operation)
 * with its interval, the least and longest timing, how often it was timed, how many of the timings lie far out (more
 * than three interquartile ranges above the upper quartile: they count like the others), and the bytes per second that
 * moved. from and to are columns if the list has several pairs, the algorithm is one of collective operations.
 * side_by_side: the same point measured with others in parallel, and how many times as long it took, are columns too.
 * NULL if memory does not suffice; the caller frees it. Local.
 */
struct table *measure_table(const struct measurement *m, const char *title, const struct experiment *list, size_t n,
			    bool side_by_side);

#endif
