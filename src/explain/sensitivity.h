#ifndef SONDE_EXPLAIN_SENSITIVITY_H
#define SONDE_EXPLAIN_SENSITIVITY_H

#include <stddef.h>

#include "simulate/simulate.h"

/*
 * How much longer a program takes if messages or computation do.
 *
 * - One simulation counts it along the critical path (slopes_asked), for SLOPES_MOST - 1 parameters at a time.
 * - All functions are Local.
 */

/* A parameter of what messages cost. */
struct varied {
	const char *name, *unit; /* "L", "s" */
	double value;            /* NAN: it is one per size, and varies as a whole, from 1 on */
};

/* What is simulated, and under what. */
struct subject {
	size_t n;
	const struct varied *parameters;
	bool any_pair; /* costs are alike for all pairs */

	/*
	 * What messages cost if parameter k is value (one per size: so many times what it is).
	 *
	 * - k: n: as it is.
	 * - slot: 0 to SLOPES_MOST: the costs stay until the next ones in this slot.
	 */
	enum status (*costs)(void *self, size_t k, double value, int slot, struct costs *costs, struct error *err);
	enum status (*simulate)(void *self, const struct costs *costs, struct simulation *found, struct error *err);
	void *self;
};

/* A parameter's part. The last one is computation, as a whole. */
struct sensitivity {
	double derivative; /* of the time by the parameter's value: s/s, or B; one per size: s */
	double seconds;    /* of the time that are it: value times derivative */
};

struct sensitivities {
	struct sensitivity *at; /* n + 1 */
	double seconds;         /* that the program takes */
	uint64_t lost;          /* as slopes_asked.lost: not 0: they may be wrong */
	unsigned simulations;
};

/* ERR_MEMORY, ERR_* of the simulation. sensitivities_release in any case. */
enum status sensitivities_find(const struct subject *subject, struct sensitivities *found, struct error *err);
void sensitivities_release(struct sensitivities *found);

/* A point of the curve of the time over a parameter's value. */
struct time_point {
	double x, seconds, slope;
	uint64_t order; /* of what was done */
	bool exact;     /* from here to the next point the curve is a line */
};

/* The time with parameter k at a value. */
enum status time_at(const struct subject *subject, size_t k, double x, struct time_point *point, struct error *err);

struct time_curve {
	struct time_point *at; /* n, by x */
	size_t n, capacity;
	unsigned simulations;
};

/*
 * The time over a parameter's value from low to high.
 *
 * - Where things happen in one order the curve is made of lines and convex: its corners are found where the lines of
 *   two points meet (Eisner, Severance 1976), in at most 2 b + 2 simulations for b corners.
 * - Where the order changes, which the points' order tells, it is sampled: at most samples points more.
 */
enum status time_curve_find(const struct subject *subject, size_t k, double low, double high, unsigned samples,
			    struct time_curve *curve, struct error *err);
void time_curve_release(struct time_curve *curve);

/*
 * The value of parameter k above its own at which the program takes seconds.
 *
 * - *value: INFINITY if it does not at a million times it, or at a second.
 */
enum status time_reach(const struct subject *subject, size_t k, double seconds, double *value, struct error *err);

#endif
