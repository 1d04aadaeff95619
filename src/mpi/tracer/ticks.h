#ifndef SONDE_MPI_TRACER_TICKS_H
#define SONDE_MPI_TRACER_TICKS_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/tracer/functions.h"

/* All functions are Local. */

/* True where the cycle counter runs at one speed and never stops; set once. Else ticks are ns of
 * CLOCK_MONOTONIC_RAW, or of simulated time. */
extern bool tracer_cycles;

uint64_t tracer_ticks_of_clock(void);

static inline uint64_t tracer_ticks(void)
{
	return __builtin_expect(tracer_cycles, 1) ? portable_cycles() : tracer_ticks_of_clock();
}

/* A tick, and the node's clock (s) at the same time. */
struct tracer_instant {
	uint64_t tick;
	double node;
};

/* Sets tracer_cycles. */
void tracer_ticks_begin(void);

/* The best of several readings: that between whose two ticks the least time passes. */
struct tracer_instant tracer_instant(void);

/* s a tick, from two instants. */
double tracer_tick(struct tracer_instant first, struct tracer_instant last);

#endif
