#ifndef SONDE_MODEL_WHAT_IF_H
#define SONDE_MODEL_WHAT_IF_H

#include "model/model.h"

/* The fact that says what was changed: "L=0.5x". */
#define MODEL_WHAT_IF "what_if"

/*
 * Changes parameters: what if the latency were half of it?
 *
 * - changes: "L=0.5x,g=2us": so many times what it is, at every size, or a value: times with a unit, also of times per
 *   byte, and sizes and plain numbers for parameters that are such.
 * - All links and processes that have the parameter get it; of a parameter per size a value holds at all sizes.
 * - What contains another parameter moves with it (param_spec.moves_with): under plogp times to delivery hold L.
 * - Intervals are scaled with their values; of a value they are dropped.
 * - The provenance says it (MODEL_WHAT_IF).
 * - ERR_INPUT names what is wrong and which parameters there are; ERR_MEMORY. The model is then to be freed.
 * - Local.
 */
enum status model_what_if(struct model *model, const char *changes, struct error *err);

/*
 * A model with parameter p of its class factor times what it is, and more than that: at all sizes, links and processes.
 *
 * - The rest of it is the model's, which must outlive it; what contains the parameter moves with it, as above.
 * - NULL without memory; model_varied_free frees it.
 * - Local, as is model_varied_free.
 */
struct model *model_varied(const struct model *model, size_t p, double factor, double more);
void model_varied_free(struct model *varied);

#endif
