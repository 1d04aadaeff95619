#ifndef SONDE_CLI_ESTIMATE_PAIRS_H
#define SONDE_CLI_ESTIMATE_PAIRS_H

#include "measuring/pairs.h"

/* The lines of an option table for these. */
#define PAIRS_OPTIONS(w)                                                                                    \
	OPT_FLAG(0, "heterogeneous", &(w)->heterogeneous,                                                   \
		 "--pairs all: the model keeps the parameters of each pair apart"),                         \
		OPT_FLAG(0, "homogeneous", &(w)->homogeneous,                                               \
			 "--pairs all: the model has the average over all pairs (the default)"),            \
		OPT_FLAG(0, "serial", &(w)->serial, "--pairs all: one pair after the other (the default)"), \
		OPT_FLAG(0, "parallel", &(w)->parallel,                                                     \
			 "--pairs all: in rounds of pairs that do not overlap, those of a round at the same time")

/* ERR_USAGE if the options contradict each other or go with --pairs all only. */
enum status pairs_check(const struct pairs_request *request, const int pair[2], struct error *err);

#endif
