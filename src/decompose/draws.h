#ifndef SONDE_DECOMPOSE_DRAWS_H
#define SONDE_DECOMPOSE_DRAWS_H

#include <stdbool.h>

#include "base/random.h"
#include "model/model.h"

/* All functions are Local. */

/* Whether a parameter of the model has an interval. */
bool model_has_intervals(const struct model *model);

/*
 * A new model whose parameters are drawn: each value from the normal distribution whose central 95 % are its interval,
 * independently; those without an interval stay.
 *
 * - The half of the interval above the value holds for draws above it, the other half for those below.
 * - Ownership: model_free. NULL without memory.
 */
struct model *model_draw(const struct model *model, struct random *random, struct error *err);

#endif
