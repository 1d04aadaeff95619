#ifndef SONDE_ALGORITHM_BCAST_SCATTER_H
#define SONDE_ALGORITHM_BCAST_SCATTER_H

#include "algorithm/build.h"

/*
 * Appends a broadcast of builder->call, which has at least as many elements as processes: the message is scattered down
 * a binomial tree, and gathered again by all, by recursive doubling or around a ring (Thakur, Rabenseifner, Gropp 2005,
 * as both libraries do it). Local.
 */
void scatter_allgather(struct step_builder *builder);
void scatter_ring(struct step_builder *builder);

#endif
