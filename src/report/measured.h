#ifndef SONDE_REPORT_MEASURED_H
#define SONDE_REPORT_MEASURED_H

#include "base/table.h"
#include "report/drawing.h"
#include "report/run.h"

/* Whether the run is one of sonde measure, with timings: it gets a plot and a table of its own. Local, as are all of
 * these. */
bool report_is_measured(const struct report_run *run);

/*
 * The run's curves: what stands for the timings against message size, with bars from the least to the longest timing,
 * one for each way of sending, pair and kind of answer; for an overlap against the time of computation, one for each
 * size. At most REPORT_CURVES; the caption says how many are left out. ERR_MEMORY. report_plot_release in any case.
 */
enum status report_measured_plot(const struct report_run *run, struct report_plot *plot, struct error *err);

/*
 * Adds the run's round trips over its first link to a plot, each variant (calls, layout, cold data) a curve with
 * intervals as bars, until the plot has `most` curves. ERR_MEMORY.
 */
enum status report_measured_roundtrips(const struct report_run *run, size_t most, struct report_plot *plot,
				       struct error *err);

/*
 * Adds the run's bandwidths, in MB/s, against message size to a plot: bytes moved, both ways together, by what stands
 * for the timings, with bars from the longest to the least timing. Round trips, trains and exchanges have one; there
 * are no more curves than most. ERR_MEMORY.
 */
enum status report_measured_bandwidth(const struct report_run *run, size_t most, struct report_plot *plot,
				      struct error *err);

/* All points of the run: what, bytes, answer, what stands for the timings with its interval (time, low, high), least,
 * median and longest time, timings, and the computation beside an overlap. NULL if memory does not suffice; the caller
 * frees it. */
struct table *report_measured_table(const struct report_run *run);

#endif
