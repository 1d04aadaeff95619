#ifndef SONDE_REPORT_TRUST_H
#define SONDE_REPORT_TRUST_H

#include "base/table.h"
#include "model/model.h"

/* All functions are Local. */

/*
 * Adds to the table's summary how far the model is off at sizes left out of its fit (residuals), whether that is more
 * than its intervals say, and what its times per byte are as bandwidths.
 *
 * - name: of the model in the groups' names, where there are several; or NULL.
 */
void trust_tell(struct table *table, const struct model *model, const char *name);

/* The same of several models, a row for each that knows; NULL without memory. The caller frees it. */
struct table *trust_table(struct model *const *models, char *const *names, size_t n);

#endif
