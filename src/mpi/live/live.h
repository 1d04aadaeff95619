#ifndef SONDE_MPI_LIVE_LIVE_H
#define SONDE_MPI_LIVE_LIVE_H

#include "platform/platform.h"

/*
 * Seconds that one batch of an experiment may take. A peer that never answers cannot be waited for with a limit inside
 * MPI's blocking calls, so process 0 is sent SIGALRM then; what that does is for the program to say.
 */
#define LIVE_PATIENCE 600

/*
 * Initialises MPI. At process 0: *platform is the live platform, which process 0 drives; platform_close ends
 * the other processes' service and finalises MPI. At all other processes: serves until process 0 closes the platform,
 * finalises MPI and returns with *platform NULL. Collective. ERR_PLATFORM in a build without MPI, or if MPI fails. The
 * same status everywhere.
 */
enum status live_open(int *argc, char ***argv, struct platform **platform, struct error *err);

/*
 * Ends all processes, such that the launcher returns this code: for a signal handler of a process that waits inside MPI
 * in vain. A process that just exits is one that crashed to a launcher, which may return the code of those that it
 * kills.
 *
 * - MPI does not promise that it works there: SIGALRM ends this process a few seconds later if it does not.
 * - Returns in a build without MPI alone. Local.
 */
void live_abandon(int code);

#endif
