#ifndef SONDE_CLI_MODEL_REMARKS_H
#define SONDE_CLI_MODEL_REMARKS_H

#include "base/progress.h"
#include "model/model.h"

/* Tells what may surprise in a fitted model and is no error: o_r(m) > g(m), and parameters that came out negative.
 * Local. */
void model_remarks(const struct model *model, const struct progress *progress);

#endif
