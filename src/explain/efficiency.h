#ifndef SONDE_EXPLAIN_EFFICIENCY_H
#define SONDE_EXPLAIN_EFFICIENCY_H

#include "simulate/simulate.h"

/* Why a program is no faster: the factors of the POP centres of excellence (pop-coe.eu), each at most 1 but for
 * rounding. Their product is the parallel efficiency. All functions are Local. */
struct efficiency {
	double load_balance;  /* mean computation by the greatest one */
	double serialisation; /* the greatest computation by the time with a network that costs nothing: what is left is
				 waiting that no network takes away */
	double transfer;      /* that time by the time */
};

static inline double efficiency_of_communication(const struct efficiency *efficiency)
{
	return efficiency->serialisation * efficiency->transfer;
}

static inline double efficiency_of_all(const struct efficiency *efficiency)
{
	return efficiency->load_balance * efficiency_of_communication(efficiency);
}

/*
 * The factors of a program.
 *
 * - computation: seconds, of each process. seconds: what it takes; ideal: with costs of free_network.
 * - NAN where the time is 0.
 */
struct efficiency efficiency_find(const double *computation, int processes, double seconds, double ideal);

/* A network that costs nothing: messages that wait for their receiver still do. */
struct costs free_network(const struct costs *costs);

#endif
