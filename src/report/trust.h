#ifndef SONDE_REPORT_TRUST_H
#define SONDE_REPORT_TRUST_H

#include "base/table.h"
#include "model/model.h"

/* All functions are Local. */

/*
 * Adds to the table's summary what a result of the model holds for, as far as it is known: what was changed of it
 * (what_if), the state of the machine that its parameters are of (state, sentinel_seconds), whether processes took
 * turns on too few CPUs (crowded), and where it was measured (hosts).
 */
void trust_tell_use(struct table *table, const struct model *model);

/*
 * Adds to the table's summary how far the model is off at sizes left out of its fit (residuals), whether that is more
 * than its intervals say, and what its times per byte are as bandwidths.
 *
 * - Residuals are of the main state of the machine, which is named (state) if it has a name, also where the model is
 *   taken in another one.
 * - name: of the model in the groups' names, where there are several; or NULL.
 */
void trust_tell(struct table *table, const struct model *model, const char *name);

/* The same of several models, a row for each that knows; NULL without memory. The caller frees it. */
struct table *trust_table(struct model *const *models, char *const *names, size_t n);

#endif
