#ifndef SONDE_SYNC_CLOCK_FIT_H
#define SONDE_SYNC_CLOCK_FIT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Another process' clock as a line over this one's: other(t) = t + offset + rate (t - at). Clocks of machines differ by
 * seconds and drift apart by some 10 ppm; the line is fitted to exchanges of messages, of which the quickest each way
 * tell the offset best (SKaMPI; for the rate Hunold, Carpen-Amarie 2016). Times in seconds. Arithmetic only: the
 * exchanges are the caller's. Local, all of it.
 */

/* One exchange: asked at sent, the other clock showed there, the answer was here at received. */
struct clock_exchange {
	double sent, there, received;
};

/*
 * The offset that a burst of n >= 1 exchanges shows: the middle between the bounds that the quickest message each way
 * sets. error: half of what lies between them, the most by which the offset can be wrong, but for the drift within the
 * burst. Far below 0 it tells that a clock jumped during the burst, which then shows nothing.
 */
struct clock_reading {
	double at, offset, error;
};

struct clock_reading clock_read(const struct clock_exchange *exchanges, size_t n);

#define CLOCK_READINGS 64

/* The readings of one clock, the newest at most CLOCK_READINGS, and the line through them. Zero-initialised. */
struct clock_fit {
	struct clock_reading readings[CLOCK_READINGS];
	size_t n;
	double at, offset, rate;
	double residual; /* s: the largest distance of a reading from the line */
};

/* Adds a reading and fits anew: least squares, the better readings weighing more. One reading, or readings within a
 * hundredth of a second, have rate 0. A reading whose offset differs from the last one's by more than clocks drift,
 * 0.1 % and 10 ms beside the errors of both, tells that one jumped: those before it are forgotten. */
void clock_fit_add(struct clock_fit *fit, const struct clock_reading *reading);

/* What the other clock shows when this one shows t, and the reverse. */
double clock_fit_other(const struct clock_fit *fit, double t);
double clock_fit_here(const struct clock_fit *fit, double other);

/*
 * True if the clock should be read again at t, to stay right within tolerance: there is no reading, the newest is older
 * than half the span of all of them (what is extrapolated stays as right as the readings) but at least 10 ms and at
 * most 30 s, or the newest was off the line by more than the tolerance and its own error.
 */
bool clock_fit_is_stale(const struct clock_fit *fit, double t, double tolerance);

#endif
