#ifndef SONDE_SAMPLE_POINTS_ORDER_H
#define SONDE_SAMPLE_POINTS_ORDER_H

#include <stdint.h>

#include "sample/sample.h"

/* Negative, 0 or positive: the order of points, those of trains of one kind of message by their count. Local. */
int points_order(const struct experiment *a, const struct experiment *b);

/* A number that follows from what tells points apart. Local. */
uint64_t points_identity(const struct experiment *what);

#endif
