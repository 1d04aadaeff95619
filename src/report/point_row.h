#ifndef SONDE_REPORT_POINT_ROW_H
#define SONDE_REPORT_POINT_ROW_H

#include "base/table.h"
#include "sample/sample.h"

/* Begins a row with what says which point it is about: experiment, from, to, bytes, reply_bytes, count, setup. Local.
 */
void point_row(struct table *table, const struct experiment *what);

#endif
