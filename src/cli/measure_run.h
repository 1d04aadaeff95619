#ifndef SONDE_CLI_MEASURE_RUN_H
#define SONDE_CLI_MEASURE_RUN_H

#include "cli/measure_sizes.h"
#include "cli/measuring.h"

/* What the subjects of sonde measure have in common. Local to the process that drives; what measures runs on the
 * platform. */

/* Makes the platform ready for a message, and for all smaller ones, as it lies in memory at either end. ERR_* of the
 * platform. */
enum status measure_prepare(struct platform *platform, const struct experiment *largest, struct error *err);

/* After measuring_begin: a prober for the run, and the machine watched by messages of up to largest bytes between the
 * pair of m. measure_end in any case. ERR_* of the platform or the store. */
struct measure_run {
	struct probe_options options;
	struct prober prober;
	struct probe_account begun; /* the platform's clock and messages then */
};

/* After measuring, before anything is concluded: leaves out what was not yet warm, and says so. */
void measure_settle(struct measuring *m);

enum status measure_begin(struct measure_run *run, struct measuring *m, size_t largest, struct error *err);

/* After a search that does more on the platform than the prober keeps account of: stores the rest, since measure_begin,
 * as the run's part "searching". Returns the status so far unless it is OK; else ERR_* of the store. */
enum status measure_searched(struct measure_run *run, struct measuring *m, enum status status, struct error *err);

/* Ends the run, unless the status so far is a failure; returns that status or a failure of its own. */
enum status measure_end(struct measure_run *run, struct measuring *m, enum status status, struct error *err);

/* After measure_end: the run's number in the store, what stands for repeated timings, and whether the machine stayed
 * the same, as the table's summary. ERR_* of the store. */
enum status measure_tell_run(const struct measuring *m, struct table *table, struct error *err);

/*
 * Measures the families, one after the other, at the sizes of the wish (sizes_choose was called), under a run of this
 * purpose, and prints the first one's times with its breaks. Two families are the same one, with its pairs one after
 * the other and in parallel: both are in the table. The platform is open; it is made ready first. ERR_*.
 */
enum status measure_families(struct measuring *m, struct sizes_wish *wish, const struct explore_family *families,
			     size_t n, const char *purpose, const char *title, struct error *err);

#endif
