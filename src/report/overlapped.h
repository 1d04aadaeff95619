#ifndef SONDE_REPORT_OVERLAPPED_H
#define SONDE_REPORT_OVERLAPPED_H

#include "base/table.h"
#include "predict/overlapped.h"

/* Messages with computation beside them, by the closed forms of LogGPO, and by how much the simulation takes longer.
 * NULL if memory does not suffice. Local. */
struct table *overlapped_table(const struct model *model, const struct overlapped *list, size_t n);

#endif
