#ifndef SONDE_ESTIMATE_THRESHOLDS_SCATTER_H
#define SONDE_ESTIMATE_THRESHOLDS_SCATTER_H

#include "estimate/thresholds/sweep.h"

/* Finds S, the noise, and how many are disturbed. Errors as sweep_measure. */
enum status scatter_find(struct threshold_search *s, struct error *err);

#endif
