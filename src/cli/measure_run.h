#ifndef SONDE_CLI_MEASURE_RUN_H
#define SONDE_CLI_MEASURE_RUN_H

#include "cli/measuring.h"

/* What the subjects of sonde measure have in common. Local to the process that drives; what measures runs on the platform. */

/* n points in groups of together, which are carried out at the same time; together divides n. */
struct measure_groups {
	const struct experiment *points;
	size_t together, n;
};

/* Puts powers of two in the place of no sizes (0 to 1 MiB) or of an adaptive range. ERR_MEMORY. */
enum status measure_sizes(struct size_list *sizes, struct error *err);

/* Makes the platform ready for a message, and for all smaller ones, as it lies in memory at either end. ERR_* of the platform. */
enum status measure_prepare(struct platform *platform, const struct experiment *largest, struct error *err);

/* After measuring_begin: a prober for the run, and the machine watched by messages of up to largest bytes between the pair of m. measure_end in any case. ERR_* of the platform or the store. */
struct measure_run {
	struct probe_options options;
	struct prober prober;
};

enum status measure_begin(struct measure_run *run, struct measuring *m, size_t largest, struct error *err);

/* Ends the run, unless the status so far is a failure; returns that status or a failure of its own. */
enum status measure_end(struct measure_run *run, struct measuring *m, enum status status, struct error *err);

/* Begins, measures one list of groups after the other, and ends. */
enum status measure_run(struct measuring *m, const struct measure_groups *lists, size_t n_lists, size_t largest, struct error *err);

#endif
