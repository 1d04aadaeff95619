#ifndef SONDE_ALGORITHM_CLASSES_H
#define SONDE_ALGORITHM_CLASSES_H

#include "algorithm/algorithm.h"

/* The tables at the foot of the files, each ending with an algorithm without a name; registry.c holds them together. */
extern const struct algorithm_class barrier_classes[];
extern const struct algorithm_class bcast_classes[];
extern const struct algorithm_class scatter_classes[];
extern const struct algorithm_class gather_classes[];
extern const struct algorithm_class reduce_classes[];
extern const struct algorithm_class allreduce_classes[];
extern const struct algorithm_class allgather_classes[];
extern const struct algorithm_class alltoall_classes[];
extern const struct algorithm_class reduce_scatter_classes[];
extern const struct algorithm_class scan_classes[];

#endif
