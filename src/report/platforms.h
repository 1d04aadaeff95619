#ifndef SONDE_REPORT_PLATFORMS_H
#define SONDE_REPORT_PLATFORMS_H

#include <stdbool.h>

#include "report/input.h"

/* The platforms that the runs of a report were measured on: what is said of the machine is said of one of them. All
 * functions are Local. */

enum { REPORT_PLATFORMS_MOST = 6, PLATFORM_ROOM = 300 };

/* Lists a run of each platform: the head's first, then the newest of each other one. Returns how many there are, at
 * most REPORT_PLATFORMS_MOST. */
size_t report_platforms(const struct report_input *input, const struct report_run *list[REPORT_PLATFORMS_MOST]);

/* Whether both were measured on the same platform. */
bool report_same_platform(const struct report_run *run, const struct report_run *other);

/* In what the run's platform differs from the head's, "processes: 2 and 4"; "" if it does not. Returns text. */
const char *report_platform_text(const struct report_input *input, const struct report_run *run,
				 char text[PLATFORM_ROOM]);

/* How many runs were measured on the platform of this one. */
size_t report_platform_runs(const struct report_input *input, const struct report_run *platform);

#endif
