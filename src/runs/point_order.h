#ifndef SONDE_RUNS_POINT_ORDER_H
#define SONDE_RUNS_POINT_ORDER_H

#include "sample/sample.h"

/*
 * The order in which tables list points, as qsort needs it.
 *
 * - By kind, setup, processes, whether the answer is as long as the message, bytes, answer, messages in a row.
 * - Local.
 */
int point_order(const struct experiment *a, const struct experiment *b);

#endif
