#ifndef SONDE_REPORT_TRIPS_H
#define SONDE_REPORT_TRIPS_H

#include "base/table.h"
#include "base/units.h"
#include "model/model.h"
#include "report/run.h"
#include "sample/reduce.h"

/* What stands for a sample of the run, by the run's own statistic, with its 95 % interval; as sample_reduce. Local. */
struct sample_summary report_summary(const struct report_run *run, const struct sample *sample);

/*
 * The sizes, ascending, of the run's round trips with answers of the same size or with empty ones, over the link of the
 * first of them; *link is that one. The caller releases the sizes. ERR_MEMORY. Local.
 */
enum status report_trip_sizes(const struct report_run *run, bool same, struct link *link, struct size_list *sizes,
			      struct error *err);

/* The sample of the round trip over the link, NULL if it was not measured. Local. */
const struct sample *report_trip_find(const struct report_run *run, struct link link, size_t bytes, bool same);

/* All round trips of the n runs whose campaigns were read: run, bytes, answer, time, low, high, timings. NULL if memory
 * does not suffice; the caller frees it. Local. */
struct table *report_trips_table(const struct report_run *runs, size_t n);

#endif
