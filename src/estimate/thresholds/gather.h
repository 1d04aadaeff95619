#ifndef SONDE_ESTIMATE_THRESHOLDS_GATHER_H
#define SONDE_ESTIMATE_THRESHOLDS_GATHER_H

#include "estimate/thresholds/sweep.h"

/* Finds M_1, M_2, the regular line and the escalations. Errors as sweep_measure. */
enum status gather_find(struct threshold_search *s, struct error *err);

#endif
