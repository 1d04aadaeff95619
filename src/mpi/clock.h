#ifndef SONDE_MPI_CLOCK_H
#define SONDE_MPI_CLOCK_H

#include "platform/platform.h"

/* What MPI_Wtime can do, found by calling it: resolution is the least difference seen, cost the least average of a call
 * over several rounds. Takes about a millisecond. Local. */
struct clock clock_measure(void);

/* Lets seconds pass, busy where time is real, asleep where it is simulated. The library gets no chance to progress.
 * Local. */
void clock_delay(double seconds);

/* Waits as clock_delay does, but leaves the CPU to others meanwhile, as to the peer whose message is waited for. May
 * end a time slice late. Local. */
void clock_wait(double seconds);

/* As clock_delay until the clock shows end; returns what it shows then: end, or a call of the clock later. Where time
 * is simulated it ends within half a nanosecond of end. Local. */
double clock_until(double end);

/* Sleeps until the clock shows end, or a little later. Local. */
void clock_sleep_until(double end);

#endif
