#ifndef SONDE_CLI_STOP_H
#define SONDE_CLI_STOP_H

#include <stdbool.h>

/*
 * SIGINT and SIGTERM while something is measured. The process that drives notices them between two batches of timings,
 * ends the run and says how to resume it; one that serves lets the driver end it, and ends by itself a few seconds
 * later if that does not happen. A third signal ends the driver at once: what it measured is in the store all the same.
 * A signal that the parent has ignored stays ignored.
 */

/* From now on stop_asked tells whether the user asked this process to stop. Local, as are all of these. */
void stop_expect(void);
bool stop_asked(void);

/* For a process that serves. */
void stop_serving(void);

#endif
