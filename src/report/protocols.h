#ifndef SONDE_REPORT_PROTOCOLS_H
#define SONDE_REPORT_PROTOCOLS_H

#include "base/table.h"
#include "model/facts.h"

/*
 * How the platform treats messages: a row for each fact of it that there is a name for (MODEL_EAGER and others), known
 * or not, with what it was seen by.
 *
 * - NULL without memory; the caller frees it.
 * - Local.
 */
struct table *protocols_table(const struct facts *facts);

#endif
