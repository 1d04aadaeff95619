#ifndef SONDE_ALGORITHM_CLASSES_H
#define SONDE_ALGORITHM_CLASSES_H

#include "algorithm/algorithm.h"

/* Two rows of a table: an algorithm that serves an operation with equal blocks and that with counts, each as another of
 * the libraries' own. */
#define EQUAL_AND_COUNTED(equal, counted, word, what, children, text, libraries_of_equal, libraries_of_counted,    \
			  function)                                                                                \
	{.name = (word),                                                                                           \
	 .collective = (equal),                                                                                    \
	 .takes = (what),                                                                                          \
	 .fanout = (children),                                                                                     \
	 .least_fanout = 1,                                                                                        \
	 .about = (text),                                                                                          \
	 .libraries = (libraries_of_equal),                                                                        \
	 .build = (function)},                                                                                     \
	{                                                                                                          \
		.name = (word), .collective = (counted), .takes = (what), .fanout = (children), .least_fanout = 1, \
		.about = (text), .libraries = (libraries_of_counted), .build = (function)                          \
	}

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
