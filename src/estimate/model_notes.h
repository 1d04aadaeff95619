#ifndef SONDE_ESTIMATE_MODEL_NOTES_H
#define SONDE_ESTIMATE_MODEL_NOTES_H

#include "base/progress.h"
#include "model/model.h"

/* Tells what may surprise in a fitted model and is no error: o_r(m) > g(m), and parameters that came out negative.
 * Local. */
void model_notes(const struct model *model, const struct progress *progress);

#endif
